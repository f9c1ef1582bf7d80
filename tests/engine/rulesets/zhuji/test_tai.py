"""What counts in a Zhuji hand, item by item, each with hands that miss it by one thing (ZJ-4, ZJ-5)."""

import pytest

from tests.engine.positions import (
    JSON,
    added_kong,
    chow,
    concealed_kong,
    open_kong,
    outcome,
    pong,
)
from tests.engine.rulesets.zhuji.hands import after_kong, discarded, drawn, judged, robbed

TWO = {"min_tai": 2}
BELOW: tuple[list[str], int] = ([], -3)
"""Refused by the rules: too few 台."""

# Without melds and with a wild, unless said. East and half suit make 3; red and triplets and half suit too.
CASES: list[tuple[str, JSON, tuple[list[str], int]]] = [
    ("ZJ-4.1 red", drawn("111m333m777z99m5m9p", "9m"), (["red", "all_triplets", "half_suit"], 2)),
    ("ZJ-4.1 green", drawn("111m333m666z99m5m9p", "9m"), (["green", "all_triplets", "half_suit"], 2)),
    ("ZJ-4.1 white", drawn("111m333m555z99m5m9p", "9m"), (["white", "all_triplets", "half_suit"], 2)),
    ("ZJ-4.1 east", drawn("111z123456m99m7m9p", "8m"), (["east", "half_suit"], 2)),
    ("ZJ-4.1 east for every seat", drawn("111z123456m99m7m9p", "8m", seat=3), (["east", "half_suit"], 2)),
    ("ZJ-4.1 south", drawn("222z123456m99m7m9p", "8m"), BELOW),
    ("ZJ-4.1 west", drawn("333z123456m99m7m9p", "8m"), BELOW),
    ("ZJ-4.1 north", drawn("444z123456m99m7m9p", "8m"), BELOW),
    ("ZJ-4.1 a pair of east", drawn("11z123456789m2m9p", "3m"), BELOW),
    ("ZJ-4.1 a pair of east, all told", drawn("11z123456789m2m9p", "3m", options=TWO),
     (["all_sequences", "half_suit"], 1)),
    ("ZJ-4.1 east ponged", drawn("123456m99m7m9p", "8m", pong("1z", 3)), (["east", "half_suit"], 2)),
    ("ZJ-4.1 east konged", drawn("123456m99m7m9p", "8m", open_kong("1z", 3)), (["east", "half_suit"], 2)),
    ("ZJ-4.1 red konged", drawn("111333m99m5m9p", "9m", added_kong("7z", 3)),
     (["red", "all_triplets", "half_suit"], 2)),
    ("ZJ-4.1 white konged, unseen", drawn("111333m99m5m9p", "9m", concealed_kong("5z")),
     (["white", "all_triplets", "half_suit"], 2)),
    ("ZJ-4.1 all four", drawn("111555666777z9p", "5m"),
     (["east", "white", "green", "red", "all_triplets", "half_suit"], 32)),
    ("ZJ-4.1 each once: a ponged east and wilds for another",
     drawn("1z99p123456m8m", "8m", pong("1z", 0)), (["east", "half_suit"], 2)),
    ("ZJ-4.2 all sequences", drawn("123456789s11s2s9p", "3s"), (["all_sequences", "one_suit"], 4)),
    ("ZJ-4.2 all sequences, chows", drawn("23m55m789m", "9p", chow("123m", 0), chow("456m", 0)),
     (["all_sequences", "one_suit"], 4)),
    ("ZJ-4.2 a pong among sequences", drawn("23m55m789m", "9p", chow("456m", 0), pong("1m", 0)),
     (["one_suit"], 2)),
    ("ZJ-4.2 all triplets", drawn("111222444p77p5p1m", "5p", wild="1m"), (["all_triplets", "one_suit"], 4)),
    ("ZJ-4.2 all triplets, melds", drawn("33m8m9p", "8m", pong("7z", 3), concealed_kong("2m"), pong("9m", 0)),
     (["red", "all_triplets", "half_suit"], 2)),
    ("ZJ-4.2 a chow among triplets", drawn("33m8m9p", "8m", pong("7z", 3), concealed_kong("2m"),
                                           chow("345m", 0)), BELOW),
    ("ZJ-4.2 four melds of both shapes", drawn("5m", "9p", pong("1m", 0), chow("345m", 0), pong("9m", 2),
                                               open_kong("8m", 3)), (["one_suit"], 2)),
    ("ZJ-4.3 one suit", drawn("111345678m99m2m9p", "3m"), (["one_suit"], 2)),
    ("ZJ-4.3 a set of another suit", drawn("111345m678p99m2m9s", "3m", wild="9s"), BELOW),
    ("ZJ-4.3 a meld of another suit", drawn("123456s99s7s9p", "8s", pong("9m", 3)), BELOW),
    ("ZJ-4.3 one suit, the wild an honour", drawn("123456789s11s2s7z", "3s", wild="7z"),
     (["all_sequences", "one_suit"], 4)),
    ("ZJ-4.4 the honours a meld", drawn("111333m99m5m9p", "5m", pong("2z", 0), options=TWO),
     (["all_triplets", "half_suit"], 1)),
    ("ZJ-4.4 the honours a pair", drawn("123456789m2m22z9p", "3m", options=TWO),
     (["all_sequences", "half_suit"], 1)),
    ("ZJ-4.4 the suit a chow alone", drawn("111222z44z7z9p", "7z", chow("123m", 0), options=TWO),
     (["east", "red", "half_suit"], 4)),
    ("ZJ-4.4 two suits", drawn("111m333p777z99m5m9p", "9m"), BELOW),
    ("ZJ-4.5 two", drawn("123m777z44s78p99p5s", "6s", options=TWO), BELOW),
    ("ZJ-4.5 three", drawn("123m777z44s78p999p", "1p"), (["red", "three_wilds"], 2)),
    ("ZJ-4.5 the third one drawn", drawn("12m56p78s123s44s99p", "9p"), (["all_sequences", "three_wilds"], 2)),
    ("ZJ-4.5 four count no more", drawn("12m56p78s12s4s9999p", "4s"), (["all_sequences", "three_wilds"], 2)),
    ("ZJ-4.6 a kong's replacement", after_kong("111m333s777z9p", "5s", concealed_kong("8p")),
     (["red", "all_triplets", "kong_draw"], 2)),
    ("ZJ-4.6 a kong of before", drawn("111m333s777z9p", "5s", concealed_kong("8p")), BELOW),
    ("ZJ-4.6 a robbed kong", robbed("123m777z99m46m78m9p", "5m"), (["red", "half_suit", "robbed_kong"], 2)),
    ("ZJ-4.6 the discard after a kong",
     discarded("111m333s777z9p", "5s", concealed_kong("8p"), others={"3": {"melds": [concealed_kong("2s")]}},
               chain=[concealed_kong("2s")]), BELOW),
    ("ZJ-4.7 heavenly", drawn("111z123456m99m7m9p", "8m", seat=0, first_turn=True),
     (["east", "half_suit", "heavenly"], 64)),
    ("ZJ-4.7 not as dealt", drawn("111z123456m99m7m9p", "8m", seat=0), (["east", "half_suit"], 2)),
    ("ZJ-4.7 earthly", drawn("111z123456m99m7m9p", "8m", first_turn=True),
     (["east", "half_suit", "earthly"], 64)),
    ("ZJ-4.7 another's concealed kong breaks nothing",
     drawn("111z123456m99m7m9p", "8m", first_turn=True, others={"0": {"melds": [concealed_kong("5s")]}}),
     (["east", "half_suit", "earthly"], 64)),
    ("ZJ-4.7 one's own does",
     after_kong("123456m99m7m9p", "8m", concealed_kong("1z"), first_turn=True, seat=0),
     (["east", "half_suit", "kong_draw"], 4)),
    ("ZJ-4.7 a first discard won on is neither",
     discarded("111z123456m99m7m9p", "8m", source=0, first_turn=True),
     (["east", "half_suit", "discard_shares"], 6)),
    ("ZJ-4.7 no wild", drawn("111z123456m99m67m", "8m"), (["east", "half_suit", "no_wild"], 64)),
    ("ZJ-4.7 a wild as itself", drawn("111z123456p88p78p", "9p"), (["east", "half_suit"], 2)),
    ("ZJ-4.7 no wild, two 台", drawn("123456789m11z23m", "1m"), BELOW),
    ("ZJ-4.8 honours", drawn("222333444z555z1z", "1z"), (["white", "all_triplets", "all_honours"], 64)),
    ("ZJ-4.8 honours and a wild", drawn("222333444z11z5z9p", "5z"),
     (["east", "all_triplets", "all_honours"], 64)),
    ("ZJ-4.8 two 台 are enough", drawn("222333444z66z7z9p", "7z"),
     (["green", "all_triplets", "all_honours"], 64)),
    ("ZJ-4.8 melds", drawn("44z6z9p", "6z", pong("2z", 3), pong("3z", 3), concealed_kong("5z")),
     (["white", "green", "all_triplets", "all_honours"], 64)),
    ("ZJ-4.8 a pair of a suit", drawn("222333444z111m5m", "5m"), BELOW),
    ("ZJ-4.9 they do not add up", drawn("111z123456m99m67m", "8m", seat=0, first_turn=True),
     (["east", "half_suit", "heavenly", "no_wild"], 64)),
    ("ZJ-4.9 more 台 of its own count", drawn("111z55z66z77z3m999p", "3m", seat=0, first_turn=True),
     (["east", "white", "green", "red", "all_triplets", "half_suit", "three_wilds", "heavenly"], 128)),
    ("ZJ-4.9 two 台 of its own, min_tai 2", drawn("123456789m11z23m", "1m", options=TWO),
     (["all_sequences", "half_suit"], 1)),
    ("ZJ-5.1 two 台", drawn("333z111777m99m5m9p", "5m", options=TWO), (["all_triplets", "half_suit"], 1)),
    ("ZJ-5.1 ten 台", after_kong("11z55z66z3m999p", "3m", concealed_kong("7z")),
     (["east", "white", "green", "red", "all_triplets", "half_suit", "three_wilds", "kong_draw"], 256)),
    ("ZJ-5.2 the dealer stayed once", drawn("111z123456m99m7m9p", "8m", streak=1),
     (["east", "half_suit", "old_dealer"], 4)),
    ("ZJ-5.2 the dealer stayed often", drawn("111z123456m99m7m9p", "8m", streak=7),
     (["east", "half_suit", "old_dealer"], 4)),
]  # fmt: skip


