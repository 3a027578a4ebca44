"""A model with tools looks at the head's tree and at nothing else, and comes to an end."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command_line import Said, Sources

from curate import exits
from curate.evals.review.agent import MAX_TURNS
from curate.evals.review.answer import AXES
from curate.evals.review.dataset import ReviewSet
from curate.evals.review.questions import question_of
from curate.evals.review.running import read_predictions, read_run, rebuild_prompt
from curate.evals.review.tree_tools import MAX_ENTRIES, MAX_HITS, Grep, List, Read, grep_files, list_folder, read_file
from curate.standins.models import Calls, StandIn, serve

Review = Callable[..., Said]
GOOD = json.dumps({"verdict": "merge_ready", "p_merge_ready": 70, "axes": dict.fromkeys(AXES, "ok"), "notes": []})
LOOK = Calls((("list", "{}"), ("read", '{"path": "../../etc/passwd"}'), ("grep", '{"text": "theorem"}')))


def run(
    curate: Review, server: StandIn, built: Path, demo: Sources, tmp_path: Path, *more: str
) -> list[dict[str, Any]]:
    said = curate(
        "run", "--dataset", built, "--model", "mind", "--base-url", f"{server.base_url}/v1", "--sample", 1, "--tools",
        "--git", demo.git, "--workspace", tmp_path / "ws", "--parallel", 1, "--out", tmp_path / "run", *more,
    )  # fmt: skip
    assert said.code == exits.DONE, said.err
    return [json.loads(line) for line in (tmp_path / "run" / "predictions.jsonl").read_text().splitlines()]


def told(request: dict[str, Any]) -> list[str]:
    return [one["content"] for one in request["messages"] if one["role"] == "tool"]


def test_a_model_that_calls_tools_sees_the_tree_of_the_head(
    built: Path, demo: Sources, curate: Review, tmp_path: Path
) -> None:
    with serve([LOOK, GOOD]) as server:
        first = run(curate, server, built, demo, tmp_path)[0]
    listed, elsewhere, found = told(server.requests[1])
    assert "Mathlib/" in listed.split("\n")
    assert ".git/" not in listed.split("\n")
    assert "no such file" in elsewhere
    assert "theorem" in found
    assert [(one["tool"], one["answer_chars"]) for one in first["calls"]] == [
        ("list", len(listed)), ("read", len(elsewhere)), ("grep", len(found)),
    ]  # fmt: skip
    assert (first["answer"]["verdict"], first["asks"][0]["input_tokens"]) == ("merge_ready", 200)
    file = json.loads((tmp_path / "run" / "run.json").read_text())
    assert (file["parameters"]["tools"], file["parameters"]["schema"]) == (["list", "read", "grep"], False)
    assert "response_format" not in server.requests[0]
    assert not list((tmp_path / "ws" / "trees").iterdir())
    (held, *_) = read_predictions(tmp_path / "run", "review")
    again = rebuild_prompt(ReviewSet(built), question_of(held), read_run(tmp_path / "run"))
    assert again.sha256 == held.prompt_sha256  # pages and releases show the prompt that was sent
    assert "mind stage 1 tools" in curate("report", tmp_path / "run", "--dataset", built, "--draws", 5).out


def test_a_model_that_never_stops_calling_is_told_to_answer(
    built: Path, demo: Sources, curate: Review, tmp_path: Path
) -> None:
    def restless(request: dict[str, Any]) -> str | Calls:
        last = request["messages"][-1]
        return GOOD if last["role"] == "user" and "no more calls" in last["content"] else Calls((("list", "{}"),))

    with serve(restless) as server:
        held = run(curate, server, built, demo, tmp_path)
    assert len(held[0]["calls"]) == MAX_TURNS
    assert held[0]["answer"]["p_merge_ready"] == 70
    assert len(server.requests) == len(held) * (MAX_TURNS + 1)


def test_an_invalid_answer_after_calls_is_asked_for_once_more(
    built: Path, demo: Sources, curate: Review, tmp_path: Path
) -> None:
    with serve([LOOK, "fine, I think", GOOD]) as server:
        first = run(curate, server, built, demo, tmp_path)[0]
    assert first["invalid"] == ["not-json", None]
    assert [ask["text"] for ask in first["asks"]] == ["fine, I think", GOOD]
    assert "can't be used" in server.requests[2]["messages"][-1]["content"]
    roles = [one["role"] for one in server.requests[2]["messages"]]
    assert roles == ["system", "user", "assistant", "tool", "tool", "tool", "assistant", "user"]


def test_tools_need_a_clone_and_one_version(built: Path, demo: Sources, curate: Review, tmp_path: Path) -> None:
    words = ("run", "--dataset", built, "--model", "mind", "--tools", "--out", tmp_path / "run")
    assert curate(*words).code == exits.USAGE
    assert curate(*words, "--git", demo.git, "--pairs").code == exits.USAGE
    assert curate(*words, "--git", built).code == exits.REFUSED


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    root = tmp_path / "tree"
    (root / "Mathlib").mkdir(parents=True)
    (root / "Mathlib" / "A.lean").write_bytes(b"theorem a : True := trivial\n-- \xff b\n" + b"x" * 5000 + b"\n")
    (tmp_path / "secret").write_text("theorem secret")
    (root / "link").symlink_to(tmp_path / "secret")
    (root / "up").symlink_to(tmp_path)
    return root


@pytest.mark.parametrize(
    "path",
    ["../secret", "/etc/passwd", "Mathlib/../../secret", "link", "up/secret", "Mathlib\\A.lean", ".git/config",
     "a\0b", "x" * 5000, "~", "\ud800"],
)  # fmt: skip
def test_a_path_that_leads_out_of_the_tree_leads_nowhere(tree: Path, path: str) -> None:
    assert "no such" in read_file(tree, Read(path=path))
    assert "no such" in list_folder(tree, List(path=path))
    assert "no such" in grep_files(tree, Grep(text="theorem", path=path))


def test_what_tools_show_is_bounded(tree: Path) -> None:
    assert read_file(tree, Read(path="Mathlib/A.lean", first=2, lines=1)) == "2: -- � b\n[2 more lines]"
    assert max(map(len, read_file(tree, Read(path="./Mathlib/A.lean")).split("\n"))) < 400
    assert read_file(tree, Read(path="Mathlib/A.lean", first=99)) == "the file has 4 lines"
    assert grep_files(tree, Grep(text="theorem")) == "Mathlib/A.lean:1: theorem a : True := trivial"
    assert grep_files(tree, Grep(text="(a+)+$")) == "nothing found"
    for number in range(MAX_ENTRIES + 5):
        (tree / f"{number:04}.lean").write_text("theorem\n")
    assert list_folder(tree, List()).endswith("[8 more entries]")
    assert grep_files(tree, Grep(text="theorem")).count("\n") == MAX_HITS
