"""Patches in bulk are those that `git diff` and `git patch-id` give one by one, for every kind of file."""

import os
import subprocess
from collections.abc import Callable, Generator, Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from curate.schemas.errors import Refused
from curate.scrapers import diffing as diffing_module
from curate.scrapers import patches as patches_module
from curate.scrapers import presence as presence_module
from curate.scrapers.archive import Archive
from curate.scrapers.diffing import Pair, diff_pairs
from curate.scrapers.patches import Patch, read_patches

PLAIN = {
    "PATH": os.environ["PATH"], "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b",
}  # fmt: skip
LINES = "".join(f"theorem t{place} : {place} = {place} := rfl\n" for place in range(40))
FORTY = "ab" * 20


def git(directory: Path, *arguments: str, text: bytes = b"") -> bytes:
    command = ["git", "-C", str(directory), "-c", "core.quotepath=off", *arguments]
    done = subprocess.run(command, input=text, capture_output=True, env=PLAIN)
    assert done.returncode == 0, done.stderr
    return done.stdout


def commit(directory: Path) -> str:
    git(directory, "add", "-A")
    git(directory, "commit", "-qm", "x", "--allow-empty")
    return git(directory, "rev-parse", "HEAD").decode().strip()


def write(directory: Path, name: str | bytes, content: str | bytes) -> None:
    path = os.path.join(os.fsencode(directory), os.fsencode(name))  # noqa: PTH118  # names that are not UTF-8
    os.makedirs(os.path.dirname(path), exist_ok=True)  # noqa: PTH103, PTH120
    with open(path, "wb") as file:  # noqa: PTH123
        file.write(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))


def start(directory: Path) -> None:
    git(directory, "init", "-q", "-b", "master")
    for name in ("a.lean", "b.lean", "c.lean"):
        write(directory, name, LINES + f"-- {name}\n")
    write(directory, "data.bin", bytes(range(256)) * 20)
    write(directory, "script.sh", "#!/bin/sh\n")
    write(directory, "crlf.txt", "one\r\ntwo\r\nthree\r\n")
    write(directory, "noend.txt", "one\ntwo")


def each(directory: Path, pairs: list[Pair], store: Path) -> dict[Pair, Patch]:
    with Archive(store) as archive:
        found = list(read_patches(directory / ".git", pairs, archive, lambda steps: None))
    return {Pair(patch.head_sha, patch.base_sha): patch for patch in found}


def check_against_git(directory: Path, pair: Pair, patch: Patch) -> None:
    """The patch, its id and its counts, as git gives them for this pair alone."""
    diff = git(directory, "diff", "-M", "--full-index", "--no-color", pair.base, pair.head)
    assert patch.missing is None
    assert patch.diff == diff.decode("utf-8", "replace")
    assert patch.exact == (patch.diff.encode() == diff)
    identity = git(directory, "patch-id", "--stable", text=diff).split()
    assert patch.patch_id == (identity[0].decode() if identity else None)
    assert [(one.additions, one.deletions, one.previous_path, one.path) for one in patch.files] == numstat(
        directory, pair
    )
    raw = git(directory, "diff-tree", "-r", "-M", "--raw", "-z", pair.base, pair.head).split(b"\0")
    assert [one.status for one in patch.files] == [line.split()[4][:1].decode() for line in raw if line[:1] == b":"]


def numstat(directory: Path, pair: Pair) -> list[tuple[int | None, int | None, str | None, str]]:
    parts = iter(git(directory, "diff", "-M", "--numstat", "-z", pair.base, pair.head).split(b"\0")[:-1])
    counts: list[tuple[int | None, int | None, str | None, str]] = []
    for part in parts:
        added, deleted, path = part.split(b"\t", 2)
        names = [path] if path else [next(parts), next(parts)]
        old, new = (name.decode("utf-8", "replace") for name in (names[0], names[-1]))
        number = {added: None if added == b"-" else int(added), deleted: None if deleted == b"-" else int(deleted)}
        counts.append((number[added], number[deleted], old if len(names) == 2 else None, new))
    return counts


