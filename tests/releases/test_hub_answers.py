"""What the Hub, a network or a middleman answers is told apart: only the Hub's own word is an absence."""

import contextlib
import http.server
import os
import threading
import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from test_push import REPO, push, quiet

from curate.releases.answers import ABSENT, Answer, Contested, Transient, find_wait, judge_answer
from curate.releases.build import build_release
from curate.releases.definition import Definition
from curate.releases.hub import open_hub
from curate.releases.listing import list_releases
from curate.releases.push import look, next_step, read_release
from curate.releases.retries import ASKED_WAIT_S, COUNTDOWN_S, FIRST_WAIT_S, RetryPolicy
from curate.releases.sources import open_source
from curate.releases.versions import parse_version
from curate.schemas.errors import Failed, Refused, Stopped
from curate.standins.hub.faults import Faults, Kind
from curate.standins.hub.server import Hub, serve_hub

NOW = datetime(2026, 4, 5, 12, tzinfo=UTC)
pytestmark = pytest.mark.filterwarnings("ignore:Use 'content=<...>':DeprecationWarning")


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory, dataset: Path, definition: tuple[Definition, str]) -> Path:
    """Release 0.1.0 with one config, so that a push has few files."""
    folder = tmp_path_factory.mktemp("one")
    small = definition[0].model_copy(update={"configs": ("snapshots",)})
    build_release(dataset, small, definition[1], parse_version("0.1.0"), folder / "v1", previous=None)
    return folder / "v1"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, release: Path) -> Iterator[Hub]:
    """A Hub with the release on it."""
    folder = tmp_path_factory.mktemp("served")
    with pytest.MonkeyPatch.context() as patch, serve_hub(folder / "hub", {"hf_writer": "write"}) as hub:
        patch.setenv("HF_TOKEN", "hf_writer")
        push(hub, release, folder / "ledger.jsonl")
        yield hub


@pytest.fixture
def published(served: Hub, monkeypatch: pytest.MonkeyPatch) -> Hub:
    """The same, without faults."""
    monkeypatch.setenv("HF_TOKEN", "hf_writer")
    served.faults = Faults()
    return served


def answer(
    status: int, method: str = "GET", body: bytes = b"", url: str = "http://hub/api/x", **headers: str
) -> Answer:
    return Answer(status, method, url, {name.replace("_", "-"): value for name, value in headers.items()}, body)


@pytest.mark.parametrize("code", sorted(ABSENT))
def test_the_hubs_own_word_is_an_absence(code: str) -> None:
    assert judge_answer(answer(404, x_error_code=code), NOW) is None


@pytest.mark.parametrize(
    ("given", "kind", "words"),
    [
        (answer(404, body=b"<html>nothing here</html>"), Stopped, "a web page"),
        (answer(404), Stopped, "nothing is known"),
        (answer(403, body=b"<html>Request blocked</html>", content_type="text/html"), Stopped, "proxy or firewall"),
        (answer(403, x_error_code="GatedRepo", x_error_message="You must ask."), Stopped, "You must ask."),
        (answer(401, x_error_code="GatedRepo", x_error_message="Please log in."), Stopped, "Please log in."),
        (answer(403, x_error_message="Access to this resource is disabled."), Stopped, "is disabled"),
        (answer(403, "POST", b'{"error": "storage limit reached"}'), Stopped, "storage limit reached"),
        (answer(403, "POST", b'{"error": "you must use a write token"}'), Refused, "token that may write"),
        (answer(403, "POST"), Refused, "token that may write"),
        (answer(401, x_error_message="Invalid credentials in Authorization header"), Refused, "Invalid credentials"),
        (answer(409, "POST", b'{"error": "in progress"}'), Contested, "in progress"),
        (answer(412, "POST"), Contested, "412"),
        (answer(429, body=b'{"error": "hourly quotas"}'), Transient, "hourly quotas"),
        (answer(500), Transient, "500"),
        (answer(503, body=b"<html>bad gateway</html>"), Transient, "503"),
        (answer(418), Failed, "418"),
        (answer(425), Transient, "425"),
        (answer(522, body=b"error code: 522"), Transient, "522"),
        (answer(200, body=b"<html>wifi</html>", content_type="application/xhtml+xml"), Transient, "login"),
        (answer(200, body=b"<html>wifi</html>", content_type="text/html"), Transient, "login"),
    ],
)
def test_each_failure_is_the_error_that_says_what_to_do(given: Answer, kind: type[Exception], words: str) -> None:
    failure = judge_answer(given, NOW)
    assert type(failure) is kind
    assert words in str(failure)
    if kind is not Refused:
        assert "may write" not in str(failure)


@pytest.mark.parametrize("given", [answer(200, body=b"{}"), answer(206), answer(302), answer(307), answer(416)])
def test_an_answer_is_no_failure(given: Answer) -> None:
    assert judge_answer(given, NOW) is None


