"""Nothing outside the repository changes what git says, and git learns nothing that it must not know."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from curate.schemas.errors import Missing, Refused, Stopped
from curate.scrapers.archive import Archive
from curate.scrapers.diffing import Pair
from curate.scrapers.patches import read_patches
from curate.scrapers.plumbing import git_error, git_surroundings, git_version, git_words, run_git, streaming_git
from curate.scrapers.repository import clone_name, clone_repository, find_main, find_repository, is_url, read_blobs

PLAIN = {
    "PATH": os.environ["PATH"], "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b",
}  # fmt: skip
UNRULY = {
    "diff.external": "false", "diff.renames": "false", "diff.algorithm": "patience", "diff.context": "9",
    "diff.noprefix": "true", "diff.mnemonicPrefix": "true", "diff.interHunkContext": "20", "color.ui": "always",
    "color.diff": "always", "diff.suppressBlankEmpty": "true", "diff.submodule": "log", "core.quotepath": "on",
    "core.abbrev": "7", "diff.orderFile": "order", "diff.indentHeuristic": "false", "diff.relative": "true",
    "diff.ignoreSubmodules": "all", "diff.wordRegex": ".", "diff.colorMoved": "zebra", "diff.lean.textconv": "rev",
    "diff.lean.command": "false", "diff.lean.xfuncname": "^t.*$", "core.bigFileThreshold": "10",
    "core.whitespace": "cr-at-eol", "log.showSignature": "true", "diff.renameLimit": "1", "core.pager": "false",
    "patchid.stable": "false", "patchid.verbatim": "true",
}  # fmt: skip


def git(directory: Path, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(directory), *arguments], capture_output=True, check=True, env=PLAIN)
    return done.stdout.decode().strip()


def make(folder: Path) -> Pair:
    """A repository in which two files are renamed and one in a folder is changed."""
    folder.mkdir(parents=True)
    git(folder, "init", "-q", "-b", "master")
    lines = "".join(f"theorem t{place} : {place} = {place} := rfl\n\n" for place in range(60))
    (folder / "a.lean").write_text(lines)
    (folder / "b.lean").write_text(lines.replace("theorem", "lemma"))
    (folder / "é.txt").write_text("x" * 100)
    (folder / ".gitattributes").write_text("*.lean diff=lean\n*.txt -diff\n")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "one")
    (folder / "a.lean").rename(folder / "c.lean")
    (folder / "b.lean").rename(folder / "d.lean")
    (folder / "c.lean").write_text(lines.replace("t3 ", "t4 ").replace("t50 ", "t51 "))
    (folder / "é.txt").write_text("y" * 100)
    git(folder, "update-index", "--add", "--cacheinfo", f"160000,{'ab' * 20},sub")
    git(folder, "add", "a.lean", "b.lean", "c.lean", "d.lean", "é.txt")
    git(folder, "commit", "-qm", "two")
    return Pair(git(folder, "rev-parse", "HEAD"), git(folder, "rev-parse", "HEAD^"))


def patch_of(repository: Path, pair: Pair, store: Path) -> object:
    with Archive(store) as archive:
        (patch,) = read_patches(repository, [pair], archive, lambda steps: None)
    return patch


def test_no_configuration_of_the_user_or_the_repository_changes_a_patch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "repository"
    pair = make(folder)
    plain = patch_of(folder / ".git", pair, tmp_path / "1")
    home = tmp_path / "home"
    home.mkdir()
    (home / "attributes").write_text("*.lean diff=lean\n*.txt -diff\n*.lean binary\n")
    for name, value in {**UNRULY, "core.attributesFile": str(home / "attributes")}.items():
        subprocess.run(["git", "config", "--file", str(home / ".gitconfig"), name, value], check=True, env=PLAIN)
        git(folder, "config", name, value)
    (folder / ".git" / "order").write_text("d.lean\n")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home))
    monkeypatch.setenv("GIT_EXTERNAL_DIFF", "false")
    monkeypatch.setenv("GIT_DIFF_OPTS", "--unified=9")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "nowhere"))
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "diff.noprefix")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", "true")
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert patch_of(folder / ".git", pair, tmp_path / "2") == plain


def test_a_bare_and_an_ordinary_clone_give_the_same_patch(tmp_path: Path) -> None:
    pair = make(tmp_path / "one")
    git(tmp_path, "clone", "-q", "--bare", "one", "two.git")
    ordinary, bare = find_repository(tmp_path / "one"), find_repository(tmp_path / "two.git")
    assert (ordinary, bare) == (tmp_path / "one" / ".git", tmp_path / "two.git")
    assert ordinary is not None
    assert bare is not None
    assert patch_of(ordinary, pair, tmp_path / "1") == patch_of(bare, pair, tmp_path / "2")


@pytest.fixture
def spied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A `git` on the PATH that notes what it is told and then does as the real one; the notes."""
    real = shutil.which("git")
    notes = tmp_path / "notes"
    wrapper = tmp_path / "bin" / "git"
    wrapper.parent.mkdir()
    wrapper.write_text(f'#!/bin/sh\n{{ env; echo "$@"; }} >> {notes}\nexec {real} "$@"\n')
    wrapper.chmod(0o755)
    monkeypatch.setenv("PATH", f"{wrapper.parent}:{os.environ['PATH']}")
    for name in ("GITHUB_TOKEN", "HF_TOKEN", "OPENAI_API_KEY", "GH_TOKEN"):
        monkeypatch.setenv(name, f"secret-{name}")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    return notes


