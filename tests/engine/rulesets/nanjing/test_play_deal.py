"""Flowers, the wall's end, first and unchanged hands at the Nanjing table (NJ-1, NJ-4.8 to NJ-4.11)."""

import pytest

from engine.events import Drawn, FlowerLaid
from engine.match import Match
from engine.notation import format_tile, format_tiles
from engine.state import Phase
from engine.views import PUBLIC, view
from tests.engine.rulesets.nanjing.hands import counted, follow, table, written

READY = "123456789m23s55p"
"""Waits for 1s and 4s; concealed and without a flower a win comes to 20 + 20 + 40 = 80."""
KONG = "345678m23s55p111z"
"""The same with a triplet to kong."""


def test_nj_1_2_and_1_3_the_dealer_lays_out_his_flowers_first_then_each_seat_in_turn() -> None:
    hands = ["1m4z66z", "1m4z3f", "7z12f", "55z4f"]
    # The dealer: 2m, 5f, 2p and for 5f 3m; seat 3: 7z, 3p, 4m and for 7z 4p; seat 0 two, seat 1 one.
    events, match = follow(written("", hands, dealer=2, tail="2m5f2p3m7z3p4m4p2s3s4s"))
    laid = [(event.seat, format_tile(event.tile)) for event in events if isinstance(event, FlowerLaid)]
    assert [seat for seat, _ in laid] == [2, 2, 2, 2, 3, 3, 3, 3, 0, 0, 1]
    assert sorted(laid[:4]) == [(2, "1f"), (2, "2f"), (2, "5f"), (2, "7z")]
    drawn = [event for event in events if isinstance(event, Drawn)]
    assert [format_tile(event.tile) for event in drawn] == [
        "2m",
        "5f",
        "2p",
        "3m",
        "7z",
        "3p",
        "4m",
        "4p",
        "2s",
        "3s",
        "4s",
    ]
    assert all(event.tail for event in drawn)
    state = match.state
    assert state is not None and state.drawn is not None
    assert (state.phase, state.turn, format_tile(state.drawn)) == (Phase.TURN, 2, "3m")
    assert [hand.size for hand in state.hands] == [13, 13, 14, 13]
    assert [len(flowers) for flowers in state.flowers] == [2, 1, 4, 4]


def test_nj_1_3_in_play_a_flower_is_replaced_from_the_tail_until_it_is_none() -> None:
    script = "0 discard 9p; 1 <1f _; 1 <<5z _; 1 <<2z discard 2z; @ left 87; 2 <3z; @ left 86"
    played = table(script, ["9p", READY, "", ""])
    assert [format_tiles(flowers) for flowers in played.state.flowers] == ["", "1f5z", "", ""]


def test_nj_1_4_a_flower_drawn_when_nothing_is_left_counts_and_the_hand_ends_drawn() -> None:
    """NJ-7.3: it even makes up a flower kong."""
    hands = ["9p", "123f", "", ""]
    played = table("0 discard 9p; 1 <4f _; @ over", hands, tail="2z3z4z", left=4)
    assert (played.outcome.outcome, played.totals) == ("draw", [-20, 60, -20, -20])
    assert played.outcome.follows == (1, 0, False)
    at_the_deal = table("@ over", ["9p1f", "", "", ""], left=0)
    assert (at_the_deal.outcome.outcome, at_the_deal.totals) == ("draw", [0, 0, 0, 0])
    replaced = table("0 discard 9p; 1 <1z kong 1z; 1 <<1f _; @ over", ["9p", KONG, "", ""], left=2)
    assert (replaced.outcome.outcome, replaced.totals) == ("draw", [-20, 60, -20, -20])


def test_nj_1_4_a_kong_needs_a_replacement_and_the_last_discard_may_only_be_won() -> None:
    script = """
    0 discard 9p; 1 <1z _; ? 1 discard; ! 1 kong 1z = no_replacement
    1 discard 8p; ? 2; ! 2 pong = not_offered; ! 2 kong = no_replacement; ? 3 win pass; 3 pass; @ over
    """
    hands = ["9p", "8p111z", "888p", "123456789m22z79p"]
    assert table(script, hands, left=1).outcome.outcome == "draw"
    # With one more tile left all three may be claimed.
    more = "0 discard 9p; 1 <1z _; ? 1 discard kong; 1 discard 8p; ? 2 kong pong pass; ? 3 win pass; 3 win"
    assert table(more, hands, left=2).outcome.outcome == "win"