@pytest.mark.parametrize(("data", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_a_hand_counts_what_it_has(data: JSON, expected: tuple[list[str], int]) -> None:
    items, value = judged(data)
    assert (sorted(items), value) == (sorted(expected[0]), expected[1])


SIX_WILDS = "5555p66p"
READINGS: list[tuple[str, JSON, tuple[list[str], int]]] = [
    # What the wilds stand for decides.
    ("a triplet of east rather than a sequence", drawn("123m456p78s44s999p", "9s"),
     (["east", "three_wilds"], 4)),
    ("two suits: east and red rather than all triplets",
     drawn("11z77z123m44p55s99p", "4p", options=TWO), (["east", "red"], 2)),
    ("one suit stays pure where honours give as much", drawn("123456m5m" + SIX_WILDS, "5m", wild="56p",
                                                             options={"wild_kinds": 2}),
     (["all_sequences", "one_suit", "three_wilds"], 16)),
    ("one suit gives way to east and a dragon", drawn("5m" + SIX_WILDS, "5m", chow("123m", 0), pong("9m", 0),
                                                      wild="56p", options={"wild_kinds": 2}),
     (["east", "white", "half_suit", "three_wilds"], 16)),
    ("all triplets in one suit give way to them", drawn("111222m5m" + SIX_WILDS, "5m", wild="56p",
                                                        options={"wild_kinds": 2}),
     (["east", "white", "all_triplets", "half_suit", "three_wilds"], 32)),
    ("but not where there are five wilds", drawn("111222m55m55556p", "5m", wild="56p",
                                                 options={"wild_kinds": 2}),
     (["all_triplets", "one_suit", "three_wilds"], 16)),
    ("honours whose pair is all wilds count 9 as half suit, not 8",
     drawn("111z555z666z77z99p", "9p"),
     (["east", "white", "green", "red", "all_triplets", "half_suit", "three_wilds"], 128)),
    ("honours whose pair is natural count 8 either way", drawn("111z555z666z22z99p", "9p"),
     (["east", "white", "green", "red", "all_triplets", "three_wilds", "all_honours"], 64)),
    ("honours and one wild are honours", drawn("111z555z666z77z2z9p", "2z"),
     (["east", "white", "green", "red", "all_triplets", "all_honours"], 64)),
    ("honours with two wilds in two places are honours", drawn("111z555z66z77z2z99p", "2z"),
     (["east", "white", "green", "red", "all_triplets", "all_honours"], 64)),
    ("eight wilds and two chows of a suit: all sequences of one suit, three wilds",
     drawn("5555p666p", "6p", chow("123m", 0), chow("789m", 0), wild="56p", options={"wild_kinds": 2}),
     (["all_sequences", "one_suit", "three_wilds"], 16)),
    ("eight wilds and two chows of two suits: east and a dragon",
     drawn("5555p666p", "6p", chow("123m", 0), chow("789s", 0), wild="56p", options={"wild_kinds": 2}),
     (["east", "white", "three_wilds"], 8)),
    ("eight wilds and pongs of east and red: all that honours and a suit's pair give",
     drawn("5555p666p", "6p", pong("1z", 0), pong("7z", 0), wild="56p", options={"wild_kinds": 2}),
     (["east", "red", "white", "green", "all_triplets", "half_suit", "three_wilds"], 128)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("data", "expected"), [case[1:] for case in READINGS], ids=[case[0] for case in READINGS]
)
def test_zj_2_2_wilds_are_read_the_way_that_scores_most(data: JSON, expected: tuple[list[str], int]) -> None:
    items, value = judged(data)
    assert (sorted(items), value) == (sorted(expected[0]), expected[1])


@pytest.mark.parametrize(
    "data",
    [
        drawn("1133557799m22m4m", "4m"),
        drawn("1122334455667z", "7z"),
        drawn("19m19p19s1234567z", "1m", wild="5m"),
        drawn("111z123456m99m7m2p", "8m"),
        drawn("9999p135m79m246s1z", "3s"),
    ],
    ids=["seven pairs", "seven pairs of honours", "thirteen orphans", "one tile off", "too few wilds"],
)
def test_zj_1_3_nothing_but_four_sets_and_a_pair_wins(data: JSON) -> None:
    assert outcome(data)["error"]["code"] == "not_a_win"


def test_a_budget_of_wilds_is_spent_once_over_all_suits() -> None:
    """W-01: the pair takes one wild, each lone tile two; four are not enough for all of them."""
    lone = drawn("4m4p4s4z999p", "9p", pong("1z", 0), pong("7z", 0))
    assert outcome(lone)["error"]["code"] == "not_a_win"
    assert judged(drawn("4m4p4p4z999p", "9p", pong("1z", 0), pong("7z", 0)))[1] == 16
