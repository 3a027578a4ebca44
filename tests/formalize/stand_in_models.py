"""A stand-in for OpenAI's and Anthropic's servers on 127.0.0.1: answers from a list, faults included."""

import json
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Fault:
    """An answer that is none: a status with a body, after a while, perhaps cut off."""

    status: int = 500
    body: dict[str, Any] = field(default_factory=dict)
    headers: tuple[tuple[str, str], ...] = ()
    delay_s: float = 0.0
    cut: bool = False


@dataclass
class StandIn:
    """The running server: where it is, and what it was asked."""

    base_url: str
    requests: list[dict[str, Any]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)


@contextmanager
def serve(answers: Sequence[str | Fault]) -> Iterator[StandIn]:
    """Serves `answers` one by one; the last one again and again."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    stand_in = StandIn(base_url=f"http://127.0.0.1:{server.server_port}")
    server.stand_in, server.answers = stand_in, list(answers)  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield stand_in
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Says nothing."""

    def do_POST(self) -> None:
        stand_in, answers = self.server.stand_in, self.server.answers  # type: ignore[attr-defined]
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        stand_in.requests.append(request)
        stand_in.paths.append(self.path)
        stand_in.keys.append(self.headers.get("Authorization") or self.headers.get("x-api-key") or "")
        answer = answers.pop(0) if len(answers) > 1 else answers[0]
        if isinstance(answer, Fault):
            time.sleep(answer.delay_s)
            self._send(answer.status, json.dumps(answer.body).encode(), answer.headers, answer.cut)
            return
        build = _anthropic if self.path.endswith("/messages") else _openai
        self._send(200, json.dumps(build(request["model"], answer)).encode(), ())

    def _send(self, status: int, body: bytes, headers: Sequence[tuple[str, str]], cut: bool = False) -> None:
        data = body[: len(body) // 2] if cut else body
        try:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            for name, value in headers:
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True  # the client gave up waiting, as it should


def _openai(model: str, text: str) -> dict[str, Any]:
    return {
        "id": "c1",
        "object": "chat.completion",
        "created": 1,
        "model": model,
        "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
    }


def _anthropic(model: str, text: str) -> dict[str, Any]:
    return {
        "id": "m1",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [{"type": "text", "text": text}],
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 100, "output_tokens": 20},
    }
