"""What holds of the message types as a whole: closed, bounded inbound, told apart by direction."""

from __future__ import annotations

import enum
from types import ModuleType
from typing import Any, get_args

import msgspec
import pytest
from msgspec import inspect

from protocol import answers, codec, events, to_client, to_server, view, vocabulary
from protocol.codes import CLOSES, REJECTS, CloseCode, RejectCode
from protocol.vocabulary import TILES, snake

MODULES = (vocabulary, view, events, answers, to_server, to_client)
UNIONS: dict[str, tuple[Any, tuple[ModuleType, ...]]] = {
    "to_server": (to_server.Message, (to_server,)),
    "to_client": (to_client.Message, (to_client,)),
    "events": (events.Event, (events,)),
    "answers": (answers.Result, (answers,)),
    "actions": (vocabulary.Action, (vocabulary,)),
}
BASES = {"Command", "RoomCommand", "Strict", "Open", "TaggedStrict", "TaggedOpen"}


def structs(module: ModuleType) -> dict[str, type[msgspec.Struct]]:
    """Give the structs a module defines."""
    found = {name: each for name, each in vars(module).items() if isinstance(each, type)}
    return {
        name: each
        for name, each in found.items()
        if issubclass(each, msgspec.Struct) and each.__module__ == module.__name__ and name not in BASES
    }


def every_type(kind: inspect.Type) -> list[tuple[int, inspect.Type]]:
    """List a type and all it is made of, each with its depth of nesting."""
    match kind:
        case inspect.Metadata(type=inner):
            return every_type(inner)
        case inspect.UnionType(types=types):
            return [each for one in types for each in every_type(one)]
        case inspect.StructType(fields=fields):
            inner_types = [field.type for field in fields]
        case inspect.VarTupleType(item_type=item):
            inner_types = [item]
        case inspect.DictType(key_type=key, value_type=value):
            inner_types = [key, value]
        case _:
            inner_types = []
    return [(1, kind)] + [(depth + 1, each) for one in inner_types for depth, each in every_type(one)]


INBOUND = every_type(inspect.type_info(to_server.Message))


@pytest.mark.parametrize("name", UNIONS)
def test_every_tagged_struct_is_in_the_union_of_its_direction(name: str) -> None:
    union, modules = UNIONS[name]
    tagged = {
        each
        for module in modules
        for each in structs(module).values()
        if each.__struct_config__.tag is not None
    }
    assert set(get_args(union)) == tagged


def test_a_tag_is_the_classs_name_in_snake_case() -> None:
    tagged = [each for module in MODULES for each in structs(module).values() if each.__struct_config__.tag]
    others = {each.__name__ for each in tagged if each.__struct_config__.tag != snake(each.__name__)}
    assert others == {"DeclareReady"}
    assert {each.__struct_config__.tag_field for each in tagged} == {"t"}


def test_every_command_has_an_id_and_only_hello_and_ping_are_none() -> None:
    free = [each.__name__ for each in get_args(to_server.Message) if not issubclass(each, to_server.Command)]
    assert free == ["Hello", "Ping"]


def test_nothing_inbound_nests_deeper_than_the_limit() -> None:
    assert max(depth for depth, _ in INBOUND) <= codec.MAX_DEPTH


def test_everything_inbound_is_strict_and_bounded() -> None:
    for _, kind in INBOUND:
        match kind:
            case inspect.StructType(cls=cls):
                assert cls.__struct_config__.forbid_unknown_fields, cls
            case inspect.StrType(max_length=most) | inspect.VarTupleType(max_length=most):
                assert most is not None, kind
            case inspect.DictType(max_length=most):
                assert most is not None, kind
            case inspect.IntType(ge=low, le=high):
                assert low is not None and high is not None, kind
            case _:
                assert isinstance(kind, inspect.BoolType | inspect.NoneType | inspect.LiteralType), kind


def test_a_field_that_may_be_left_out_outbound_has_a_default_that_is_neutral() -> None:
    """A reader that knows a newer field must find a harmless value where an older server does not send it."""
    neutral = {None, False, True, "", ()}
    for module in (view, events, answers, to_client):
        for name, each in structs(module).items():
            for field in msgspec.structs.fields(each):
                if field.default is not msgspec.NODEFAULT:
                    assert field.default in neutral, f"{name}.{field.name}"


def test_no_number_with_a_point_is_on_the_wire() -> None:
    outbound = every_type(inspect.type_info(to_client.Message))
    assert [
        kind for _, kind in INBOUND + outbound if isinstance(kind, inspect.FloatType | inspect.AnyType)
    ] == []


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_every_struct_says_what_it_is(module: ModuleType) -> None:
    assert [name for name, each in structs(module).items() if not (each.__doc__ or "").strip()] == []


def test_messages_cannot_be_changed_once_made() -> None:
    assert [
        name
        for module in MODULES
        for name, each in structs(module).items()
        if not each.__struct_config__.frozen
    ] == []


def test_the_tiles_are_the_42_of_the_notation_in_order() -> None:
    suits = (("m", 9), ("p", 9), ("s", 9), ("z", 7), ("f", 8))
    assert list(TILES) == [f"{digit}{suit}" for suit, most in suits for digit in range(1, most + 1)]


# ---------------------------------------------------------------- codes


def test_every_reject_code_has_its_meaning() -> None:
    assert list(REJECTS) == list(RejectCode)


def test_the_rules_own_codes_are_among_them() -> None:
    rules = (
        "not_a_win below_minimum sealed barred insured not_ready treasure not_your_turn no_replacement "
        "not_offered stale"
    )
    assert set(rules.split()) <= {code.value for code in RejectCode}


def test_every_close_code_is_an_applications_own_and_says_whether_to_come_back() -> None:
    assert list(CLOSES) == list(CloseCode)
    for code in CloseCode:
        assert 4000 <= code.value <= 4999
        assert CLOSES[code].code == code.value
        assert code.reconnect in ("now", "later", "no")
        assert code.reason == code.name.lower()
        assert len(code.reason) <= 123  # what a close frame can hold


def test_who_was_superseded_does_not_come_back_by_itself() -> None:
    assert CloseCode.SUPERSEDED.reconnect == "no"


def test_a_drained_or_slow_connection_is_taken_up_at_once() -> None:
    assert {code for code in CloseCode if code.reconnect == "now"} == {
        CloseCode.DRAINING,
        CloseCode.TOO_SLOW,
        CloseCode.SILENT,
    }


def test_no_code_is_used_twice() -> None:
    enum.unique(CloseCode)
    enum.unique(RejectCode)
