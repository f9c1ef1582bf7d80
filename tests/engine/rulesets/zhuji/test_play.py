"""Zhuji at the table: claims, kongs and their robbing, the wall's end, who may win when (ZJ-1 to ZJ-5)."""

import pytest

from engine.errors import ActionRefused, Code
from engine.melds import MeldKind
from engine.rulesets.registry import make_ruleset
from engine.views import PUBLIC, view
from tests.engine.rulesets.zhuji.table import look, offers, play, refused

# Claims.


@pytest.mark.parametrize("discarder", range(4))
def test_zj_1_1_only_the_next_seat_may_chow(discarder: int) -> None:
    """C-02, C-05: nobody can pong the tile, everybody could make a sequence of it."""
    hands = ["", "", "", ""]
    following, others = (discarder + 1) % 4, ((discarder + 2) % 4, (discarder + 3) % 4)
    for seat in range(4):
        hands[seat] = "5s" if seat == discarder else "46s"
    played = play(
        hands, f"{discarder} discard 5s",
        offers(following, "chow", "pass"), offers(discarder), *map(offers, others),
        *(refused(seat, "chow", "46s", code="not_offered") for seat in others),
        f"{following} chow 46s", offers(following, "discard"),
        dealer=discarder,
    )  # fmt: skip
    assert played.state.turn == following
    assert played.state.melds[played.state.turn][0].kind is MeldKind.CHOW


def test_zj_3_4_pong_goes_before_chow_whoever_answers_first() -> None:
    """C-01, C-06: and the chow stands where the pong is passed."""
    hands = ["5s", "46s", "55s", ""]
    ponged = play(hands, "0 discard 5s; 1 chow 46s", offers(2, "pong", "pass"), "2 pong")
    assert ponged.state.turn == 2
    chowed = play(hands, "0 discard 5s; 1 chow 46s; 2 pass")
    assert chowed.state.turn == 1
    chowed = play(hands, "0 discard 5s; 2 pass; 1 chow 46s")
    assert chowed.state.turn == 1


def test_zj_3_4_a_kong_ranks_with_a_pong_and_goes_before_a_chow() -> None:
    """C-03: who holds three is offered both, and keeps the fourth after a pong."""
    hands = ["5s", "46s", "", "555s"]
    konged = play(hands, "0 discard 5s; 1 chow 46s", offers(3, "kong", "pong", "pass"), "3 kong")
    assert konged.state.melds[3][0].kind is MeldKind.OPEN_KONG
    ponged = play(hands, "0 discard 5s; 1 pass; 3 pong", offers(3, "discard"))
    assert ponged.state.hands[3].counts[22] == 1


def test_zj_3_4_a_win_goes_before_everything() -> None:
    """ZJ-3.1: with discard_wins; all three shares are the discarder's."""
    hands = ["8m", "79m", "88m", "111z123456m99m7m9p"]
    played = play(
        hands, "0 discard 8m; 1 chow 79m; 2 pong", offers(3, "win", "pass"), "3 win",
        options={"discard_wins": True},
    )  # fmt: skip
    assert played.totals == [-6, 0, 0, 6]
    assert played.outcome.follows == (3, 0, False)


def test_zj_3_2_of_several_who_could_win_the_nearest_does() -> None:
    hands = ["8m", "", "111z123456m99m7m9p", "79m123s44s567s999p"]
    claims = ("0 discard 8m", offers(2, "win", "pass"), offers(3, "win", "pass"))
    first = play(hands, *claims, "3 win; 2 win", options={"discard_wins": True})
    assert first.state.winners == (2,)
    second = play(hands, *claims, "3 win; 2 pass", options={"discard_wins": True})
    assert second.state.winners == (3,)


def test_zj_3_1_a_discard_is_not_won_and_the_seat_is_told_why() -> None:
    hands = ["8m", "", "111z123456m99m7m9p", "88m"]  # seat 3 is asked, so the window stays open
    play(hands, "0 discard 8m", offers(2), refused(2, "win", code="not_offered"))
    below = ["8m", "", "222z123456m99m7m9p", "88m"]
    play(below, "0 discard 8m", refused(2, "win", code="below_minimum"), options={"discard_wins": True})
    none = ["8p", "", "222z123456m99m7m9p", "88p"]
    play(none, "0 discard 8p", refused(2, "win", code="not_a_win"), options={"discard_wins": True})


# Wilds.


