"""The edge to the Hugging Face Hub. Every call is tried once here; `push` decides what a failure means.

`huggingface_hub` reads its settings when it is first imported, so nothing imports it before `open_hub` has set them.
Tokens stay with it: none is read, stored or printed here. What an answer means is decided in `answers`.
"""

import errno
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from curate.releases.answers import CARD_CHECK, Answer, Transient, is_page_type, judge_answer
from curate.schemas.distribution import install_advice
from curate.schemas.errors import CurateError, Failed, Missing, Refused, Stopped
from curate.schemas.text import printable

if TYPE_CHECKING:
    import httpx2
    from huggingface_hub import HfApi

PUBLIC = "https://huggingface.co"
T = TypeVar("T")
TIMEOUT_S = 60.0
HUB_FILE = ".gitattributes"
"""The one file that the Hub itself puts into a repository."""


class Commit(NamedTuple):
    """One commit of a dataset repository."""

    oid: str
    title: str
    date: str


class Published(NamedTuple):
    """A repository as it stands: the head of main, the tags with their commits; `head` None: there is none."""

    head: str | None
    tags: dict[str, str]


class Stored(NamedTuple):
    """A file of a commit by its content: its sha256 if it is a large one, else its git blob id."""

    sha256: str | None
    blob: str


class Hub:
    """One dataset repository on one Hub."""

    def __init__(self, api: "HfApi", repo: str) -> None:
        self._api, self.repo = api, repo

    @property
    def endpoint(self) -> str:
        """The address of the Hub."""
        return self._api.endpoint

    def fetch_state(self) -> Published:
        """The head of main and all tags."""
        refs = self._find(lambda: self._api.list_repo_refs(self.repo, repo_type="dataset"), "RepoNotFound")
        if refs is None:
            return Published(None, {})
        heads = {branch.name: branch.target_commit for branch in refs.branches}
        return Published(heads.get("main"), {tag.name: tag.target_commit for tag in refs.tags})

    def fetch_commits(self, revision: str) -> list[Commit]:
        """The commits up to `revision`, newest first."""
        found = self._ask(lambda: self._api.list_repo_commits(self.repo, repo_type="dataset", revision=revision))
        return [Commit(commit.commit_id, commit.title, str(commit.created_at.date())) for commit in found]

    def fetch_tree(self, revision: str) -> dict[str, Stored]:
        """The files at `revision`."""
        from huggingface_hub.hf_api import RepoFile

        listed = self._ask(
            lambda: list(self._api.list_repo_tree(self.repo, repo_type="dataset", revision=revision, recursive=True))
        )
        return {
            entry.path: Stored(entry.lfs.sha256 if entry.lfs else None, entry.blob_id)
            for entry in listed
            if isinstance(entry, RepoFile)
        }

    def fetch_file(self, revision: str, path: str) -> bytes | None:
        """One small file, past every cache; None when the revision has no such file."""
        with tempfile.TemporaryDirectory(prefix="curate-") as cache:
            local = self._find(
                lambda: self._api.hf_hub_download(
                    self.repo, path, repo_type="dataset", revision=revision, cache_dir=cache
                ),
                "EntryNotFound",
            )
            return Path(local).read_bytes() if local is not None else None

    @contextmanager
    def fetch_release(self, revision: str, each: Callable[[Callable[[], Any]], Any]) -> Iterator[Path]:
        """All files at `revision`, downloaded into an empty folder that goes when the block ends.

        `each` makes the calls, so that a failure costs one file and not all.
        """
        with tempfile.TemporaryDirectory(prefix="curate-") as scratch:
            target = Path(scratch) / "release"
            for path in each(lambda: self.fetch_tree(revision)):
                if path == HUB_FILE:
                    continue
                if path.startswith("/") or ".." in path.split("/"):
                    raise Refused(f"{self.repo} holds a file named {printable(path, 80)}")
                each(lambda path=path: self._fetch_into(target, revision, path))  # type: ignore[misc]
            shutil.rmtree(target / ".cache", ignore_errors=True)  # the library's own bookkeeping
            yield target

    def _fetch_into(self, target: Path, revision: str, path: str) -> None:
        cache = target.with_name("cache")
        self._ask(
            lambda: self._api.hf_hub_download(
                self.repo, path, repo_type="dataset", revision=revision, cache_dir=cache, local_dir=target
            )
        )

    def create(self) -> None:
        """Makes the repository."""
        self._ask(lambda: self._api.create_repo(self.repo, repo_type="dataset", exist_ok=True))

    def commit(self, folder: Path, files: list[str], gone: list[str], title: str, parent: str) -> None:
        """One commit on top of `parent` that makes main hold `files` of `folder` and not those that are `gone`."""
        from huggingface_hub import CommitOperationAdd, CommitOperationCopy, CommitOperationDelete

        operations: list[CommitOperationAdd | CommitOperationCopy | CommitOperationDelete] = [
            *(CommitOperationDelete(path) for path in gone),
            *(CommitOperationAdd(path, folder / path) for path in files),
        ]
        self._ask(
            lambda: self._api.create_commit(
                self.repo, operations, commit_message=title, repo_type="dataset", parent_commit=parent
            )
        )

    def tag(self, name: str, oid: str, message: str) -> None:
        """Makes the tag `name` on commit `oid`; never moves one."""
        self._ask(
            lambda: self._api.create_tag(self.repo, tag=name, tag_message=message, revision=oid, repo_type="dataset")
        )

    def _find(self, call: Callable[[], T], code: str) -> T | None:
        """The answer of `call`, or None where the Hub itself says with `code` that there is nothing of that name."""
        from huggingface_hub.errors import HfHubHTTPError

        def look() -> T | None:
            try:
                return call()
            except HfHubHTTPError as error:
                if error.response.status_code == 404 and error.response.headers.get("x-error-code") == code:
                    return None
                raise

        return self._ask(look)

    def _ask(self, call: Callable[[], T]) -> T:
        """The answer of `call`, or the error of ours that says what to do about its failure."""
        import httpx2

        try:
            return call()
        except (OSError, json.JSONDecodeError, httpx2.TransportError, httpx2.DecodingError) as error:
            raise self._translate(error) from error
        except RuntimeError as error:  # how the library wraps what went wrong with one of several uploads
            if error.__cause__ is None:
                raise
            raise self._translate(error.__cause__) from error

    def _translate(self, error: BaseException) -> BaseException:
        import httpx2
        from huggingface_hub import errors

        if isinstance(error, CurateError):
            return error
        if isinstance(error, errors.LocalEntryNotFoundError):  # its words advise on a cache that is not used here
            return self._translate(error.__cause__) if error.__cause__ else Transient(self._no_answer(error))
        if isinstance(error, errors.RepositoryNotFoundError | errors.RevisionNotFoundError | errors.EntryNotFoundError):
            return Refused(f"{self.repo} is not on {self.endpoint}, or this login can't see it: {_say(error)}")
        if isinstance(error, errors.HfHubHTTPError):
            return Failed(f"the Hub answered {error.response.status_code}: {_say(error)}")
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
            place = error.filename or tempfile.gettempdir()
            return Stopped(f"the disk is full at {place}; free some space and run the same command again")
        if isinstance(error, json.JSONDecodeError | OSError | httpx2.TransportError | httpx2.DecodingError):
            return Transient(self._no_answer(error))
        return error

    def _no_answer(self, error: BaseException) -> str:
        return f"no whole answer from {self.endpoint}: {_say(error)}"


