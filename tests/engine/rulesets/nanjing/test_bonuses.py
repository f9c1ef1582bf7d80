"""What adds to a win in Nanjing: patterns, the way it was won, 比下胡 (NJ-4, NJ-5), with near misses."""

import pytest

from tests.engine.positions import JSON, added_kong, concealed_kong, error, lies, open_kong, pong, totals
from tests.engine.rulesets.nanjing.hands import (
    PAIRS,
    PLAIN,
    PONGED,
    TRIPLETS,
    Hand,
    bloomed,
    discarded,
    drawn,
    feeder,
    mouthed,
    patterns,
    robbed,
    value,
)

FOUR_PONGS = (pong("7p", 2), pong("1z", 0), pong("2m", 3), pong("9m", 0))
FOUR_KONGS = (concealed_kong("1m"), concealed_kong("3p"), concealed_kong("5s"), concealed_kong("2z"))

PATTERNS = [
    ("NJ-4.1 winds and one suit", Hand("234567m99m22z333z", "2z"), {"half_flush": 40, "concealed": 20}, 82),
    ("NJ-4.1 the only wind lies in a meld",
     Hand("1112356788m", "4m", (pong("2z", 0),)), {"half_flush": 40}, 62),
    ("NJ-4.1 two suits and winds are none",
     Hand("23567m345p222z88p", "4m"), {"missing_suit": 1, "concealed": 20}, 44),
    ("NJ-4.2 one suit, no wind",
     Hand("23p345p456p777p99p", "1p"), {"one_suit": 60, "concealed": 20}, 82 + 20),
    ("NJ-4.2 a tile of another suit spoils it", Hand("1112356788m", "4m", (pong("9p", 0),), "1235f"),
     {"missing_suit": 1}, 10 + 20),
    ("NJ-4.2 seven pairs of winds: in place of 混一色", Hand("1111222233334z", "4z"),
     {"one_suit": 60, "seven_pairs_3": 320, "single_wait": 1}, 404),
    ("NJ-4.3 four triplets in hand",
     Hand("222m555m99s88p333s", "8p"), {"all_triplets": 40, "concealed": 20}, 82),
    ("NJ-4.3 kongs are triplets",
     Hand("99s88p", "8p", (pong("7p", 2), open_kong("1z", 0), concealed_kong("2m"))),
     {"all_triplets": 40, "kong_meld": 4}, 70),
    ("NJ-4.3 one sequence spoils it",
     Hand("345m99s88p", "8p", (pong("7p", 2), pong("1z", 0)), "1235f"), {}, 28),
    ("NJ-4.4 four pongs and one tile", Hand("6s", "6s", FOUR_PONGS),
     {"all_triplets": 40, "lone_tile": 60, "single_wait": 1}, 124),
    ("NJ-4.4 concealed kongs count", Hand("9s", "9s", FOUR_KONGS),
     {"all_triplets": 40, "lone_tile": 60, "single_wait": 1, "kong_meld": 8, "concealed": 20}, 160),
    ("NJ-4.4 not with three melds",
     Hand("6s444p", "6s", FOUR_PONGS[:3]), {"all_triplets": 40, "single_wait": 1}, 64),
    ("NJ-4.5 seven pairs", PAIRS, {"seven_pairs": 80, "single_wait": 1}, 104),
    ("NJ-4.5 one quad", Hand("1111m33m5577p99s4z", "4z"), {"seven_pairs_1": 160, "single_wait": 1}, 184),
    ("NJ-4.5 the winning tile makes the quad", Hand("111m3355m5577p99s", "1m"),
     {"seven_pairs_1": 160, "single_wait": 1}, 184),
    ("NJ-4.5 two quads", Hand("1111m3333p99s22s4z", "4z"), {"seven_pairs_2": 240, "single_wait": 1}, 264),
    ("NJ-4.5 three quads", Hand("1111m3333p9999s4z", "4z"), {"seven_pairs_3": 320, "single_wait": 1}, 344),
    ("NJ-4.5 with one suit",
     Hand("1122445577899m", "8m"), {"seven_pairs": 80, "one_suit": 60, "single_wait": 1}, 164),
    ("NJ-4.5 with winds and one suit", Hand("11335577m1122z4z", "4z"),
     {"seven_pairs": 80, "half_flush": 40, "single_wait": 1}, 144),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "hand", "counted", "points"), PATTERNS, ids=[row[0] for row in PATTERNS])
