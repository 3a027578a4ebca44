"""Any value of ours as what JSON can hold."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from pathlib import PurePath

_DECLARED = ("model_fields", "__struct_fields__", "_fields")
"""Where pydantic, msgspec and named tuples keep the names of fields."""


def to_plain(value: object) -> object:
    """Records, dataclasses and named tuples become objects; dates their ISO form; paths and the rest their text."""
    if value is None or isinstance(value, str | int | float | bool):
        return value
    if isinstance(value, date):  # a datetime is one
        return value.isoformat()
    if isinstance(value, PurePath):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): to_plain(item) for key, item in value.items()}
    named = _named_fields(value)
    if named is not None:
        return {name: to_plain(getattr(value, name)) for name in named}
    if isinstance(value, list | tuple | set | frozenset):
        return [to_plain(item) for item in (sorted(value) if isinstance(value, set | frozenset) else value)]
    return str(value)


def _named_fields(value: object) -> list[str] | None:
    if is_dataclass(value):
        return [field.name for field in fields(value)]
    declared = next((found for name in _DECLARED if (found := getattr(type(value), name, None))), None)
    return list(declared) if declared is not None else None