def test_zj_2_3_nobody_claims_a_discarded_wild() -> None:
    """Nor is it won on, even where discards are, even by a hand that is complete with it."""
    hands = ["9p", "78p", "99p", "111z123456m99m78m"]
    played = play(hands, "0 discard 9p", look(turn=1), options={"discard_wins": True})
    assert (played.state.window, played.state.winners, played.state.exposed) == (None, (), 0)


def test_zj_2_3_no_chow_or_kong_is_made_with_a_wild() -> None:
    play(["9999p", "", "", ""], offers(0, "discard"), refused(0, "kong", "9p", code="not_offered"))
    hands = ["8p", "79p", "888p", ""]
    play(
        hands, "0 discard 8p", offers(1), refused(1, "chow", "79p", code="not_offered"),
        offers(2, "pong", "kong", "pass"),
    )  # fmt: skip
    both = play(hands, "0 discard 8p", look(turn=1), wild="8p9p", options={"wild_kinds": 2})
    assert both.state.window is None


def test_zj_2_3_a_wild_may_be_discarded() -> None:
    played = play(["9p", "", "", ""], "0 discard 9p")
    assert played.state.discards == [(0, 17)]


def test_w_17_a_drawn_wild_wins() -> None:
    hands = ["1s", "111z123456m99m78m", "", ""]
    played = play(hands, "0 discard 1s", offers(1, "discard", "win"), "1 win", draws="9p")
    assert played.items == ["earthly", "east", "half_suit"]


# The wall's end.


@pytest.mark.parametrize(("left", "may"), [(14, False), (15, True), (16, True)])
def test_zj_1_2_a_kong_needs_more_than_14_left(left: int, may: bool) -> None:
    """K-01, K-08: the same of concealed, open and added kongs, and a forged one is refused."""
    verbs = ["discard", "kong"] if may else ["discard"]
    code = [] if may else [refused(0, "kong", "5s", code="no_replacement")]
    play(["5555s", "", "", ""], offers(0, *verbs), *code, left=left)
    claims = ["pong", "kong", "pass"] if may else ["pong", "pass"]
    code = [] if may else [refused(2, "kong", code="no_replacement")]
    play(["5s", "", "555s", ""], "0 discard 5s", offers(2, *claims), *code, left=left)
    code = [] if may else [refused(2, "kong", "5s", code="no_replacement")]
    play(
        ["5s", "", "55s1m", ""], "0 discard 5s; 2 pong; 2 discard 1m",
        "3 discard 3m; 0 discard 2z; 1 discard 2z", offers(2, *verbs), *code,
        draws="3m2z2z5s", left=left + 4,
    )  # fmt: skip


def test_zj_1_2_the_hand_is_drawn_when_a_draw_falls_due_with_14_left() -> None:
    """The dealer keeps the deal and becomes 老庄 (ZJ-5.3); nothing is paid."""
    played = play(["2z", "", "", ""], "0 discard 2z", look(over=True), look(wall_left=14), left=14)
    assert (played.outcome.outcome, played.totals, played.outcome.follows) == ("draw", [0] * 4, (0, 1, False))


def test_zj_1_2_the_last_discard_may_be_chowed_and_ponged_and_play_goes_on() -> None:
    hands = ["5s", "46s7m", "89m5z", "55m5z"]
    played = play(
        hands, "0 discard 5s; 1 chow 46s; 1 discard 7m", offers(2, "chow", "pass"),
        "2 chow 89m; 2 discard 5z", look(over=True), left=14,
    )  # fmt: skip
    assert played.outcome.outcome == "draw"
    ponged = play(
        ["5z", "", "", "55z2m"], "0 discard 5z; 3 pong; 3 discard 2m", look(over=True), left=14
    )
    assert ponged.outcome.outcome == "draw"


def test_zj_1_2_the_last_tile_and_the_last_discard_may_be_won_on() -> None:
    hand = "111z123456m99m7m9p"
    drawn = play(["1s", hand, "", ""], "0 discard 1s", look(wall_left=14), "1 win", draws="8m", left=15)
    assert "east" in drawn.items
    given = play(["8m", "", "", hand], "0 discard 8m; 3 win", left=14, options={"discard_wins": True})
    assert given.totals == [-6, 0, 0, 6]