def test_no_git_child_sees_a_token_or_where_another_repository_lies(spied: Path, tmp_path: Path) -> None:
    pair = make(tmp_path / "one")
    spied.unlink(missing_ok=True)
    patch_of(tmp_path / "one" / ".git", pair, tmp_path / "store")
    url = (tmp_path / "one").as_uri()
    for _ in range(2):
        clone_repository(
            url, tmp_path / "clone.git", shallow=True, refspecs=("+HEAD:refs/heads/x",), report=lambda text: None
        )
    noted = spied.read_text()
    assert "patch-id" in noted
    assert "fetch" in noted
    assert "secret" not in noted
    assert "GIT_DIR" not in noted
    assert os.environ["GITHUB_TOKEN"] == "secret-GITHUB_TOKEN"
    assert git(tmp_path / "clone.git", "rev-parse", "refs/heads/x") == pair.head


def test_the_surroundings_come_back_after_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_TOKEN", "x")
    with pytest.raises(KeyError), git_surroundings():
        os.environ["GITHUB_TOKEN"]
    assert os.environ["GITHUB_TOKEN"] == "x"


def test_without_git_the_message_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Missing, match="apt-get install git"):
        git_version()
    with pytest.raises(Missing, match="apt-get install git"), streaming_git(tmp_path, "cat-file", feed=[]):
        pass


def test_what_git_complains_of_is_safe_to_print(tmp_path: Path) -> None:
    assert git_words(b"warning: x\nfatal: \x1b[31mred\xff\n") == "fatal: \\x1b[31mred\N{REPLACEMENT CHARACTER}"
    assert git_words(b"") == "no reason given"
    with pytest.raises(Refused, match="git rev-parse failed in"):
        run_git(tmp_path, "rev-parse", "HEAD")


def test_a_child_that_is_left_early_ends(tmp_path: Path) -> None:
    make(tmp_path / "one")
    blob = git(tmp_path / "one", "rev-parse", "HEAD:c.lean")
    reading = read_blobs(tmp_path / "one", [blob] * 5000)
    assert next(reading).startswith(b"theorem")
    reading.close()  # type: ignore[attr-defined]  # it is a generator


def test_an_object_that_is_not_there_is_refused(tmp_path: Path) -> None:
    make(tmp_path / "one")
    with pytest.raises(Refused, match=f"has no object {'ab' * 20}"):
        list(read_blobs(tmp_path / "one", ["ab" * 20]))


