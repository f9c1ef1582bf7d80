"""Which kinds are wild (ZJ-2): in positions, in records' walls, by the committed draw, in every view."""

from typing import Any

import pytest

from engine.decide import begin, start
from engine.errors import MalformedError
from engine.events import Dealt, HandStarted, Marked, dump, load
from engine.match import committed_hand
from engine.mechanics.wilds import kinds_held, wild_kinds
from engine.notation import format_tiles, parse_tile, parse_tiles
from engine.record import StackedWall
from engine.record_read import read_record
from engine.record_wall import write_stacked
from engine.ruleset import Ruleset
from engine.rulesets.registry import make_ruleset
from engine.rulesets.zhuji.options import OPTIONS
from engine.rulesets.zhuji.wild_kinds import WildKinds
from engine.shuffle import draw_numbers
from engine.state import State
from engine.views import ALL, PUBLIC, mask, view
from tests.engine.positions import (
    added_kong,
    chow,
    concealed_kong,
    error,
    open_kong,
    outcome,
    pong,
    position,
)
from tests.engine.rulesets.zhuji.hands import drawn, robbed

SECRET, NONCES = bytes(range(32)), (b"\1" * 32, b"", b"\2" * 32, b"")
HAND = ("111z123456m99m7m", "8m")
"""With one wild more a hand of 3 台."""


def ruleset(**options: Any) -> Ruleset:
    """Put Zhuji together."""
    return make_ruleset("zhuji", options)


@pytest.mark.parametrize(
    ("first", "second"),
    [("1m", "2m"), ("8p", "9p"), ("9m", "1m"), ("9p", "1p"), ("9s", "1s"), ("1z", "2z"), ("2z", "3z"),
     ("3z", "4z"), ("4z", "1z"), ("7z", "6z"), ("6z", "5z"), ("5z", "7z")],
)  # fmt: skip
def test_zj_2_1_the_second_kind_is_the_next(first: str, second: str) -> None:
    """9 → 1, 东 → 南 → 西 → 北 → 东, 中 → 发 → 白 → 中."""
    kinds = WildKinds(OPTIONS.read({"wild_kinds": 2, "wild": first}))
    assert kinds.of(parse_tile(first)) == (parse_tile(first), parse_tile(second))


@pytest.mark.parametrize("wild", ["9s1s", "1s9s", "19s", "9s 1s"])
def test_in_a_position_the_order_of_two_kinds_is_free(wild: str) -> None:
    hand = drawn("111z12m456m99m78m9s", "1s", wild=wild, options={"wild_kinds": 2})
    assert outcome(hand)["totals"] == [-2, 6, -2, -2]


@pytest.mark.parametrize(
    ("wild", "options"),
    [
        ("", {}), ("9p9p", {}), ("8p9p", {}), ("9p", {"wild_kinds": 2}), ("9p9p", {"wild_kinds": 2}),
        ("7p9p", {"wild_kinds": 2}), ("9m1p", {"wild_kinds": 2}), ("4z5z", {"wild_kinds": 2}),
        ("7z1z", {"wild_kinds": 2}), ("7p8p9p", {"wild_kinds": 2}), ("9p", {"wild": "5p"}),
        ("8p9p", {"wild": "9p", "wild_kinds": 2}), ("1f", {}), ("0p", {}), ("p", {}),
    ],
)  # fmt: skip
def test_zj_2_1_wild_kinds_that_cannot_be_are_refused(wild: str, options: dict[str, object]) -> None:
    """Another number than agreed, no neighbours, another kind than agreed, no tile."""
    assert error(drawn(HAND[0] + "9p", HAND[1], wild=wild, options=options)) == (2, "malformed", "$.wild")


def test_the_wild_kinds_are_required_unless_the_hand_is_drawn() -> None:
    data = drawn(HAND[0] + "9p", HAND[1])
    del data["wild"]
    assert error(data) == (2, "malformed", "$.wild")
    data["options"] = {"wild": "9p"}
    assert error(data) == (2, "malformed", "$.wild")
    assert outcome(position("zhuji", "draw"))["totals"] == [0, 0, 0, 0]
    assert error(position("zhuji", "draw", wild="7p9p"))[0] == 2


@pytest.mark.parametrize("options", [{"wild": "9p"}, {"wild": "random"}, {"wild_kinds": 1}])
def test_the_wild_kind_agreed_on_is_the_one_named(options: dict[str, object]) -> None:
    assert outcome(drawn(HAND[0] + "9p", HAND[1], options=options))["totals"] == [-2, 6, -2, -2]


@pytest.mark.parametrize(
    "meld",
    [pong("9p", 3), open_kong("9p", 3), added_kong("9p", 3), concealed_kong("9p"), chow("789p", 0)],
    ids=lambda meld: meld["kind"],
)
def test_zj_2_3_no_meld_holds_a_wild(meld: dict[str, object]) -> None:
    mine = drawn("123456m99m7m1z", "1z", meld)
    assert error(mine) == (2, "malformed", "$.wins[0].melds[0]")
    if meld["kind"] != "chow":
        theirs = drawn(
            HAND[0] + "2p", HAND[1], wild="5p",
            others={"2": {"melds": [pong("2s", 0), {**meld, "tile": "5p"}]}},
        )  # fmt: skip
        assert error(theirs) == (2, "malformed", "$.others.2.melds[1]")


def test_zj_2_3_no_kong_of_a_wild_is_robbed() -> None:
    data = robbed("111z123456m99m78m", "9p", kong="open_kong")
    assert error(data) == (2, "malformed", "$.chain[0]")


# The draw.


