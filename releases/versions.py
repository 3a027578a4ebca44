"""Version numbers of releases, and the step that a change asks for."""

import re
from typing import Literal, NamedTuple

from curate.schemas.errors import Refused

Step = Literal["none", "patch", "minor", "major"]
STEPS: tuple[Step, ...] = ("none", "patch", "minor", "major")
_FORM = re.compile(r"v?(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})")


class Version(NamedTuple):
    """MAJOR.MINOR.PATCH; they sort as they follow each other."""

    major: int
    minor: int
    patch: int

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}.{self.patch}"

    @property
    def tag(self) -> str:
        """The git tag of the release."""
        return f"v{self}"

    def next(self, step: Step) -> "Version":
        """The lowest version after this one that `step` allows."""
        match step:
            case "major":
                return Version(self.major + 1, 0, 0)
            case "minor":
                return Version(self.major, self.minor + 1, 0)
            case "patch":
                return Version(self.major, self.minor, self.patch + 1)
            case "none":
                return self


def parse_version(text: str) -> Version:
    """The version in `text`, with or without a leading `v`.

    Raises:
        Refused: it is not MAJOR.MINOR.PATCH.
    """
    found = _FORM.fullmatch(text)
    if not found:
        raise Refused(f"{text!r} is not a version; write MAJOR.MINOR.PATCH, such as 0.1.0")
    return Version(*(int(part) for part in found.groups()))


def find_version(tag: str) -> Version | None:
    """The version that a tag stands for; None for a tag that is no release."""
    return parse_version(tag) if tag.startswith("v") and _FORM.fullmatch(tag) else None
