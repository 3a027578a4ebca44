"""What several test modules share."""

import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from curate.formalize.lean.embedded import EmbeddedLean, open_embedded
from curate.schemas.errors import Missing

# A busy machine is no fault of an input.
settings.register_profile("curate", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("curate")

# Below nohup, or in the background of a shell, children would inherit that these are ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)

SHARED = Path(__file__).parent.parent.parent / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real inputs beside the project; without it the test is skipped and says so."""
    if not SHARED.is_dir():
        pytest.skip("needs ../shared, which is not here")
    return SHARED


@pytest.fixture(scope="session")
def lean_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One cache for the session, so that the prelude is compiled once."""
    return tmp_path_factory.mktemp("lean-cache")


@pytest.fixture(scope="session")
def lean(lean_cache: Path) -> EmbeddedLean:
    """The embedded Lean; where it can't be installed the test is skipped and says so."""
    try:
        return open_embedded(lean_cache)
    except Missing as missing:
        pytest.skip(f"needs the embedded Lean: {missing}")
