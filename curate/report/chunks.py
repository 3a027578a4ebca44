"""Data files of the site: JSON, deflated, in a script, since a page that was opened from disk may not fetch."""

import base64
import json
import zlib
from pathlib import Path
from typing import Any

from curate.report.blocks import Block, to_json

CHUNK_CHARACTERS = 400_000
"""A file of pages is closed when its JSON is this long: one page then loads in well under a second."""


def write_data(folder: Path, name: str, value: Any) -> None:
    """Writes `value` as `data/<name>.js`; `name` is made of letters, digits and hyphens by the caller."""
    _write_text(folder, name, _to_text(value))


def _to_text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _write_pages(folder: Path, name: str, pages: dict[str, str]) -> None:
    """Pages by their routes; each is JSON already."""
    _write_text(folder, name, "{" + ",".join(f"{_to_text(route)}:{page}" for route, page in pages.items()) + "}")


def _write_text(folder: Path, name: str, text: str) -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(text.encode("utf-8", "replace")) + packer.flush()
    script = f'curateData("{name}","{base64.b64encode(packed).decode()}");\n'
    (folder / "data").mkdir(exist_ok=True)
    (folder / "data" / f"{name}.js").write_text(script, encoding="ascii")


class PageWriter:
    """Pages in files: numbered pages in files by ranges, others by name."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files: dict[str, str] = {}
        self.ranges: dict[str, list[tuple[int, str]]] = {}
        self.pages = 0
        self._open: dict[str, tuple[int, dict[str, str], int]] = {}
        self._named: dict[str, tuple[dict[str, str], int]] = {}
        self._full: dict[str, list[str]] = {}
        """Files of named pages that are written, by kind."""

    def add(self, route: str, file: str, blocks: list[Block]) -> None:
        """A page of its own file."""
        self.files[route] = file
        self.pages += 1
        write_data(self.folder, file, {route: [to_json(block) for block in blocks]})

    def add_numbered(self, kind: str, number: int, blocks: list[Block]) -> None:
        """A page `<kind>/<number>`; numbers of one kind must come in ascending order."""
        first, pages, size = self._open.get(kind, (number, {}, 0))
        text = pages[f"{kind}/{number}"] = _to_text([to_json(block) for block in blocks])
        size += len(text)
        self._open[kind] = (first, pages, size)
        self.pages += 1
        if size >= CHUNK_CHARACTERS:
            self._close(kind)

    def add_named(self, kind: str, name: str, blocks: list[Block]) -> None:
        """A page `<kind>/<name>`, in a file with others of its kind."""
        file = f"{kind}-{len(self._full.setdefault(kind, []))}"
        route = f"{kind}/{name}"
        pages, size = self._named.get(kind, ({}, 0))
        text = pages[route] = _to_text([to_json(block) for block in blocks])
        size += len(text)
        self._named[kind] = pages, size
        self.files[route] = file
        self.pages += 1
        if size >= CHUNK_CHARACTERS:
            self._close_named(kind)

    def finish(self, index: dict[str, Any]) -> None:
        """Writes what is open, and the site's index with `index` in it."""
        for kind in list(self._open):
            self._close(kind)
        for kind in list(self._named):
            self._close_named(kind)
        write_data(self.folder, "site", {**index, "files": self.files, "ranges": self.ranges})

    def _close(self, kind: str) -> None:
        first, pages, _ = self._open.pop(kind)
        name = f"{kind}-{len(self.ranges.setdefault(kind, []))}"
        self.ranges[kind].append((first, name))
        _write_pages(self.folder, name, pages)

    def _close_named(self, kind: str) -> None:
        pages, _ = self._named.pop(kind)
        name = f"{kind}-{len(self._full[kind])}"
        self._full[kind].append(name)
        _write_pages(self.folder, name, pages)