def test_what_lies_in_the_tiles(rule: str, hand: Hand, counted: dict[str, int], points: int) -> None:
    found = patterns(discarded(hand))
    assert {name: worth for name, worth in found.items() if name != "hard"} == counted
    assert value(discarded(hand)) == value(drawn(hand)) == points


@pytest.mark.parametrize(("rule", "hand", "counted", "points"), PATTERNS, ids=[row[0] for row in PATTERNS])
def test_nj_4_7_without_a_hard_flower_forty_more(
    rule: str, hand: Hand, counted: dict[str, int], points: int
) -> None:
    """The flower counted 2; a small win that is not concealed is refused (NJ-3.2)."""
    bare = hand._replace(flowers="")
    if set(counted) & {"half_flush", "one_suit", "all_triplets", "concealed"} or "seven_pairs" in str(
        counted
    ):
        assert value(discarded(bare)) == points - 2 * len(hand.flowers.strip("fz")) + 40
        assert patterns(discarded(bare))["flowerless"] == 40
    else:
        assert error(discarded(bare))[1] == "below_minimum"


CLOSED = Hand("24m567m345p678s88p", "3m")
PONG_OF_3M = lies(s2=[pong("3m", 0)])

CRUSHED = [
    ("NJ-4.6 a closed wait", discarded(CLOSED, others=PONG_OF_3M), 82),
    ("NJ-4.6 an edge 12_", discarded(CLOSED._replace(concealed="12m567m345p678s88p"), others=PONG_OF_3M), 82),
    ("NJ-4.6 an edge _89", drawn(Hand("234m567m345p89s88p", "7s"), others=lies(s0=[pong("7s", 3)])), 82),
    ("NJ-4.6 an edge among several waits", discarded(Hand("8889p234m567m345s", "7p"),
                                                    others=lies(s2=[pong("7p", 0)])), 82),
    ("NJ-4.6 the winner's own pong", discarded(Hand("24p567m34599s", "3p", (pong("3p", 2),))), 62),
    ("NJ-4.6 the discarder's", discarded(CLOSED, source=2, others=PONG_OF_3M), 82),
    ("NJ-4.6 a missing suit still counts",
     discarded(Hand("24m567m345p678p88p", "3m"), others=PONG_OF_3M), 84),
    ("NJ-4.6 with one suit", drawn(Hand("24567m678m99m111m", "3m"), others=PONG_OF_3M), 142),
    ("NJ-4.6 where another reading is open: 555 678 88", discarded(Hand("5556888m345s678p", "7m"),
                                                                 others=lies(s0=[pong("7m", 2)])), 82),
    ("NJ-4.6 a robbed kong always is, on a closed wait", robbed(CLOSED), 82),
    ("NJ-4.6 on an edge", robbed(CLOSED._replace(concealed="12m567m345p678s88p")), 82),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "data", "points"), CRUSHED, ids=[row[0] for row in CRUSHED])
def test_nj_4_6_the_fourth_of_a_ponged_kind_inside_a_sequence(rule: str, data: JSON, points: int) -> None:
    found = patterns(data)
    assert found["crushed"] == 40
    assert not {"single_wait", "closed_wait"} & set(found)
    assert value(data) == points


