"""What bots do: with hands that have a name, and in any hand nothing but what is offered."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import clients.bots
from clients.bots.policy import GreedyPolicy, RandomPolicy, choices, make_policy
from clients.bots.rows import ROWS, traits_of
from clients.bots.sight import kind_of, look, tile_of
from clients.bots.traits import PLAIN
from engine.rulesets.registry import RULESETS, make_ruleset
from protocol.to_client import KongOffer, Offers, Prompt, ReadyOffer
from protocol.view import Mark, TableView
from protocol.vocabulary import (
    TILES,
    Action,
    Chow,
    DeclareReady,
    Discard,
    Kong,
    Pass,
    Pong,
    Tile,
    Win,
)  # fmt: skip
from tests.clients.played import play_hand
from tests.clients.tables import claim, kong, meld, table, tiles, turn

GREEDY = GreedyPolicy()


def does(view: TableView, prompt: Prompt) -> Action:
    return GREEDY.choose(view, 0, prompt)


def throws(view: TableView) -> Tile:
    """Give what greedy throws on its own turn."""
    action = does(view, turn(view))
    assert isinstance(action, Discard)
    return action.tile


# ---------------------------------------------------------------- winning


def test_a_win_is_always_taken() -> None:
    view = table("123m456p789s11z22z", "1z")
    assert does(view, turn(view, win=True)) == Win()
    assert does(table("123m456p789s11z22z"), claim("1z", pong=True, win=True)) == Win()


# ---------------------------------------------------------------- discards


@pytest.mark.parametrize(
    ("hand", "drawn", "river", "thrown"),
    [
        pytest.param("123m456p789s11z23s", "5z", "", "5z", id="a tile that belongs nowhere"),
        pytest.param("123m456p789s11z24s", "5s", "", "2s", id="two sides rather than the middle"),
        pytest.param("123m456p78s99s567z", "1z", "6z6z", "6z", id="the lone tile that others have thrown"),
        pytest.param("1122m3344p5566s7z", "1z", "7z7z", "7z", id="six pairs wait where more tiles are left"),
        pytest.param("11m33m55p77p99s123z", "4z", "1z1z1z", "1z", id="five pairs go for seven"),
        pytest.param("12m89s456p456s77p5z", "5z", "3m3m3m3m", "2m", id="a dead wait is given up"),
    ],
)
def test_the_hand_keeps_what_brings_it_nearest(hand: str, drawn: str, river: str, thrown: Tile) -> None:
    assert throws(table(hand, drawn, river=river)) == thrown


def test_seven_pairs_are_no_path_where_they_do_not_win() -> None:
    """ZJ-1.3: the five pairs of the same hand are worth only what they are towards sets."""
    hand = "1122m3344p5566s7z"
    assert does(table(hand), claim("1m", pong=True)) == Pass()
    assert does(table(hand, ruleset="zhuji"), claim("1m", pong=True)) == Pong()


def test_after_a_pong_seven_pairs_are_no_path_any_more() -> None:
    view = table("11m33p55p77s9s", "9s", [meld("pong", "222z")])
    sight = look(view, 0)
    assert sight.sets_needed == 3 and not sight.may_be_pairs


def test_only_what_is_offered_is_thrown() -> None:
    view = table("123m456p789s11z23s", "5z")
    assert does(view, turn(view, only="1z")) == Discard("1z")


def test_a_wild_tile_is_kept_as_long_as_anything_else_may_go() -> None:
    wild = Mark("wild", tiles=tiles("5s"))
    view = table("123m456p789s11z5s2s", "9m", ruleset="zhuji", marks=[wild])
    assert throws(view) in ("2s", "9m")
    assert does(view, turn(view, only="5s")) == Discard("5s")
    sight = look(view, 0)
    assert (sight.wilds, sight.counts[kind_of("5s")]) == (1, 0)


# ---------------------------------------------------------------- claims


@pytest.mark.parametrize(
    ("hand", "tile", "taken"),
    [
        pytest.param("55m99p234p567s123z", "5m", Pong(), id="nearer with it"),
        pytest.param("123m456p789s11z23s", "1z", Pass(), id="ready already, and no nearer with it"),
        pytest.param("1122m3344p5566s7z", "1m", Pass(), id="ready for seven pairs"),
    ],
)
def test_a_pong_is_made_only_where_the_hand_is_nearer_for_it(hand: str, tile: str, taken: Action) -> None:
    assert does(table(hand), claim(tile, pong=True)) == taken


PLAIN_GAME = "sichuan"
"""A ruleset that bots do not know: sets and a pair, nothing dearer than another, kongs bring nothing."""


@pytest.mark.parametrize(
    ("hand", "tile", "taken"),
    [
        pytest.param("555m123p456s789s1z", "5m", Kong("5m"), id="the hand is as near"),
        pytest.param("234m34p3455s5678s", "5s", Pass(), id="its tiles are wanted in sequences"),
    ],
)
def test_a_kong_that_brings_nothing_is_claimed_only_where_it_costs_nothing(
    hand: str, tile: str, taken: Action
) -> None:
    assert does(table(hand, ruleset=PLAIN_GAME), claim(tile, pong=True, is_kong=True)) == taken


@pytest.mark.parametrize(
    ("hand", "drawn", "offer", "done"),
    [
        pytest.param("1111z234m567p789s", "2z", kong("1z", "concealed_kong"), Kong("1z"), id="four to spare"),
        pytest.param(
            "22223m456p789s11z", "5z", kong("2m", "concealed_kong"), Discard("5z"), id="one is in a sequence"
        ),
    ],
)
def test_a_concealed_kong_is_made_where_it_costs_nothing(
    hand: str, drawn: str, offer: KongOffer, done: Action
) -> None:
    view = table(hand, drawn, ruleset=PLAIN_GAME)
    assert does(view, turn(view, kongs=[offer])) == done


def test_a_kong_is_made_for_what_it_brings_where_it_costs_little() -> None:
    """NN-3.2: three points at once against a wait for 4."""
    view = table("22223m456p789s11z", "5z")
    assert does(view, turn(view, kongs=[kong("2m", "concealed_kong")])) == Kong("2m")


def test_an_added_kong_is_made_of_a_tile_that_is_not_wanted() -> None:
    pong = meld("pong", "555z")
    view = table("123m456p78s99s", "5z", [pong])
    assert does(view, turn(view, kongs=[kong("5z", "added_kong")])) == Kong("5z")


def test_the_chow_that_brings_the_hand_nearest_is_made() -> None:
    """Seat 0 holds 35m and 56m beside a whole rest; with 35m the 4m makes the hand ready."""
    view = table("35m78m123p456s11z7z", ruleset=PLAIN_GAME)
    assert does(view, claim("4m", chow=["35m"])) == Chow(tiles("35m"))
    assert does(table("345m78m123p456s11z", ruleset=PLAIN_GAME), claim("4m", chow=["35m"])) == Pass()


# ---------------------------------------------------------------- nothing but what is offered


def test_every_offer_is_a_choice_and_nothing_else_is() -> None:
    offers = Offers(
        discard=tiles("1m2m"), chow=(tiles("1m2m"),), pong=True, kong=(kong("3m", "open_kong"),), win=True,
        ready=(ReadyOffer("1m"), ReadyOffer("2m", "3p")), pass_=True,
    )  # fmt: skip
    assert choices(offers) == [
        Win(), Kong("3m"), Pong(), Chow(tiles("1m2m")), DeclareReady("1m"), DeclareReady("2m", "3p"),
        Discard("1m"), Discard("2m"), Pass(),
    ]  # fmt: skip


def test_random_takes_every_offer_some_time() -> None:
    view = table("123m456p789s11z22z", "1z")
    prompt = turn(view, win=True)
    policy = make_policy("random", Random(1))
    assert isinstance(policy, RandomPolicy)
    taken = {repr(policy.choose(view, 0, prompt)) for _ in range(400)}
    assert taken == {repr(action) for action in choices(prompt.offers)}


GAMES: Mapping[str, tuple[dict[str, object], ...]] = {
    "nanning": ({}, {"false_win": "penalty"}, {"fishing": 2, "codes": 2}),
    "nanjing": ({}, {"preset": "nanjing-new"}),
    "zhuji": ({}, {"wild_kinds": 2, "min_tai": 2, "discard_wins": True}),
    "longjiang": ({}, {"discarded_treasure": "natural"}),
}


@pytest.mark.parametrize("level", ["greedy", "random"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_in_games_really_played_bots_do_only_what_is_offered(ruleset: str, level: str) -> None:
    for seed in range(12):
        options = GAMES.get(ruleset, ({},))
        policy = make_policy(level, Random(seed))
        hand = play_hand(policy.choose, seed, options[seed % len(options)], ruleset=ruleset)
        assert hand.asked
        for _, _, prompt, action in hand.asked:
            assert action in choices(prompt.offers)


def test_a_bot_decides_the_same_whatever_others_hold() -> None:
    """Its view is all it is given; two games that look alike from its seat are one to it."""
    hand = play_hand(GREEDY.choose, 3)
    for view, seat, prompt, action in hand.asked:
        assert GREEDY.choose(view, seat, prompt) == action
        assert all(other.tiles is None for place, other in enumerate(view.seats) if place != seat)


ANY_HAND = st.lists(st.sampled_from(TILES), min_size=1, max_size=16)
SOME = st.lists(st.sampled_from(TILES), min_size=1, max_size=6, unique=True)


@st.composite
def odd_offers(draw: st.DrawFn) -> Offers:
    """Offers that no lawful game makes, and some that one does."""
    offers = Offers(
        discard=tuple(draw(SOME | st.just([]))), pong=draw(st.booleans()), win=draw(st.booleans()),
        kong=tuple(KongOffer(tile, "concealed_kong") for tile in draw(SOME | st.just([]))),
        ready=tuple(ReadyOffer(tile) for tile in draw(SOME | st.just([]))),
        pass_=draw(st.booleans()),
    )  # fmt: skip
    return offers if choices(offers) else replace(offers, pass_=True)


@given(ANY_HAND, odd_offers(), st.sampled_from(["turn", "claim"]), st.sampled_from([*RULESETS, "sichuan"]))
def test_whatever_the_hand_and_the_offers_the_answer_is_one_of_them(
    hand: list[Tile], offers: Offers, kind: str, ruleset: str
) -> None:
    view = table("".join(hand), ruleset=ruleset)
    prompt = replace(claim("1m") if kind == "claim" else turn(view), offers=offers)
    assert does(view, prompt) in choices(offers)


def test_a_hand_that_is_not_shown_cannot_be_played() -> None:
    view = table("1m")
    with pytest.raises(ValueError, match="sees"):
        look(view, 1)


# ---------------------------------------------------------------- what they know


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_traits_say_what_the_ruleset_plays_with(ruleset: str) -> None:
    tile_set = make_ruleset(ruleset, {}).tile_set
    copies = [0 if kind in tile_set.flowers else tile_set.copies[kind] for kind in range(34)]
    assert traits_of(ruleset).copies == tuple(copies)


def test_an_unknown_ruleset_has_plain_traits() -> None:
    assert traits_of("sichuan") is PLAIN and set(ROWS) >= set(RULESETS)


def test_tiles_in_sight_are_the_hand_the_melds_and_the_rivers() -> None:
    view = table("123m", "1m", [meld("pong", "777z")], river="1m8f")
    sight = look(view, 0)
    assert [sight.unseen[kind_of(tile)] for tile in tiles("1m2m3m4m7z")] == [1, 3, 3, 4, 1]
    assert sight.counts[0] == 2 and tile_of(0) == "1m"


JUDGEMENT = ("aim", "needs", "plans", "policy", "race", "ready", "rows", "sight", "traits")


@pytest.mark.parametrize("name", JUDGEMENT)
def test_what_bots_judge_with_is_pure(name: str) -> None:
    """No clock, chance or socket of their own: the server runs them inside its tables."""
    path = Path(clients.bots.__file__).parent / f"{name}.py"
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            found.add((node.module or "").split(".")[0])
        elif isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
    stdlib = {"__future__", "collections", "dataclasses", "functools", "itertools", "operator", "random"}
    assert found <= stdlib | {"typing", "clients", "engine", "protocol"}
