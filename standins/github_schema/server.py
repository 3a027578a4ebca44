"""The second GitHub's HTTP: it validates each query against the schema, counts points, and lets a test interfere."""

import json
import os
import re
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ssl import SSLContext
from typing import Any
from urllib.parse import parse_qs, urlsplit

from curate.standins.github.points import estimate_cost
from curate.standins.github_schema.resolvers import Record, Records, parse_query, run_query

TOKEN = "ghp_" + "schema" * 6  # not a secret: only the stand-in knows it
LIMIT = 5000
HOUR_S = 3600
_OPERATION = re.compile(r"query\s+(\w+)")
_CHECKS_ROUTE = re.compile(r".*/commits/(\w+)/(check-runs|statuses)$")


@dataclass(frozen=True)
class Request:
    """One request: the name of the operation or the path, its variables, and the how manieth it is."""

    name: str
    variables: Mapping[str, Any]
    count: int


@dataclass(frozen=True)
class Raw:
    """An answer given instead of the right one. `close`: the connection is closed without any."""

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    close: bool = False


@dataclass
class SchemaGitHub:
    """A GitHub on `host` whose answers come from `records`. Use as a context manager; `url` is its address.

    `before` may answer itself, or change the records; `after` may change the answer to a query of GraphQL.
    """

    records: Records
    before: Callable[[Request], Raw | None] = lambda _asked: None
    after: Callable[[Request, Record], None] = lambda _asked, _answer: None
    now: Callable[[], float] = time.time
    tls: SSLContext | None = None
    prefix: str = ""
    token: str = TOKEN
    asked: list[Request] = field(default_factory=list)
    points: int = 0

    def __post_init__(self) -> None:
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        if self.tls is not None:
            self._server.socket = self.tls.wrap_socket(self._server.socket, server_side=True)
        scheme = "http" if self.tls is None else "https"
        self.url = f"{scheme}://127.0.0.1:{self._server.server_address[1]}{self.prefix}"

    def __enter__(self) -> "SchemaGitHub":
        self._no_proxy = os.environ.get("NO_PROXY")
        os.environ["NO_PROXY"] = "127.0.0.1" if not self._no_proxy else f"{self._no_proxy},127.0.0.1"
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._no_proxy is None:
            del os.environ["NO_PROXY"]
        else:
            os.environ["NO_PROXY"] = self._no_proxy
        self._server.shutdown()
        self._server.server_close()

    @property
    def names(self) -> list[str]:
        """What was asked for, in order."""
        return [asked.name for asked in self.asked]

    def answer(self, target: str, token: str, body: bytes | None) -> Raw:
        """The answer to one request; `body` is None for GET."""
        with self._lock:
            question = json.loads(body) if body else {}
            match = _OPERATION.search(question.get("query", ""))
            path = urlsplit(target).path.removeprefix(self.prefix)
            name = match[1] if match else path
            asked = Request(name, question.get("variables", {}), len(self.asked) + 1)
            self.asked.append(asked)
            if token != self.token:
                return _json(401, {"message": "Bad credentials"})
            given = self.before(asked)
            if given is not None:
                return given
            return self._answer_graphql(asked, question["query"]) if body else self._answer_rest(path, target)

    def _answer_graphql(self, asked: Request, text: str) -> Raw:
        document, problems = parse_query(text)
        if problems:
            shown = [{"message": one.message, "extensions": {"code": "undefinedField"}} for one in problems]
            return _json(200, {"errors": shown})
        cost = estimate_cost(document, dict(asked.variables))
        self.points += cost.points
        reset = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self.now() + HOUR_S))
        rate = {"cost": cost.points, "limit": LIMIT, "nodeCount": cost.nodes, "used": self.points, "resetAt": reset}
        answer = run_query(self.records, document, asked.variables, rate | {"remaining": LIMIT - self.points})
        self.after(asked, answer)
        headers = {"X-RateLimit-Remaining": str(LIMIT - self.points), "X-RateLimit-Limit": str(LIMIT)}
        return _json(200, answer, headers)

    def _answer_rest(self, path: str, target: str) -> Raw:
        if path.lower() == f"/repos/{self.records.repo}".lower():
            return _json(200, {"id": 1, "full_name": self.records.repo})
        route = _CHECKS_ROUTE.match(path)
        commit = next((one for one in self.records.nodes.values() if route and one.get("oid") == route[1]), None)
        if route is None or commit is None:
            return _json(404, {"message": "Not Found"})
        rows = (commit["statusCheckRollup"] or {"contexts": []})["contexts"]
        number = int(parse_qs(urlsplit(target).query).get("page", ["1"])[0])
        if route[2] == "statuses":
            return _json(200, [_rest_status(row) for row in rows if row["__typename"] == "StatusContext"])
        runs = [_rest_run(row) for row in rows if row["__typename"] == "CheckRun"]
        return _json(200, {"total_count": len(runs), "check_runs": runs if number == 1 else []})


def _rest_run(row: Record) -> Record:
    ended = row["conclusion"]
    return {
        "id": row["databaseId"],
        "node_id": row["id"],
        "name": row["name"],
        "status": row["status"].lower(),
        "conclusion": ended.lower() if ended else None,
        "details_url": row["detailsUrl"],
        "started_at": row["startedAt"],
        "completed_at": row["completedAt"],
    }


def _rest_status(row: Record) -> Record:
    return {
        "node_id": row["id"],
        "context": row["context"],
        "state": row["state"].lower(),
        "target_url": row.get("targetUrl"),
        "created_at": row["createdAt"],
    }


def _json(status: int, body: object, headers: Mapping[str, str] | None = None) -> Raw:
    return Raw(status, json.dumps(body).encode(), headers or {})


def _handler(github: SchemaGitHub) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            self._serve(None)

        def do_POST(self) -> None:
            self._serve(self.rfile.read(int(self.headers.get("Content-Length", 0))))

        def _serve(self, body: bytes | None) -> None:
            token = self.headers.get("Authorization", "").removeprefix("token ")
            raw = github.answer(self.path, token, body)
            if raw.close:
                self.close_connection = True
                return
            self.send_response_only(raw.status)
            self.send_header("Date", formatdate(github.now(), usegmt=True))
            for name, value in ({"Content-Type": "application/json"} | dict(raw.headers)).items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(raw.body)))
            self.end_headers()
            self.wfile.write(raw.body)

        def log_message(self, format: str, *args: object) -> None:  # the name is the base class's
            """Nothing: what was asked is kept."""

    return Handler
