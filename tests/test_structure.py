"""The shape of the code: short functions, no circles, and an architecture page that names what there is."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
pytestmark = pytest.mark.skipif(
    not (ROOT / "schemas").is_dir(), reason="an unpacked source distribution has all packages below curate/"
)
FOLDERS = ("curate", "formalize", "releases", "schemas", "scrapers", "standins")
LONGEST = 60
"""Lines of a function. The demo's scripted pull requests and GitHub's fields are data, written as calls and dicts."""
DATA = ROOT / "standins" / "upstream"


def modules() -> dict[str, Path]:
    """Every module of the project by its import name."""
    found = {}
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*.py"):
            parts = path.relative_to(ROOT).with_suffix("").parts
            name = ".".join(parts if folder == "curate" else ("curate", *parts))
            found[name.removesuffix(".__init__")] = path
    return found


def imports(path: Path, names: set[str]) -> set[str]:
    """The project's modules that `path` imports when it is imported itself."""
    found: set[str] = set()

    def visit(body: list[ast.stmt]) -> None:
        for node in body:
            if isinstance(node, ast.Import):
                found.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                found.update({f"{node.module}.{alias.name}" for alias in node.names} & names or {str(node.module)})
            elif isinstance(node, ast.Try | ast.With) or (
                isinstance(node, ast.If) and "TYPE_CHECKING" not in ast.dump(node.test)
            ):
                visit(node.body)

    visit(ast.parse(path.read_text(encoding="utf-8")).body)
    return found & names


def find_circle(edges: dict[str, set[str]]) -> list[str] | None:
    """Some circle of imports; None when there is none."""
    done: set[str] = set()

    def walk(name: str, trail: list[str]) -> list[str] | None:
        if name in trail:
            return [*trail[trail.index(name) :], name]
        if name in done:
            return None
        for other in sorted(edges[name]):
            if circle := walk(other, [*trail, name]):
                return circle
        done.add(name)
        return None

    return next((circle for name in sorted(edges) if (circle := walk(name, []))), None)


def test_no_module_imports_itself_by_a_circle() -> None:
    found = modules()
    assert find_circle({name: imports(path, set(found)) - {name} for name, path in found.items()}) is None


def test_a_circle_is_found_where_there_is_one() -> None:
    assert find_circle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]


def test_no_function_is_longer_than_a_screen() -> None:
    long = [
        f"{path.relative_to(ROOT)}: {node.name} has {node.end_lineno - node.lineno + 1} lines"
        for path in modules().values()
        if DATA not in path.parents
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno is not None
        and node.end_lineno - node.lineno + 1 > LONGEST
    ]
    assert long == []


def test_every_path_that_the_architecture_page_names_is_there() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = {path for path in re.findall(r"`([a-z_]+/[\w./]*)`", page) if path.split("/")[0] in (*FOLDERS, "tests")}
    assert len(named) > 50
    assert sorted(path for path in named if not (ROOT / path).exists()) == []
