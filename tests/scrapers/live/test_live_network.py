"""What no further try can mend is told at once, with what to do."""

import ssl
import time
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
import requests
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from live_bench import ManualClock
from planted import plant_small

from curate.schemas.errors import Refused, Stopped
from curate.scrapers.github import network
from curate.scrapers.github.client import Client
from curate.scrapers.github.network import explain_error, find_unresolved
from curate.scrapers.github.session import check_access
from curate.scrapers.github.tokens import Token
from curate.standins.github_schema.server import TOKEN, SchemaGitHub


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A certificate for 127.0.0.1 that nobody signed but itself, with its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    form = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    path = tmp_path / "server.pem"
    path.write_bytes(key.private_bytes(*form) + made.public_bytes(serialization.Encoding.PEM))
    return path


def look(url: str, clock: ManualClock | None = None) -> list[float]:
    """Looks at the repository once; returns the waits."""
    waits: list[float] = []
    client = Client(
        Token(TOKEN, "GITHUB_TOKEN"),
        url=url,
        clock=clock or ManualClock(0),
        on_wait=lambda seconds, _: waits.append(seconds),
    )
    try:
        check_access(client, "planted-org/library")
    finally:
        client.close()
    return waits


def test_an_untrusted_certificate_is_told_at_once_and_a_named_one_is_trusted(
    certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate)
    with SchemaGitHub(plant_small(1).records, tls=tls, prefix="/api/v3") as github:
        clock = ManualClock(0)
        with pytest.raises(Refused, match="REQUESTS_CA_BUNDLE"):
            look(github.url, clock)
        assert clock.moment == 0
        monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(certificate))
        assert look(github.url) == []


def test_tls_asked_of_a_server_without_it_is_told_at_once() -> None:
    with SchemaGitHub(plant_small(1).records) as github, pytest.raises(Refused, match="does not speak TLS"):
        look(github.url.replace("http:", "https:"))


@pytest.mark.parametrize("url", ["http://[::1]:9", "https://[2001:db8::1]/v3", "http://127.0.0.1:99999", "nonsense"])
def test_an_address_that_cannot_be_asked_is_refused_at_once(url: str) -> None:
    clock = ManualClock(0)
    with pytest.raises(Refused):
        look(url, clock)
    assert clock.moment == 0


def test_a_port_where_nobody_listens_is_told_after_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with SchemaGitHub(plant_small(1).records) as github:
        url = github.url
    clock = ManualClock(0)
    with pytest.raises(Stopped, match="refuses connections"):
        look(url, clock)
    assert clock.moment < 10


def test_a_name_that_does_not_resolve_is_told_within_five_seconds_however_slow_the_resolver(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setattr(network.socket, "getaddrinfo", lambda *_, **__: time.sleep(30))  # the system's resolver
    began = time.monotonic()
    with pytest.raises(Stopped, match=r"api\.nowhere\.invalid did not resolve"):
        look("https://api.nowhere.invalid")
    assert time.monotonic() - began < 5.5


def test_with_a_proxy_it_is_the_proxy_that_resolves_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9")
    monkeypatch.delenv("NO_PROXY", raising=False)
    assert find_unresolved("https://api.nowhere.invalid") is None


def test_a_passing_failure_of_the_network_is_not_taken_for_one_that_stays() -> None:
    passing = (requests.ConnectionError("reset"), requests.Timeout("slow"), requests.exceptions.ChunkedEncodingError())
    for error in passing:
        assert explain_error(error, "https://api.github.com").kind == "passing"
