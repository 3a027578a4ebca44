"""The raw archive keeps what it was given, or says that it can't."""

import hashlib
import pickle
import random
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from curate.schemas.errors import Failed, Refused, Stopped
from curate.scrapers import archive as archive_module
from curate.scrapers.archive import Archive


def noise(size: int, seed: int = 0) -> bytes:
    """Bytes that zstd can't make smaller."""
    return random.Random(seed).randbytes(size)


def contents(archive: Archive) -> list[tuple[str, bytes | None]]:
    return [(key, archive.get(key)) for key in list(archive.keys())]


def database(directory: Path) -> sqlite3.Connection:
    return sqlite3.connect(directory / "cache.db")


def test_nothing_is_evicted_however_much_is_put_in(tmp_path: Path) -> None:
    count = 3000
    with Archive(tmp_path / "a") as archive:
        with archive.transaction():
            for place in range(count):
                archive.put(f"raw/{place:05}", noise(8000, place))
        assert len(list(archive.keys("raw/"))) == count
        assert all(archive.get(f"raw/{place:05}") == noise(8000, place) for place in range(0, count, 97))
    with Archive(tmp_path / "a") as again:
        assert again._cache.eviction_policy == "none"
        assert again._cache.cull_limit == 0
        assert again._cache.size_limit > 1 << 50
        assert len(list(again.keys())) == count


def test_keys_come_sorted_and_by_prefix(tmp_path: Path) -> None:
    with Archive(tmp_path) as archive:
        for key in ("b/2", "a/1", "b/1"):
            archive.put(key, b"x")
        assert list(archive.keys()) == ["a/1", "b/1", "b/2"]
        assert list(archive.keys("b/")) == ["b/1", "b/2"]
        archive.delete("b/1")
        assert ("b/1" in archive, "b/2" in archive) == (False, True)
        assert archive.get("b/1") is None


@pytest.mark.parametrize("key", [1, b"bytes", ("a", "b"), None])
def test_keys_that_are_not_text_are_refused(tmp_path: Path, key: object) -> None:
    with Archive(tmp_path) as archive, pytest.raises(TypeError, match="text"):
        archive.put(key, b"x")  # type: ignore[arg-type]  # the point of the test


@pytest.mark.parametrize("value", ["text", 1, {"a": 1}, None])
def test_values_that_are_not_bytes_are_refused(tmp_path: Path, value: object) -> None:
    with Archive(tmp_path) as archive, pytest.raises(TypeError):
        archive.put("key", value)  # type: ignore[arg-type]  # the point of the test
    with Archive(tmp_path) as archive, pytest.raises(TypeError, match="bytes"):
        archive._cache.set("key", value)


class Bomb:
    """Unpickled, it makes a file."""

    def __init__(self, target: Path) -> None:
        self.target = target

    def __reduce__(self) -> object:
        return (Path.touch, (self.target,))


def test_a_pickle_planted_in_the_database_is_never_loaded(tmp_path: Path) -> None:
    directory, target = tmp_path / "a", tmp_path / "exploded"
    with Archive(directory) as archive:
        archive.put("key", b"value")
    with database(directory) as connection:
        connection.execute("UPDATE Cache SET mode = 4, value = ?", (pickle.dumps(Bomb(target)),))
    connection.close()
    with Archive(directory) as archive, pytest.raises(Refused, match="plain bytes"):
        archive.get("key")
    assert not target.exists()


def test_a_flipped_byte_is_found_when_the_value_is_read(tmp_path: Path) -> None:
    with Archive(tmp_path) as archive:
        archive.put("key", noise(5000))
    with database(tmp_path) as connection:
        (stored,) = connection.execute("SELECT value FROM Cache").fetchone()
        for place in (0, 10, 40, len(stored) - 1):
            flipped = stored[:place] + bytes([stored[place] ^ 1]) + stored[place + 1 :]
            connection.execute("UPDATE Cache SET value = ?", (flipped,))
            connection.commit()
            with Archive(tmp_path) as archive, pytest.raises(Failed, match="damaged at key"):
                archive.get("key")
    connection.close()


def test_a_large_value_whose_file_was_cut_off_or_lost_is_found(tmp_path: Path) -> None:
    value = noise(6 << 20)
    with Archive(tmp_path) as archive:
        archive.put("big", value)
        assert archive.get("big") == value
        (file,) = tmp_path.rglob("*.val")
        file.write_bytes(file.read_bytes()[:-1000])
        with pytest.raises(Failed, match="damaged at big"):
            archive.get("big")
        file.unlink()
        with pytest.raises(Failed, match="lost the file of big"):
            archive.get("big")


def test_the_folder_is_for_its_owner_alone(tmp_path: Path) -> None:
    Archive(tmp_path / "deep" / "a").close()
    assert stat.S_IMODE((tmp_path / "deep" / "a").stat().st_mode) == 0o700


def test_a_folder_with_something_else_in_it_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(Refused, match="other files"):
        Archive(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_a_database_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "cache.db").write_bytes(b"not sqlite at all" * 400)
    with pytest.raises(Refused, match="can't be opened as an archive"):
        Archive(tmp_path)


def test_what_a_broken_off_transaction_put_is_not_there(tmp_path: Path) -> None:
    with Archive(tmp_path) as archive:
        archive.put("before", b"1")
        with pytest.raises(TypeError), archive.transaction():
            archive.put("inside", b"2") or archive.put("inside", "no bytes")  # type: ignore[func-returns-value, arg-type]
        assert list(archive.keys()) == ["before"]


def test_a_write_while_another_holds_the_database_is_a_clear_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive_module, "LOCK_WAIT_S", 0.1)
    with Archive(tmp_path) as archive:
        archive.put("key", b"1")
        other = database(tmp_path)
        other.execute("BEGIN IMMEDIATE")
        try:
            with pytest.raises(Stopped, match="another process writes"):
                archive.put("key", b"2")
            with pytest.raises(Stopped, match="another process writes"), archive.transaction():
                archive.put("key", b"2")
            assert archive.get("key") == b"1"
        finally:
            other.rollback()
            other.close()
        archive.put("key", b"2")
        assert archive.get("key") == b"2"


def test_two_processes_write_and_lose_nothing(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from curate.scrapers.archive import Archive\n"
        "with Archive(Path(sys.argv[1])) as archive:\n"
        "    for n in range(150): archive.put(f'{sys.argv[2]}/{n}', b'v' * n)"
    )
    Archive(tmp_path).close()
    children = [subprocess.Popen([sys.executable, "-c", script, str(tmp_path), name]) for name in ("a", "b")]
    assert [child.wait() for child in children] == [0, 0]
    with Archive(tmp_path) as archive:
        assert dict(contents(archive)) == {f"{name}/{n}": b"v" * n for name in ("a", "b") for n in range(150)}


def test_a_damaged_page_of_the_database_is_a_clear_failure(tmp_path: Path) -> None:
    with Archive(tmp_path) as archive, archive.transaction():
        for place in range(300):
            archive.put(hashlib.sha256(bytes(place)).hexdigest(), noise(2000, place))
    path = tmp_path / "cache.db"
    content = path.read_bytes()
    path.write_bytes(content[:8192] + b"\xff" * (len(content) - 16384) + content[-8192:])
    with pytest.raises((Failed, Refused), match=r"archive"), Archive(tmp_path) as archive:
        contents(archive)
