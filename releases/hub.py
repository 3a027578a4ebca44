"""The edge to the Hugging Face Hub. Every call is tried once here; `push` decides what a failure means.

`huggingface_hub` reads its settings when it is first imported, so nothing imports it before `open_hub` has set them.
Tokens stay with it: none is read, stored or printed here.
"""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from curate.schemas.distribution import install_advice
from curate.schemas.errors import Failed, Missing, Refused
from curate.schemas.text import printable

if TYPE_CHECKING:
    from huggingface_hub import HfApi

PUBLIC = "https://huggingface.co"
T = TypeVar("T")
_BUSY = frozenset({408, 429, 500, 502, 503, 504})
TIMEOUT_S = 60.0
HUB_FILE = ".gitattributes"
"""The one file that the Hub itself puts into a repository."""


class Transient(Failed):
    """The Hub did not answer, or not now: look at it again and go on. `wait_s` is how long it asks to wait."""

    def __init__(self, what: str, wait_s: float | None = None) -> None:
        super().__init__(what)
        self.wait_s = wait_s


class Contested(Transient):
    """The Hub refused a write because something else changed: 409 or 412."""


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
        refs = self._ask(lambda: self._api.list_repo_refs(self.repo, repo_type="dataset"), missing=None)
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
            local = self._ask(
                lambda: self._api.hf_hub_download(
                    self.repo, path, repo_type="dataset", revision=revision, cache_dir=cache
                ),
                missing=None,
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

    def _ask(self, call: Callable[[], T], **otherwise: Any) -> T | Any:
        """The answer of `call`; with ``missing=value``, `value` where there is nothing of that name."""
        import httpx2
        from huggingface_hub import errors

        try:
            return call()
        except (errors.RepositoryNotFoundError, errors.RevisionNotFoundError, errors.EntryNotFoundError) as error:
            if "missing" in otherwise and _status(error) != 401:
                return otherwise["missing"]
            raise Refused(
                f"{self.repo} is not on {self.endpoint}, or this login can't see it: {_say(error)}"
            ) from error
        except (errors.HfHubHTTPError, httpx2.TransportError, OSError) as error:
            raise _translate(error, self.endpoint) from error
        except RuntimeError as error:  # how the library wraps what went wrong with one of several uploads
            if error.__cause__ is None:
                raise
            raise _translate(error.__cause__, self.endpoint) from error


def _translate(error: BaseException, endpoint: str) -> BaseException:
    """The error of ours that says what to do about `error`."""
    import httpx2
    from huggingface_hub import errors

    if isinstance(error, errors.HfHubHTTPError):
        return _judge(error.response.status_code, error.response.headers.get("retry-after"), error)
    if isinstance(error, httpx2.TransportError | errors.LocalEntryNotFoundError | OSError):
        return Transient(f"no whole answer from {endpoint}: {_say(error)}")
    return error


def _judge(status: int, retry_after: str | None, error: BaseException) -> Failed | Refused:
    if status in (409, 412):
        return Contested(f"the Hub answered {status}: {_say(error)}")
    if status in _BUSY:
        wait = float(retry_after) if retry_after and retry_after.isdigit() else None
        return Transient(f"the Hub answered {status}", wait)
    if status in (401, 403):
        return Refused(f"the Hub answered {status}: log in with a token that may write (hf auth login, or HF_TOKEN)")
    return Failed(f"the Hub answered {status}: {_say(error)}")


def _status(error: BaseException) -> int | None:
    return getattr(getattr(error, "response", None), "status_code", None)


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


def _one_try_client() -> Any:
    """An HTTP client that raises on a busy answer, so that no wait is hidden inside the library.

    huggingface_hub itself sleeps through 429 and 5xx, for as long as the server says and without a word.
    """
    import httpx2

    def refuse_busy(response: httpx2.Response) -> None:
        if response.status_code in _BUSY:
            raise _judge(response.status_code, response.headers.get("retry-after"), Exception())

    return httpx2.Client(event_hooks={"response": [refuse_busy]}, follow_redirects=True, timeout=TIMEOUT_S)