def test_zj_2_1_the_kind_is_drawn_from_the_hand_s_committed_randomness() -> None:
    """CO-5.2: the number below 34 from the stream ``wild`` is the kind, in the order m p s z."""
    rules = ruleset(wild_kinds=2)
    (drawn_kind,) = draw_numbers("wild", 34, 1, SECRET, NONCES, 3)
    event = committed_hand(rules, 3, (0, 0, False), SECRET, NONCES)
    assert event.chance == (("wild", (drawn_kind,)),)
    state = start(rules, event)
    assert wild_kinds(state)[0] == drawn_kind
    assert len(event.wall) == 136  # no tile leaves the wall


def test_every_kind_may_be_drawn() -> None:
    kinds = {draw_numbers("wild", 34, 1, SECRET, NONCES, hand)[0] for hand in range(600)}
    assert kinds == set(range(34))


def test_a_kind_that_is_agreed_on_is_not_drawn() -> None:
    rules = ruleset(wild="7z", wild_kinds=2)
    event = committed_hand(rules, 1, (0, 0, False), SECRET, NONCES)
    assert event.chance == ()
    assert wild_kinds(start(rules, event)) == tuple(parse_tiles("7z6z"))


def test_zj_2_2_everybody_is_told_before_the_deal_and_sees_it_at_any_time() -> None:
    rules = ruleset(wild_kinds=2)
    events = begin(rules, committed_hand(rules, 1, (2, 0, False), SECRET, NONCES))
    assert [type(event) for event in events] == [HandStarted, Marked]
    began, mark = events
    assert isinstance(began, HandStarted) and isinstance(mark, Marked)
    assert (mark.mechanic, mark.name, len(mark.data)) == ("wild", "wild", 2)
    state = start(rules, began)
    for viewer in (0, 1, 2, 3, PUBLIC, ALL):
        assert mask(rules, mark, viewer) == mark
        assert view(rules, state, viewer).mechanics == {"wild": {"kinds": list(mark.data)}}
    assert load(dump(mark)) == mark
    assert not any(isinstance(event, Dealt) for event in events)


def test_before_a_hand_there_is_nothing_to_see() -> None:
    assert view(ruleset(), State(), 0).mechanics == {}


def test_marks_of_other_mechanics_leave_the_wilds_alone() -> None:
    rules = ruleset(wild="5s")
    state = start(rules, committed_hand(rules, 1, (0, 0, False), SECRET, NONCES))
    rules.mechanics[0].fold(state, Marked("another", "mark", 1, (3,)))
    assert kinds_held(state) == {parse_tile("5s")}


# A record's stacked wall.


def record(wild: str | None, options: dict[str, object]) -> dict[str, object]:
    """Return a record of a hand that has only been dealt."""
    hands = ["147m258p3569s1234z", "258m369p146s1234z", "369m147p558s1234z", "147m369p28s12345z"]
    wall: dict[str, object] = {"hands": hands, "draws": ""}
    if wild is not None:
        wall["wild"] = wild
    return {
        "format": "sifang.record/1", "ruleset": "zhuji", "options": options, "seats": ["a", "b", "c", "d"],
        "scores": [0, 0, 0, 0], "hands": [{"dealer": 0, "wall": wall, "actions": []}],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("wild", "options", "kinds"),
    [
        ("5s", {}, "5s"), ("5s", {"wild_kinds": 2}, "5s6s"), ("9p1p", {"wild_kinds": 2}, "9p1p"),
        (None, {"wild": "5s"}, "5s"), ("5s", {"wild": "5s"}, "5s"),
        ("4z", {"wild": "4z", "wild_kinds": 2}, "4z1z"),
        ("7z6z", {"wild": "7z", "wild_kinds": 2}, "7z6z"),
    ],
)  # fmt: skip
def test_a_stacked_wall_names_the_drawn_kind_first(
    wild: str | None, options: dict[str, object], kinds: str
) -> None:
    read = read_record(record(wild, options), make_ruleset)
    wall = read.hands[0].wall
    assert isinstance(wall, StackedWall)
    event = HandStarted(0, 0, False, tuple(read.rules.tile_set.tiles()), wall.chance)
    assert format_tiles(wild_kinds(start(read.rules, event))) == format_tiles(parse_tiles(kinds))


@pytest.mark.parametrize(
    ("wild", "options"),
    [
        (None, {}), ("", {}), ("1f", {}), ("5s6s", {}), ("5s7s", {"wild_kinds": 2}),
        ("6s5s7s", {"wild_kinds": 2}), ("6s5s", {"wild": "5s", "wild_kinds": 2}), ("6s", {"wild": "5s"}),
        ("", {"wild": "5s"}), (5, {}),
    ],
)  # fmt: skip
def test_a_stacked_wall_with_other_wilds_is_malformed(wild: Any, options: dict[str, object]) -> None:
    with pytest.raises(MalformedError) as refused:
        read_record(record(wild, options), make_ruleset)
    assert refused.value.path == "$.hands[0].wall.wild"


@pytest.mark.parametrize(
    ("options", "written"), [({"wild_kinds": 2}, "6p7p"), ({}, "6p"), ({"wild": "6p"}, None)]
)
def test_a_played_wall_is_written_with_its_wilds_where_they_were_drawn(
    options: dict[str, object], written: str | None
) -> None:
    rules = ruleset(**options)
    chance = (("wild", (parse_tile("6p"),)),) if rules.chance else ()
    wall = write_stacked(rules, HandStarted(0, 0, False, tuple(rules.tile_set.tiles()), chance))
    found = wall.get("wild")
    assert found is None if written is None else parse_tiles(str(found)) == parse_tiles(written)
