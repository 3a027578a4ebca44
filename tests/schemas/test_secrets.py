"""Secrets: each kind is found and taken out, in text and in bytes; code is never taken for one."""

import json
import random
import string
import time

import pytest

from curate.schemas.secrets import SECRETS, find_secrets, redact_secrets

WORD = "".join(random.Random(3).choices(string.ascii_letters + string.digits, k=200))
HEX = "".join(random.Random(4).choices("0123456789abcdef", k=200))
CAPITALS = "".join(random.Random(5).choices(string.ascii_uppercase + string.digits, k=40))
KEY_LINES = "\n".join(WORD[at : at + 60] for at in (0, 60, 120))

PLANTS = {
    "gh_classic": [f"gh{kind}_{WORD[:36]}" for kind in "pousr"],
    "gh_after_a_letter": [f"x_ghp_{WORD[:36]}", f"xghp_{WORD[:36]}"],
    "gh_fine": [f"github_pat_{WORD[:22]}_{WORD[:59]}"],
    "hf": [f"hf_{WORD[:34]}", f"api_org_{WORD[20:54]}"],
    "api": [f"sk-ant-api03-{WORD[:80]}", f"sk-proj-{WORD[:60]}", f"sk-{WORD[:48]}"],
    "aws": [f"AKIA{CAPITALS[:16]}", f"ASIA{CAPITALS[:16]}", f'aws_secret_access_key = "{WORD[:40]}"',
            f"AWS_SESSION_TOKEN={WORD[:180]}"],
    "slack": [
        f"xoxb-123456789012-123456789012-{WORD[:24]}", f"xoxe.xoxp-1-{WORD[:60]}",
        f"xapp-1-A{CAPITALS[:10]}-12-{HEX[:64]}",
        f"https://hooks.slack.com/services/T{CAPITALS[:8]}/B{CAPITALS[:8]}/{WORD[:24]}",
    ],
    "discord_token": [f"MTk4{WORD[:20]}.{WORD[20:26]}.{WORD[30:57]}"],
    "discord": [f"https://discord.com/api/webhooks/123456789012345678/{WORD[:68]}"],
    "google": [f"AIza{WORD[:35]}", f"GOCSPX-{WORD[:28]}", f"ya29.{WORD[:60]}"],
    "gitlab": [f"glpat-{WORD[:20]}"],
    "npm": [f"npm_{WORD[:36]}"],
    "pypi": [f"pypi-AgEIcHlwaS5vcmc{WORD[:80]}"],
    "stripe": [f"sk_live_{WORD[:24]}", f"rk_live_{WORD[:24]}", f"sk_test_{WORD[:24]}", f"whsec_{WORD[:32]}"],
    "services": [
        f"sq0atp-{WORD[:22]}", f"shpat_{HEX[:32]}", f"ATATT3xFfGF0{WORD[:180]}", f"lin_api_{WORD[:40]}",
        f"NRAK-{CAPITALS[:27]}", f"hvs.{WORD[:90]}", f"dp.pt.{WORD[:43]}", f"tskey-auth-{WORD[:16]}-{WORD[:32]}",
        f"AGE-SECRET-KEY-1{(CAPITALS * 2)[:58]}", f"xai-{WORD[:80]}", f"nvapi-{WORD[:64]}", f"pplx-{WORD[:48]}",
        f"lsv2_pt_{HEX[:32]}_{HEX[:10]}", f"hf_oauth_{WORD[:60]}",
    ],
    "basic": [f"Authorization: Basic {WORD[:40]}=="],
    "sendgrid": [f"SG.{WORD[:22]}.{WORD[:43]}"],
    "telegram": [f"1234567890:AA{WORD[:33]}"],
    "twilio": [f"SK{HEX[:32]}", f"AC{HEX[32:64]}"],
    "azure": [f"AccountKey={WORD[:86]}=="],
    "digitalocean": [f"dop_v1_{HEX[:64]}"],
    "databricks": [f"dapi{HEX[:32]}"],
    "docker": [f"dckr_pat_{WORD[:27]}"],
    "mailgun": [f"key-{HEX[:32]}"],
    "inference": [f"gsk_{WORD[:52]}", f"r8_{WORD[:37]}"],
    "header": [f"Authorization: Bearer {WORD[:40]}"],
    "setting": [
        f"token = {HEX[:40]}", f'GITHUB_TOKEN="{HEX[:40]}"', f"api_key: {HEX[:32]}", f"secret_key='{HEX[:64]}'",
        f"password: {WORD[:20]}", f"github_token = '{WORD[:40]}'",
    ],
    "jwt": [f"eyJ{WORD[:30]}.eyJ{WORD[:60]}.{WORD[:43]}"],
    "url": [f"https://user:{WORD[:20]}@example.org/x"],
    "key": [
        f"-----BEGIN {kind}PRIVATE KEY{block}-----\n{KEY_LINES}\n-----END {kind}PRIVATE KEY{block}-----"
        for kind, block in (("", ""), ("RSA ", ""), ("OPENSSH ", ""), ("PGP ", " BLOCK"))
    ],
}  # fmt: skip
TEXTS = [text for texts in PLANTS.values() for text in texts]
HARMLESS = [
    "theorem hf_aestronglyMeasurableOfIntegrable (hf : Integrable f μ) : True",
    "  (hf_aestronglyMeasurable_of_continuousOn_compact hf)",
    "have hf_measurableSetIntegralCondExp2 := hf.mono",
    "risk-averse_preferences_of_measurable_utility and task-oriented-programming-with-monads",
    "sk-continuousLinearMapOfIsBoundedLinear",
    "import Mathlib.MeasureTheory.Function.AEEqOfIntegral",
    "index 0123456789abcdef0123456789abcdef01234567..89abcdef0123456789abcdef0123456789abcdef 100644",
    "git@github.com:leanprover-community/mathlib4.git and https://github.com:443/x@y",
    "uses: actions/checkout@v4 and npm_config_registry and pypi-publish",
    "laws_of_large_numbers draws_from_the_same_urn awsKey",
    "-----BEGIN PUBLIC KEY-----",
    f"the token of commit {HEX[:40]}, checked out at {HEX[:40]}; key-value and monkey-{HEX[:31]}",
    f"uses: actions/cache@{HEX[:40]} with token: ${{{{ secrets.GITHUB_TOKEN }}}}",
    "a bearer of theorem-proving-with-measurable-functions; Bearer continuousLinearMapOfIsBoundedLinear",
    "structure Token where secret := Nat; password : String := default_value_of_the_field",
    "SKew and ACcumulate; ratio 12345678:AAb; dapi and r8_ and gsk_measurable_of_continuous_on_compact_support_of_f",
    "sk_test_measurable_of_continuous and hvs.measurableSetOfContinuous, tskey-x and dp.st.toFunOfContinuousLinearMap",
    "token: theoremAboutContinuousLinearMaps; secret = Nat.add_comm_of_the_sum; password : AVeryLongNameOfAType.x",
    "Basic continuousLinearMapOfIsBoundedLinearMap and Basic measure theory of a locally compact group",
    "glued and glpat, eyJ alone, AKIAlite",
]


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text[:24])
def test_each_planted_secret_is_found_and_taken_out(text: str) -> None:
    line = f"before {text} after"
    (found,) = find_secrets(line)
    assert line[found.start : found.end] in line
    clean = redact_secrets(line)
    assert find_secrets(clean) == []
    assert "redacted" in clean
    assert clean.startswith("before ")
    assert clean.endswith(" after")
    assert WORD[4:18] not in clean
    assert clean.count("\n") == line.count("\n")


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text[:24])
def test_bytes_of_json_lose_the_same_and_stay_json(text: str) -> None:
    raw = json.dumps({"a": f"line\n{text}\ttail", "b": "é"}).encode()
    values = json.loads(redact_secrets(raw))
    assert values == {"a": redact_secrets(f"line\n{text}\ttail"), "b": "é"}


