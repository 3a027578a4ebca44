"""The file for a bug report: versions, what was found on the machine, and answers that could not be understood."""

import io
import json
import platform
import tarfile
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from curate import __version__
from curate.schemas.errors import Refused
from curate.schemas.store.atomic import write_file
from curate.scrapers.github.samples import read_samples

PACKAGES = ("click", "datasets", "diskcache", "huggingface_hub", "pyarrow", "pydantic", "PyGithub", "requests")


def write_bundle(path: Path, samples: Path, found: Mapping[str, str]) -> int:
    """Writes `path`, a .tar.gz with the samples in the folder `samples`; returns how many there are.

    `found`: what `curate doctor` looked for, and what of it is there. Nothing in the file names a person or a place
    on this machine: samples were stripped when they were taken, and the rest is versions.

    Raises:
        Refused: `path` already exists.
    """
    if path.exists():
        raise Refused(f"{path} already exists; name another file")
    kept = read_samples(samples) if samples.is_dir() else {}
    about = {"curate": __version__, "python": platform.python_version(), "system": platform.system()}
    parts = {"about.json": json.dumps({**about, "packages": _versions(), "found": dict(found)}, indent=1)}
    parts |= {f"samples/{name}": sample.model_dump_json(indent=1) for name, sample in kept.items()}
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as bundle:
        for name, text in parts.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(text.encode())
            bundle.addfile(entry, io.BytesIO(text.encode()))
    write_file(path, packed.getvalue())
    return len(kept)


def _versions() -> dict[str, str]:
    return {name: found for name in PACKAGES if (found := _version(name)) is not None}


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
