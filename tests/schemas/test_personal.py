"""What leaves a text at the archive's door, and what stays as it was."""

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from curate.schemas.personal import mask_mentions, redact_code, redact_json, redact_text
from curate.schemas.secrets import find_secrets

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
        return redact_text(value)
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


CODE = [
    "+@functools.cache", "-@dataclasses.dataclass", " @[simp] theorem x", "+let_expr f@Max.max := x",
    "+  | c@Code.zero' => 1", "+git@github.com:leanprover/lean4", "+  have := x@Foo.zip", "+y = W@x.to(device)",
    "+theorem hf_aestronglyMeasurableOfTheIntegralOfABound : True", "+class task-sk-fading-circle-container-for-a-page",
    "+x@y.T", "+ f@(g.h)", "+@mathlib.org", "+  | x@c.zero => 1", "+  rcases h with ⟨x@y.id, z⟩", "+  | e@expr.app f x",
    "+  f@g.map h", "+  | h@prod.mk a b => a", "+  (e@name.anonymous)",
]  # fmt: skip


@pytest.mark.parametrize("line", CODE)
def test_code_that_only_resembles_an_address_or_a_secret_stays(line: str) -> None:
    assert redact_code(f"{line}\n{line}\n") == f"{line}\n{line}\n"


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("+ada@math.org", "+redacted"),
        ("-ada+x@math.org", "-redacted"),
        (
            "+-- ⟨ada@math.org⟩, ada@unipi.it, ada@math.univ.ac.id, Ada <ada@math.zone>, mailto:a@math.zone",
            "+-- ⟨redacted⟩, redacted, redacted, Ada <redacted>, mailto:redacted",
        ),
        ("+# written by Ada <ada@math.org>.\r", "+# written by Ada <redacted>.\r"),
        (" token = 'ghp_" + "a1" * 18 + "'", " token = 'redacted'"),
    ],
)
def test_an_address_or_a_secret_in_a_diff_is_replaced_within_its_line(line: str, kept: str) -> None:
    around = ("@@ -1 +1 @@", "+x")
    assert redact_code("\n".join((around[0], line, around[1]))) == "\n".join((around[0], kept, around[1]))


def test_a_private_key_in_a_diff_goes_line_by_line() -> None:
    key = ["-----BEGIN RSA PRIVATE KEY-----", "MIIEow" * 10, "+bc/9d" * 10, "-----END RSA PRIVATE KEY-----"]
    diff = "@@ -0,0 +1,5 @@\n" + "".join(f"+{line}\n" for line in [*key, "theorem x"])
    assert redact_code(diff) == "@@ -0,0 +1,5 @@\n" + "+redacted\n" * 4 + "+theorem x\n"


def test_what_is_explained_in_prose_by_its_name_stays() -> None:
    text = "use `@Nat.add` or @Nat.add, see git@github.com:a/b.git"
    assert mask_mentions(redact_text(text)) == text
    assert mask_mentions("thanks @emmy.") == "thanks @user."


def test_a_prime_tells_a_name_of_lean_from_an_address_in_prose_and_json() -> None:
    text = "match c with | c@Code.zero' => 1; Ada's: 'ada@math.org', and ada@math.org's"
    kept = "match c with | c@Code.zero' => 1; Ada's: 'redacted', and redacted's"
    assert redact_text(text) == kept
    assert json.loads(redact_json(json.dumps(text).encode())) == kept


@pytest.mark.parametrize(
    "text",
    ["see @x " + "Q" * 100_000, "x@" + "a." * 50_000, "@" * 100_000, "a@a." * 25_000, "-----BEGIN " * 10_000,
     "-----BEGIN PRIVATE KEY-----" * 4_000, "hf_" * 30_000, "eyJ" * 30_000, "hf_" + "a" * 100_000,
     ".abcdef." * 50_000, "sk-" * 30_000],
    ids=lambda text: text[:12],
)  # fmt: skip
def test_a_long_text_takes_time_in_proportion(text: str) -> None:
    """A hundred thousand letters; an unbounded pattern took a second for sixteen thousand."""
    began = time.process_time()
    redact_text(text)
    redact_code(text)
    redact_json(text.encode())
    assert time.process_time() - began < 3
