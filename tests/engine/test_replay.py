"""Records played: what ``auto_pass`` closes, what checks look at, results, hands in a row (FORMATS)."""

import copy
from typing import Any

import pytest

from engine.errors import ActionRefused, Aspect, CheckFailed, Code, MalformedError
from engine.record_read import read_record
from engine.replay import Replayed, replay
from engine.rulesets.registry import make_ruleset
from tests.engine.script import record

JSON = dict[str, Any]
READY = "123456789m23s55z"


def played(data: object) -> Replayed:
    """Read and play a record."""
    return replay(read_record(data, make_ruleset))


def drawn(*entries: object) -> JSON:
    """Give a short lawful record: two tiles are drawn and thrown; entries stand after its actions."""
    data = record("0 discard 9p; 1 <7z; 2 <6z", ["9p", "99p", "", ""], left=2)
    data["hands"][0]["actions"] += entries
    return data


def with_result(result: JSON) -> JSON:
    """Give the short record with a result."""
    data = drawn()
    data["hands"][0]["result"] = result
    return data


def first(act: object) -> JSON:
    """Give the short record with another first action."""
    data = drawn()
    data["hands"][0]["actions"][0] = act
    return data


# Actions.


@pytest.mark.parametrize(
    ("entries", "code", "action"),
    [
        ([[1, "chow", "78p"]], Code.NOT_YOUR_TURN, 3),
        ([[0, "ready", "5m"]], Code.NOT_YOUR_TURN, 3),
        ([[0, "win"], [0, "win"]], Code.NOT_YOUR_TURN, 3),
        ([[2, "pass"]], Code.STALE, 3),
        ([[2, "timeout"]], Code.NOT_YOUR_TURN, 3),
        ([[3, "escape"], [3, "escape"]], Code.NOT_OFFERED, 4),
    ],
)
def test_an_action_the_rules_refuse_is_named_with_its_place(
    entries: list[object], code: Code, action: int
) -> None:
    with pytest.raises(ActionRefused) as error:
        played(drawn(*entries))
    assert (error.value.hand, error.value.action, error.value.code) == (0, action, code)


def test_a_verb_of_another_ruleset_is_refused_like_any_unlawful_action() -> None:
    """FORMATS: exit 3, not 2."""
    for act in ([0, "ready", "9p"], [0, "ready", "9p", "1m"], [0, "chow", "12m"]):
        with pytest.raises(ActionRefused) as error:
            played(first(act))
        assert error.value.code in (Code.NOT_READY, Code.NOT_OFFERED)


def test_after_an_escape_the_seat_plays_on_and_in_nanning_nothing_is_paid() -> None:
    """CO-3.3: at any moment, in an open window, which it leaves open, and after the end."""
    script = "0 escape; 0 discard 9p; 2 escape; ? 1 pong pass; 1 pass; 1 <7z; 2 <6z; 1 escape; @ over"
    data = record(script, ["9p", "99p", "", ""], left=2)
    assert played(data).as_json()["scores"] == [0, 0, 0, 0]


def test_who_has_escaped_cannot_escape_again_in_a_later_hand() -> None:
    """CO-3.3: leaving is for the match."""
    data = drawn([3, "escape"])
    data["hands"].append(copy.deepcopy(data["hands"][0]))
    data["hands"][1]["dealer"] = 2
    data["hands"][1]["wall"]["hands"] = _moved(data["hands"][1]["wall"]["hands"], 0, 2)
    data["hands"][1]["actions"] = [[3, "escape"]]
    with pytest.raises(ActionRefused) as error:
        played(data)
    assert (error.value.hand, error.value.action) == (1, 0)


def _moved(hands: list[str], old: int, new: int) -> list[str]:
    """Let the dealer's hand and another change seats."""
    hands = list(hands)
    hands[old], hands[new] = hands[new], hands[old]
    return hands


# Windows.

ASKED = ["9p", "99p", "", ""]
OPEN = "0 discard 9p; "


def test_an_entry_that_is_no_answer_closes_the_window_when_auto_pass_is_on() -> None:
    assert played(record(OPEN + "1 <7z; @ turn 2", ASKED)).hands[0].outcome == "unfinished"


def test_without_auto_pass_it_is_refused() -> None:
    with pytest.raises(ActionRefused) as error:
        played(record(OPEN + "1 <7z", ASKED, auto_pass=False))
    assert (error.value.action, error.value.code) == (1, Code.NOT_OFFERED)


