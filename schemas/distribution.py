"""How this project is called on PyPI: its version and the advice to install one of its extras."""

DISTRIBUTION = "mathlib-curate"
"""The distribution's name; `curate` on PyPI is another project's."""


def installed_version() -> str:
    """The version of this project as it is installed."""
    from importlib.metadata import version  # here, for it takes a tenth of the time that `curate --help` may take

    return version(DISTRIBUTION)


def install_advice(extra: str) -> str:
    """The command that installs `extra`, e.g. `pip install 'mathlib-curate[hub]'`."""
    return f"pip install '{DISTRIBUTION}[{extra}]'"
