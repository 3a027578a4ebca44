"""The token: where it comes from, and the one thing that may be said about it."""

import hashlib
import os
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field

from curate.schemas.errors import Missing

TOKEN_VARIABLES = ("GH_TOKEN", "GITHUB_TOKEN")
"""Where a token is looked for, in this order."""


@dataclass(frozen=True)
class Token:
    """A token that does not show itself: neither `repr` nor an error text holds its secret."""

    secret: str = field(repr=False)
    origin: str
    """Where it was found, to name it by."""

    @property
    def mark(self) -> str:
        """Tells this token from another without giving anything of it away: 32 bits of a digest."""
        return hashlib.sha256(self.secret.encode()).hexdigest()[:8]

    @property
    def points_per_hour(self) -> int:
        """GraphQL points an hour: 1,000 for the token that Actions gives a job, else 5,000.

        https://docs.github.com/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api
        """
        return 1000 if self.secret.startswith("ghs_") and os.environ.get("GITHUB_ACTIONS") else 5000


def find_token(environment: Mapping[str, str] = os.environ, host: str = "github.com") -> Token:
    """The token from GH_TOKEN or GITHUB_TOKEN, in this order as in `gh`, else the one that `gh` holds for `host`.

    Raises:
        Missing: neither gives one.
    """
    for name in TOKEN_VARIABLES:
        if given := environment.get(name, "").strip():
            return Token(_checked(given, name), name)
    if shutil.which("gh", path=environment.get("PATH")):
        command = ["gh", "auth", "token", "--hostname", host]
        asked = subprocess.run(command, capture_output=True, text=True, check=False, timeout=30, env=dict(environment))
        if asked.returncode == 0 and asked.stdout.strip():
            return Token(_checked(asked.stdout.strip(), "gh auth token"), "gh auth token")
    raise Missing(
        "no GitHub token: set GH_TOKEN or GITHUB_TOKEN (any classic or fine-grained token that may read public data)"
    )


def _checked(secret: str, origin: str) -> str:
    if not (secret.isascii() and secret.isprintable()) or " " in secret:
        raise Missing(f"{origin} holds characters that no GitHub token has; set it again")
    return secret
