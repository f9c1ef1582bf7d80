"""One player pays for all in Nanjing (NJ-6): three mouths, robbed and given kongs, the fourth mouth."""

import pytest

from tests.engine.positions import JSON, added_kong, concealed_kong, error, lies, open_kong, pong, totals
from tests.engine.rulesets.nanjing.hands import (
    FLUSH,
    PLAIN,
    PONGED,
    TRIPLETS,
    Hand,
    bloomed,
    discarded,
    drawn,
    fed,
    feeder,
    mouthed,
    nanjing,
    paid,
    patterns,
    robbed,
    value,
    winner,
)

BOUND = fed(TRIPLETS, 2)
BOUND_FLUSH = fed(FLUSH, 2)
HALF_FLUSH = Hand("34m77m", "2m", feeder("1m", "6m", "2z"))
"""混一色, no 清一色."""
SMALL = Hand("34m77m", "2m", feeder("1p", "6s", "2z"), "1235f")

THREE_MOUTHS = [
    ("NJ-6.1 self-draw: he pays for all three", drawn(BOUND), [0, 186, -186, 0]),
    ("NJ-6.1 another's discard: he pays, the discarder nothing", discarded(BOUND, source=3), [0, 62, -62, 0]),
    ("NJ-6.1 his own discard: once", discarded(BOUND, source=2), [0, 62, -62, 0]),
    ("NJ-6.1 清一色 with a sequence", discarded(BOUND_FLUSH), [0, 82, -82, 0]),
    ("NJ-6.1 清一色 self-drawn", drawn(BOUND_FLUSH), [0, 246, -246, 0]),
    ("NJ-6.1 混一色 alone does not bind", drawn(HALF_FLUSH), [-62, 186, -62, -62]),
    ("NJ-6.1 nor on a discard", discarded(HALF_FLUSH), [0, 62, 0, -62]),
    ("NJ-6.1 nor a small win", discarded(SMALL), [0, 28, 0, -28]),
    (
        "NJ-6.1 two from one player do not bind",
        drawn(BOUND._replace(melds=(*feeder("2m", "5p"), pong("8s", 0)))), [-62, 186, -62, -62],
    ),
    (
        "NJ-6.1 three of four melds do, one of them a concealed kong between",
        drawn(Hand("6m", "6m", (*feeder("2m"), concealed_kong("5p"), *feeder("8s", "9s")))),
        [-20, 3 * 128 + 60, -3 * 128 - 20, -20],
    ),
    ("NJ-6.1 with 比下胡", discarded(BOUND, streak=1), [0, 144, -144, 0]),
    (
        "NJ-6.5 kongs count as mouths, and are paid besides",
        drawn(BOUND._replace(melds=feeder("2m!", "5p+", "8s"))), [0, 3 * 70 + 40, -3 * 70 - 40, 0],
    ),
    (
        "NJ-6.5 a concealed kong is no mouth",
        drawn(BOUND._replace(melds=(*feeder("2m"), concealed_kong("5p"), *feeder("8s")))),
        [-86, 258, -86, -86],
    ),
    (
        "NJ-6.5 after a concealed kong only, three mouths still bind",
        bloomed(Hand("6m", "6m", (*feeder("2m"), concealed_kong("5p"), *feeder("8s", "9s"))), 1),
        [-20, 3 * 168 + 60, -3 * 168 - 20, -20],
    ),
    (
        "NJ-6.5 a given kong comes first",
        bloomed(Hand("6m", "6m", (*feeder("2m"), added_kong("9s", 3), *feeder("8s", "5p"))), 1),
        [0, 3 * 168 + 20, 0, -3 * 168 - 20],
    ),
    ("NJ-6.5 so does a robbed one", robbed(Hand("45m77m", "6m", feeder("1m", "2m", "9m")), source=3),
     [0, 246, 0, -246]),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "data", "expected"), THREE_MOUTHS, ids=[row[0] for row in THREE_MOUTHS])
def test_nj_6_1_who_fed_three_melds_pays_for_triplets_and_flushes(
    rule: str, data: JSON, expected: list[int]
) -> None:
    assert totals(data) == expected


def test_nj_6_5_two_winners_are_each_paid_by_their_own_payer() -> None:
    free = Hand("78m123s345p99p777s", "6m", (), "2f")
    data = nanjing("discard", winner(BOUND, 1), winner(free, 0), source=3, tile="6m")
    assert totals(data) == [42, 62, -62, -42]
    assert paid(data) == [(2, 1, 62, "NJ-6.1"), (3, 0, 42, "NJ-2.3")]


