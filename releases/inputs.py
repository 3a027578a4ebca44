"""The inputs of a release by name, kind, URL, commit and digest, as its card and its Croissant file name them."""

from collections.abc import Mapping
from typing import Any, NamedTuple

GITHUB = "https://github.com/"
ON_GITHUB = frozenset({"repository", "live"})
"""Kinds of input that are the repository which the dataset's options name, or what GitHub tells of it."""


class Input(NamedTuple):
    """One input. `url` and `commit` are None where they are not known."""

    name: str
    kind: str
    url: str | None
    commit: str | None
    sha256: str


def list_inputs(provenance: Mapping[str, Any]) -> list[Input]:
    """All inputs. A file or folder of the publisher's own has no URL: where it lay is nobody's business."""
    repo = provenance.get("options", {}).get("repo")
    return [
        Input(given["name"], given["kind"], _find_url(given, repo), given.get("commit"), given["sha256"])
        for given in provenance["inputs"]
    ]


def _find_url(given: Mapping[str, Any], repo: str | None) -> str | None:
    name = str(given["name"])
    if name.startswith(("https://", "http://")):
        return name
    return GITHUB + repo if repo and given["kind"] in ON_GITHUB else None