def rename(folder: Path) -> None:
    (folder / "a.lean").rename(folder / "renamed.lean")


def rename_with_a_change(folder: Path) -> None:
    (folder / "a.lean").unlink()
    write(folder, "deep/renamed.lean", LINES + "-- a.lean\nnew line\n")


def mode(folder: Path) -> None:
    (folder / "script.sh").chmod(0o755)


def mode_and_content(folder: Path) -> None:
    write(folder, "script.sh", "#!/bin/bash\n")
    (folder / "script.sh").chmod(0o755)


def binary(folder: Path) -> None:
    write(folder, "data.bin", bytes(range(255)) * 20)


def binary_beside_text(folder: Path) -> None:
    binary(folder)
    write(folder, "a.lean", "short\n")
    write(folder, "z.bin", b"\0new")


def binary_becomes_text(folder: Path) -> None:
    write(folder, "data.bin", "text now\n")


def text_about_binary_files(folder: Path) -> None:
    write(folder, "a.lean", "Binary files a/x and b/x differ\n@@ -1 +1 @@\n+++ b/x\n--- a/x\n")


def file_becomes_link(folder: Path) -> None:
    (folder / "a.lean").unlink()
    (folder / "a.lean").symlink_to("b.lean")


def binary_becomes_link(folder: Path) -> None:
    (folder / "data.bin").unlink()
    (folder / "data.bin").symlink_to("b.lean")


def new_link(folder: Path) -> None:
    (folder / "link").symlink_to("a.lean")


def submodule(folder: Path) -> None:
    git(folder, "update-index", "--add", "--cacheinfo", f"160000,{FORTY},sub")


def deletion(folder: Path) -> None:
    (folder / "a.lean").unlink()
    (folder / "data.bin").unlink()


def new_empty_file(folder: Path) -> None:
    write(folder, "empty.lean", "")


def emptied_file(folder: Path) -> None:
    write(folder, "a.lean", "")


def names_with_spaces_quotes_newlines(folder: Path) -> None:
    for name in ('with space', 'with "quotes"', "with\nnewline", "with\ttab", "back\\slash", " lead", "trail ",
                 "del\x7f", "bell\a", "-rf", "--output=x", "a -> b", "diff --git a"):  # fmt: skip
        write(folder, name, LINES)


def names_in_utf8(folder: Path) -> None:
    for name in ("Mathlib/Größe.lean", "∀x.lean", "e\u0301.lean", "😀/a.lean"):
        write(folder, name, LINES)


def names_that_are_not_utf8(folder: Path) -> None:
    write(folder, b"caf\xe9.lean", LINES)


def odd_name_renamed(folder: Path) -> None:
    (folder / "a.lean").rename(folder / 'odd "one"\n.lean')


def end_without_newline(folder: Path) -> None:
    write(folder, "noend.txt", "one\nthree")
    write(folder, "a.lean", LINES[:-1])


def line_ends(folder: Path) -> None:
    write(folder, "crlf.txt", "one\ntwo\r\nthree\r\n\r")
    write(folder, "b.lean", LINES.replace("\n", "\r\n"))


def content_like_gits_own_lines(folder: Path) -> None:
    text = f"{FORTY}\n:100644 100644 {FORTY} {FORTY} M\tx\n\ndiff --git a/x b/x\ncommit {FORTY}\nFrom {FORTY}\n"
    write(folder, "a.lean", text + text)
    write(folder, FORTY, text)


def not_utf8(folder: Path) -> None:
    write(folder, "a.lean", "ok ∀\n".encode() + b"caf\xe9 \xff\n")


def nul_far_below(folder: Path) -> None:
    write(folder, "a.lean", LINES * 30 + "x\0y\n")


def whitespace_only(folder: Path) -> None:
    write(folder, "a.lean", LINES.replace(" : ", "  :  ") + "-- a.lean\n")


def everything(folder: Path) -> None:
    for change in CHANGES:
        if change not in (everything, nothing, binary_becomes_link, binary_becomes_text, deletion, rename,
                          odd_name_renamed, file_becomes_link, rename_with_a_change, submodule):  # fmt: skip
            change(folder)


