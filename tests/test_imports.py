"""Imports go one way, so that decisions stay pure and edges stay apart."""

import ast
from pathlib import Path

import pytest

from curate.cli import COMMANDS

ROOT = Path(__file__).parent.parent
pytestmark = pytest.mark.skipif(
    not (ROOT / "schemas").is_dir(), reason="an unpacked source distribution has all packages below curate/"
)
LINKED = ("formalize", "releases", "schemas", "scrapers", "standins")
"""Folders at the top level that are packages below `curate`, by a link of the same name in `curate/`."""
ALLOWED = {
    "schemas": {"curate.schemas"},
    "scrapers": {"curate.schemas", "curate.scrapers"},
    "formalize": {"curate.schemas", "curate.formalize"},
    "releases": {"curate.schemas", "curate.releases"},
    "standins": {"curate.schemas", "curate.standins"},
    "curate/evals": {"curate.schemas", "curate.scrapers", "curate.formalize", "curate.evals"},
}
ROOMS = ("text", "terms", "lean", "gate", "judge", "checks", "records", "models", "repair", "run")
"""The rooms of `formalize/`, lowest first: each imports only those before it, and `text` and `terms` not each other."""
WORLD = {
    "os",
    "subprocess",
    "socket",
    "time",
    "random",
    "requests",
    "git",
    "github",
    "httpx",
    "tempfile",
    "shutil",
}


def imported_modules(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} uses a relative import"
            found.add(node.module or "")
    return found


@pytest.mark.parametrize("package", sorted(ALLOWED))
def test_a_package_imports_only_what_the_architecture_allows(package: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in (ROOT / package).rglob("*.py")
        for module in imported_modules(path)
        if module.split(".")[0] == "curate"
        and not any(module == allowed or module.startswith(f"{allowed}.") for allowed in ALLOWED[package])
    ]
    assert wrong == []


@pytest.mark.parametrize("folder", LINKED)
def test_the_tests_of_a_package_do_not_import_the_demo(folder: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in (ROOT / "tests" / folder).rglob("*.py")
        for module in imported_modules(path)
        if module.startswith("curate.demo")
    ]
    assert wrong == []


def test_only_the_demo_imports_the_stand_ins() -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {module}"
        for folder in ("curate", *LINKED)
        for path in (ROOT / folder).rglob("*.py")
        for module in imported_modules(path)
        if module.startswith("curate.standins")
        and not path.is_relative_to(ROOT / "curate" / "demo")
        and not path.is_relative_to(ROOT / "standins")
    ]
    assert wrong == []


def test_no_module_but_the_command_line_imports_a_command() -> None:
    """What two commands share stands beside them, not in one of them."""
    wrong = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in (ROOT / "curate").rglob("*.py")
        for module in imported_modules(path)
        if module.removeprefix("curate.commands.") in COMMANDS
    ]
    assert wrong == []


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_of_formalize_imports_only_the_rooms_below_it(room: str) -> None:
    above = set(ROOMS[ROOMS.index(room) + 1 :]) | ({"text"} if room == "terms" else set())
    wrong = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in (ROOT / "formalize" / room).rglob("*.py")
        for module in imported_modules(path)
        if module.startswith("curate.formalize.") and module.split(".")[2] in above
    ]
    assert wrong == []


def test_models_know_nothing_of_what_they_are_asked_for() -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in (ROOT / "formalize" / "models").rglob("*.py")
        for module in imported_modules(path)
        if module.startswith("curate.formalize.") and not module.startswith("curate.formalize.models")
    ]
    assert wrong == []


@pytest.mark.parametrize("package", ["schemas"])
def test_pure_packages_do_not_import_what_touches_the_world(package: str) -> None:
    """But for `schemas/store`, which is the one place that writes dataset folders."""
    wrong = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in (ROOT / package).rglob("*.py")
        if (ROOT / "schemas" / "store") not in path.parents
        for module in imported_modules(path)
        if module.split(".")[0] in WORLD
    ]
    assert wrong == []


@pytest.mark.parametrize("folder", LINKED)
def test_a_folder_at_the_top_level_is_a_package_below_curate(folder: str) -> None:
    assert (ROOT / "curate" / folder).resolve() == (ROOT / folder).resolve()


def test_no_module_is_imported_by_its_folders_bare_name() -> None:
    """The bare names belong to other distributions; imported so, a module would also be loaded twice."""
    wrong = [
        f"{path.relative_to(ROOT)} imports {module}"
        for folder in ("curate", "tests", "benchmarks", "docs", *LINKED)
        for path in (ROOT / folder).rglob("*.py")
        for module in imported_modules(path)
        if module.split(".")[0] in LINKED
    ]
    assert wrong == []
