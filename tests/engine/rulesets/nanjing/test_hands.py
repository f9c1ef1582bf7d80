"""What wins in Nanjing and what its flowers come to (NJ-1.5, NJ-2, NJ-3): short tables, one line a rule."""

import pytest

from tests.engine.positions import (
    JSON,
    added_kong,
    chow,
    concealed_kong,
    error,
    lies,
    open_kong,
    pong,
    totals,
    win,
)
from tests.engine.rulesets.nanjing.hands import (
    PAIRS,
    PLAIN,
    PONGED,
    TRIPLETS,
    Hand,
    bloomed,
    discarded,
    drawn,
    nanjing,
    patterns,
    value,
)

OWN_KONG = Hand("23567m34599s", "4m", (concealed_kong("7p"),))
TWO_SHAPES = "11133444455m55p"
"""Waits for 5p as four sets and a pair, for 1m as seven pairs."""
EDGE_OR_PAIR = "8889p234m567m345s"

FLOWERS = [
    ("NJ-2.1 no flower at all: 20 and 20 and 40",
     PLAIN._replace(flowers=""), {"concealed": 20, "flowerless": 40}, 80),
    ("NJ-2.1 each hard flower twice", PLAIN._replace(flowers="15f"), {"hard": 2, "concealed": 20}, 44),
    ("NJ-2.1 白发中 are hard flowers", PLAIN._replace(flowers="567z"), {"hard": 3, "concealed": 20}, 46),
    (
        "NJ-2.2 two suits",
        PLAIN._replace(concealed="23567m345678p88p"), {"hard": 1, "missing_suit": 1, "concealed": 20}, 44,
    ),
    (
        "NJ-2.2 two suits and winds",
        PLAIN._replace(concealed="23567m345p222z88p"), {"hard": 1, "missing_suit": 1, "concealed": 20}, 44,
    ),
    (
        "NJ-2.2 the third suit lies in a concealed kong: nothing missing, two for the kong",
        Hand("23567m34599s", "4m", (concealed_kong("7p"),)), {"hard": 1, "kong_meld": 2, "concealed": 20}, 46,
    ),
    (
        "NJ-2.2 the third suit is the pair the winning tile makes: single wait alone",
        Hand("234567m345678p9s", "9s"), {"hard": 1, "single_wait": 1, "concealed": 20}, 44,
    ),
    (
        "NJ-2.2 one suit and winds is not one suit missing",
        Hand("1223356799m222z", "4m"), {"hard": 1, "concealed": 20, "half_flush": 40}, 82,
    ),
    (
        "NJ-2.2 a closed wait that is single counts once",
        Hand("234m567m46p678s88p", "5p"), {"hard": 1, "single_wait": 1, "concealed": 20}, 44,
    ),
    (
        "NJ-2.2 a closed wait among several",
        Hand("2444m567p345s678s", "3m"), {"hard": 1, "closed_wait": 1, "concealed": 20}, 44,
    ),
    (
        "NJ-2.2 the pair among several: nothing",
        Hand("2444m567p345s678s", "2m"), {"hard": 1, "concealed": 20}, 42,
    ),
    ("NJ-2.2 an edge among several: nothing", Hand(EDGE_OR_PAIR, "7p"), {"hard": 1, "concealed": 20}, 42),
    ("NJ-2.2 an edge alone is single", Hand("12m567m345p678s88p", "3m"),
     {"hard": 1, "single_wait": 1, "concealed": 20}, 44),
    ("NJ-2.2 every kong meld two, of whatever kind",
     Hand("23m99s", "4m", (concealed_kong("7p"), open_kong("1z", 0), added_kong("2p", 0)), "1f5f56z"),
     {"hard": 4, "kong_meld": 6}, 40),
    ("NJ-2.2 a flower kong is no kong meld",
     PLAIN._replace(flowers="1234f"), {"hard": 4, "concealed": 20}, 48),
    ("NJ-2.2a seven pairs waiting elsewhere: no single wait",
     Hand(TWO_SHAPES, "5p"), {"hard": 1, "missing_suit": 1, "concealed": 20}, 44),
    ("NJ-2.2a nor for the seven pairs themselves",
     Hand(TWO_SHAPES, "1m"), {"hard": 1, "missing_suit": 1, "seven_pairs_2": 240}, 264),
    ("NJ-2.2a a wait that could not win counts: 4m makes triplets, 2m and 5m a small win",
     Hand("3334m555s", "4m", (pong("7p", 2), pong("9s", 0))), {"hard": 1, "all_triplets": 40}, 62),
    ("NJ-2.2a all four of the other kind in one's own kong (CO-7.1)",
     Hand("8889p234m345s", "9p", (concealed_kong("7p"),)),
     {"hard": 1, "single_wait": 1, "kong_meld": 2, "concealed": 20}, 48),
    ("NJ-2.4 seven pairs before double sequences, without 门清",
     Hand("112233m445566p7s", "7s"), {"hard": 1, "single_wait": 1, "seven_pairs": 80}, 104),
    ("NJ-2.4 triplets before sequences", Hand("22233344m55p777s", "4m"),
     {"hard": 1, "concealed": 20, "all_triplets": 40}, 82),
    ("NJ-2.4 the closed reading before the open one",
     Hand("5556888m345s678p", "7m"), {"hard": 1, "closed_wait": 1, "concealed": 20}, 44),
    ("NJ-2.4 triplets before a closed sequence: 234 three times or 222 333 444",
     Hand("22233444m55p777s", "3m"), {"hard": 1, "concealed": 20, "all_triplets": 40}, 82),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "hand", "counted", "points"), FLOWERS, ids=[row[0] for row in FLOWERS])
