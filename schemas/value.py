"""Frozen values that are made in the program. What comes from outside is a `Record`, whose fields are checked."""

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, kw_only_default=True)
def value(declared: type[T]) -> type[T]:
    """Makes a frozen dataclass with named fields of a class. As a field of a `Record` it is checked like one.

    Importing pydantic takes as long as all the rest of `curate lean check` with a kept answer, so that command needs
    values alone.
    """
    declared.__pydantic_config__ = {"extra": "forbid"}  # type: ignore[attr-defined]  # what pydantic reads of a dataclass
    return dataclass(frozen=True, kw_only=True)(declared)