ROBBED = [
    ("NJ-6.2 three values, no kong money", robbed(PLAIN), [0, 126, -126, 0]),
    ("NJ-6.2 his other kongs stand", robbed(PLAIN, beside=(open_kong("9s", 0),)), [-20, 126, -106, 0]),
    ("NJ-6.2 a small win with four flowers", robbed(PONGED), [0, 84, -84, 0]),
    ("NJ-6.2 with 比下胡", robbed(PLAIN, streak=1), [0, 312, -312, 0]),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "data", "expected"), ROBBED, ids=[row[0] for row in ROBBED])
def test_nj_6_2_a_robbed_kong_is_a_self_draw_that_its_player_pays(
    rule: str, data: JSON, expected: list[int]
) -> None:
    assert totals(data) == expected


def test_nj_6_5_several_robbers_are_each_paid_three_values() -> None:
    other = winner(Hand("56m789s123p567p22s", "4m", (), "23f"), 3)
    data = nanjing(
        "rob_kong", winner(PLAIN), other, source=2, tile="4m", others={"2": {"melds": [pong("4m", 0)]}}
    )
    assert totals(data) == [0, 126, -126 - 132, 132]


def test_nj_6_2_robbing_is_no_big_win() -> None:
    assert error(robbed(PONGED._replace(flowers="123f"))) == (3, "below_minimum", "")


OPEN, ADDED, HIDDEN = open_kong("7p", 2), added_kong("1z", 3), concealed_kong("9p")

GIVEN = [
    ("NJ-6.3 an open kong: its giver", [OPEN], [0], [0, 3 * 86 + 20, -3 * 86 - 20, 0]),
    ("NJ-6.3 an added kong: who gave the pong", [ADDED], [0], [0, 3 * 68 + 20, 0, -3 * 68 - 20]),
    ("NJ-6.3 a concealed kong: all three", [HIDDEN], [0], [-106, 318, -106, -106]),
    ("NJ-6.3 the exposed one in the run decides",
     [OPEN, HIDDEN], [0, 1], [-20, 3 * 90 + 80, -3 * 90 - 40, -20]),
    ("NJ-6.3 the last exposed one", [ADDED, OPEN], [1, 0], [0, 3 * 70 + 40, -20, -3 * 70 - 20]),
    (
        "NJ-6.3 an exposed one before another discard does not",
        [OPEN, HIDDEN], [1], [-110, 350, -130, -110],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "melds", "chain", "expected"), GIVEN, ids=[row[0] for row in GIVEN])
def test_nj_6_3_who_gave_the_kong_pays_for_the_win_on_its_replacement(
    rule: str, melds: list[JSON], chain: list[int], expected: list[int]
) -> None:
    hand = Hand("23567m34599s" if len(melds) == 1 else "23m34599s", "4m", tuple(melds))
    assert totals(bloomed(hand, *chain)) == expected
    assert totals(bloomed(hand, *chain, flower_draw=True)) == expected


def test_nj_6_3_a_flowers_replacement_is_paid_by_all() -> None:
    hand = Hand("23567m34599s", "4m", (OPEN,))
    assert totals(drawn(hand, flower_draw=True)) == [-66, 218, -86, -66]