BLOOMS = [
    (
        "NJ-4.8 on a flower's replacement 20",
        "0 discard 9p; 1 <5p discard 1z; 2 <2z; 3 <3z; 0 <4z; 1 <1f _; 1 <<4s win", "123456789m23s5p1z",
        {"hard": 1, "concealed": 20, "bloom_flower": 20},
    ),
    (
        "NJ-4.8 on a kong's 40",
        "0 discard 9p; 1 <1z kong 1z; 1 <<4s win", KONG, {"kong_meld": 2, "concealed": 20, "flowerless": 40,
                                                         "bloom_kong": 40},
    ),
    (
        "NJ-4.8 a flower between counts nothing more",
        "0 discard 9p; 1 <1z kong 1z; 1 <<1f _; 1 <<4s win", KONG,
        {"hard": 1, "kong_meld": 2, "concealed": 20, "bloom_kong": 40},
    ),
    (
        "NJ-4.8 a flower before the kong neither",
        "0 discard 9p; 1 <1f _; 1 <<1z kong 1z; 1 <<4s win", KONG,
        {"hard": 1, "kong_meld": 2, "concealed": 20, "bloom_kong": 40},
    ),
    (
        "NJ-4.8 after a discard no more",
        "0 discard 9p; 1 <1z kong 1z; 1 <<2z; 2 <3z; 3 <4z; 0 <4z; 1 <4s win", KONG,
        {"kong_meld": 2, "concealed": 20, "flowerless": 40},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "script", "hand", "expected"), BLOOMS, ids=[row[0] for row in BLOOMS])
def test_what_a_replacement_brings(rule: str, script: str, hand: str, expected: dict[str, int]) -> None:
    assert counted(table(script, ["9p", hand, "", ""])) == [expected]


HEAVEN = [
    ("NJ-4.9 天胡 on the tiles dealt",
     READY + "4s", "", "0 win", {"concealed": 20, "flowerless": 40, "heavenly": 320}),
    (
        "NJ-4.9 flowers replaced: the last replacement is the last tile dealt, and no 小杠开花",
        READY + "1f", "4s", "0 win", {"hard": 1, "concealed": 20, "heavenly": 320},
    ),
    (
        "NJ-4.9 others' flowers change nothing",
        READY + "4s", "2z3z", "0 win", {"concealed": 20, "flowerless": 40, "heavenly": 320},
    ),
    (
        "NJ-4.9 after a concealed kong it is 大杠开花",
        KONG + "1z", "", "0 kong 1z; 0 <<4s win",
        {"kong_meld": 2, "concealed": 20, "flowerless": 40, "bloom_kong": 40},
    ),
    (
        "NJ-4.9 a flower for the kong as well",
        KONG + "1z", "", "0 kong 1z; 0 <<1f _; 0 <<4s win",
        {"hard": 1, "kong_meld": 2, "concealed": 20, "bloom_kong": 40},
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "hand", "tail", "script", "expected"), HEAVEN, ids=[row[0] for row in HEAVEN]
)
def test_what_the_dealer_wins_before_he_discards(
    rule: str, hand: str, tail: str, script: str, expected: dict[str, int]
) -> None:
    hands = [hand, "", "56f" if "others" in rule else "", ""]
    played = table(script, hands, tail=tail)
    assert counted(played) == [expected]
    assert played.outcome.follows == (0, 1, False)


EARTH = [
    ("NJ-4.10 only drawn tiles thrown", READY, "1 <2z; 2 <3z; 3 <4z; 0 <4s", True),
    ("NJ-4.10 on the first discard of all", READY, "", True),
    ("NJ-4.10 a tile like the one drawn leaves the hand as it was",
     READY, "1 <5p discard 5p; 2 <3z; 3 <4z; 0 <4s", True),
    ("NJ-4.10 a flower drawn, its replacement thrown",
     READY, "1 <1f _; 1 <<2z discard 2z; 2 <3z; 3 <4z; 0 <4s", True),
    (
        "NJ-4.10 ready, and changed to another wait",
        "123456789m2s555p", "1 <3s discard 5p; 2 <3z; 3 <4z; 0 <4s", False,
    ),
    ("NJ-4.10 not ready as dealt", "123456789m23s5p1z", "1 <5p discard 1z; 2 <3z; 3 <4z; 0 <4s", False),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "hand", "script", "kept"), EARTH, ids=[row[0] for row in EARTH])
