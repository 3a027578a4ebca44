"""The interface of a Lean that can be asked, and the one behind both: a command line with kept answers."""

import hashlib
import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Protocol

from msgspec import ValidationError
from msgspec.json import decode
from msgspec.json import encode as encode_json

from curate.formalize.lean.api import Elaboration, Limits
from curate.formalize.lean.cache import AnswerCache, cache_root
from curate.formalize.lean.compiler import Command, compile_text, encode
from curate.formalize.lean.parsing import ParsedText, TextParser, digest_parser
from curate.formalize.lean.readers import Reader
from curate.schemas.stochbench.environment import Environment

FORM = 2
"""Raised when the meaning of a kept answer changes, so that older ones are asked again."""


class LeanBackend(Protocol):
    """A Lean, whichever stands behind it."""

    @property
    def environment(self) -> Environment:
        """Which Lean this is."""

    def parse(self, text: str, limits: Limits = Limits()) -> ParsedText | str:
        """The commands of `text` as Lean's own parser reads them, or why nothing can be said. None of it runs.

        Raises:
            Refused: the text holds a null byte or can't be UTF-8.
        """

    def elaborate(self, text: str, limits: Limits = Limits()) -> Elaboration:
        """What Lean says of `text` as it stands.

        Raises:
            Refused: the text holds a null byte or can't be UTF-8.
        """

    def compile(self, text: str, olean: Path | None, limits: Limits = Limits()) -> Elaboration:
        """Like `elaborate`, always run; the compiled module is at `olean`, if given, when the answer is "ok"."""

    def read(self, olean: Path, *, replay: bool, limits: Limits) -> dict[str, Any] | str:
        """What a compiled module adds (see `readers.py`), or why nothing can be said. With `replay`, the kernel
        checks the module again."""


class CommandLean:
    """A Lean behind a command line. `fingerprint` stands for what the environment alone does not tell, such as the
    compiled modules of a project."""

    def __init__(
        self,
        environment: Environment,
        command: Command,
        reader: Reader,
        parser: TextParser,
        cache: Path | None = None,
        fingerprint: str = "",
    ) -> None:
        self._environment = environment
        self.command = command
        self.reader, self.parser = reader, parser
        self.fingerprint = fingerprint
        self.answers = AnswerCache((cache or cache_root()) / "lean-answers")

    @property
    def environment(self) -> Environment:
        """Which Lean this is."""
        return self._environment

    def parse(self, text: str, limits: Limits = Limits()) -> ParsedText | str:
        """The commands of `text` as Lean's own parser reads them, or why nothing can be said. None of it runs.

        Raises:
            Refused: the text holds a null byte or can't be UTF-8.
        """
        key = self.key(f"parse {digest_parser()}", text)
        kept = self.answers.get(key)
        if kept is not None:
            return decode(kept, type=ParsedText)
        parsed = self.parser.parse(text, limits)
        if isinstance(parsed, ParsedText):
            self.answers.put(key, encode_json(parsed))
        return parsed

    def elaborate(self, text: str, limits: Limits = Limits()) -> Elaboration:
        """Elaborates `text` as it stands. "unknown" is never kept: it is asked again.

        Raises:
            Refused: the text holds a null byte or can't be UTF-8.
        """
        key = self.key("elaborate", text)
        kept = self.answers.get(key)
        if kept is not None:
            try:
                return replace(decode(kept, type=Elaboration), cached=True)
            except ValidationError:
                pass  # an older form of the record: asked again
        answer = compile_text(self.command, self._environment, text, limits)
        if answer.status != "unknown":
            self.answers.put(key, encode_json(answer))
        return answer

    def compile(self, text: str, olean: Path | None, limits: Limits = Limits()) -> Elaboration:
        """Like `elaborate`, always run; the compiled module is at `olean`, if given, when the answer is "ok"."""
        return compile_text(self.command, self._environment, text, limits, keep=olean)

    def read(self, olean: Path, *, replay: bool, limits: Limits) -> dict[str, Any] | str:
        """What the reader says of a compiled module, or why it says nothing."""
        return self.reader.read(olean, replay=replay, limits=limits)

    def key(self, question: str, text: str) -> str:
        """The digest of a question about a text: of the text, the environment and its options, and the question."""
        parts = [FORM, question, asdict(self._environment), self.fingerprint]
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode() + b"\0" + encode(text)).hexdigest()