def test_what_counts_in_a_hand_and_what_it_comes_to(
    rule: str, hand: Hand, counted: dict[str, int], points: int
) -> None:
    assert patterns(discarded(hand)) == counted
    assert value(discarded(hand)) == value(drawn(hand)) == points


def test_nj_2_2a_copies_that_lie_elsewhere_never_remove_a_wait() -> None:
    others = lies(s2=[concealed_kong("1m")], s3=[pong("7m", 0)])
    assert patterns(discarded(PLAIN, others=others)) == {"hard": 1, "concealed": 20}


def test_nj_2_2a_three_in_ones_own_pong_and_the_fourth_in_hand_leave_no_wait_for_it() -> None:
    """8999p waits for 8p, its pair, and for 7p, an edge; CO-7.1."""
    waiting = Hand("8999p678m", "7p", (pong("5s", 2), pong("1z", 0)), "1235f")
    assert patterns(discarded(waiting)) == {"hard": 4}
    assert patterns(discarded(waiting, others=lies(s3=[pong("8p", 0)]))) == {"hard": 4}
    ponged = waiting._replace(melds=(pong("5s", 2), pong("8p", 0)))
    assert patterns(discarded(ponged)) == {"hard": 4, "single_wait": 1}


PAYS = [
    ("NJ-2.3 self-draw: each of the others", drawn(PLAIN), [-42, 126, -42, -42]),
    ("NJ-2.3 a discard once", discarded(PLAIN, source=0), [-42, 42, 0, 0]),
    ("NJ-2.3 the dealer neither gets nor pays more", drawn(PLAIN, seat=0), [126, -42, -42, -42]),
    ("NJ-2 flower_value multiplies a win", discarded(PLAIN, options={"flower_value": 5}), [0, 210, 0, -210]),
    (
        "NJ-2 and what is paid on the spot",
        drawn(OWN_KONG, options={"flower_value": 3}), [-3 * 66, 9 * 66, -3 * 66, -3 * 66],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "data", "expected"), PAYS, ids=[row[0] for row in PAYS])
def test_who_pays_a_win(rule: str, data: JSON, expected: list[int]) -> None:
    assert totals(data) == expected


CONCEALED = [
    ("NJ-3.1 an open kong keeps 门清",
     PLAIN._replace(concealed="23567m34599s", melds=(open_kong("7p", 2),)), True),
    ("NJ-3.1 a concealed kong keeps it", OWN_KONG, True),
    ("NJ-3.1 a pong breaks it", PONGED, False),
    ("NJ-3.1 an added kong breaks it", PONGED._replace(melds=(added_kong("7p", 2),)), False),
    ("NJ-3.1 four kongs keep it",
     Hand("9s", "9s", (open_kong("1m", 0), open_kong("2m", 2), concealed_kong("5p"),
                                                  concealed_kong("1z"))), True),
    ("NJ-3.1 seven pairs do without", PAIRS, False),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "hand", "concealed"), CONCEALED, ids=[row[0] for row in CONCEALED])
def test_what_is_concealed(rule: str, hand: Hand, concealed: bool) -> None:
    assert ("concealed" in patterns(discarded(hand))) is concealed


SMALL = [
    ("NJ-3.2 a pong and three flowers", PONGED._replace(flowers="1f5f5z")),
    ("NJ-3.2 a pong and none: 无花果 does not lift it (NJ-4.7)", PONGED._replace(flowers="")),
    ("NJ-3.2 an added kong and three", PONGED._replace(melds=(added_kong("7p", 2),), flowers="123f")),
    (
        "NJ-3.2 soft flowers do not help: closed wait, missing suit, kong",
        Hand("234m46s99s", "5s", (added_kong("7s", 2), pong("1s", 0)), "15f5z"),
    ),
    ("NJ-3.2 one pong among kongs", Hand("23m34599s", "4m", (open_kong("7p", 2), pong("1z", 0)), "123f")),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "hand"), SMALL, ids=[row[0] for row in SMALL])
def test_nj_3_2_a_small_win_that_is_not_concealed_needs_four_hard_flowers(rule: str, hand: Hand) -> None:
    assert error(discarded(hand)) == (3, "below_minimum", "")
    assert error(drawn(hand)) == (3, "below_minimum", "")
    assert error(drawn(hand, wall_left=0)) == (3, "below_minimum", "")
    kongs = [place for place, meld in enumerate(hand.melds) if meld["kind"] != "pong"]
    assert kongs == [] or "bloom_kong" in patterns(bloomed(hand, *kongs))
    enough = hand._replace(flowers="1f555z")
    assert value(discarded(enough)) == value(drawn(enough)) == value(drawn(enough, wall_left=9)) - 10


