"""Who may win on what in Zhuji, and why not; who pays how much (ZJ-1, ZJ-3, ZJ-5)."""

import pytest

from engine.errors import Code, RuleRefusal
from engine.position import read_position
from engine.rulesets.registry import POSITION_RULES
from engine.rulesets.zhuji.options import OPTIONS
from engine.rulesets.zhuji.scoring import ZhujiScorer
from engine.scoring.facts import By, Facts, SeatFacts
from tests.engine.positions import (
    JSON,
    added_kong,
    chow,
    concealed_kong,
    error,
    open_kong,
    pong,
    position,
    totals,
    win,
)
from tests.engine.rulesets.zhuji.hands import code, discarded, drawn, robbed

THREE = ("111z123456m99m7m9p", "8m")
"""East and half suit: 3 台, 2 points a share."""
ROBBER = ("123m777z99m46m78m9p", "5m")
"""Red, half suit and the robbery: 3 台."""

REFUSED: list[tuple[str, JSON, str]] = [
    ("ZJ-3.1 a discard", discarded(*THREE, options={}), "not_offered"),
    ("ZJ-3.1 a discard of a hand that is none", discarded("222z135m456m99m7m9p", "8m", options={}),
     "not_a_win"),
    ("ZJ-2.3 a discarded wild", discarded("111z123456p88p7p9p", "9p"), "not_offered"),
    ("ZJ-3.3 one 台", drawn("222z123456m99m7m9p", "8m"), "below_minimum"),
    ("ZJ-3.3 two 台 on a discard", discarded("333z111777m99m5m9p", "5m"), "below_minimum"),
    ("ZJ-3.3 one 台 with min_tai 2", drawn("222z123456m99m7m9p", "8m", options={"min_tai": 2}),
     "below_minimum"),
    ("ZJ-3.2 an open kong with rob = added", robbed(*ROBBER, kong="open_kong", options={"rob": "added"}),
     "not_offered"),
    ("ZJ-3.2 the open kong of one's own discard", robbed(*ROBBER, kong="open_kong", giver=1), "not_offered"),
    ("ZJ-1.3 a robbed kong that completes nothing", robbed("123m777z99m28s78m9p", "5m"), "not_a_win"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "why"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_a_win_that_may_not_be_is_refused_with_its_reason(data: JSON, why: str) -> None:
    assert (error(data)[0], code(data)) == (3, why)


MALFORMED: list[tuple[str, JSON, str]] = [
    ("ZJ-3.2 a concealed kong robbed", robbed(*ROBBER, kong="open_kong") | {"chain": [concealed_kong("5m")]},
     "$.chain"),
    ("ZJ-1.2 below the reserve", drawn(*THREE, wall_left=13), "$.wall_left"),
    ("ZJ-1.2 a kong with no replacement", robbed(*ROBBER, wall_left=14), "$.wall_left"),
    ("ZJ-1.1 a chow across", drawn("23m55m789m", "9p", chow("123m", 2), chow("456m", 0)),
     "$.wins[0].melds[0].from"),
    ("ZJ-1.1 a flower", drawn("111z123456m99m7m1f", "8m"), "$.wins[0].concealed"),
    ("a field of another ruleset", drawn(*THREE, treasure="4s"), "$.treasure"),
    ("an option of another ruleset", drawn(*THREE, options={"codes": 2}), "$.options.codes"),
    ("a value out of range", drawn(*THREE, options={"min_tai": 4}), "$.options.min_tai"),
    ("a kind there is not", drawn(*THREE, options={"wild": "8z"}), "$.options.wild"),
    ("three kinds", drawn(*THREE, options={"wild_kinds": 3}), "$.options.wild_kinds"),
    ("true for a number", drawn(*THREE, options={"wild_kinds": True}), "$.options.wild_kinds"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("data", "path"), [case[1:] for case in MALFORMED], ids=[case[0] for case in MALFORMED]
)
def test_a_position_that_cannot_be_names_its_field(data: JSON, path: str) -> None:
    assert error(data) == (2, "malformed", path)


PAID: list[tuple[str, JSON, list[int]]] = [
    ("ZJ-3.1 each pays a self-draw", drawn(*THREE), [-2, 6, -2, -2]),
    ("ZJ-3.1 the discarder pays three shares", discarded(*THREE), [0, 6, 0, -6]),
    ("ZJ-3.1 the dealer as discarder", discarded(*THREE, source=0), [-6, 6, 0, 0]),
    ("ZJ-3.2 each pays a robbed kong", robbed(*ROBBER), [-2, 6, -2, -2]),
    ("ZJ-3.2 an open kong too", robbed(*ROBBER, kong="open_kong"), [-2, 6, -2, -2]),
    ("ZJ-3.2 an added kong of one's own discard", robbed(*ROBBER, giver=1), [-2, 6, -2, -2]),
    ("ZJ-3.2 added kongs with rob = added", robbed(*ROBBER, options={"rob": "added"}), [-2, 6, -2, -2]),
    ("ZJ-3.2 the robbed player pays all", robbed(*ROBBER, options={"robbed_pays_all": True}), [0, 6, 0, -6]),
    ("ZJ-3.2 not who discarded", robbed(*ROBBER, kong="open_kong", options={"robbed_pays_all": True}),
     [0, 6, 0, -6]),
    ("ZJ-3.2 the option looks at robbed kongs alone", drawn(*THREE, options={"robbed_pays_all": True}),
     [-2, 6, -2, -2]),
    ("ZJ-5.2 all of it double", robbed(*ROBBER, options={"robbed_pays_all": True}, streak=2),
     [0, 12, 0, -12]),
    ("ZJ-5.2 another's win in the old dealer's hand", discarded(*THREE, streak=1), [0, 12, 0, -12]),
    ("ZJ-5.4 kongs earn nothing", drawn("456m33m99p", "9m", concealed_kong("1z"), open_kong("3s", 0),
                                        others={"3": {"melds": [added_kong("7s", 1), concealed_kong("2s")]}},
                                        options={"min_tai": 2}), [-1, 3, -1, -1]),
    ("ZJ-1.2 a drawn hand moves nothing", position("zhuji", "draw", streak=1, others={
        "0": {"melds": [concealed_kong("1z"), pong("2s", 3)]}}), [0, 0, 0, 0]),
]  # fmt: skip


@pytest.mark.parametrize(("data", "paid"), [case[1:] for case in PAID], ids=[case[0] for case in PAID])
def test_everybody_pays_what_he_owes(data: JSON, paid: list[int]) -> None:
    assert totals(data) == paid


def test_zj_3_2_only_one_may_win() -> None:
    two = win(2, "222m777z99s46m78s9p"), win(1, "111m666z88s46m45s9p")
    data = position(
        "zhuji", "discard", *two, source=0, tile="5m", wild="9p", options={"discard_wins": True}
    )
    assert (error(data)[0], code(data)) == (3, "not_offered")


def test_nothing_is_paid_on_the_spot() -> None:
    scorer = ZhujiScorer(OPTIONS.read({}))
    facts = Facts(0, By.DRAW)
    assert (scorer.spot(facts), scorer.settle(facts).transfers) == ((), ())


@pytest.mark.parametrize("tile", [None, 3])
def test_a_hand_that_is_not_known_does_not_win(tile: int | None) -> None:
    """Whoever asks about a seat whose tiles are hidden gets an answer, not a fault."""
    seats = (SeatFacts(), SeatFacts(concealed=(0,) * 3 if tile is None else None), SeatFacts(), SeatFacts())
    facts = Facts(0, By.SELF_DRAW, (1,), tile, seats=seats, wilds=(17,))
    scorer = ZhujiScorer(OPTIONS.read({}))
    assert scorer.qualifies(facts, 1) is Code.NOT_A_WIN
    with pytest.raises(RuleRefusal):
        scorer.settle(facts)


@pytest.mark.parametrize(
    "data", [drawn(*THREE), discarded(*THREE, options={}), drawn("222z123456m99m7m9p", "8m")]
)
def test_who_qualifies_is_whoever_is_scored(data: JSON) -> None:
    read = read_position(data, POSITION_RULES)
    assert isinstance(read.scorer, ZhujiScorer)
    refused = read.scorer.qualifies(read.facts, 1)
    if refused is None:
        assert read.scorer.settle(read.facts).wins
    else:
        with pytest.raises(RuleRefusal) as error:
            read.scorer.settle(read.facts)
        assert error.value.code is refused