def test_the_end_of_the_actions_closes_the_window_likewise() -> None:
    closed = record("0 discard 6z; 1 <7z", ["6z", READY, "", ""], left=1)
    assert played(closed).hands[0].outcome == "draw"
    asked = record("0 discard 6z; 1 <4s", ["6z", "", READY, ""], left=1)
    assert played(asked).hands[0].outcome == "draw"
    with pytest.raises(ActionRefused) as error:
        played({**asked, "auto_pass": False})
    assert (error.value.hand, error.value.action, error.value.code) == (0, 2, Code.NOT_OFFERED)


def test_an_asked_seats_win_is_always_the_windows_answer() -> None:
    """It would win on its own draw, but its win is read as the answer, which it may not give."""
    script = OPEN + "1 <7z; 2 <7z; 3 <6z discard 9p; 1 win"
    data = record(script, ["9p", "99p4445556667m", "", "9p"])
    with pytest.raises(ActionRefused) as error:
        played(data)
    assert error.value.code is Code.NOT_A_WIN


def test_a_win_of_a_seat_that_is_not_asked_or_has_answered_closes_the_window() -> None:
    """Seat 1 draws its winning tile once the others have passed."""
    not_asked = record(OPEN + "1 <4s win", ["9p", READY, "99p", ""])
    assert played(not_asked).hands[0].outcome == "win"
    answered = record("0 discard 4s; 1 pass; ? 2 win pass; 1 <1s win", ["4s", READY, "123456789p23s66z", ""])
    assert played(answered).as_json()["scores"] == [-8, 24, -8, -8]


def test_a_timeout_of_an_asked_seat_is_its_answer_and_of_another_closes_the_window() -> None:
    asked = record(OPEN + "1 timeout; @ turn 1", ASKED)
    other = record("0 discard 9p; 1 timeout; @ turn 2", ["9p", "", "99p", ""])
    assert [played(data).hands[0].outcome for data in (asked, other)] == ["unfinished", "unfinished"]


def test_a_check_closes_no_window_and_what_it_tries_passes_for_nobody() -> None:
    """A refusal is looked for in the state as it is: seat 1 could discard once the window is closed."""
    script = (
        OPEN
        + "@ turn 0; ! 1 discard 7z; ? 1 pong pass; ! 2 pass; ! 1 kong; ? 1 pong pass; 1 pong; ? 1 discard"
    )
    played(record(script, ASKED))


# Checks.


@pytest.mark.parametrize(
    "check",
    [
        {"turn": 1}, {"wall_left": 1}, {"scores": [0, 0, 0, 1]}, {"over": False}, {"hand": [0, "1m"]},
        {"seat": 0, "options": ["discard"]}, {"refused": [0, "escape"]},
        {"refused": [0, "win"], "code": "sealed"},
        {"over": True, "turn": 1}, {"turn": 3, "wall_left": 5},
    ],
    ids=str,
)  # fmt: skip
def test_a_check_that_fails_is_named_with_its_place(check: JSON) -> None:
    with pytest.raises(CheckFailed) as error:
        played(drawn({"expect": {"over": True}}, {"expect": check}))
    assert (error.value.hand, error.value.action, error.value.aspect) == (0, 4, Aspect.EXPECTATION)
    assert "<" not in error.value.message  # names as a record writes them


@pytest.mark.parametrize(
    "check",
    [
        {"turn": 3}, {"wall_left": 0}, {"scores": [0, 0, 0, 0]}, {"over": True}, {"seat": 0, "options": []},
        {"refused": [0, "win"]}, {"refused": [0, "win"], "code": "not_your_turn"},
        {"refused": [0, "kong"]}, {"refused": [0, "timeout"]}, {"over": True, "turn": 3, "wall_left": 0},
    ],
    ids=str,
)  # fmt: skip
def test_a_check_that_holds_lets_the_record_go_on(check: JSON) -> None:
    assert played(drawn({"expect": check}, [0, "escape"])).hands[0].outcome == "draw"


def test_a_hand_is_compared_as_tiles_whatever_their_order() -> None:
    """A drawn tile included, melds not."""
    played(record("0 discard 9p; 1 pong; @ hand 1 5z21m4p5p6p777s34s", ["9p", "99p12m456p34777s5z", "", ""]))


# Results and hands in a row.