MOUTHS = [
    ("NJ-6.4 快照: 对对胡 and 独钓, three times",
     mouthed(*feeder("1m", "5p", "9s", "3s")), 122, [0, 366, -366, 0]),
    ("NJ-6.4 from another: no 独钓, one share",
     mouthed(*feeder("1m", "5p", "9s"), pong("3s", 0)), 62, [0, 62, -62, 0]),
    ("NJ-6.4 缺一门 on the melds",
     mouthed(*feeder("1m", "5p", "9m", "3p"), left="7s8s"), 124, [0, 372, -372, 0]),
    ("NJ-6.4 清一色 on the melds",
     mouthed(*feeder("1m", "5m", "9m", "3m"), left="1z2z"), 182, [0, 546, -546, 0]),
    ("NJ-6.4 混一色 on the melds",
     mouthed(*feeder("1m", "5m", "9m", "3z"), left="1p2s"), 162, [0, 486, -486, 0]),
    ("NJ-4.2 four winds: 清一色", mouthed(*feeder("1z", "2z", "3z", "4z")), 182, [0, 546, -546, 0]),
    (
        "NJ-6.4 an open kong completes it and earns its 20",
        mouthed(*feeder("1m", "5p", "9s", "3s!"), left="7m"), 126, [0, 398, -398, 0],
    ),
    (
        "NJ-6.4 an open kong from another: its giver pays 20, the feeder the value",
        mouthed(*feeder("1m", "5p", "9s"), open_kong("3s", 0), left="7m"), 66, [-20, 86, -66, 0],
    ),
    (
        "NJ-6.4 kongs among the mouths",
        mouthed(*feeder("1m!", "5p+", "9s", "3s")), 130, [0, 430, -430, 0],
    ),
    (
        "NJ-6.4 无花果 counts, and 门清 with direct kongs alone",
        mouthed(*feeder("1m!", "5p!", "9s!", "3s!"), left="7m", flowers=""), 16 + 20 + 40 + 60 + 20 + 40,
        [0, 3 * 196 + 80, -3 * 196 - 80, 0],
    ),
    ("NJ-6.4 with 比下胡", mouthed(*feeder("1m", "5p", "9s", "3s"), streak=1), 264, [0, 792, -792, 0]),
    (
        "NJ-6.4 no 压绝, no wait, whatever is left",
        mouthed(*feeder("1m", "5p", "9s", "3s"), left="2s4s", others=lies(s0=[pong("6p", 2)])), 122,
        [0, 366, -366, 0],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "data", "points", "expected"), MOUTHS, ids=[row[0] for row in MOUTHS])
def test_nj_6_4_the_fourth_mouth(rule: str, data: JSON, points: int, expected: list[int]) -> None:
    assert value(data) == points
    assert totals(data) == expected
    assert not {"single_wait", "closed_wait", "crushed"} & set(patterns(data))


def test_nj_6_4_where_the_giver_is_left_out_the_meld_says_it() -> None:
    melds = (*feeder("1m", "5p", "9s"), pong("3s", 0))
    assert totals(mouthed(*melds, source=0)) == totals(mouthed(*melds))
    assert error(mouthed(*melds, source=2)) == (2, "malformed", "$.from")


NO_MOUTH = [
    ("NJ-6.4 the first three from two players", (pong("1m", 0), *feeder("5p", "9s", "3s"))),
    ("NJ-6.4 a concealed kong among them", (*feeder("1m"), concealed_kong("5p"), *feeder("9s", "3s"))),
]


@pytest.mark.parametrize(("rule", "melds"), NO_MOUTH, ids=[row[0] for row in NO_MOUTH])
def test_nj_6_4_without_three_from_one_player_first_nothing_ends(rule: str, melds: tuple[JSON, ...]) -> None:
    assert error(mouthed(*melds)) == (3, "not_a_win", "")
    assert value(drawn(Hand("6m", "6m", melds))) > 0


ENDED = [
    ("a pong", feeder("1m", "5p", "9s", "3s")),
    ("from another", (*feeder("1m", "5p", "9s"), pong("3s", 0))),
    ("an open kong", feeder("1m", "5p", "9s", "3s!")),
    ("an added kong, a pong at first", feeder("1m", "5p", "9s", "3s+")),
]


@pytest.mark.parametrize(("what", "melds"), ENDED, ids=[row[0] for row in ENDED])
def test_nj_6_4_a_hand_that_would_have_ended_before_is_malformed(what: str, melds: tuple[JSON, ...]) -> None:
    assert error(drawn(Hand("6m", "6m", melds))) == (2, "malformed", "$.wins[0].melds")
    other = drawn(PLAIN._replace(concealed="234m567m789m678p2z", tile="2z"), seat=3)
    assert error({**other, "others": lies(s1=melds)})[0:3] == (2, "malformed", "$.others.1.melds")


def test_nj_6_4_four_melds_of_which_the_last_is_concealed_end_nothing() -> None:
    melds = (*feeder("1m", "5p", "9s"), concealed_kong("3s"))
    assert value(drawn(Hand("6m", "6m", melds))) > 0
    assert error(mouthed(*melds)) == (2, "malformed", "$.tile")


def test_nj_1_4_no_mouth_is_taken_after_the_last_tile() -> None:
    """The discard after it may only be won."""
    assert error(mouthed(*feeder("1m", "5p", "9s", "3s"), wall_left=0)) == (2, "malformed", "$.wall_left")
    assert value(mouthed(*feeder("1m", "5p", "9s", "3s"), wall_left=1)) == 122
