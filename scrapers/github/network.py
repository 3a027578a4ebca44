"""What goes wrong before GitHub answers: told apart into what another try may mend and what it never will."""

import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from curate.schemas.errors import Refused
from curate.schemas.text import printable

RESOLVE_S = 4.0
"""So long a host's name may take to resolve before the first request."""
_CERTIFICATE_WORDS = ("certificate_verify_failed", "certificate verify failed", "hostname mismatch", "self-signed")


@dataclass(frozen=True)
class NetworkTrouble:
    """Why there was no answer. `kind`: `address` and `certificate` stay as they are however often one tries."""

    kind: Literal["address", "certificate", "unresolved", "refused", "passing"]
    why: str


def check_address(url: str) -> None:
    """Refuses what PyGithub and requests can't ask.

    Raises:
        Refused: `url` is not http(s)://host[:port][/path], or names its host by an IPv6 address.
    """
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        host = None
    if host is None or parts.scheme not in ("http", "https"):
        raise Refused(f"{printable(url, 200)} is not an address of a GitHub API: http(s)://host[:port][/path]")
    if ":" in host:  # PyGithub takes the brackets off and can't ask then
        raise Refused(f"{printable(url, 200)}: name the host instead of its IPv6 address")


def explain_error(error: BaseException, url: str) -> NetworkTrouble:
    """What an exception of `requests` means for a request to `url`."""
    import requests

    chain = list(_causes(error))
    text = " ".join(str(cause) for cause in chain).lower()
    host = printable(urlsplit(url).netloc or url, 100)
    if isinstance(error, requests.exceptions.SSLError):
        if any(words in text for words in _CERTIFICATE_WORDS):
            return NetworkTrouble(
                "certificate",
                f"the certificate of {host} is not trusted: name the file of your CA in REQUESTS_CA_BUNDLE",
            )
        if "wrong version number" in text or "record layer failure" in text:
            return NetworkTrouble("certificate", f"{host} does not speak TLS: is its address http://?")
    if isinstance(error, ValueError) or "failed to parse" in text:  # requests' own: InvalidURL, MissingSchema, …
        return NetworkTrouble("address", f"{printable(url, 200)} is not an address that can be asked ({_short(error)})")
    if any(isinstance(cause, socket.gaierror) for cause in chain) or "failed to resolve" in text:
        return NetworkTrouble("unresolved", describe_unresolved(host))
    if any(isinstance(cause, ConnectionRefusedError) for cause in chain):
        return NetworkTrouble("refused", f"{host} refuses connections")
    return NetworkTrouble("passing", type(error).__name__)


def find_unresolved(url: str, timeout_s: float = RESOLVE_S) -> str | None:
    """Why the host of `url` can't be reached by its name; None when it resolves or a proxy does that.

    Returns after `timeout_s` at the latest: the system's resolver may take much longer without a network.
    """
    import requests

    parts = urlsplit(url)
    host = parts.hostname
    proxies = requests.utils.get_environ_proxies(url)  # with NO_PROXY alone it is not empty either
    if host is None or {parts.scheme, "all"} & proxies.keys():
        return None
    found: list[bool] = []

    def resolve() -> None:
        try:
            socket.getaddrinfo(host, parts.port or parts.scheme, type=socket.SOCK_STREAM)
        except OSError:
            return
        found.append(True)

    thread = threading.Thread(target=resolve, daemon=True)
    thread.start()
    thread.join(timeout_s)
    return None if found else describe_unresolved(printable(host, 100))


def describe_unresolved(host: str) -> str:
    """What to tell of a host whose name does not resolve."""
    return f"the name {host} did not resolve: is there a network, and is the address right?"


def _causes(error: BaseException) -> Iterator[BaseException]:
    """`error` and what it was raised from; requests and urllib3 also keep causes as arguments and `reason`."""
    waiting: list[object] = [error]
    seen: set[int] = set()
    while waiting:
        cause = waiting.pop(0)
        if not isinstance(cause, BaseException) or id(cause) in seen:
            continue
        seen.add(id(cause))
        yield cause
        waiting += [cause.__cause__, cause.__context__, getattr(cause, "reason", None), *cause.args]


def _short(error: BaseException) -> str:
    return f"{type(error).__name__}: {printable(str(error), 100)}"
