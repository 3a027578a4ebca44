"""What a visitor of the Hub sees of a release, roughly: the card and the first rows of each config, as one HTML page.

Nothing in it is trusted: the card's own HTML is shown as text, the page runs no script and loads nothing.
"""

import html
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from curate.releases.tables import open_tables, read_rows
from curate.schemas.errors import Refused
from curate.schemas.mathlibpr.rows import SPLITS
from curate.schemas.store.layout import table_path
from curate.schemas.store.manifest import ReleaseManifest, read_manifest
from curate.schemas.text import printable

ROWS = 10
CELL_CHARACTERS = 300
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 72rem; padding: 1rem; color: #1f2328 }
table { border-collapse: collapse; display: block; overflow-x: auto; font-size: 13px; margin: 1rem 0 }
th, td { border: 1px solid #d0d7de; padding: .3rem .5rem; text-align: left; vertical-align: top }
td div { max-width: 24rem; max-height: 8rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere }
th small, .meta { color: #59636e; font-weight: normal }
pre { background: #f6f8fa; padding: .8rem; overflow-x: auto }
.null { color: #8c959f; font-style: italic }
details { border: 1px solid #d0d7de; border-radius: 6px; padding: .4rem .8rem; margin: .6rem 0 }
summary { cursor: pointer }
"""


def render_preview(folder: Path, rows: int = ROWS) -> str:
    """The page of the release in `folder`, with the first `rows` rows of each config and split.

    Raises:
        Refused: `folder` is no release.
    """
    manifest = read_manifest(folder, ReleaseManifest)
    card = (folder / "README.md").read_text(encoding="utf-8")
    title = f"{html.escape(manifest.repo)} {html.escape(manifest.version)}"
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title><style>{_STYLE}</style></head><body>",
            f"<h1>{title}</h1>",
            f'<p class="meta">content {html.escape(manifest.content_sha256)}</p>',
            '<section id="viewer"><h2>Dataset viewer</h2>',
            *_render_configs(folder, manifest, rows),
            '</section><section id="card">',
            render_markdown(_body(card)),
            "</section></body></html>",
            "",
        ]
    )


def render_markdown(text: str) -> str:
    """Markdown as HTML; HTML in it is shown as text, and links to scripts are not made."""
    from markdown_it import MarkdownIt

    rendered: str = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    return rendered


def _body(card: str) -> str:
    """The card without its YAML header.

    Raises:
        Refused: it has none, and the Hub would show an empty page.
    """
    parts = card.split("---\n", 2)
    if len(parts) != 3 or parts[0]:
        raise Refused("README.md has no YAML header between two lines of ---; build the release again")
    return "\n".join(printable(line) for line in parts[2].split("\n"))


def _render_configs(folder: Path, manifest: ReleaseManifest, rows: int) -> Iterator[str]:
    tables = open_tables(folder, ())
    for number, (config, splits) in enumerate(manifest.rows.items()):
        counts = ", ".join(f"{split} {splits[split]:,}" for split in SPLITS if split in splits)
        opened = " open" if number == 0 else ""
        name = html.escape(config)
        yield f'<details{opened} id="config-{name}"><summary><b>{name}</b> {counts}</summary>'
        for split in (split for split in SPLITS if split in splits):
            yield f"<h3>{name} / {split}</h3>"
            first = list(islice(read_rows(folder / table_path(config, split)), rows))
            yield _render_rows(tables.configs[config].columns, first)
        yield "</details>"


def _render_rows(columns: dict[str, str], rows: list[dict[str, Any]]) -> str:
    kinds = {name: kind.removesuffix(" not null") for name, kind in columns.items()}
    head = "".join(
        f"<th>{html.escape(name)}<br><small>{html.escape(kind[:40])}</small></th>" for name, kind in kinds.items()
    )
    body = "".join(f"<tr>{''.join(f'<td>{_render_cell(row.get(name))}</td>' for name in columns)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _render_cell(value: Any) -> str:
    if value is None:
        return '<span class="null">null</span>'
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    lines = (printable(line) for line in text[: CELL_CHARACTERS + 1].split("\n"))
    return f"<div>{html.escape(_cut(chr(10).join(lines)))}</div>"


def _cut(text: str) -> str:
    return text if len(text) <= CELL_CHARACTERS else f"{text[:CELL_CHARACTERS]}…"
