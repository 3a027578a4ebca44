"""Arrow schemas, derived from the records."""

import types
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

if TYPE_CHECKING:
    import pyarrow as pa


def arrow_schema(record: type[BaseModel]) -> "pa.Schema":
    """The Arrow schema of `record`: `string`, `int64`, `float64`, `bool`, `timestamp[us, UTC]`, lists and structs."""
    import pyarrow as pa

    return pa.schema([_field(name, field.rebuild_annotation()) for name, field in record.model_fields.items()])


def _field(name: str, hint: Any) -> "pa.Field":
    import pyarrow as pa

    inner, nullable = _optional(hint)
    return pa.field(name, _type(inner), nullable=nullable)


def _optional(hint: Any) -> tuple[Any, bool]:
    if get_origin(hint) is Annotated:
        return _optional(get_args(hint)[0])
    if get_origin(hint) in (Union, types.UnionType):
        (inner,) = [arg for arg in get_args(hint) if arg is not type(None)]
        return _optional(inner)[0], True
    return hint, False


def _type(hint: Any) -> "pa.DataType":
    import pyarrow as pa

    plain = {str: pa.string(), int: pa.int64(), bool: pa.bool_(), float: pa.float64()}
    if hint in plain:
        return plain[hint]
    if hint is datetime:
        return pa.timestamp("us", tz="UTC")
    origin = get_origin(hint)
    if origin is Literal:
        return pa.string()
    if origin in (tuple, list):
        inner, nullable = _optional(get_args(hint)[0])
        return pa.list_(pa.field("element", _type(inner), nullable=nullable))
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        return pa.struct([_field(name, field.rebuild_annotation()) for name, field in hint.model_fields.items()])
    raise TypeError(f"no Arrow type for {hint!r}")
