"""The batch endpoints of OpenAI's and Anthropic's servers: a batch ends when it is asked for a second time."""

import json
from collections.abc import Callable
from typing import Any

Complete = Callable[[dict[str, Any]], tuple[int, dict[str, Any]]]
"""Status and body of the answer to one request of a batch."""


class BatchShop:
    """Batches that were handed in, files included."""

    def __init__(self, openai: Complete, anthropic: Complete, ends_as: Callable[[], str]) -> None:
        """
        Args:
            ends_as: the status, in OpenAI's words, of a batch that ends now; only a completed one has answers.
        """
        self._openai, self._anthropic, self._ends_as = openai, anthropic, ends_as
        self._files: dict[str, str] = {}
        self._batches: dict[str, list[dict[str, Any]]] = {}
        self._asked: set[str] = set()

    def post(self, path: str, body: bytes) -> dict[str, Any] | None:
        """The answer to a POST; None: the path is no batch's."""
        if path.endswith("/files"):
            name = f"file-{len(self._files)}"
            self._files[name] = _content(body)
            return {
                "id": name, "object": "file", "bytes": len(body), "created_at": 1, "filename": "r",
                "purpose": "batch", "status": "processed",
            }  # fmt: skip
        if path.endswith("/messages/batches"):
            return self._anthropic_batch(self._open(json.loads(body)["requests"]))
        if path.endswith("/batches"):
            lines = self._files[json.loads(body)["input_file_id"]].splitlines()
            return self._openai_batch(self._open([json.loads(line) for line in lines]))
        return None

    def get(self, path: str) -> dict[str, Any] | str | None:
        """The answer to a GET; text stands for a file."""
        parts = path.rstrip("/").split("/")
        if "messages" in parts:
            return self._results(parts[-2]) if parts[-1] == "results" else self._anthropic_batch(parts[-1])
        if parts[-1] == "content":
            return self._answers(parts[-2].removeprefix("answers-"))
        return self._openai_batch(parts[-1]) if parts[-2] == "batches" else None

    def _open(self, requests: list[dict[str, Any]]) -> str:
        name = f"batch-{len(self._batches)}"
        self._batches[name] = requests
        return name

    def _ended(self, name: str) -> bool:
        ended = name in self._asked
        self._asked.add(name)
        return ended

    def _openai_batch(self, name: str) -> dict[str, Any]:
        status = self._ends_as() if self._ended(name) else "in_progress"
        return {
            "id": name, "object": "batch", "endpoint": "/v1/chat/completions", "input_file_id": "f", "created_at": 1,
            "completion_window": "24h", "status": status,
            "output_file_id": f"answers-{name}" if status == "completed" else None,
        }  # fmt: skip

    def _answers(self, name: str) -> str:
        lines = []
        for request in reversed(self._batches[name]):  # answers come in any order
            status, body = self._openai(request["body"])
            response = {"status_code": status, "request_id": "r", "body": body}
            lines.append(
                json.dumps({"id": "x", "custom_id": request["custom_id"], "response": response, "error": None})
            )
        return "".join(f"{line}\n" for line in lines)

    def _anthropic_batch(self, name: str) -> dict[str, Any]:
        counts = dict.fromkeys(("processing", "succeeded", "errored", "canceled", "expired"), 0)
        return {
            "id": name, "type": "message_batch", "processing_status": "ended" if self._ended(name) else "in_progress",
            "request_counts": counts, "ended_at": None, "created_at": "2026-01-01T00:00:00Z",
            "expires_at": "2026-01-02T00:00:00Z", "archived_at": None, "cancel_initiated_at": None,
            "results_url": f"/v1/messages/batches/{name}/results",
        }  # fmt: skip

    def _results(self, name: str) -> str:
        lines = []
        for request in reversed(self._batches[name]):
            status, body = self._anthropic(request["params"])
            good = {"type": "succeeded", "message": body}
            bad = {"type": "errored", "error": {"type": "error", "error": {"type": "api_error", "message": "no"}}}
            lines.append(json.dumps({"custom_id": request["custom_id"], "result": good if status == 200 else bad}))
        return "".join(f"{line}\n" for line in lines)


def _content(form: bytes) -> str:
    """The file in a multipart form: the part that names one."""
    boundary = form.partition(b"\r\n")[0]
    part = next(part for part in form.split(boundary) if b'filename="' in part)
    return part.partition(b"\r\n\r\n")[2].removesuffix(b"\r\n").decode()