@pytest.mark.parametrize("text", HARMLESS, ids=lambda text: text[:24])
def test_code_and_prose_are_no_secret(text: str) -> None:
    assert find_secrets(text) == []
    assert redact_secrets(text) == text
    assert redact_secrets(text.encode()) == text.encode()


def test_every_row_of_the_table_has_a_planted_secret() -> None:
    assert {found.name for text in TEXTS for found in find_secrets(text)} == {secret.name for secret in SECRETS}
    for secret in SECRETS:
        assert any(sign in text for sign in secret.signs for text in TEXTS), secret


def test_a_text_cleaned_twice_does_not_change_any_more() -> None:
    once = redact_secrets("\n".join(TEXTS))
    assert redact_secrets(once) == once
    assert find_secrets(once) == []


@pytest.mark.parametrize(
    "text", ["hf_", "sk-", "eyJ", "://a:", "-----BEGIN PRIVATE KEY-----", "xoxb-", "ghp_a", "aws_"]
)
def test_a_line_of_a_megabyte_ends_soon(text: str) -> None:
    long = text * (1_000_000 // len(text))
    start = time.perf_counter()
    find_secrets(long)
    assert time.perf_counter() - start < 30


def test_a_secret_beside_half_a_character_is_found() -> None:
    token = f"ghp_{WORD[:36]}"
    assert redact_secrets(f"\ud800é {token}") == "\ud800é redacted"