NOT_CRUSHED = [
    ("NJ-4.6 an open wait",
     discarded(CLOSED._replace(concealed="45m678m345p678s88p"), others=PONG_OF_3M), 42),
    ("NJ-4.6 no pong of it", discarded(CLOSED, others=lies(s2=[pong("4s", 0)])), 44),
    ("NJ-4.6 won on the pair instead", discarded(Hand("2444m567p345s678s", "2m"), others=PONG_OF_3M), 42),
    ("NJ-4.6 a robbed kong on an open wait", robbed(PLAIN), 42),
    ("NJ-4.6 3 at the upper end of 1 2 only: 34_ is none", discarded(Hand("34m678m345p678s88p", "5m"),
                                                                   others=lies(s2=[pong("5m", 0)])), 42),
    ("NJ-4.6 nor 7 below 8 and 9 of which the rest does not win", discarded(
        Hand("56888999m345p66s", "7m"), others=lies(s2=[pong("7m", 0)])), 42),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "data", "points"), NOT_CRUSHED, ids=[row[0] for row in NOT_CRUSHED])
def test_what_is_no_crushed_tile(rule: str, data: JSON, points: int) -> None:
    assert "crushed" not in patterns(data)
    assert value(data) == points


KONGED = Hand("23567m34599s", "4m", (concealed_kong("7p"),))
"""(1 + 2) x 2 + 20 + 20 = 46."""
TWO_KONGS = Hand("23m34599s", "4m", (concealed_kong("7p"), concealed_kong("1z")))

EVENTS = [
    ("NJ-4.8 on a flower's replacement", drawn(PLAIN, flower_draw=True), {"bloom_flower": 20}, 62),
    ("NJ-4.8 on a kong's", bloomed(KONGED, 0), {"bloom_kong": 40}, 86),
    ("NJ-4.8 a kong before another discard is none", drawn(KONGED), {}, 46),
    ("NJ-4.8 both count forty", bloomed(KONGED, 0, flower_draw=True), {"bloom_kong": 40}, 86),
    ("NJ-4.8 two kongs count forty", bloomed(TWO_KONGS, 0, 1), {"bloom_kong": 40}, 90),
    ("NJ-4.8 another's drawing does not count", discarded(PLAIN, flower_draw=True), {}, 42),
    ("NJ-4.9 the dealer as dealt",
     drawn(PLAIN, seat=0, first_turn=True, wall_left=80), {"heavenly": 320}, 362),
    ("NJ-4.9 instead of a flower's replacement",
     drawn(PLAIN, seat=0, first_turn=True, flower_draw=True, wall_left=80),
     {"heavenly": 320}, 362),
    ("NJ-4.9 instead of 地胡", drawn(PLAIN, seat=0, first_turn=True, pre_ready=True, wall_left=80),
     {"heavenly": 320}, 362),
    ("NJ-4.9 after a concealed kong it is NJ-4.8", bloomed(KONGED, 0, seat=0, first_turn=True, wall_left=80),
     {"bloom_kong": 40}, 86),
    ("NJ-4.9 nobody else", drawn(PLAIN, seat=1, first_turn=True, wall_left=80), {}, 42),
    ("NJ-4.9 not on a discard", discarded(PLAIN, seat=0, first_turn=True, wall_left=80), {}, 42),
    ("NJ-4.9 not on a later turn", drawn(PLAIN, seat=0), {}, 42),
    ("NJ-4.10 on a discard", discarded(PLAIN, pre_ready=True), {"earthly": 280}, 322),
    ("NJ-4.10 self-drawn", drawn(PLAIN, pre_ready=True), {"earthly": 280}, 322),
    ("NJ-4.10 the dealer too", discarded(PLAIN, seat=0, pre_ready=True), {"earthly": 280}, 322),
    ("NJ-4.10 and a flower's replacement", drawn(PLAIN, pre_ready=True, flower_draw=True),
     {"bloom_flower": 20, "earthly": 280}, 342),
    ("NJ-4.11 fifteen left", drawn(PLAIN, wall_left=15), {"last_tiles": 10}, 52),
    ("NJ-4.11 sixteen left", drawn(PLAIN, wall_left=16), {}, 42),
    ("NJ-4.11 the last tile", drawn(PLAIN, wall_left=0), {"last_tiles": 10}, 52),
    ("NJ-4.11 from the tail as well",
     bloomed(KONGED, 0, wall_left=3), {"bloom_kong": 40, "last_tiles": 10}, 96),
    ("NJ-4.11 not on a discard", discarded(PLAIN, wall_left=0), {}, 42),
    ("NJ-4.11 nor on a robbed kong", robbed(PLAIN, wall_left=3), {}, 42),
    ("NJ-4.11 nor on a fourth mouth (NJ-6.4)", mouthed(*feeder("1m", "5p", "9s", "3s"), wall_left=3),
     {"all_triplets": 40, "lone_tile": 60}, 122),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "data", "counted", "points"), EVENTS, ids=[row[0] for row in EVENTS])
