"""What several test modules share."""

from pathlib import Path

import pytest

SHARED = Path(__file__).parent.parent.parent / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real inputs beside the project; without it the test is skipped and says so."""
    if not SHARED.is_dir():
        pytest.skip("needs ../shared, which is not here")
    return SHARED
