"""A server on 127.0.0.1 that answers as OpenAI's and Anthropic's do, from a list or by a function, faults included."""

import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from curate.standins.models.batches import BatchShop, Complete


@dataclass(frozen=True)
class Fault:
    """An answer that is none: a status with a body, after a while, perhaps cut off or sent byte by byte."""

    status: int = 500
    body: dict[str, Any] | bytes = field(default_factory=dict)
    headers: tuple[tuple[str, str], ...] = ()
    delay_s: float = 0.0
    cut: bool = False
    drip_s: float = 0.0
    """Seconds between two bytes of the body."""


@dataclass(frozen=True)
class Calls:
    """An answer that asks for tools: the name and the arguments of each, as a model writes them."""

    calls: tuple[tuple[str, str], ...]
    text: str = ""


Answer = str | Calls | Fault
Answers = Sequence[Answer] | Callable[[dict[str, Any]], Answer]
"""Answers in turn, the last one again and again; or what makes one of a request's body."""


@dataclass
class StandIn:
    """The running server: where it is, and what it was asked."""

    base_url: str
    requests: list[dict[str, Any]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    finish: str = "stop"
    """Why the model stopped, in OpenAI's words."""


@contextmanager
def serve(answers: Answers) -> Iterator[StandIn]:
    """Serves `answers`."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    stand_in = StandIn(base_url=f"http://127.0.0.1:{server.server_port}")
    queue = answers if callable(answers) else list(answers)
    server.stand_in, server.answers, server.lock = stand_in, queue, threading.Lock()  # type: ignore[attr-defined]  # the handler reaches them through its server
    server.shop = BatchShop(_completer(queue, _openai), _completer(queue, _anthropic))  # type: ignore[attr-defined]  # see above
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield stand_in
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _completer(answers: Any, build: Callable[[str, str | Calls, str], dict[str, Any]]) -> Complete:
    """What answers one request of a batch."""

    def complete(request: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        answer = answers(request) if callable(answers) else answers.pop(0) if len(answers) > 1 else answers[0]
        if isinstance(answer, Fault):
            return answer.status, {}
        return 200, build(request["model"], answer, "stop")

    return complete


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Says nothing."""

    def do_GET(self) -> None:
        found = self._shop.get(self.path.partition("?")[0])
        if found is None:
            self._send(404, b"{}", ())
        else:
            self._send(200, (found if isinstance(found, str) else json.dumps(found)).encode(), ())

    @property
    def _shop(self) -> BatchShop:
        return self.server.shop  # type: ignore[attr-defined,no-any-return]  # `serve` sets it

    def do_POST(self) -> None:
        stand_in: StandIn = self.server.stand_in  # type: ignore[attr-defined]  # `serve` sets it
        body = self.rfile.read(int(self.headers["Content-Length"]))
        handed_in = self._shop.post(self.path.partition("?")[0], body)
        if handed_in is not None:
            self._send(200, json.dumps(handed_in).encode(), ())
            return
        request = json.loads(body)
        answer = self._answer(stand_in, request)
        if isinstance(answer, Fault):
            time.sleep(answer.delay_s)
            body = answer.body if isinstance(answer.body, bytes) else json.dumps(answer.body).encode()
            self._send(answer.status, body[: len(body) // 2] if answer.cut else body, answer.headers, answer.drip_s)
            return
        build = _anthropic if self.path.endswith("/messages") else _openai
        self._send(200, json.dumps(build(request["model"], answer, stand_in.finish)).encode(), ())

    def _answer(self, stand_in: StandIn, request: dict[str, Any]) -> Answer:
        with self.server.lock:  # type: ignore[attr-defined]  # `serve` sets it
            stand_in.requests.append(request)
            stand_in.paths.append(self.path)
            stand_in.keys.append(self.headers.get("Authorization") or self.headers.get("x-api-key") or "")
            answers = self.server.answers  # type: ignore[attr-defined]  # `serve` sets it
            if not callable(answers):
                return answers.pop(0) if len(answers) > 1 else answers[0]  # type: ignore[no-any-return]  # see above
        return answers(request)  # type: ignore[no-any-return]  # see above

    def _send(self, status: int, data: bytes, headers: Sequence[tuple[str, str]], drip_s: float = 0.0) -> None:
        try:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            for name, value in headers:
                self.send_header(name, value)
            self.end_headers()
            for byte in data if drip_s else ():
                self.wfile.write(bytes([byte]))
                self.wfile.flush()
                time.sleep(drip_s)
            if not drip_s:
                self.wfile.write(data)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True  # the client gave up waiting, as it should


def _openai(model: str, answer: str | Calls, finish: str) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": answer}
    if isinstance(answer, Calls):
        finish = "tool_calls"
        message = {
            "role": "assistant",
            "content": answer.text or None,
            "tool_calls": [
                {"id": f"call_{place}", "type": "function", "function": {"name": name, "arguments": arguments}}
                for place, (name, arguments) in enumerate(answer.calls)
            ],
        }
    return {
        "id": "c1",
        "object": "chat.completion",
        "created": 1,
        "model": f"{model}-2026-01-01",
        "choices": [{"index": 0, "finish_reason": finish, "message": message}],
        "usage": {
            "prompt_tokens": 100,
            "completion_tokens": 20,
            "total_tokens": 120,
            "prompt_tokens_details": {"cached_tokens": 7},
            "completion_tokens_details": {"reasoning_tokens": 3},
        },
    }


def _anthropic(model: str, answer: str | Calls, finish: str) -> dict[str, Any]:
    reason = "max_tokens" if finish == "length" else "end_turn"
    content = [{"type": "text", "text": answer}]
    if isinstance(answer, Calls):
        reason = "tool_use"
        content = [{"type": "text", "text": answer.text}] if answer.text else []
        content += [
            {"type": "tool_use", "id": f"toolu_{place}", "name": name, "input": json.loads(arguments)}
            for place, (name, arguments) in enumerate(answer.calls)
        ]
    return {
        "id": "m1",
        "type": "message",
        "role": "assistant",
        "model": f"{model}-20260101",
        "content": content,
        "stop_reason": reason,
        "stop_sequence": None,
        "usage": {"input_tokens": 100, "output_tokens": 20},
    }
