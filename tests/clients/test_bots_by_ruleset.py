"""What the greedy bot makes of hands that have a name, ruleset by ruleset; and that matches of it end."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from clients.bots.policy import GreedyPolicy
from clients.bots.sight import look
from engine.ruleset import Ruleset
from engine.rulesets.registry import RULESETS
from engine.state import State
from protocol.to_client import Offers, ReadyOffer
from protocol.view import Mark, TableView, WindowView
from protocol.vocabulary import Action, Chow, DeclareReady, Discard, Meld, OptionValue, Pass, Pong, Tile, Win
from tests.bench.bots import Straight, Wired, play_hands
from tests.bench.sights import sight_of
from tests.clients.played import play_hand
from tests.clients.tables import claim, meld, table, tiles, turn

GREEDY = GreedyPolicy()
FLOWERS: tuple[Tile, ...] = ("1f", "2f", "3f", "4f", "5f", "6f")


def does(view: TableView, pong: str = "", chow: tuple[str, str] | None = None) -> Action:
    """Give what seat 0 does on its turn, or about this discard."""
    if pong:
        return GREEDY.choose(view, 0, claim(pong, pong=True))
    if chow is not None:
        return GREEDY.choose(view, 0, claim(chow[0], chow=[chow[1]]))
    return GREEDY.choose(view, 0, turn(view))


def with_options(view: TableView, **options: OptionValue) -> TableView:
    assert view.match is not None
    return replace(view, match=replace(view.match, options=options))


def with_flowers(view: TableView, number: int) -> TableView:
    own = replace(view.seats[0], flowers=FLOWERS[:number])
    return replace(view, seats=(own, *view.seats[1:]))


def with_melds(view: TableView, seat: int, melds: Sequence[Meld]) -> TableView:
    seats = list(view.seats)
    seats[seat] = replace(seats[seat], melds=tuple(melds))
    return replace(view, seats=tuple(seats))


# ---------------------------------------------------------------- Nanning


def test_nanning_a_sealed_player_throws_what_nobody_can_want() -> None:
    """NN-10.1: he cannot win any more, so his own hand counts for nothing."""
    view = table("123m456p789s11z23s", "9m", river="1z1z4z4z")
    assert does(view) == Discard("9m")
    sealed = replace(view, marks=(Mark("sealed", seat=0, other=1, clause="NN-10.1"),))
    assert does(sealed) == Discard("1z")


def test_nanning_who_has_fed_two_melds_throws_a_tile_that_cannot_be_a_third() -> None:
    """NN-10.1: who has fed two players once throws the lone 2z, of which anyone may hold two; who has fed one
    twice, 6p, of which two lie in the river."""
    view = table("123456m789s346p2z", "1p", river="6p6p")
    taken = [meld("pong", "888p", 0), meld("pong", "888m", 0)]
    assert does(with_melds(with_melds(view, 1, taken[:1]), 2, taken[1:])) == Discard("2z")
    assert does(with_melds(view, 1, taken)) == Discard("6p")


def test_nanning_a_cheap_pong_does_not_open_a_concealed_hand_that_waits_as_well() -> None:
    """NN-2.1, NN-2.4: 4 concealed, 2 opened; all triplets opened pay 9."""
    assert does(table("55m234p567p678s12s"), pong="5m") == Pass()
    assert does(table("555m999p33p88s123z"), pong="3p") == Pong()


def test_nanning_an_unlawful_win_is_not_called_where_it_would_be_fined() -> None:
    """NN-11.2: the call is always open there; NN-10.1, NN-11.1, NN-6.3 bar a hand that is whole."""
    ready = table("123m456p789s11z23s")
    fined = with_options(ready, false_win="penalty")

    def calls(view: TableView, tile: str) -> bool:
        return GREEDY.choose(view, 0, claim(tile, win=True)) == Win()

    assert calls(fined, "4s") and not calls(fined, "5s")
    assert calls(ready, "5s"), "where only lawful wins are offered there is nothing to look for"
    for key in ("sealed", "barred"):
        assert not calls(replace(fined, marks=(Mark(key, seat=0),)), "4s")
        assert calls(replace(fined, marks=(Mark(key, seat=1),)), "4s")
    window = replace(fined, window=WindowView("kong", 1, "4s", "added_kong"))
    assert calls(window, "4s")
    assert not calls(with_melds(window, 1, [Meld("concealed_kong", ())]), "4s")
    pairs = with_options(table("1122m3344p5566s7z"), false_win="penalty")
    assert calls(pairs, "7z") and not calls(with_melds(pairs, 0, [meld("pong", "888s")]), "7z")
    own = with_options(table("123m456p789s11z23s", "4s"), false_win="penalty")
    assert GREEDY.choose(own, 0, turn(own, win=True)) == Win()


# ---------------------------------------------------------------- Nanjing


def test_nanjing_a_small_hand_stays_concealed_until_four_flowers_lie_there() -> None:
    """NJ-3.2."""
    view = table("55m77m234p56p678s9s", ruleset="nanjing")
    assert does(with_flowers(view, 0), pong="5m") == Pass()
    assert does(with_flowers(view, 5), pong="5m") == Pong()


def test_nanjing_a_big_hand_needs_no_flower() -> None:
    """NJ-3.3: all triplets, and one suit with winds, open up without any."""
    assert does(table("555m999p33p88s123z", ruleset="nanjing"), pong="3p") == Pong()
    assert does(table("1133455678m11z9p", ruleset="nanjing"), pong="1z") == Pong()


def test_nanjing_tiles_outside_the_suit_go_first() -> None:
    """NJ-4.1: nine tiles of one suit and three winds."""
    assert does(table("112345678m111z5p", "9s", ruleset="nanjing")) in (Discard("5p"), Discard("9s"))


# ---------------------------------------------------------------- Zhuji

WILD = (Mark("wild", tiles=tiles("5s"), clause="ZJ-2.1"),)


def test_zhuji_what_leaves_no_way_to_three_tai_is_not_melded() -> None:
    """ZJ-3.3, ZJ-4.3: a sequence of 万 beside one of 饼 is nearer to four sets and a pair, but ends 清一色;
    one of 饼 does not."""
    view = table("46m678p11579p", melds=[meld("chow", "234p")], ruleset="zhuji")
    assert does(view, chow=("5m", "46m")) == Pass()
    assert does(view, chow=("6p", "57p")) == Chow(tiles("57p"))


def test_zhuji_the_triplets_that_count_are_claimed() -> None:
    """ZJ-4.1: 东 counts two, 中 one."""
    assert does(table("11z77z12346789m2s", ruleset="zhuji"), pong="1z") == Pong()
    assert does(table("99s12346789m123z", ruleset="zhuji"), pong="9s") == Pass()


def test_zhuji_one_suit_is_what_a_hand_of_nearly_one_suit_goes_for() -> None:
    """ZJ-4.3: the whole sequence outside goes before a loose tile inside."""
    view = table("1245778899m345p", "3s", ruleset="zhuji")
    assert does(view) in (Discard("3s"), Discard("3p"), Discard("4p"), Discard("5p"))
    view = table("1245778899m345p", ruleset="zhuji")
    assert does(view, pong="7m") == Pong()


def test_zhuji_with_two_tai_asked_a_smaller_hand_will_do() -> None:
    """ZJ-3.3, option ``min_tai``: 东 alone is two."""
    view = table("11z2346m678p235s9p", "9p", ruleset="zhuji", marks=WILD)
    assert look(view, 0).wilds == 1
    assert does(with_options(view, min_tai=2)) == Discard("6m")
    assert does(with_options(view, min_tai=3)) in [Discard(tile) for tile in tiles("9p6p7p8p2s3s")]


@pytest.mark.parametrize("drawn", ["1p", "9s", "3z"])
def test_zhuji_wild_tiles_are_never_thrown(drawn: str) -> None:
    view = table("1245778m5s5s34p2z", drawn, ruleset="zhuji", marks=WILD)
    assert look(view, 0).wilds == 2 and does(view) != Discard("5s")


def test_zhuji_three_wilds_and_sequences_are_a_hand() -> None:
    """ZJ-4.5, ZJ-4.2: two and one; so a pong that ends the sequences is not made."""
    view = table("555s24m68p12m99m4s1z", ruleset="zhuji", marks=WILD)
    assert look(view, 0).wilds == 3
    assert does(view, pong="9m") == Pass()
    assert does(view, chow=("3m", "12m")) == Chow(tiles("12m"))


# ---------------------------------------------------------------- Longjiang


def declares(view: TableView, *offers: str) -> Action:
    """Give what seat 0 does if it may declare so: the discard, and after a blank the pair pushed out."""
    ready = []
    for offer in offers:
        thrown, _, pushed = offer.partition(" ")
        ready.append(ReadyOffer(tiles(thrown)[0], tiles(pushed)[0] if pushed else None))
    own = view.seats[0]
    held = tuple(dict.fromkeys((*(own.tiles or ()), *((own.drawn,) if own.drawn else ()))))
    prompt = replace(turn(view), offers=Offers(discard=held, ready=tuple(ready)))
    return GREEDY.choose(view, 0, prompt)


def longjiang(hand: str, drawn: str, river: str = "", treasure: str = "") -> TableView:
    marks = (Mark("treasure", tiles=tiles(treasure), clause="LJ-4.1"),) if treasure else ()
    return table(hand, drawn, river=river, ruleset="longjiang", marks=marks)


ALL_OUT = "2m2m2m3m3m3m3m"
"""Every treasure tile of the indicator 2m: the three others of its kind and the four of the next (LJ-4.1)."""


def test_longjiang_a_narrow_wait_pays_double_and_is_chosen() -> None:
    """LJ-5.3, LJ-5.5: four tiles at twice the price, and twice the price for a treasure; LJ-2.1 holds."""
    view = longjiang("111m456p789p22s46s", "7s")
    assert declares(view, "4s", "7s") == DeclareReady("7s")


def test_longjiang_a_wide_wait_is_chosen_where_the_narrow_one_is_nearly_out() -> None:
    """One closed tile left against five on two sides, the treasure all in sight."""
    view = longjiang("111m456p789p22s46s", "7s", river="5s5s5s" + ALL_OUT, treasure="2m2m3m")
    assert declares(view, "4s", "7s") == DeclareReady("4s")


def test_longjiang_only_tiles_that_meet_the_conditions_count_as_waits() -> None:
    """LJ-2.1, LJ-2.2: 3334s could be completed by 2s, 4s and 5s, but only with 4s is there a triplet; of that
    two are left, of 9s three."""
    view = longjiang("123m456p789p3334s", "9s", river="4s")
    assert declares(view, "9s", "4s") == DeclareReady("4s")
    assert declares(longjiang("123m456p789p3334s", "9s", river="9s9s"), "9s", "4s") == DeclareReady("9s")


def test_longjiang_a_pair_is_pushed_out_for_the_double_pay() -> None:
    """LJ-3.3, LJ-5.4; and the pair of which more is left."""
    view = longjiang("123m456p789s33p55s", "9m", river="5s")
    assert declares(view, "9m", "9m 3p", "9m 5s") == DeclareReady("9m", "3p")
    view = longjiang("123m456p789s33p55s", "9m", river="3p3p")
    assert declares(view, "9m", "9m 3p", "9m 5s") == DeclareReady("9m", "5s")


def test_longjiang_a_dead_wait_is_declared_for_the_treasure_alone() -> None:
    """LJ-4.2: a treasure drawn stands for the tile of which none is left; without treasure it is not."""
    dead = longjiang("111m456p789p22s46s", "9m", river="5s5s5s5s")
    assert declares(dead, "9m") == DeclareReady("9m")
    lost = longjiang("111m456p789p22s46s", "9m", river="1m5s5s5s5s" + ALL_OUT, treasure="2m2m3m")
    assert isinstance(declares(lost, "9m"), Discard)


def test_longjiang_the_triplet_that_a_hand_needs_is_kept() -> None:
    """LJ-2.1: four sequences to come and no pair to spare: the only pair is not broken, and the pong of it is
    taken; in a game that asks for no triplet the same pong is left."""
    hand = "123m56m345p678p88s"
    assert does(table(hand, ruleset="longjiang"), pong="8s") == Pong()
    assert does(table(hand, ruleset="sichuan"), pong="8s") == Pass()


def test_longjiang_an_end_is_kept_where_there_is_but_one() -> None:
    """LJ-2.1: a 1, a 9 or 红中 must be in the hand."""
    view = table("123m444p567p55s67s", "4s", ruleset="longjiang")
    assert does(view) not in (Discard("1m"), Discard("2m"), Discard("3m"))


# ---------------------------------------------------------------- all of them


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("bots", [Straight, Wired])
def test_matches_of_four_greedy_bots_end_and_are_won(
    ruleset: str, bots: type[Straight] | type[Wired]
) -> None:
    match, played = play_hands(ruleset, 8, bots, seed=4)
    assert (match.over, len(match.results), played.hands) == (True, 8, 8)
    assert sum(match.accounts) == 0
    assert played.ways["drawn"] < 8


def test_zhuji_more_hands_are_won_than_drawn_though_each_needs_three_tai() -> None:
    """ZJ-3.3: bots that go for any four sets and a pair let nine of ten hands end drawn."""
    _, played = play_hands("zhuji", 40, Straight, seed=7)
    assert played.ways["drawn"] < 20


@pytest.mark.parametrize("ruleset", RULESETS)
def test_straight_from_the_engine_bots_see_what_their_views_show(ruleset: str) -> None:
    """The bench may leave the wire out: it changes nothing."""
    compared = []

    def watch(rules: Ruleset, state: State, seat: int, view: TableView) -> None:
        compared.append(seat)
        assert sight_of(rules, state, seat) == look(view, seat)

    for seed in range(4):
        play_hand(GREEDY.choose, seed, ruleset=ruleset, watch=watch)
    assert set(compared) == {0, 1, 2, 3}
