"""What every request to the stand-in Hub goes through: its body, its faults, its token and its answer."""

import json
import re
import secrets
import threading
import time
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

from curate.standins.hub.faults import Faults, Kind, card_errors, refusal_of
from curate.standins.hub.repos import HubError, Repo

WRITES = {"create", "batch", "verify", "preupload", "commit", "tag", "untag"}


class Hub:
    """What the server knows: its folder, its tokens by right, and its faults."""

    def __init__(self, folder: Path, tokens: dict[str, str], faults: Faults | None = None) -> None:
        self.folder, self.tokens, self.faults = folder, tokens, faults or Faults()
        self.endpoint = ""
        self.lock = threading.RLock()
        self.private: set[str] = set()
        self.requests: list[tuple[str, str]] = []
        self.upload_key = secrets.token_hex(16)
        """Signs the addresses of uploads, which come without a token, as they do to the real Hub's storage."""
        self.uploaded = 0
        """Bytes of large files that were stored."""

    def repo(self, name: str) -> Repo:
        """The repository `name`."""
        folder = self.folder / f"{name}.git"
        if ".." in name or not folder.is_dir():
            raise HubError(404, "RepoNotFound", "Repository not found")
        return Repo(folder)


class Content(NamedTuple):
    """An answer with its own status and headers."""

    status: int
    body: Any
    headers: dict[str, str]


class Exchange(BaseHTTPRequestHandler):
    """One request and its answer; a subclass has a method `_<name>` for each of its `routes`."""

    routes: tuple[tuple[str, re.Pattern[str], str], ...] = ()
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body leave together
    disable_nagle_algorithm = True
    hub: Hub

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing: the hub keeps its own list of requests."""

    def _handle(self) -> None:
        path = unquote(urlsplit(self.path).path)
        method = "GET" if self.command == "HEAD" else self.command
        with self.hub.lock:
            self.hub.requests.append((self.command, path))
            self.fault: Kind | None = self.hub.faults.draw(self.command, path)
        try:
            if not self._read_body():
                return
            if self._go_wrong(path):
                return
            with self.hub.lock:
                name, found = self._route(method, path)
                answer = getattr(self, f"_{name}")(**{key: value for key, value in found.items() if value is not None})
            if self.fault == "lost":
                raise HubError(500, "", "Internal Error, but it was done")
            if self.fault == "dropped":
                self.close_connection = True
                return
            content = answer if isinstance(answer, Content) else Content(200, answer, {})
            self._send(content.status, content.body, content.headers)
        except HubError as error:
            self._send(
                error.status,
                {"error": error.message},
                {"X-Error-Code": error.code, "X-Error-Message": error.message},
            )
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True  # the client went away, as a killed one does

    do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = _handle

    def _read_body(self) -> bool:
        length = int(self.headers.get("Content-Length") or 0)
        if self.fault == "cut_upload":
            self.rfile.read(length // 2)
            self.close_connection = True
            return False
        self.body = self.rfile.read(length)
        if self.headers.get("Transfer-Encoding") == "chunked":
            while size := int(self.rfile.readline(), 16):
                self.body += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
        elif len(self.body) < length:
            self.close_connection = True  # the client died midway
            return False
        return True

    def _go_wrong(self, path: str) -> bool:
        """Whether the fault of this request was the whole answer to it."""
        faults = self.hub.faults
        if self.fault == "down":
            self.close_connection = True
            return True
        if self.fault in ("slow", "hangs"):
            time.sleep(faults.slow_s)
        if self.fault == "card" and path == "/api/validate-yaml":
            self._send(200, card_errors(), {"Content-Type": "application/json"})
            return True
        if self.fault == "renamed":
            self._send(307, b"", {"Location": self.path})
            return True
        refusal = refusal_of(self.fault, faults.retry_after_s)
        if refusal is None:
            return False
        self._send(refusal.status, refusal.body(), refusal.all_headers())
        return True

    def _route(self, method: str, path: str) -> tuple[str, dict[str, Any]]:
        for wanted, pattern, name in self.routes:
            if wanted == method and (found := pattern.fullmatch(path)):
                groups = found.groupdict()
                self._authorize(name, groups.get("repo"))
                return name, groups
        raise HubError(404, "", f"no such endpoint: {method} {path}")

    def _authorize(self, name: str, repo: str | None) -> None:
        given = self.headers.get("Authorization", "").removeprefix("Bearer ")
        right = self.hub.tokens.get(given)
        if given and right is None:
            raise HubError(401, "", "Invalid credentials in Authorization header")
        if name == "whoami" and right is None:
            raise HubError(401, "", "Invalid username or password.")
        if name == "upload" and parse_qs(urlsplit(self.path).query).get("key") != [self.hub.upload_key]:
            raise HubError(403, "", "the address of this upload is not signed")
        if name in WRITES and right is None:
            raise HubError(401, "", "You need to be logged in to write")
        if name in WRITES and right != "write":
            raise HubError(403, "", "Your token has no right to write to this repository")
        if repo in self.hub.private and right is None:
            raise HubError(404, "RepoNotFound", "Repository not found")

    def _send(self, status: int, answer: Any, headers: dict[str, str]) -> None:
        body = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        self.send_response(status)
        for key, value in headers.items():
            self.send_header(key, value)
        self.send_header("Content-Length", str(len(body)))
        if not isinstance(answer, bytes):
            self.send_header("Content-Type", "application/json")
        self.end_headers()
        if self.command == "HEAD":
            return
        if self.fault == "cut_download":
            body, self.close_connection = body[: len(body) // 2], True
        if self.fault == "altered":
            body = body[:-1] + bytes([body[-1] ^ 1])
        self.wfile.write(body)

    def _json(self) -> Any:
        return json.loads(self.body or b"{}")