def nothing(folder: Path) -> None:
    pass


CHANGES: list[Callable[[Path], None]] = [
    rename, rename_with_a_change, mode, mode_and_content, binary, binary_beside_text, binary_becomes_text,
    text_about_binary_files, file_becomes_link, binary_becomes_link, new_link, submodule, deletion, new_empty_file,
    emptied_file, names_with_spaces_quotes_newlines, names_in_utf8, names_that_are_not_utf8, odd_name_renamed,
    end_without_newline, line_ends, content_like_gits_own_lines, not_utf8, nul_far_below, whitespace_only, nothing,
    everything,
]  # fmt: skip


class Kinds:
    """One repository with a commit for each kind of change, all on the same base, and their patches."""

    def __init__(self, root: Path) -> None:
        self.folder = root / "repository"
        self.folder.mkdir()
        start(self.folder)
        base = commit(self.folder)
        self.pairs: dict[str, Pair] = {}
        for change in CHANGES:
            git(self.folder, "checkout", "-q", "-f", base)
            git(self.folder, "clean", "-qfdx")
            change(self.folder)
            if change is submodule:
                git(self.folder, "commit", "-qm", "x")
                head = git(self.folder, "rev-parse", "HEAD").decode().strip()
            else:
                head = commit(self.folder)
            self.pairs[change.__name__] = Pair(head, base)
        self.patches = each(self.folder, list(self.pairs.values()), root / "store")


@pytest.fixture(scope="module")
def kinds(tmp_path_factory: pytest.TempPathFactory) -> Kinds:
    return Kinds(tmp_path_factory.mktemp("kinds"))


@pytest.mark.parametrize("name", [change.__name__ for change in CHANGES])
def test_a_patch_is_what_git_says_for_this_pair_alone(kinds: Kinds, name: str) -> None:
    pair = kinds.pairs[name]
    check_against_git(kinds.folder, pair, kinds.patches[pair])


@pytest.mark.parametrize("name", [change.__name__ for change in CHANGES if change not in (not_utf8, nul_far_below)])
def test_a_patch_can_be_applied(kinds: Kinds, name: str, tmp_path: Path) -> None:
    pair = kinds.pairs[name]
    patch = kinds.patches[pair]
    if name.startswith(("binary", "deletion", "everything", "names_that")):
        return  # git needs --binary for these, or the name is not UTF-8
    git(kinds.folder, "read-tree", f"--index-output={tmp_path / 'index'}", pair.base)
    environment = PLAIN | {"GIT_INDEX_FILE": str(tmp_path / "index")}
    if patch.diff:
        subprocess.run(
            ["git", "-C", str(kinds.folder), "apply", "--cached", "--whitespace=nowarn"],
            input=patch.diff.encode(), env=environment, check=True,
        )  # fmt: skip
    tree = subprocess.run(
        ["git", "-C", str(kinds.folder), "write-tree"], env=environment, check=True, capture_output=True
    ).stdout
    assert tree == git(kinds.folder, "rev-parse", f"{pair.head}^{{tree}}")


def test_bytes_that_are_not_utf8_are_flagged(kinds: Kinds) -> None:
    odd = {name for name, pair in kinds.pairs.items() if not kinds.patches[pair].exact}
    assert odd == {"not_utf8", "names_that_are_not_utf8", "everything"}


def test_an_empty_patch_is_empty_and_has_no_id(kinds: Kinds) -> None:
    patch = kinds.patches[kinds.pairs["nothing"]]
    assert (patch.diff, patch.patch_id, patch.files, patch.missing) == ("", None, (), None)


def test_a_change_without_lines_still_has_an_id(kinds: Kinds) -> None:
    for name in ("mode", "binary", "new_empty_file", "rename"):
        assert kinds.patches[kinds.pairs[name]].patch_id is not None, name


def test_patches_come_from_the_store_the_second_time(kinds: Kinds, tmp_path: Path) -> None:
    pairs = list(kinds.pairs.values())
    first = each(kinds.folder, pairs, tmp_path)
    assert first == kinds.patches
    with Archive(tmp_path) as archive:
        nowhere = tmp_path / "no-repository"
        again = {Pair(p.head_sha, p.base_sha): p for p in read_patches(nowhere, pairs, archive, lambda steps: None)}
    assert again == first