def test_a_page_below_resolve_may_be_a_file_of_the_release() -> None:
    assert (
        judge_answer(answer(200, url="http://hub/datasets/a/b/resolve/x/y.html", content_type="text/html"), NOW) is None
    )


def test_the_hubs_words_are_escaped_and_cut() -> None:
    failure = judge_answer(answer(403, x_error_message="\x1b[2J" + "x" * 900), NOW)
    assert "\x1b" not in str(failure)
    assert len(str(failure)) < 500


@pytest.mark.parametrize(
    ("headers", "wait"),
    [
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "Sun, 05 Apr 2026 12:00:30 GMT"}, 30.0),
        ({"retry-after": "Sun, 05 Apr 2026 11:00:00 GMT"}, 0.0),
        ({"retry-after": "soon"}, None),
        ({"ratelimit": '"api";r=0;t=290'}, 290.0),
        ({"ratelimit": '"api";r=12;t=290'}, None),
        ({"ratelimit": '"pages";r=12;t=900, "api";r=0;t=77'}, 77.0),
        ({"ratelimit-remaining": "0", "ratelimit-reset": "33"}, 33.0),
        ({"retry-after": "Sun Apr  5 12:00:30 2026"}, 30.0),
        ({"retry-after": "10000000000000000000 Mar 2026"}, None),
        ({}, None),
    ],
)
def test_a_wait_is_what_the_hub_asks_for(headers: dict[str, str], wait: float | None) -> None:
    assert find_wait(headers, NOW) == wait


def test_a_long_wait_counts_down_and_one_too_long_says_when_to_return() -> None:
    said: list[str] = []
    waits: list[float] = []
    answers = iter([Transient("busy", 70.0), None, Transient("busy", ASKED_WAIT_S + 3300)])

    def call() -> str:
        if failure := next(answers):
            raise failure
        return "done"

    retries = RetryPolicy(said.append, waits.append, lambda: NOW)
    assert retries.try_until_done(call) == "done"
    assert waits == [COUNTDOWN_S, COUNTDOWN_S, 10.0]
    assert said[1:] == ["40 s left", "10 s left"]
    with pytest.raises(Stopped, match=r"at 13:00 UTC"):
        retries.try_until_done(call)


@pytest.mark.parametrize("kind", ["busy_until", "rate_limited", "quota"])
def test_a_push_waits_as_long_as_the_hub_asks(hub: Hub, release: Path, tmp_path: Path, kind: Kind) -> None:
    hub.faults.retry_after_s = 7
    assert hub.faults.retry_after_s != FIRST_WAIT_S
    hub.faults.script.append(("POST", "/commit/", kind))
    waits: list[float] = []
    push(hub, release, tmp_path / "ledger.jsonl", waits)
    assert waits == [7.0]


READ_FAULTS: list[tuple[str, Kind, str]] = [
    ("/resolve/", "gated", "not in the authorized list"),
    ("/resolve/", "gated_login", "not in the authorized list"),
    ("/resolve/", "blocked", "proxy or firewall"),
    ("/resolve/", "not_found_page", "nothing is known"),
    ("/resolve/", "down", "times in a row"),
    ("/resolve/", "dropped", "times in a row"),
    ("/resolve/", "error", "times in a row"),
    ("/refs", "page", "login"),
    ("/refs", "disabled", "is disabled"),
    ("/refs", "blocked", "proxy or firewall"),
    ("/refs", "not_found_page", "nothing is known"),
]


@pytest.mark.parametrize(("part", "kind", "words"), READ_FAULTS)
def test_what_could_not_be_read_is_never_called_absent(
    published: Hub, release: Path, tmp_path: Path, part: str, kind: Kind, words: str
) -> None:
    published.faults.standing.append(("*", part, kind))
    before = len(published.requests)
    with pytest.raises(Stopped, match=words):
        list_releases(open_hub(REPO, published.endpoint), quiet())
    with pytest.raises(Stopped, match=words):
        push(published, release, tmp_path / "ledger.jsonl")
    with pytest.raises(Stopped, match=words), open_source(f"{REPO}@0.1.0", published.endpoint, lambda _: None, quiet()):
        pass
    assert all(method in ("GET", "HEAD") for method, _ in published.requests[before:])


@pytest.mark.parametrize("requests", [0, 1, 4])
def test_a_hub_that_goes_down_half_way_stops_each_command(published: Hub, requests: int) -> None:
    published.faults.down_after = requests
    with pytest.raises(Stopped, match="times in a row"), open_source(REPO, published.endpoint, lambda _: None, quiet()):
        pass
    published.faults.down_after = min(requests, 3)
    with pytest.raises(Stopped, match="times in a row"):
        list_releases(open_hub(REPO, published.endpoint), quiet())


