"""What both Leans share: an answer is looked up first, and kept when Lean gave one."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from curate.formalize.lean.api import Elaboration, Environment, Limits
from curate.formalize.lean.compiler import Command, compile_text, encode
from curate.formalize.lean.files import AnswerCache, cache_root
from curate.formalize.lean.process import Starter, start_process

FORM = 1
"""Raised when the meaning of a kept answer changes, so that older ones are asked again."""


@dataclass(frozen=True)
class Reader:
    """How compiled modules of a Lean are read: a program that takes a request file as its last argument."""

    argv: tuple[str, ...]
    env: Mapping[str, str]
    search_path: tuple[Path, ...]
    """Folders of the compiled modules that a text may import."""
    start: Starter = start_process


class LeanBackend:
    """A Lean behind a command line. `fingerprint` stands for what the environment alone does not tell, such as the
    compiled modules of a project."""

    def __init__(
        self,
        environment: Environment,
        command: Command,
        reader: Reader,
        cache: Path | None = None,
        fingerprint: str = "",
    ) -> None:
        self._environment = environment
        self.command = command
        self.reader = reader
        self.fingerprint = fingerprint
        self.answers = AnswerCache((cache or cache_root()) / "lean-answers")

    @property
    def environment(self) -> Environment:
        """Which Lean this is."""
        return self._environment

    def elaborate(self, text: str, limits: Limits = Limits()) -> Elaboration:
        """Elaborates `text` as it stands. "unknown" is never kept: it is asked again.

        Raises:
            Refused: the text holds a null byte or can't be UTF-8.
        """
        key = self.key("elaborate", text)
        kept = self.answers.get(key)
        if kept is not None:
            try:
                return Elaboration.model_validate_json(kept).model_copy(update={"cached": True})
            except ValidationError:
                pass  # an older form of the record: asked again
        answer = compile_text(self.command, self._environment, text, limits)
        if answer.status != "unknown":
            self.answers.put(key, answer.model_dump_json().encode())
        return answer

    def compile(self, text: str, olean: Path, limits: Limits = Limits()) -> Elaboration:
        """Like `elaborate`, always run, and the compiled module is at `olean` when the answer is "ok"."""
        return compile_text(self.command, self._environment, text, limits, keep=olean)

    def key(self, question: str, text: str) -> str:
        """The digest of a question about a text: of the text, the environment and its options, and the question."""
        parts = [FORM, question, self._environment.model_dump(mode="json"), self.fingerprint]
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode() + b"\0" + encode(text)).hexdigest()
