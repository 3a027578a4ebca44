"""Whether a folder may be replaced: only a dataset of ours in which nothing else lies."""

from collections.abc import Callable
from pathlib import Path

from curate.schemas.errors import Refused
from curate.schemas.store.digest import digest_file
from curate.schemas.store.layout import MANIFEST
from curate.schemas.store.manifest import BuildManifest, read_manifest

SHOWN = 5


def build_of(dataset: str) -> Callable[[Path], None]:
    """A check for `replacing`: lets pass a built `dataset` whose manifest names every entry of its folder.

    The check raises Refused for anything else; the message names what is foreign.
    """

    def check(folder: Path) -> None:
        try:
            manifest = read_manifest(folder, BuildManifest, dataset)
        except Refused as refused:
            raise Refused(f"{folder} can't be replaced: {refused}; name another folder with --out") from refused
        foreign = find_foreign(folder, manifest)
        if foreign:
            more = f" and {len(foreign) - SHOWN} more" if len(foreign) > SHOWN else ""
            raise Refused(
                f"{folder} holds what curate did not write: {', '.join(foreign[:SHOWN])}{more}; "
                "move it away, or name another folder with --out"
            )

    return check


def find_foreign(folder: Path, manifest: BuildManifest) -> list[str]:
    """Entries of `folder` that its manifest does not name: files, links, and folders without a named file.

    A page that was edited is foreign too: somebody wrote in it. Other files that changed are damaged, and made anew.
    """
    named = {MANIFEST, *manifest.files}
    parents = {str(parent) for name in named for parent in Path(name).parents}
    found: list[str] = []
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        plain_folder = path.is_dir() and not path.is_symlink()
        if name not in (parents if plain_folder else named) or path.is_symlink():
            found.append(name)
        elif path.suffix == ".md" and digest_file(path) != manifest.files[name].sha256:
            found.append(f"{name} (edited)")
    return found
