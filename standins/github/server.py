"""The stand-in's HTTP: one handler over a `World`, with GitHub's limits, headers and faults."""

import json
import os
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from curate.standins.github import rest
from curate.standins.github.faults import HEAVY, Faults, Reply, Request, errors, refuse
from curate.standins.github.points import OverLimit, estimate_cost
from curate.standins.github.resolvers import parse_query, run_query
from curate.standins.github.world import World

DEMO_TOKEN = "ghp_" + "demo" * 9  # not a secret: only the stand-in knows it
HOUR_S = 3600.0


@dataclass
class Bill:
    """What was asked of the stand-in: the count that `--plan` is held against."""

    requests: int = 0
    points: int = 0
    queries: dict[str, int] = field(default_factory=dict)


@dataclass
class _Budget:
    limit: int
    left: int
    reset: float


@dataclass
class StandIn:
    """A GitHub on 127.0.0.1. Use as a context manager; `url` is its address.

    `now` is its clock, `moved_to` the name that the repository has now, `before(number of request)` is called before
    each answer and may change the world. `remember` keeps each answer and gives it again to the same question, so
    that a benchmark measures the client alone.
    """

    world: World
    now: Callable[[], float] = time.time
    faults: Faults = field(default_factory=Faults)
    token: str = DEMO_TOKEN
    limit: int = 5000
    moved_to: str | None = None
    lacks_rights: bool = False
    before: Callable[[int], None] = lambda _number: None
    remember: bool = False
    bill: Bill = field(default_factory=Bill)

    def __post_init__(self) -> None:
        self._lock = threading.Lock()
        self._answers: dict[str, bytes] = {}
        self._budgets = {kind: _Budget(self.limit, self.limit, self.now() + HOUR_S) for kind in ("graphql", "core")}
        self._server = _Server(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> "StandIn":
        # a proxy that the environment names is not for this address
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

    def answer(self, verb: str, target: str, token: str, client: str, body: bytes) -> Reply:
        """The answer to one request."""
        with self._lock:
            self.bill.requests += 1
            self.before(self.bill.requests)
            if token != self.token:
                return refuse(401, "Bad credentials")
            if verb == "POST" and urlsplit(target).path.endswith("/graphql"):
                return self._answer_graphql(json.loads(body), client)
            return self._answer_rest(target, client)

    def _answer_graphql(self, asked: dict[str, Any], client: str) -> Reply:
        text, variables = asked["query"], asked["variables"]
        name = text.split("(")[0].removeprefix("query ").strip()
        self.bill.queries[name] = self.bill.queries.get(name, 0) + 1
        nodes = len(variables["ids"]) if "ids" in variables else variables.get("page", 1)
        asked_for = Request(True, name, nodes, variables.get("items", 1), self.now(), client)
        fault = self.faults.meet(asked_for)
        if fault is not None and fault.cut == 0:
            return fault
        document, problems = parse_query(text)
        if problems:
            return errors(None, problems[0].message)
        try:
            cost = estimate_cost(document, variables)
        except OverLimit as over:
            return errors(over.kind, str(over))
        budget = self._budget("graphql")
        if budget.left < cost.points:
            return errors("RATE_LIMITED", "API rate limit exceeded for user ID 1.", **self._rate_headers("graphql"))
        budget.left -= cost.points
        self.bill.points += cost.points
        rate = {
            "cost": cost.points,
            "nodeCount": cost.nodes,
            "limit": budget.limit,
            "remaining": budget.left,
            "used": budget.limit - budget.left,
            "resetAt": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(budget.reset)),
        }
        payload = self._remembered(text + json.dumps(variables, sort_keys=True), document, variables, rate)
        if payload is None:
            return HEAVY["502"](asked_for)
        return self._good(payload, "graphql", fault, client)

    def _remembered(
        self, question: str, document: Any, variables: dict[str, Any], rate: dict[str, Any]
    ) -> bytes | None:
        if question in self._answers:
            return self._answers[question]
        answer = run_query(self.world, document, variables, rate)
        if answer is None:
            return None
        payload = json.dumps(answer).encode()
        if self.remember:
            self._answers[question] = payload
        return payload

    def _answer_rest(self, target: str, client: str) -> Reply:
        parts = urlsplit(target)
        fault = self.faults.meet(Request(False, parts.path, 1, 1, self.now(), client))
        if fault is not None and fault.cut == 0:
            return fault
        if self.lacks_rights:
            return refuse(403, "Resource not accessible by personal access token", x_ratelimit_remaining="4999")
        if self.moved_to is not None and parts.path == f"/repos/{self.world.repo}":
            return Reply(301, b'{"message": "Moved Permanently"}', {"Location": f"{self.url}/repositories/1"})
        self._budget("core").left -= 1
        shown = rest.answer_route(self.world, self.url, parts.path, parse_qs(parts.query), self.moved_to)
        if shown is None:
            return refuse(404, "Not Found")
        good = self._good(json.dumps(shown[0]).encode(), "core", fault, client)
        return Reply(good.status, good.body, {**good.headers, **shown[1]}, cut=good.cut)

    def _good(self, payload: bytes, resource: str, fault: Reply | None, client: str) -> Reply:
        headers = self._rate_headers(resource)
        reset = self.faults.left(self.now(), resource == "graphql", client)
        if reset is not None:
            headers = {**headers, "x_ratelimit_remaining": "0", "x_ratelimit_reset": str(int(reset))}
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return Reply(200, payload, named, cut=len(payload) // 2 if fault is not None else 0)

    def _budget(self, resource: str) -> _Budget:
        budget = self._budgets[resource]
        if self.now() >= budget.reset:
            budget.left, budget.reset = budget.limit, self.now() + HOUR_S
        return budget

    def _rate_headers(self, resource: str) -> dict[str, str]:
        budget = self._budget(resource)
        return {
            "x_ratelimit_limit": str(budget.limit),
            "x_ratelimit_remaining": str(budget.left),
            "x_ratelimit_reset": str(int(budget.reset)),
            "x_ratelimit_resource": resource,
        }


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that was killed is no error of ours; anything else is shown."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def _handler(stand_in: StandIn) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            self._serve("GET")

        def do_POST(self) -> None:
            self._serve("POST")

        def _serve(self, verb: str) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            token = self.headers.get("Authorization", "").removeprefix("token ")
            reply = stand_in.answer(verb, self.path, token, self.headers.get("User-Agent", ""), body)
            if reply.reset:
                # a linger of zero makes the close a reset
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                self.close_connection = True
                return
            self._send(reply)

        def _send(self, reply: Reply) -> None:
            self.send_response_only(reply.status)
            self.send_header("Date", formatdate(stand_in.now(), usegmt=True))
            self.send_header("Content-Type", reply.content_type)
            self.send_header("Content-Length", str(len(reply.body)))
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(reply.body[: len(reply.body) - reply.cut])
            if reply.cut:
                self.close_connection = True

        def log_message(self, format: str, *args: object) -> None:  # the name is the base class's
            """Nothing: the bill counts."""

    return Handler