def test_what_the_way_of_winning_brings(rule: str, data: JSON, counted: dict[str, int], points: int) -> None:
    found = patterns(data)
    assert {
        name: worth for name, worth in found.items() if name not in ("hard", "kong_meld", "concealed")
    } == counted
    assert value(data) == points


UNREADY = [
    ("NJ-4.10 with a pong", discarded(PONGED), "$.wins[0].pre_ready"),
    ("NJ-4.10 with a concealed kong", drawn(KONGED), "$.wins[0].pre_ready"),
]


@pytest.mark.parametrize(("rule", "data", "path"), UNREADY, ids=[row[0] for row in UNREADY])
def test_nj_4_10_with_a_meld_a_hand_is_not_the_one_dealt(rule: str, data: JSON, path: str) -> None:
    data["wins"][0]["pre_ready"] = True
    assert error(data) == (2, "malformed", path)


NEW: JSON = {"options": {"bixiahu": "new"}}
OFF: JSON = {"options": {"bixiahu": "off"}}

HEAT = [
    ("NJ-5.1 no streak", {"streak": 0}, 42),
    ("NJ-5.1 kept once: (42 + 10) x 2", {"streak": 1}, 104),
    ("NJ-5.1 kept three times: (42 + 30) x 2", {"streak": 3}, 144),
    ("NJ-5.1 the flag means nothing there", {"heated": True}, 42),
    ("NJ-5.1 flower_value multiplies the sum", {"streak": 1, "options": {"flower_value": 2}}, 208),
    ("NJ-5 off", {"streak": 2, "heated": True, **OFF}, 42),
    ("NJ-5.2 heated: x 2", {"heated": True, **NEW}, 84),
    ("NJ-5.2 not heated", {"streak": 2, **NEW}, 42),
    ("NJ-5.2 no piling up", {"heated": True, "streak": 3, **NEW}, 84),
    ("NJ-9.4 the preset has it", {"heated": True, "options": {"preset": "nanjing-new"}}, 84),
    ("NJ-9.4 an option stands over the preset",
     {"heated": True, "options": {"preset": "nanjing-new", **OFF["options"]}},
     42),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "more", "points"), HEAT, ids=[row[0] for row in HEAT])
def test_what_bixiahu_makes_of_a_win(rule: str, more: JSON, points: int) -> None:
    """Whoever wins, and each payer alike."""
    for seat in (0, 1):
        assert value(discarded(PLAIN, seat=seat, **more)) == value(drawn(PLAIN, seat=seat, **more)) == points


def test_nj_5_what_is_paid_on_the_spot_is_not_doubled() -> None:
    """NJ-5.2: kong money stays as it is: 46 and 20 each become 46 x 2 and 20."""
    assert totals(drawn(KONGED, heated=True, **NEW)) == [-112, 336, -112, -112]
    assert totals(drawn(KONGED, streak=1)) == [-132, 396, -132, -132]


def test_nj_4_bonuses_add_up() -> None:
    """清一色, 对对胡, 独钓, 大杠开花, 海底, 无花果; single wait and two kongs, 5, twice; and 20."""
    melds = (pong("1m", 0), pong("2m", 2), added_kong("9m", 0), concealed_kong("5m"))
    hand = Hand("7m", "7m", melds, "")
    assert value(bloomed(hand, 3, wall_left=4)) == 60 + 40 + 60 + 40 + 10 + 40 + 10 + 20
    assert value(discarded(TRIPLETS, streak=2, options={"flower_value": 10})) == 10 * (62 + 20) * 2
