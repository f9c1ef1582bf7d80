"""Events as they are journaled: written as plain values that any codec carries, read back the same."""

import json
import random
from typing import Any

import pytest

from engine.commands import DISCARD, KONG, KONG_OF, PASS, PONG, WIN, Chow, Ready, as_action
from engine.errors import MalformedError
from engine.events import (
    SCHEMA,
    Answered,
    Cause,
    Dealt,
    Declined,
    Discarded,
    Drawn,
    Event,
    FalseWinCalled,
    FlowerLaid,
    HandEnded,
    HandStarted,
    HandWon,
    KongDeclared,
    Marked,
    Melded,
    Outcome,
    Paid,
    Scored,
    SeatEscaped,
    SetAside,
    WallExhausted,
    WallTurned,
    WindowClosed,
    WindowKind,
    WindowOpened,
    dump,
    load,
)
from engine.ledger import HOUSE, Transfer
from engine.match import Match
from engine.melds import Meld, MeldKind
from engine.scoring.facts import By
from engine.scoring.settlement import Item, NearMiss, Step, WinScore
from tests.engine.hands import Setting, keen, play_events, settings, shuffled

SCORE = WinScore(
    1, (Item("a", "甲", "A", 2, "doublings", "NN-2.2", (1, 2)),), (Step("3 × 2", 6, "每家", "each"),), 6,
    ((1, 2, 3), (4, 4)), ((5, 6),), (NearMiss("b", "乙", "B", "缺", "lacks", "NN-2.2"),),
)  # fmt: skip
ONE_OF_EACH: list[Event] = [
    HandStarted(2, 1, True, (1, 2, 3), (("wild", (5,)),), (3,)),
    Dealt(((1,), (2,), (3,), (4, 5))),
    FlowerLaid(1, 34),
    Drawn(2, 7, True, Cause.KONG),
    SetAside(0, (8, 9)),
    Discarded(3, 9, True, True),
    WindowOpened(
        4, WindowKind.ROB, 1, 5,
        ((2, (WIN, PONG, KONG, PASS)), (3, (Chow((1, 2)), DISCARD[4], KONG_OF[5], Ready(6, 7), Ready(8)))),
        (2,),
    ),
    Answered(4, 2, WIN),
    WindowClosed(4),
    Declined(1),
    KongDeclared(1, Meld(MeldKind.ADDED_KONG, 5, 0, 5)),
    Melded(2, Meld(MeldKind.CHOW, 1, 1, 3)),
    Melded(2, Meld(MeldKind.CONCEALED_KONG, 1)),
    Marked("seal", "sealed", 2, (1,)),
    Paid(Transfer(1, HOUSE, 50, "NJ-9.3", "escape")),
    HandWon(By.FOURTH_MOUTH, (1, 2), 5, None),
    FalseWinCalled(1, 5),
    WallExhausted(),
    WallTurned((1, 2), True),
    Scored((SCORE,)),
    SeatEscaped(3),
    HandEnded(Outcome.FALSE_WIN, 3, 1, True),
]  # fmt: skip


def journaled(value: object) -> Any:
    """Write a value, carry it through JSON, read it back."""
    return load(json.loads(json.dumps(dump(value))))


@pytest.mark.parametrize("event", ONE_OF_EACH, ids=lambda event: type(event).__name__)
def test_an_event_is_read_back_as_it_was_written(event: Event) -> None:
    again = journaled(event)
    assert again == event
    assert type(again) is type(event)
    assert repr(again) == repr(event)  # enumerations and commands are what they were, not their text


def test_every_kind_of_event_is_tried_here() -> None:
    assert {type(event) for event in ONE_OF_EACH} == set(Event.__args__)


@pytest.mark.parametrize("setting", settings(), ids=lambda setting: setting.name)
def test_a_hands_events_survive_the_journal(setting: Setting) -> None:
    """Y-01: the journal alone rebuilds the hand."""
    source = random.Random(1)
    for _ in range(5):
        match = Match(setting.rules)
        events = play_events(match, match.begin(shuffled(setting.rules, source)), source, keen)
        assert [journaled(event) for event in events] == events
        again = Match(setting.rules)
        again.fold(journaled(event) for event in events)
        assert (again.accounts, again.results) == (match.accounts, match.results)


@pytest.mark.parametrize(
    "plain",
    [
        ["!Unknown", 1], ["!Discarded"], ["!Discarded", 1, 2, 3, 4, 5], ["!Drawn", 1, 2, True],
        ["!Drawn", 1, 2, True, "luck"], ["!HandEnded", "lost", 0, 0, False], ["!Melded", 1, ["!Meld", []]],
    ],
    ids=str,
)  # fmt: skip
def test_what_is_no_event_of_this_program_is_refused(plain: object) -> None:
    with pytest.raises(MalformedError):
        load(plain)


def test_a_plain_list_becomes_a_tuple() -> None:
    assert load([]) == ()
    assert load([1, ["a", None]]) == (1, ("a", None))
    assert load("text") == "text"


def test_the_schema_has_a_number() -> None:
    assert SCHEMA == 1


@pytest.mark.parametrize(
    ("command", "action"),
    [
        (DISCARD[4], [1, "discard", "5m"]),
        (Chow((4, 6)), [1, "chow", "57m"]),
        (KONG, [1, "kong"]),
        (KONG_OF[33], [1, "kong", "7z"]),
        (Ready(9), [1, "ready", "1p"]),
        (Ready(9, 18), [1, "ready", "1p", "1s"]),
        (PASS, [1, "pass"]),
    ],
)
def test_a_command_is_written_as_formats_does(command: Any, action: list[object]) -> None:
    assert as_action(1, command) == action


@pytest.mark.parametrize("part", [0, "1m", True, None])
def test_a_part_that_is_plain_stays_as_it_is(part: object) -> None:
    assert dump(part) is part