BIG = [
    ("NJ-3.3 混一色", discarded(Hand("1112356788m", "4m", (pong("2z", 0),)))),
    ("NJ-3.3 清一色", discarded(Hand("1112356788m", "4m", (pong("9m", 0),)))),
    ("NJ-3.3 对对胡", discarded(TRIPLETS)),
    ("NJ-3.3 七对", discarded(PAIRS)),
    ("NJ-3.3 压绝", discarded(Hand("24p567m34599s", "3p", (pong("3p", 2),)))),
    ("NJ-3.3 小杠开花", drawn(PONGED._replace(flowers="1f"), flower_draw=True)),
    ("NJ-3.3 大杠开花",
     bloomed(PONGED._replace(melds=(pong("1z", 2), concealed_kong("7p")), concealed="23m34599s",
                                            flowers="1f"), 1)),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "data"), BIG, ids=[row[0] for row in BIG])
def test_nj_3_3_a_big_win_needs_no_flowers(rule: str, data: JSON) -> None:
    assert value(data) > 0


NO_WIN = [
    ("NJ-1.5 one tile off", PLAIN._replace(tile="8m")),
    ("NJ-1.5 no pair", PLAIN._replace(concealed="23567m345p678s89p")),
    ("NJ-1.5 winds make no sequence", PLAIN._replace(concealed="23567m345p123z88p")),
    ("NJ-1.5 891 is no sequence", PLAIN._replace(concealed="23567m891p678s88p")),
    ("NJ-1.5 9m 1p 2p is no sequence", PLAIN._replace(concealed="23m9m12p567s678s88p")),
    ("NJ-1.5 six pairs and two odd tiles", PAIRS._replace(tile="3z")),
    ("NJ-1.5 three of a kind are no pair", Hand("111m33m557p2299s4z", "4z")),
    ("NJ-1.5 a declared kong is not two of the pairs",
     Hand("33m5577p99s4z1s", "4z", (concealed_kong("1m"),))),
    ("NJ-1.5 five pairs beside a pong", Hand("33m5577p99s4z1s", "4z", (pong("1m", 2),), "1234f")),
    ("NJ-1.5 four melds and two tiles that differ",
     Hand("6p", "4s", (pong("1m", 0), pong("2m", 2), pong("3p", 3),
                                                                  pong("9s", 0)))),
    ("NJ-1.5 thirteen orphans", Hand("19m19p19s1234z113p", "9p")),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "hand"), NO_WIN, ids=[row[0] for row in NO_WIN])
def test_what_is_no_hand_is_refused(rule: str, hand: Hand) -> None:
    assert error(discarded(hand)) == (3, "not_a_win", "")
    assert error(drawn(hand)) == (3, "not_a_win", "")


MALFORMED = [
    ("NJ-1.1 one of each season", discarded(PLAIN, others={"2": {"flowers": "1f"}}), "$.others.2.flowers"),
    ("NJ-1.1 four of each dragon", discarded(PLAIN._replace(flowers="55555z")), "$.wins[0].flowers"),
    ("NJ-1.1 a wind is no flower", discarded(PLAIN._replace(flowers="1z")), "$.wins[0].flowers"),
    ("NJ-1.1 a flower is not held",
     discarded(PLAIN._replace(concealed="23567m345p678s55z")), "$.wins[0].concealed"),
    ("NJ-1.1 nor won on", discarded(PLAIN._replace(tile="5z")), "$.tile"),
    ("NJ-1.1 nor ponged", discarded(PONGED._replace(melds=(pong("5z", 2),))), "$.wins[0].melds[0].tile"),
    ("NJ-1.2 no chow", discarded(PONGED._replace(melds=(chow("456p", 0),))), "$.wins[0].melds[0].kind"),
    ("NJ-1.2 a tile too few", discarded(PLAIN._replace(concealed="23567m345p678s8p")), "$.wins[0].concealed"),
    ("NJ-1.1 five of a tile", discarded(Hand("234m567m345p8888p", "8p")), "$.wins[0].concealed"),
    ("NJ-1.1 no wilds", discarded(PLAIN, wild="5s"), "$.wild"),
    ("NJ-1.1 no codes", discarded(PLAIN, codes="5s"), "$.codes"),
    ("NJ-1.2 nobody declares ready",
     nanjing("discard", win(1, PLAIN.concealed, ready=True), source=3, tile="4m"),
     "$.wins[0].ready"),
    ("NJ-4.8 nothing was replaced where no flower lies", drawn(PLAIN._replace(flowers=""), flower_draw=True),
     "$.flower_draw"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "data", "path"), MALFORMED, ids=[row[0] for row in MALFORMED])
def test_what_the_game_does_not_have_is_malformed(rule: str, data: JSON, path: str) -> None:
    assert error(data) == (2, "malformed", path)