def test_a_repository_without_the_main_branch_is_refused(tmp_path: Path) -> None:
    make(tmp_path / "one")
    git(tmp_path / "one", "branch", "-m", "main")
    with pytest.raises(Refused, match="has no branch master of o/r; it holds refs/heads/main"):
        find_main(tmp_path / "one" / ".git", "o/r", "master")


@pytest.mark.parametrize(
    "url", ["https://x/y", "ssh://git@x/y", "git://x/y", "file:///x", "http://127.0.0.1:1/y"]
)  # fmt: skip
def test_urls_are_told_from_paths(url: str) -> None:
    assert is_url(url)
    assert not is_url(url.partition("://")[2])


@pytest.mark.parametrize("url", ["ext::sh -c evil", "--upload-pack=evil", "https://x y", "fd::3", "transport::x"])
def test_what_could_run_a_program_is_no_url(url: str, tmp_path: Path) -> None:
    assert not is_url(url)
    with pytest.raises(Refused, match="not a git URL"):
        clone_repository(url, tmp_path / "c", shallow=True, refspecs=("+HEAD:refs/heads/x",), report=print)


def test_clones_of_different_urls_never_share_a_folder() -> None:
    urls = ["https://a/x", "https://b/x", "https://a/x.git", "https://a/../..", "https://a/x%2F", "https://a/-x"]
    names = {clone_name(url) for url in urls}
    assert len(names) == len(urls)
    assert all(name[0] not in ".-" and "/" not in name for name in names)


def test_streaming_reports_what_git_says_at_its_end(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="git cat-file failed"), streaming_git(tmp_path, "cat-file", "--batch", feed=[]):
        pass


@pytest.mark.parametrize(
    ("words", "returncode"),
    [
        ("fatal: unable to access 'https://x/': Could not resolve host: x", 128),
        ("fatal: unable to access 'https://x/': The requested URL returned error: 503", 128),
        ("fatal: unable to access 'https://x/': The requested URL returned error: 429", 128),
        ("fatal: unable to look up x (port 9418) (Temporary failure in name resolution)", 128),
        ("error: RPC failed; curl 56 GnuTLS recv error\nfatal: early EOF", 128),
        ("fatal: Out of memory, malloc failed (tried to allocate 524288000 bytes)", 128),
        ("fatal: unable to create thread: Resource temporarily unavailable", 128),
        ("fatal: Unable to create '/x/packed-refs.lock': File exists.", 128),
        ("ssh: connect to host x port 22: Connection refused", 128),
        ("", -9),
    ],
)
def test_what_may_pass_is_told_from_what_is_wrong(words: str, returncode: int) -> None:
    assert isinstance(git_error("x", words, returncode), Stopped)


@pytest.mark.parametrize(
    "words",
    [
        "fatal: repository 'https://x/y/' not found",
        "fatal: unable to access 'https://x/': The requested URL returned error: 404",
        "fatal: unable to access 'https://x/': The requested URL returned error: 403",
        "fatal: Authentication failed for 'https://x/'",
        "fatal: '/x' does not appear to be a git repository",
        "fatal: bad object HEAD",
        "",
    ],
)
def test_what_will_not_pass_is_refused(words: str) -> None:
    assert isinstance(git_error("x", words, 128), Refused)


def test_a_git_that_runs_out_of_memory_stops_the_run_and_is_not_taken_for_an_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = tmp_path / "git"
    fake.write_text("#!/bin/sh\necho 'fatal: Out of memory, malloc failed' >&2\nexit 128\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    with pytest.raises(Stopped, match="the same command may succeed later"):
        run_git(tmp_path, "diff-tree")
    fake.write_text("#!/bin/sh\nkill -9 $$\n")
    with pytest.raises(Stopped, match="free memory"), streaming_git(tmp_path, "cat-file", feed=[]):
        pass