def test_nj_4_10_ready_on_the_tiles_dealt_and_unchanged(
    rule: str, hand: str, script: str, kept: bool
) -> None:
    first = "9p" if script else "4s"
    played = table(f"0 discard {first}; {script}; 1 win", [first, hand, "", ""])
    assert ("earthly" in counted(played)[0]) is kept
    flower = "1f" in script
    assert played.totals == [-(80 - 38 * flower + 280 * kept), 80 - 38 * flower + 280 * kept, 0, 0]


def test_nj_4_10_the_dealer_is_ready_after_his_first_discard_whatever_it_is() -> None:
    hands = [READY + "9p", "", "", ""]
    kept = table("0 discard 9p; 1 <2z; 2 <3z; 3 <4z; 0 <3z; 1 <4s; 0 win", hands)
    assert kept.totals == [360, -360, 0, 0]
    assert kept.outcome.follows == (0, 1, False)
    drawn = table("0 discard 9p; 1 <2z; 2 <3z; 3 <4z; 0 <4s win", hands)
    assert drawn.totals == [1080, -360, -360, -360]
    changed = table("0 discard 9p; 1 <2z; 2 <3z; 3 <4z; 0 <5p discard 9m; 1 <4z; 2 <3z; 3 <4z; "
                    "0 <9m discard 5p; 1 <4s; 0 win",
                    hands)  # fmt: skip
    assert changed.totals == [80, -80, 0, 0]


def test_nj_4_10_a_pong_or_a_kong_breaks_it() -> None:
    konged = table("0 discard 9p; 1 <1z kong 1z; 1 <<2z; 2 <3z; 3 <4z; 0 <4s; 1 win", ["9p", KONG, "", ""])
    assert counted(konged) == [{"kong_meld": 2, "concealed": 20, "flowerless": 40}]
    hands = ["9m", "99m222p555s777s33z", "", ""]
    script = "0 discard 9m; ? 1 win pong pass; 1 pong; 1 discard 3z; 2 <4z; 3 <3z; 1 win"
    assert counted(table(script, hands)) == [{"single_wait": 1, "all_triplets": 40, "flowerless": 40}]


def test_nj_4_10_only_the_player_himself_is_told_that_he_is_ready_as_dealt() -> None:
    def shown(script: str, hands: list[str], viewer: int) -> dict[str, object] | None:
        played = table(script, hands)
        return view(played.match.rules, played.state, viewer).mechanics.get("dealt_hand")

    hands = ["9p", READY, "", ""]
    assert shown("0 discard 9p; 1 <2z _", hands, 1) == {"ready": True}
    assert shown("0 discard 9p; 1 <2z; 2 <3z _", hands, 1) == {"ready": True}
    for viewer in (0, 2, 3, PUBLIC):
        assert shown("0 discard 9p; 1 <2z; 2 <3z _", hands, viewer) is None
    assert shown("0 discard 9p; 1 <5p discard 9m; 2 <3z _", hands, 1) is None
    dealer = [READY + "9p", "", "", ""]
    assert shown("", dealer, 0) is None
    assert shown("0 discard 9p; 1 <3z _", dealer, 0) == {"ready": True}


def test_nj_4_10_while_flowers_are_laid_nobody_is_told_nor_where_they_ran_out() -> None:
    told = []
    script = written("", ["9p", READY, "1f", "5f"], tail="2z3z")

    def look(match: Match) -> None:
        assert match.state is not None
        told.append([view(match.rules, match.state, seat).mechanics.get("dealt_hand") for seat in range(4)])

    follow(script, look)
    assert told[-1] == [None, {"ready": True}, None, None]
    assert told[:-1] and all(seen == [None] * 4 for seen in told[:-1])
    told.clear()
    for flower in ("2f", ""):
        follow(written("", ["9p", "123456789m23s5p1f", flower, ""], left=0), look)
    assert all(seen == [None] * 4 for seen in told)


def test_nj_4_11_the_last_sixteen_tiles() -> None:
    """Fifteen left after the draw; the dealer's hand is not ready, seat 1 has changed its own."""
    script = "0 discard 9p; 1 <5p discard 1z; 2 <2z; 3 <3z; 0 <4z; 1 <4s win"
    hands = ["9p", "123456789m23s5p1z", "", ""]
    late = table(script, hands, left=20)
    assert counted(late) == [{"concealed": 20, "flowerless": 40, "last_tiles": 10}]
    assert counted(table(script, hands, left=21)) == [{"concealed": 20, "flowerless": 40}]
    assert late.totals == [-90, 270, -90, -90]
