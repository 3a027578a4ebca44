"""What is installed: everything below `curate`, nothing beside it. benchmarks/installs.py installs it for real."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that pip builds of a copy of the project, links and all."""
    folder = tmp_path_factory.mktemp("packaging")
    left_out = shutil.ignore_patterns(
        ".git", ".venv", "build", "dist", "*.egg-info", "__pycache__", ".*_cache", "tests"
    )
    shutil.copytree(ROOT, folder / "project", symlinks=True, ignore=left_out)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), "./project"]
    subprocess.run(command, cwd=folder, check=True)
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_installs_no_name_but_curate(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.partition("/")[0] for name in names} == {"curate", "mathlib_curate-0.1.0.dist-info"}


def test_the_wheel_holds_every_module_and_every_file_that_they_read(wheel: Path) -> None:
    held = set(zipfile.ZipFile(wheel).namelist())
    missing = [
        name
        for link in ("formalize", "releases", "schemas", "scrapers", "standins", "prs", "commands", "demo")
        for path in (ROOT / "curate" / link).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
        if (name := path.relative_to(ROOT).as_posix()) not in held
    ]
    assert missing == []
    assert "curate/py.typed" in held