def test_zj_1_2_replacements_come_from_the_tail() -> None:
    """K-04: and the wall counts every one of them."""
    played = play(
        ["5555s7777s", "", "", ""], "0 kong 5s", look(wall_left=82), "0 kong 7s", look(wall_left=81),
        look(turn=0), tail="2m3m", draws="9m",
    )  # fmt: skip
    assert [played.state.hands[0].counts[kind] for kind in (1, 2, 8)] == [1, 1, 0]


# Kongs.


def test_co_1_3_an_added_kong_may_come_on_a_later_turn_but_not_with_the_pong() -> None:
    """K-09, K-10, and a kong names its tile (K-17)."""
    hands = ["5s", "", "555s1m", ""]
    play(
        hands, "0 discard 5s; 2 pong", offers(2, "discard"), refused(2, "kong", "5s", code="not_offered"),
        "2 discard 1m; 3 discard 2z; 0 discard 2z; 1 discard 2z",
        offers(2, "discard", "kong"), refused(2, "kong", code="not_offered"), "2 kong 5s", look(turn=2),
        draws="2z2z2z2z",
    )  # fmt: skip


def test_zj_4_6_a_win_on_the_replacement_is_one_tai_more() -> None:
    played = play(
        ["8p", "777z111m33s888p9p", "", ""], "0 discard 8p; 1 kong", offers(1, "discard", "win"), "1 win",
        tail="3s",
    )  # fmt: skip
    assert played.items == ["all_triplets", "kong_draw", "red"]
    assert played.totals == [-2, 6, -2, -2]


def test_zj_4_7_another_s_concealed_kong_breaks_no_earthly_win() -> None:
    hands = ["5555s1s", "111z123456m99m7m9p", "", ""]
    played = play(
        hands, "0 kong 5s; 0 discard 1s", offers(1, "discard", "win"), "1 win",
        draws="8m", tail="2z",
    )  # fmt: skip
    assert played.items == ["earthly", "east", "half_suit"]
    assert played.totals == [-64, 192, -64, -64]


def test_zj_4_7_a_claim_or_a_discard_of_one_s_own_does() -> None:
    hand = "111z123456m99m7m9p"
    ponged = play(
        ["5s", hand, "", "55s3m"], "0 discard 5s; 3 pong; 3 discard 3m; 0 discard 2z; 1 win", draws="2z8m",
    )  # fmt: skip
    assert ponged.items == ["east", "half_suit"]
    second = play(
        ["2z", hand, "", ""], "0 discard 2z; 1 discard 3s; 2 discard 2z; 3 discard 2z; 0 discard 2z; 1 win",
        draws="3s2z2z2z8m",
    )  # fmt: skip
    assert second.items == ["east", "half_suit"]


# Robbing.

ROBBER = "123m777z99m46m78m9p"
"""Waits for 5m: red, half suit and the robbery make 3 台; without the robbery they are 2."""


def test_zj_3_2_an_added_kong_is_robbed_by_who_could_not_have_won_otherwise() -> None:
    """K-12, K-15, K-19: the tile won on is the kong's; nobody may pong or chow it; it is in one place."""
    hands = ["5m", ROBBER, "55m2s", "46m"]
    played = play(
        hands, "0 discard 5m; 2 pong; 2 discard 2s; 3 discard 2z; 0 discard 2z; 1 discard 2z; 2 kong 5m",
        offers(1, "win", "pass"), offers(0), offers(3),
        refused(3, "chow", "46m", code="not_offered"), "1 win", draws="2z2z2z5m",
    )  # fmt: skip
    assert played.items == ["half_suit", "red", "robbed_kong"]
    assert (played.state.win_tile, played.state.win_source) == (4, 2)
    assert played.totals == [-2, 6, -2, -2]
    assert played.state.melds[2][0].kind is MeldKind.PONG


OPEN = ["5m", ROBBER, "555m", ""]
"""Seat 0 discards, seat 2 kongs, seat 1 may rob."""


def test_zj_3_2_an_open_kong_is_robbed() -> None:
    played = play(OPEN, "0 discard 5m; 1 pass; 2 kong", offers(1, "win", "pass"), offers(0), "1 win")
    assert played.items == ["half_suit", "red", "robbed_kong"]
    assert (played.totals, played.outcome.follows) == ([-2, 6, -2, -2], (1, 0, False))
    assert played.state.melds[2] == []


def test_zj_3_2_an_open_kong_that_is_not_robbed_stands() -> None:
    played = play(
        OPEN, "0 discard 5m; 1 pass; 2 kong; 1 pass", look(turn=2), offers(2, "discard"), tail="2z"
    )
    assert played.state.melds[2][0].kind is MeldKind.OPEN_KONG
    assert played.state.chain == (played.state.melds[2][0],)


