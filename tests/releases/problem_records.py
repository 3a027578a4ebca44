"""Problem records as the assistant writes them, for the tests of releases."""

import hashlib
from pathlib import Path

PREAMBLE = "variable (n : Nat)"


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def write_problem(folder: Path, name: str, body: str, revision: int = 1, status: str = "active") -> None:
    """A record as the assistant writes it."""
    text = f"{PREAMBLE}\n\n{body}\n"
    (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / name / "statement.lean").write_text(text)
    (folder / name / "problem.toml").write_text(
        f"""
id = "{name}"
title = "A walk returns"
informal_statement = "A simple random walk on the integers returns to the origin almost surely."
topic = "markov-chains"
representation = "abstract"
status = "{status}"
theorem = "walk_returns"
statement_revision = {revision}
statement_digest = "{sha(body)}"
text_sha256 = "{sha(text)}"
preamble_sha256 = "{sha(PREAMBLE)}"
[source]
work = "Notes"
author = "A. Nonymous"
year = 1999
locator = "p. 1"
licence = "CC-BY-4.0"
[environment]
implementation = "embedded"
lean_version = "4.35.0"
label = "Lean 4.35.0 kernel"
options = []
[formalization]
draft_sha256 = "{sha(body)}"
rounds = 2
[[checks]]
check = "vacuous"
answer = "not_found"
reason = "looked"
[[history]]
effective = 2026-01-01
status = "{status}"
statement_revision = {revision}
statement_digest = "{sha(body)}"
reason = "formalized"
"""
    )
