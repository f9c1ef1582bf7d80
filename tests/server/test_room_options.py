"""Room options (CO-8): every option with its range and default, and how they hang together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from engine.errors import MalformedError
from server.room_options import OPTIONS, effective, pace_of, read_room_options

DEFAULTS = {
    "hands": 8, "turn": 5, "bank": 20, "claim": 5, "grace": 60, "next_hand": 20, "pause_floor": 800,
    "claim_pace": "early", "away": "bot", "timeout_wins": True, "show_all_hands": True, "hints": "waits",
    "watch": "public", "watch_delay": 40, "friends": False, "listed": False, "bot_pace": 500, "phrases": True,
    "easy_pace": False, "feed": False,
}  # fmt: skip


def test_every_option_of_co_8_is_there_with_its_default() -> None:
    assert dict(OPTIONS.defaults()) == DEFAULTS


def pairs(table: Mapping[str, Sequence[object]]) -> list[tuple[str, object]]:
    return [(name, value) for name, values in table.items() for value in values]


ALLOWED: dict[str, list[object]] = {
    "hands": [4, 8, 16, 0], "turn": [0, 3, 300], "bank": [0, 300], "claim": [0, 3, 30], "grace": [5, 600],
    "next_hand": [5, 60], "pause_floor": [0, 3000], "claim_pace": ["early", "fixed"],
    "away": ["bot", "discard"], "hints": ["off", "waits", "points"],
    "watch": ["off", "public", "seat", "all"], "watch_delay": [20, 200], "bot_pace": [0, 500, 1000, 1500],
}  # fmt: skip
REFUSED: dict[str, list[object]] = {
    "hands": [1, 7, -4, "8", True], "turn": [1, 2, 301, -1, "5", 5.0], "bank": [-1, 301], "claim": [1, 2, 31],
    "grace": [4, 601], "next_hand": [4, 61], "pause_floor": [-1, 3001], "claim_pace": ["slow", 1],
    "away": ["go", 0], "hints": ["all", True], "watch": ["none"], "watch_delay": [19, 201],
    "bot_pace": [250, 2000], "timeout_wins": [1, "on"], "friends": [0], "colour": ["red"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "value"), [(name, each) for name, values in ALLOWED.items() for each in values]
)
def test_a_value_within_its_range_is_taken_co_8(name: str, value: object) -> None:
    assert read_room_options({name: value})[name] == value


@pytest.mark.parametrize(
    ("name", "value"), [(name, each) for name, values in REFUSED.items() for each in values]
)
def test_a_value_outside_its_range_is_refused_and_named_co_8(name: str, value: object) -> None:
    with pytest.raises(MalformedError) as caught:
        read_room_options({name: value})
    assert caught.value.path == f"$.room_options.{name}"


def test_a_table_waits_in_a_friends_room_alone_co_3_2() -> None:
    assert read_room_options({"away": "wait", "friends": True})["away"] == "wait"
    with pytest.raises(MalformedError) as caught:
        read_room_options({"away": "wait"})
    assert caught.value.path == "$.room_options.away"


@pytest.mark.parametrize(
    ("given", "humans", "costly", "floor", "claim"),
    [
        ({}, 4, False, 800, 5),
        ({}, 2, False, 800, 5),
        ({}, 1, False, 0, 0),
        ({}, 0, False, 0, 0),
        ({"friends": True}, 4, False, 0, 5),
        ({}, 4, True, 2000, 5),
        ({}, 1, True, 2000, 0),
        ({"friends": True}, 4, True, 2000, 5),
        ({"pause_floor": 300, "claim": 9}, 1, True, 300, 9),
    ],
)
def test_defaults_follow_from_who_plays_and_what_co_8_3(
    given: dict[str, object], humans: int, costly: bool, floor: int, claim: int
) -> None:
    values = effective(given, humans, costly)
    assert (values["pause_floor"], values["claim"]) == (floor, claim)


def test_every_option_can_be_shown_in_two_languages() -> None:
    for option in OPTIONS.options:
        assert option.zh and option.en and option.help_zh and option.help_en
        assert option.clause.startswith("CO-")
        assert all(choice.zh and choice.en for choice in option.choices)


def test_an_easy_pace_has_no_clocks_and_events_1_2_s_apart() -> None:
    pace = pace_of(effective({"easy_pace": True}, 4, False))
    assert (pace.turn, pace.claim, pace.bank, pace.floor, pace.bot, pace.step) == (
        None,
        None,
        0,
        1200,
        1200,
        1200,
    )


def test_a_fixed_pace_without_a_limit_is_none() -> None:
    assert pace_of(effective({"claim_pace": "fixed"}, 4, False)).fixed
    assert not pace_of(effective({"claim_pace": "fixed", "claim": 0}, 4, False)).fixed