def test_zj_3_2_with_rob_added_an_open_kong_opens_no_window() -> None:
    played = play(
        OPEN, "0 discard 5m; 1 pass; 2 kong", offers(1), look(turn=2), options={"rob": "added"}, tail="2z"
    )
    assert played.state.melds[2][0].kind is MeldKind.OPEN_KONG


def test_zj_3_2_who_discarded_the_tile_may_not_rob_it() -> None:
    """Seat 0 has thrown away its own winning tile; the reason is told."""
    hands = [ROBBER + "5m", "", "555m", ""]
    played = play(
        hands, "0 discard 5m; 2 kong", offers(0), offers(2, "discard"), tail="2z",
    )  # fmt: skip
    assert played.state.melds[2][0].kind is MeldKind.OPEN_KONG


def test_zj_3_2_who_passes_a_discard_may_still_rob_its_kong() -> None:
    """ZJ-3.1, ZJ-4.6: a passed win bars nothing; then all three pay, and 抢杠 is one 台 more."""
    robbed = play(
        ["8m", "888m", "111z123456m99m7m9p", ""], "0 discard 8m", offers(2, "win", "pass"), "2 pass; 1 kong",
        offers(0), offers(2, "win", "pass"), "2 win", options={"discard_wins": True},
    )  # fmt: skip
    assert robbed.totals == [-4, -4, 12, -4]


def test_zj_3_2_the_nearest_robber_from_the_konger_wins() -> None:
    """CO-2.2a: seat 3 is nearer to seat 2, whose kong it is, than seat 1."""
    other = "456s666z99s46m78s9p"
    hands = ["5m", ROBBER, "555m", other]
    claims = ("0 discard 5m; 1 pass; 2 kong", offers(1, "win", "pass"), offers(3, "win", "pass"))
    options = {"min_tai": 2}
    near = play(hands, *claims, "1 win; 3 win", options=options)
    assert near.state.winners == (3,)
    far = play(hands, *claims, "3 pass; 1 win", options=options)
    assert far.state.winners == (1,)


def test_zj_3_2_a_concealed_kong_is_not_robbed() -> None:
    hands = ["5555m", ROBBER, "", ""]
    played = play(hands, "0 kong 5m", offers(1), look(turn=0), tail="2z")
    assert played.state.melds[0][0].kind is MeldKind.CONCEALED_KONG


def test_zj_3_2_robbed_pays_all_at_the_table() -> None:
    played = play(
        OPEN, "0 discard 5m; 1 pass; 2 kong; 1 win", options={"robbed_pays_all": True}, streak=1
    )
    assert played.totals == [0, 12, -12, 0]


def test_a_kong_s_window_belongs_to_those_it_asks() -> None:
    """CO-2.3: without answers the actions cannot go on."""
    with pytest.raises(ActionRefused) as refusal:
        play(OPEN, "0 discard 5m; 1 pass; 2 kong; 2 discard 2z", auto_pass=False)
    assert refusal.value.code is Code.NOT_YOUR_TURN


# The deal, and what is seen.


def test_zj_5_3_the_winner_deals_next_and_the_dealer_who_wins_stays() -> None:
    hand = "111z123456m99m7m9p"
    other = play(["1s", hand, "", ""], "0 discard 1s; 1 win", draws="8m", streak=3)
    assert other.outcome.follows == (1, 0, False)
    own = play([hand + "8m", "", "", ""], "0 win", streak=3)
    assert own.outcome.follows == (0, 4, False)
    assert own.items == ["east", "half_suit", "heavenly", "old_dealer"]


def test_zj_5_4_a_concealed_kong_lies_face_down_until_the_end() -> None:
    rules = make_ruleset("zhuji", {})
    state = play(["5555s2z", "", "", ""], "0 kong 5s", tail="3z").state
    for viewer in (1, 2, 3, PUBLIC):
        assert view(rules, state, viewer).seats[0].melds == (None,)
    assert view(rules, state, 0).seats[0].melds == tuple(state.melds[0])
    over = play(["5555s2z", "", "", ""], "0 kong 5s; 0 discard 2z", look(over=True), tail="3z", left=15)
    assert view(rules, over.state, PUBLIC).seats[0].melds == tuple(over.state.melds[0])
