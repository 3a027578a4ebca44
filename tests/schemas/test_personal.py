"""What leaves a text at the archive's door, and what stays as it was."""

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from curate.schemas.personal import redact_json, redact_text
from curate.schemas.secrets import find_secrets

ADDRESS = re.compile("[A-Za-z0-9._%+\x80-\U0010ffff-]+@(?:[A-Za-z0-9-]+\\.)+[A-Za-z]{2,}")
"""An address as the bytes are read: every letter outside ASCII may stand in one."""

words = st.sampled_from(
    ["ada@math.org", "é@x.de", "\n", "\\", '"', "\t", "\x00", "\x7f", "u00e9", "n", "x", "@", ".", "-", "%", "+", " ",
     "ada", "math.org", "∀", "𝔸", "\ud800", "\udc00", "noreply@github.com", "@[simp]", "foo@bar", "a@b.c", "\\n", "\\u"]
)  # fmt: skip
texts = st.lists(words, max_size=12).map("".join)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=8,
)


def walk(value: Any) -> Any:
    """The same redaction on parsed values."""
    if isinstance(value, str):
        return ADDRESS.sub("redacted", value)
    if isinstance(value, list):
        return [walk(item) for item in value]
    if isinstance(value, dict):
        return {walk(key): walk(item) for key, item in value.items()}
    return value


@given(values, st.booleans(), st.sampled_from([None, 2]))
def test_addresses_leave_json_as_a_walk_over_its_values_would_take_them(
    value: Any, escaped: bool, indent: int | None
) -> None:
    raw = json.dumps(value, ensure_ascii=escaped, indent=indent).encode("utf-8", "surrogatepass")
    redacted = redact_json(raw).decode("utf-8", "surrogatepass")
    assert json.loads(redacted) == walk(json.loads(raw.decode("utf-8", "surrogatepass")))


@given(values)
def test_json_without_addresses_and_tokens_stays_byte_for_byte(value: Any) -> None:
    raw = json.dumps(value).replace("@", "(at)").encode()
    assert redact_json(raw) == raw


@pytest.mark.parametrize(
    ("raw", "kept"),
    [
        (rb'"line\nada@math.org"', rb'"line\nredacted"'),
        (rb'"\u0007ada@math.org"', rb'"\u0007redacted"'),
        (rb'"\\ada@math.org"', rb'"\\redacted"'),
        (rb'"\\\nada@math.org"', rb'"\\\nredacted"'),
        (rb'"\"ada@math.org\""', rb'"\"redacted\""'),
        (rb'"andr\u00e9e@math.org"', rb'"redacted"'),
        (rb'"<ada@math.org>, <emmy@math.org>"', rb'"<redacted>, <redacted>"'),
        (rb'"@[simp] theorem x.y@z"', rb'"@[simp] theorem x.y@z"'),
        (rb'"\n@math.org"', rb'"\n@math.org"'),
        (rb'{"ada@math.org":1}', rb'{"redacted":1}'),
    ],
)
def test_escapes_before_an_address_stay_whole(raw: bytes, kept: bytes) -> None:
    assert redact_json(raw) == kept
    json.loads(kept)


TOKENS = [
    "ghp_" + "A1b2" * 9, "gho_" + "A1b2" * 9, "ghu_" + "A1b2" * 9, "ghs_" + "A1b2" * 9, "ghr_" + "A1b2" * 9,
    "github_pat_" + "A1_b2" * 8, "hf_" + "Ab3" * 11, "sk-" + "a-B_3" * 6, "sk-proj-" + "a-B_3" * 6,
]  # fmt: skip


@pytest.mark.parametrize("token", TOKENS)
@pytest.mark.parametrize("before", ["", " ", "\n", "\t", "\x07", '"', "\\", "=", "é ", "https://x:"])
def test_tokens_leave_json_wherever_they_stand(token: str, before: str) -> None:
    for escaped in (True, False):
        raw = json.dumps({"body": f"see {before}{token} and go on"}, ensure_ascii=escaped).encode()
        body = json.loads(redact_json(raw))["body"]
        assert body == f"see {before}redacted and go on"
        assert find_secrets(body) == []
    assert token not in redact_text(f"see {before}{token} and go on")


def test_words_that_only_look_like_tokens_stay() -> None:
    raw = b'"task-a-long-name-of-a-branch-it-is, ghp_short, sk-ip, hf_x"'
    assert redact_json(raw) == raw
    assert redact_text(raw.decode()) == raw.decode()