@pytest.mark.parametrize("requests", [3, 20, 45])
def test_a_push_that_loses_the_hub_anywhere_goes_on_when_it_is_back(
    hub: Hub, release: Path, tmp_path: Path, requests: int
) -> None:
    hub.faults.down_after = requests
    with contextlib.suppress(Stopped):
        push(hub, release, tmp_path / "ledger.jsonl")
    hub.faults.down_after = None
    commit = push(hub, release, tmp_path / "ledger.jsonl")
    assert [tag["targetCommit"] for tag in hub.repo(REPO).refs("tags")] == [commit]
    assert [entry["title"] for entry in hub.repo(REPO).log("main")] == ["Release 0.1.0", "initial commit"]


def test_a_full_account_keeps_the_hubs_words(hub: Hub, release: Path, tmp_path: Path) -> None:
    hub.faults.standing.append(("POST", "/commit/", "storage"))
    with pytest.raises(Stopped, match="storage limit reached, please upgrade your plan") as stopped:
        push(hub, release, tmp_path / "ledger.jsonl")
    assert "may write" not in str(stopped.value)


def test_a_card_that_the_hub_refuses_is_refused_with_its_words(hub: Hub, release: Path, tmp_path: Path) -> None:
    hub.faults.standing.append(("POST", "/validate-yaml", "card"))
    with pytest.raises(Refused, match="license"):
        push(hub, release, tmp_path / "ledger.jsonl")


def test_large_files_may_lie_on_another_host(hub: Hub, release: Path, tmp_path: Path) -> None:
    hub.faults.standing.append(("*", "/resolve/", "elsewhere"))
    assert push(hub, release, tmp_path / "ledger.jsonl")
    assert any(kind == "elsewhere" for _, _, kind in hub.faults.done)


def test_a_renamed_repository_is_followed_whatever_is_asked(hub: Hub, release: Path, tmp_path: Path) -> None:
    hub.faults.script += [
        (method, part, "renamed")
        for method, part in (("GET", "/refs"), ("POST", "/preupload"), ("POST", "/commit/"), ("POST", "/tag/"),
                             ("GET", "/resolve/"))
    ]  # fmt: skip
    commit = push(hub, release, tmp_path / "ledger.jsonl")
    assert hub.faults.script == []
    assert [tag["targetCommit"] for tag in hub.repo(REPO).refs("tags")] == [commit]


@pytest.mark.parametrize("part", ["/refs", "/resolve/"])
def test_a_hub_that_hangs_stops_each_command_and_is_no_absence(published: Hub, part: str) -> None:
    published.faults.slow_s = 0.05
    published.faults.standing.append(("*", part, "hangs"))
    with pytest.raises(Stopped, match="504"):
        list_releases(open_hub(REPO, published.endpoint), quiet())
    with pytest.raises(Stopped, match="504"), open_source(f"{REPO}@0.1.0", published.endpoint, lambda _: None, quiet()):
        pass


def test_no_answer_at_all_is_a_failure_that_passes(published: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("curate.releases.hub.TIMEOUT_S", 0.2)
    published.faults.slow_s = 1.0
    published.faults.script.append(("GET", "/refs", "hangs"))
    with pytest.raises(Transient, match="no whole answer"):
        open_hub(REPO, published.endpoint).fetch_state()
    assert open_hub(REPO, published.endpoint).fetch_state().head


def test_a_full_disk_is_called_one(published: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device", "/scratch/table")

    client = open_hub(REPO, published.endpoint)
    monkeypatch.setattr(client._api, "hf_hub_download", fail)
    with pytest.raises(Stopped, match="the disk is full at /scratch/table"):
        client.fetch_file("main", "README.md")


def test_offline_mode_is_honoured(published: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.constants.is_offline_mode", lambda: True)
    monkeypatch.setattr("huggingface_hub.is_offline_mode", lambda: True)
    before = len(published.requests)
    with pytest.raises(Stopped, match="HF_HUB_OFFLINE"):
        list_releases(open_hub(REPO, published.endpoint), quiet())
    assert len(published.requests) == before


@contextlib.contextmanager
def forward_proxy() -> Iterator[tuple[str, list[str]]]:
    """A proxy that passes GET requests on; its address and what it was asked for."""
    asked: list[str] = []

    class Proxy(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
            with direct.open(self.path) as page:
                body = page.read()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def test_the_proxy_of_the_environment_is_used(published: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.lower().endswith("_proxy")]:
        monkeypatch.delenv(name)
    with forward_proxy() as (address, asked):
        monkeypatch.setenv("HTTP_PROXY", address)
        assert open_hub(REPO, published.endpoint).fetch_state().tags.keys() == {"v0.1.0"}
    assert asked == [f"{published.endpoint}/api/datasets/{REPO}/refs"]


def test_a_published_version_is_seen_as_such(published: Hub, release: Path, tmp_path: Path) -> None:
    client, read = open_hub(REPO, published.endpoint), read_release(release)
    assert next_step(read, look(client, read, tmp_path / "ledger.jsonl"), None).do in ("verify", "done")
