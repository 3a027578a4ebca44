"""Published problems brought in: rows of a file or of a dataset on the Hub, or a folder of Lean files, as drafts."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from curate.formalize.records.published import Imported, import_lean, import_rows, read_rows
from curate.schemas.distribution import install_advice
from curate.schemas.errors import Failed, Missing, Refused
from curate.schemas.stochbench.records import Source, Topic
from curate.schemas.store.atomic import write_file

_REPOSITORY = re.compile(r"[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*", re.ASCII)


def import_problems(source: str, cited: Source, preamble: Path | None, topic: Topic | None) -> list[Imported]:
    """What became of each problem of a file, folder or dataset; `topic` is that of Lean files, which name none.

    Raises:
        Refused: there is no such file, folder or dataset, or it holds something else.
        Missing: the dataset needs an extra.
        Failed: the Hub does not answer.
    """
    path = Path(source)
    if path.is_dir() and topic is not None:
        texts = [(str(file.relative_to(path)), _read_text(file)) for file in sorted(path.rglob("*.lean"))]
        return [one for name, text in texts for one in import_lean(text, name, topic, cited)]
    given = _read_text(preamble) if preamble else None
    on_hub = not path.exists() and path.suffix not in (".json", ".jsonl", ".parquet") and _REPOSITORY.fullmatch(source)
    return list(import_rows(_load_rows(source) if on_hub else read_rows(path), cited, given))


def _load_rows(repository: str) -> Sequence[Mapping[str, Any]]:
    """The rows of all splits of a dataset on the Hub."""
    try:
        from datasets import get_dataset_config_names, load_dataset
        from datasets.exceptions import DatasetNotFoundError
    except ImportError as error:
        raise Missing(f"a dataset on the Hub needs: {install_advice('hub')}") from error
    try:
        config = get_dataset_config_names(repository)[0]
        splits = load_dataset(repository, config)
        return [dict(row) for split in splits.values() for row in split]
    except DatasetNotFoundError as error:
        raise Refused(f"there is neither a file nor a dataset {repository}") from error
    except (OSError, ValueError) as error:
        raise Failed(f"{repository} could not be loaded: {error}") from error


def write_imported(directory: Path, imported: Sequence[Imported]) -> int:
    """Writes each draft as `<id>.lean`, and a published proof beside it; how many drafts there are.

    Raises:
        Refused: a file already exists.
        Failed: the folder can't be written.
    """
    drafts = [(one, directory / f"{one.id}.lean") for one in imported if one.draft is not None]
    taken = [path for _, path in drafts if path.exists()]
    if taken:
        raise Refused(f"{taken[0]} already exists; name an empty folder with --out")
    try:
        for one, path in drafts:
            write_file(path, str(one.draft).encode())
            if one.proof:
                write_file(path.with_suffix(".proof.lean"), one.proof.encode())
    except OSError as error:
        raise Failed(f"{directory} could not be written: {error.strerror}") from error
    return len(drafts)


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"{path} can't be read as UTF-8 text: {error}") from error
