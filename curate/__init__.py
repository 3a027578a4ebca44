"""Builds, checks, measures and publishes the MathlibPR and StochBench datasets.

`from curate import open_dataset, label_pull, check_lean, judge, build_release`; see `docs/api.md`.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from curate.api import build_release as build_release
    from curate.api import check_lean as check_lean
    from curate.api import judge as judge
    from curate.api import label_pull as label_pull
    from curate.dataset import Dataset as Dataset
    from curate.dataset import open_dataset as open_dataset

__version__ = "0.1.0"

_PUBLIC = {
    "Dataset": "curate.dataset",
    "open_dataset": "curate.dataset",
    "build_release": "curate.api",
    "check_lean": "curate.api",
    "judge": "curate.api",
    "label_pull": "curate.api",
}


def __getattr__(name: str) -> Any:
    """The public functions, imported at their first use, so that `curate --help` stays quick."""
    if name in _PUBLIC:
        from importlib import import_module

        return getattr(import_module(_PUBLIC[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
