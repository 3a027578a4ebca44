"""Where things lie in the folder of a dataset or a release."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal

from curate.schemas.errors import Refused

SplitName = Literal["train", "validation", "test"]
SPLITS: tuple[SplitName, ...] = ("train", "validation", "test")
MANIFEST = "MANIFEST.json"
FUNNEL = "funnel.json"
DROPS = "drops.parquet"
SPLIT_IDS = "splits"
"""The folder of the id lists."""


def table_path(config: str, split: str) -> str:
    """The Parquet file of a split, in a built dataset and in a release alike."""
    return f"{config}/{split}-00000-of-00001.parquet"


def split_ids_path(split: str) -> str:
    """The list of the ids in `split`."""
    return f"{SPLIT_IDS}/{split}.ids.txt"


def render_ids(ids: Iterable[str]) -> str:
    """The text of an id list."""
    return "".join(f"{unit}\n" for unit in ids)


def write_split_ids(folder: Path, ids: Mapping[str, Iterable[str]]) -> None:
    """Writes the id list of each split of the dataset in `folder`."""
    (folder / SPLIT_IDS).mkdir(exist_ok=True)
    for split, units in ids.items():
        (folder / split_ids_path(split)).write_text(render_ids(units), encoding="utf-8", newline="\n")


def read_split_ids(lists: Path) -> dict[SplitName, list[str]]:
    """The ids by split in `lists`, the folder that holds the `<split>.ids.txt`; splits without a list are left out.

    Raises:
        Refused: a list does not hold distinct ids, one a line.
    """
    paths = {split: lists / Path(split_ids_path(split)).name for split in SPLITS}
    return {split: _parse_ids(path) for split, path in paths.items() if path.is_file()}


def _parse_ids(path: Path) -> list[str]:
    try:
        ids = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise Refused(f"{path} is not UTF-8 text") from error
    if len(set(ids)) != len(ids) or "" in ids:
        raise Refused(f"{path} must hold distinct ids, one a line")
    return ids


def list_files(folder: Path) -> list[str]:
    """Every file under `folder`, relative and sorted; a link is refused, since it can lead outside.

    Raises:
        Refused: there is a symbolic link or a special file.
    """
    found: list[str] = []
    for path in folder.rglob("*"):
        if path.is_symlink() or not (path.is_file() or path.is_dir()):
            raise Refused(f"{path} is a link or a special file; a release holds plain files only")
        if path.is_file():
            found.append(path.relative_to(folder).as_posix())
    return sorted(found)
