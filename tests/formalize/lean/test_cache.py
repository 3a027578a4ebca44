"""What is kept by digest is whole or not there."""

from pathlib import Path

from curate.formalize.lean.cache import AnswerCache
from curate.schemas.store.atomic import write_file

KEY = "ab" + "0" * 62


def test_a_kept_answer_comes_back(tmp_path: Path) -> None:
    answers = AnswerCache(tmp_path)
    assert answers.get(KEY) is None
    answers.put(KEY, b"yes")
    assert answers.get(KEY) == b"yes"


def test_a_damaged_answer_counts_as_not_there(tmp_path: Path) -> None:
    answers = AnswerCache(tmp_path)
    answers.put(KEY, b"yes")
    (path,) = [path for path in tmp_path.rglob("*") if path.is_file()]
    path.write_bytes(path.read_bytes()[:-1] + b"?")
    assert answers.get(KEY) is None
    path.write_bytes(b"")
    assert answers.get(KEY) is None


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    write_file(tmp_path / "a" / "b", b"1")
    write_file(tmp_path / "a" / "b", b"2")
    assert (tmp_path / "a" / "b").read_bytes() == b"2"
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["b"]
