"""`curate.toml`: options that a user need not type, in the folder one stands in and in the user's own settings."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

from curate.schemas.errors import Refused

NAME = "curate.toml"
OWN_ALONE = frozenset({"github-url", "git-url", "endpoint", "base-url", "project", "command", "mcp"})
"""Options that say where a token goes or whose code runs: a file that came with a folder may not set them."""

Config = dict[str, object]
"""Tables by command, options by their long names without dashes in front, such as `{"prs": {"max-wait": 5}}`."""


def read_config(folder: Path, own: Path) -> Config:
    """What `folder/curate.toml` says, and where it says nothing, what the user's own file `own` says.

    Raises:
        Refused: a file is not TOML, or the folder's sets what only the user's own may.
    """
    here = _read_toml(folder / NAME)
    for path, name in _find_settings(here):
        if name in OWN_ALONE:
            raise Refused(f"{folder / NAME} sets {'.'.join((*path, name))}, which only your own {own} may set")
    return _merge(here, _read_toml(own))


def own_config() -> Path:
    """Where the user's own file is, whether or not it exists."""
    import platformdirs  # here, for `curate --help` needs none of it

    return platformdirs.user_config_path("curate") / NAME


def _read_toml(path: Path) -> Config:
    try:
        text = path.read_bytes().decode("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"{path} can't be read as UTF-8 text: {error}") from error
    try:
        return _with_dashes(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise Refused(f"{path} is not TOML: {error}") from error


def _with_dashes(table: Mapping[str, object]) -> Config:
    return {
        name.replace("_", "-"): _with_dashes(value) if isinstance(value, Mapping) else value
        for name, value in table.items()
    }


def _find_settings(table: Config, path: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], str]]:
    found = []
    for name, value in table.items():
        found += _find_settings(value, (*path, name)) if isinstance(value, dict) else [(path, name)]
    return found


def _merge(first: Config, second: Config) -> Config:
    merged = {**second, **first}
    for name, value in first.items():
        other = second.get(name)
        if isinstance(value, dict) and isinstance(other, dict):
            merged[name] = _merge(value, other)
    return merged
