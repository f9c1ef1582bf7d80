"""Hypothesis strategies made from the message types: a new message is tried without being named."""

from __future__ import annotations

from typing import Any

import hypothesis.strategies as st
from hypothesis import reject
from msgspec import inspect

__all__ = ["from_type", "junk"]


def from_type(kind: Any) -> st.SearchStrategy[Any]:
    """Make values of a type as msgspec sees it: within bounds, optional fields given or left out."""
    return _strategy(inspect.type_info(kind))


def _strategy(kind: inspect.Type) -> st.SearchStrategy[Any]:
    match kind:
        case inspect.Metadata(type=inner):
            return _strategy(inner)
        case inspect.NoneType():
            return st.none()
        case inspect.BoolType():
            return st.booleans()
        case inspect.IntType(ge=low, le=high):
            return st.integers(-(2**31) if low is None else low, 2**31 if high is None else high)
        case inspect.StrType(pattern=str(pattern)):
            return st.from_regex(pattern.rstrip("$"), fullmatch=True)
        case inspect.StrType(min_length=low, max_length=high):
            return st.text(_LETTERS, min_size=low or 0, max_size=min(high or 8, 8))
        case inspect.LiteralType(values=values):
            return st.sampled_from(values)
        case inspect.EnumType(cls=cls):
            return st.sampled_from(list(cls))
        case inspect.UnionType(types=types):
            return st.one_of([_strategy(each) for each in types])
        case inspect.VarTupleType(item_type=item, min_length=low, max_length=high):
            most = 4 if high is None else min(high, 4)
            return st.lists(_strategy(item), min_size=low or 0, max_size=most).map(tuple)
        case inspect.DictType(key_type=key, value_type=value):
            return st.dictionaries(_strategy(key), _strategy(value), max_size=4)
        case inspect.StructType(cls=cls, fields=fields):
            required = {field.name: _field(field) for field in fields if field.required}
            optional = {field.name: _field(field) for field in fields if not field.required}
            return st.fixed_dictionaries(required, optional=optional).map(lambda given: _build(cls, given))
        case _:
            raise TypeError(f"no strategy for {kind}")


_LETTERS = st.characters(exclude_categories=["Cs"])


def _field(field: inspect.Field) -> st.SearchStrategy[Any]:
    return _strategy(field.type)


def _build(cls: type[Any], given: dict[str, Any]) -> Any:
    try:
        return cls(**given)
    except ValueError:  # the struct's own check of fields that exclude each other
        reject()


def junk() -> st.SearchStrategy[Any]:
    """Make anything that JSON can hold."""
    plain = st.none() | st.booleans() | st.integers(-(2**63), 2**63) | st.floats(allow_nan=False) | st.text()
    return st.recursive(plain, lambda each: st.lists(each) | st.dictionaries(st.text(), each), max_leaves=12)