def _say(error: BaseException) -> str:
    return printable(str(error).split("\n\n")[-1].strip(), 200)


def open_hub(repo: str, endpoint: str | None = None) -> Hub:
    """The repository `repo` on `endpoint`, by default the public Hub or what HF_ENDPOINT names.

    Xet, the Hub's own upload protocol, is left out towards any other server: only the public Hub speaks it.

    Raises:
        Missing: huggingface_hub is not installed.
    """
    address = (endpoint or os.environ.get("HF_ENDPOINT") or PUBLIC).rstrip("/")
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
    os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")
    if address != PUBLIC:
        os.environ["HF_ENDPOINT"] = address
        os.environ["HF_HUB_DISABLE_XET"] = "1"
    try:
        from huggingface_hub import HfApi, set_client_factory
    except ImportError as error:
        raise Missing(f"publishing needs huggingface_hub: {install_advice('hub')}") from error
    set_client_factory(_one_try_client)
    return Hub(HfApi(endpoint=address, library_name="curate"), repo)


def _one_try_client() -> "httpx2.Client":
    """An HTTP client that raises our error for an answer or a lost connection, before the library sees it.

    huggingface_hub itself sleeps through 429, 5xx and lost connections, for as long as the server says and without a
    word, and takes a refused or lost request for an absence. Proxies are those of the environment.
    """
    import httpx2

    class OneTryClient(httpx2.Client):
        def send(self, request: httpx2.Request, **options: Any) -> httpx2.Response:
            try:
                return super().send(request, **options)
            except httpx2.TransportError as error:
                raise Transient(f"no whole answer from {request.url.host}: {_say(error)}") from error

    return OneTryClient(
        event_hooks={"request": [_refuse_offline], "response": [_refuse_failure]},
        follow_redirects=True,
        timeout=TIMEOUT_S,
    )


def _refuse_offline(request: "httpx2.Request") -> None:
    from huggingface_hub import is_offline_mode

    if is_offline_mode():
        raise Stopped(f"HF_HUB_OFFLINE is set, so {request.url.host} is not asked; unset it and run the same command")


def _refuse_failure(response: "httpx2.Response") -> None:
    page = is_page_type(response.headers.get("content-type", ""))
    read = response.status_code >= 400 or page or str(response.request.url).endswith(CARD_CHECK)
    if read:
        response.read()
    headers = {name.lower(): value for name, value in response.headers.items()}
    body = response.content if read else b""
    answer = Answer(response.status_code, response.request.method, str(response.request.url), headers, body)
    failure = judge_answer(answer, datetime.now(UTC))
    if failure is not None:
        raise failure