@pytest.mark.parametrize(
    "result",
    [
        {"totals": [1, 0, 0, -1]}, {"outcome": "win"}, {"outcome": "void"}, {"outcome": "unfinished"},
        {"next_dealer": 0}, {"streak": 1}, {"heated": True},
    ],
    ids=str,
)  # fmt: skip
def test_a_result_that_is_otherwise_fails(result: JSON) -> None:
    with pytest.raises(CheckFailed) as error:
        played(with_result(result))
    assert (error.value.hand, error.value.action, error.value.aspect) == (0, None, Aspect.RESULT)


def test_members_left_out_of_a_result_are_not_checked() -> None:
    full = {"totals": [0, 0, 0, 0], "outcome": "draw", "next_dealer": 2, "streak": 0, "heated": False}
    for name, value in full.items():
        assert played(with_result({name: value})).hands[0].outcome == "draw"


def two_hands(**second: object) -> JSON:
    """Give two drawn hands; the second is dealt by seat 2."""
    data = drawn()
    again = copy.deepcopy(data["hands"][0])
    again["wall"]["hands"] = _moved(again["wall"]["hands"], 0, 2)
    again["actions"] = [[2, "discard", "9p"], [3, "discard", "7z"], [0, "discard", "6z"]]
    del again["dealer"], again["streak"]
    data["hands"].append({**again, **second})
    return data


def test_dealer_and_streak_follow_from_the_hand_before() -> None:
    """NN-13.1: seat 2 drew the last tile of the first hand."""
    assert [hand.follows for hand in played(two_hands()).hands] == [(2, 0, False), (0, 0, False)]
    assert played(two_hands(dealer=2, streak=0, heated=False)).accounts == (0, 0, 0, 0, 0)


@pytest.mark.parametrize("given", [{"dealer": 0}, {"streak": 1}, {"heated": True}], ids=str)
def test_given_otherwise_than_they_follow_fails(given: JSON) -> None:
    data = two_hands(**given)
    if "dealer" in given:
        data["hands"][1]["wall"]["hands"] = _moved(data["hands"][1]["wall"]["hands"], 2, 0)
    with pytest.raises(CheckFailed) as error:
        played(data)
    assert (error.value.hand, error.value.aspect) == (1, Aspect.DEALER)


def test_the_14_tiles_must_be_the_dealers_also_where_he_follows() -> None:
    data = two_hands()
    data["hands"][1]["wall"]["hands"] = _moved(data["hands"][1]["wall"]["hands"], 2, 3)
    with pytest.raises(MalformedError) as error:
        played(data)
    assert error.value.path == "$.hands[1].wall.hands"


def test_a_record_may_end_in_mid_hand_and_only_there() -> None:
    data = record("0 discard 9m; 1 kong; 1 <<7z", ["9m", "999m", "", ""])
    hand = played(data).hands[0]
    assert (hand.outcome, hand.follows, hand.as_json()["next_dealer"]) == ("unfinished", None, None)
    data["hands"].append(copy.deepcopy(data["hands"][0]))
    with pytest.raises(MalformedError) as error:
        played(data)
    assert error.value.path == "$.hands[1]"


def test_a_void_hand_pays_nothing_and_the_deal_stands_as_it_stood() -> None:
    """E-03: kongs made are not paid; dealer and streak as before; an open window does not matter."""
    data = record("0 discard 9m; 1 kong; 1 <<7z; 2 <9p", ["9m", "999m", "", "99p"], auto_pass=False)
    data["hands"][0]["streak"] = 2
    data["hands"][0]["result"] = {"outcome": "void", "totals": [0, 0, 0, 0], "next_dealer": 0, "streak": 2}
    assert played(data).as_json()["hands"][0]["transfers"] == []  # type: ignore[index]  # as_json gives objects


def test_a_record_of_another_revision_says_so_in_its_error() -> None:
    data = {**drawn([0, "win"]), "rules": "nanning/999"}
    with pytest.raises(ActionRefused) as error:
        played(data)
    assert "nanning/999" in error.value.message
    with pytest.raises(ActionRefused) as same:
        played({**data, "rules": f"nanning/{make_ruleset('nanning', {}).revision}"})
    assert "nanning/" not in same.value.message


def test_scores_are_carried_on_and_may_begin_anywhere() -> None:
    data = record("0 discard 4s; 1 win", ["4s", READY, "", ""])
    assert played({**data, "scores": [5, -5, 0, 0]}).as_json()["scores"] == [-7, 7, 0, 0]
