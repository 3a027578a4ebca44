"""The drafts that come with curate, and the cassette of answers for the two that need a model."""

from pathlib import Path

from curate.schemas.errors import Failed, Refused

FOLDER = Path(__file__).parent.parent / "examples"
CASSETTE = "cassette.jsonl"


def list_shipped() -> tuple[str, ...]:
    """Names of the shipped files, sorted."""
    return tuple(sorted(item.name for item in FOLDER.iterdir() if item.suffix in (".lean", ".jsonl")))


def read_shipped(name: str) -> bytes:
    """The bytes of one shipped file."""
    return (FOLDER / name).read_bytes()


def write_examples(directory: Path) -> tuple[Path, ...]:
    """Writes every shipped file into `directory`; an existing file is left alone.

    Raises:
        Refused: a file of the same name and other content exists.
        Failed: the folder can't be written.
    """
    targets = {directory / name: read_shipped(name) for name in list_shipped()}
    for path, data in targets.items():
        if path.exists() and path.read_bytes() != data:
            raise Refused(f"{path} already exists and is another file; name an empty folder")
    try:
        directory.mkdir(parents=True, exist_ok=True)
        for path, data in targets.items():
            path.write_bytes(data)
    except OSError as error:
        raise Failed(f"{directory} could not be written: {error.strerror}") from error
    return tuple(targets)