@pytest.mark.parametrize("size", [61, 4093])
def test_a_patch_is_the_same_wherever_git_s_output_is_cut_into_blocks(
    size: int, kinds: Kinds, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(diffing_module, "_BLOCK", size)
    assert each(kinds.folder, list(kinds.pairs.values()), tmp_path) == kinds.patches


def test_a_run_that_was_broken_off_asks_git_only_for_what_is_left(
    kinds: Kinds, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patches_module, "_GROUP_PAIRS", 5)
    pairs, asked = list(kinds.pairs.values()), []
    with Archive(tmp_path) as archive:
        reading = read_patches(kinds.folder / ".git", pairs, archive, lambda steps: None)
        for _ in range(8):
            next(reading)
        reading.close()  # type: ignore[attr-defined]  # a generator is what Ctrl-C closes
    real = diff_pairs

    def counted(
        repository: Path, left: Sequence[Pair], *arguments: Sequence[str]
    ) -> Generator[tuple[Pair, bytes], None, None]:
        asked.extend(left)
        return real(repository, left, *arguments)

    monkeypatch.setattr(presence_module, "diff_pairs", counted)
    assert each(kinds.folder, pairs, tmp_path) == kinds.patches
    assert len(asked) == len(pairs) - 10


def test_a_missing_blob_is_a_reason_and_the_next_pair_still_has_a_patch(tmp_path: Path) -> None:
    folder = tmp_path / "somewhere"
    folder.mkdir()
    start(folder)
    base = commit(folder)
    heads = []
    for place in range(5):
        git(folder, "checkout", "-q", "-f", base)
        write(folder, "a.lean", LINES + f"{place}\n")
        heads.append(commit(folder))
    for head in (heads[1], heads[3], heads[4]):
        blob = git(folder, "rev-parse", f"{head}:a.lean").decode().strip()
        (folder / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    pairs = [Pair(head, base) for head in heads]
    found = each(folder, pairs, tmp_path / "store")
    for place, pair in enumerate(pairs):
        if place in (1, 3, 4):
            assert found[pair].diff is None
            assert found[pair].missing is not None
            assert found[pair].missing.startswith("git can't diff it: ")
            assert "somewhere" not in found[pair].missing
        else:
            check_against_git(folder, pair, found[pair])
    with Archive(tmp_path / "store") as archive:
        assert len(list(archive.keys("patch/"))) == 2


def test_a_clone_that_lacks_many_blobs_is_asked_once_which(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "partial"
    folder.mkdir()
    start(folder)
    base = commit(folder)
    heads = []
    for place in range(40):
        git(folder, "checkout", "-q", "-f", base)
        write(folder, "a.lean", LINES + f"{place}\n")
        heads.append(commit(folder))
    for place, head in enumerate(heads):
        if place % 2 == 0:
            blob = git(folder, "rev-parse", f"{head}:a.lean").decode().strip()
            (folder / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    processes: list[int] = []

    def counted(
        repository: Path, pairs: Sequence[Pair], *arguments: Sequence[str]
    ) -> Generator[tuple[Pair, bytes], None, None]:
        processes.append(len(pairs))
        return diff_pairs(repository, pairs, *arguments)

    monkeypatch.setattr(presence_module, "diff_pairs", counted)
    pairs = [Pair(head, base) for head in heads]
    found = each(folder, pairs, tmp_path / "store")
    assert len(processes) == 3  # all of them, the trees of what is left, the patches of what can be compared
    for place, pair in enumerate(pairs):
        missing = found[pair].missing
        assert (missing is not None and missing.startswith("git can't diff it: the repository lacks ")) == (
            place % 2 == 0
        )


def test_a_clone_without_trees_is_told_from_one_that_lacks_a_commit(tmp_path: Path) -> None:
    folder = tmp_path / "treeless"
    folder.mkdir()
    start(folder)
    base = commit(folder)
    heads = []
    for place in range(3):
        git(folder, "checkout", "-q", "-f", base)
        write(folder, f"Sub/{place}.lean", LINES)
        heads.append(commit(folder))
    whole = git(folder, "rev-parse", f"{heads[0]}^{{tree}}").decode().strip()
    inner = git(folder, "rev-parse", f"{heads[1]}:Sub").decode().strip()
    for tree in (whole, inner):
        (folder / ".git" / "objects" / tree[:2] / tree[2:]).unlink()
    found = each(folder, [Pair(head, base) for head in [*heads, FORTY]], tmp_path / "store")
    assert [found[Pair(head, base)].missing is None for head in [*heads, FORTY]] == [False, False, True, False]


def test_a_patch_that_is_too_long_keeps_its_id_and_files(
    kinds: Kinds, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patches_module, "MAX_DIFF_BYTES", 1000)
    pair = kinds.pairs["names_in_utf8"]
    for _ in range(2):
        patch = each(kinds.folder, [pair], tmp_path)[pair]
        assert (patch.diff, patch.missing) == (None, "the patch has 0 MB")
        assert (patch.patch_id, patch.files) == (kinds.patches[pair].patch_id, kinds.patches[pair].files)


def test_another_version_of_git_makes_the_patches_anew(
    kinds: Kinds, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = kinds.pairs["mode"]
    each(kinds.folder, [pair], tmp_path)
    patches_module._settings_digest.cache_clear()
    monkeypatch.setattr(patches_module, "git_version", lambda: "2.99.0")
    try:
        each(kinds.folder, [pair], tmp_path)
    finally:
        patches_module._settings_digest.cache_clear()
    with Archive(tmp_path) as archive:
        assert len(list(archive.keys("patch/"))) == 2


def test_a_pair_asked_twice_is_answered_once(kinds: Kinds, tmp_path: Path) -> None:
    pair = kinds.pairs["rename"]
    with Archive(tmp_path) as archive:
        assert len(list(read_patches(kinds.folder / ".git", [pair, pair], archive, lambda steps: None))) == 1


def test_a_folder_that_is_no_repository_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="git diff-tree failed"):
        list(diff_pairs(tmp_path, [Pair("a" * 40, "b" * 40)]))


contents = st.lists(
    st.sampled_from([b"a\n", b"b\n", b"\n", b"c\r\n", b"+x\n", b"-x\n", b"@@ -1 +1 @@\n", FORTY.encode() + b"\n",
                     b"-- x\n", b"++ x\n", b"\\ No newline at end of file\n", b"diff --git a/x b/x\n", b"\xe9\n",
                     b"end"]),
    max_size=8,
).map(b"".join)  # fmt: skip
trees = st.dictionaries(st.sampled_from(["a", "b", "d/c", "ü \"'", FORTY]), contents, max_size=4)


@given(st.lists(st.tuples(trees, trees), min_size=1, max_size=5))
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_trees_give_gits_own_patches(tmp_path_factory: pytest.TempPathFactory, told) -> None:  # type: ignore[no-untyped-def]
    folder = tmp_path_factory.mktemp("trees")
    git(folder, "init", "-q", "-b", "master")
    lines = []
    for place, tree in enumerate(tree for pair in told for tree in pair):
        lines.append(b"commit refs/heads/c%d\ncommitter a <a@b> 1700000000 +0000\ndata 1\nx" % place)
        for name, content in tree.items():
            quoted = name.replace('"', '\\"').encode()
            lines.append(b'M 100644 inline "%s"\ndata %d\n%s' % (quoted, len(content), content))
        lines.append(b"")
    git(folder, "fast-import", "--quiet", text=b"\n".join(lines))
    names = [f"refs/heads/c{place}" for place in range(2 * len(told))]
    listed = git(folder, "for-each-ref", "--format=%(refname) %(objectname)").decode().split("\n")[:-1]
    shas = dict(line.split(" ") for line in listed)
    pairs = [Pair(shas[head], shas[base]) for base, head in zip(names[::2], names[1::2], strict=True)]
    found = each(folder, pairs, folder / ".git" / "store")
    for pair in pairs:
        check_against_git(folder, pair, found[pair])
