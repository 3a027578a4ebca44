"""Imports go one way, so that decisions stay pure and edges stay apart."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OURS = {"curate", "scrapers", "formalize", "releases", "schemas"}
ALLOWED = {
    "schemas": {"schemas"},
    "scrapers": {"schemas", "scrapers"},
    "formalize": {"schemas", "formalize"},
    "releases": {"schemas", "releases"},
    "curate/stages": {"schemas", "curate.stages"},
    "curate/evals": {"schemas", "curate.evals"},
}
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
        if module.split(".")[0] in OURS
        and not any(module == allowed or module.startswith(f"{allowed}.") for allowed in ALLOWED[package])
    ]
    assert wrong == []


@pytest.mark.parametrize("package", ["curate/stages", "schemas"])
def test_pure_packages_do_not_import_what_touches_the_world(package: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in (ROOT / package).rglob("*.py")
        for module in imported_modules(path)
        if module.split(".")[0] in WORLD
    ]
    assert wrong == []
