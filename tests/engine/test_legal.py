"""What a seat may do, whom the table waits for, why something is refused, what a timeout stands for."""

import pytest

from engine.commands import DISCARD, KONG, PASS, PONG, WIN, Command
from engine.decide import decide
from engine.errors import Code, IllegalCommand
from engine.legal import awaited, default, has_lawful_claim, legal, may_win_now
from engine.match import Match
from engine.rulesets.registry import make_ruleset
from engine.state import State
from tests.engine.script import table
from tests.engine.toys import NANNING

READY = "123456789m23s55z"
ASKED = ["5z9p", READY, "99p", ""]


def at(script: str, hands: list[str] = ASKED, **more: object) -> tuple[Match, State]:
    """Give the table as a script leaves it."""
    match, _ = table(script, hands, **more)
    assert match.state is not None
    return match, match.state


def test_only_the_seat_whose_turn_it_is_may_do_anything() -> None:
    """CO-1.1: the dealer begins, by discarding any tile of his."""
    match, state = at("")
    assert awaited(match.rules, state) == (0,)
    assert set(legal(match.rules, state, 0)) == {DISCARD[kind] for kind in set(state.hands[0].tiles())}
    assert [legal(match.rules, state, seat) for seat in (1, 2, 3)] == [()] * 3


def test_all_who_may_claim_are_asked_at_once_and_nobody_else() -> None:
    """CO-2.1, L-17."""
    match, state = at("0 discard 5z")
    assert (awaited(match.rules, state), legal(match.rules, state, 1)) == ((1,), (PONG, PASS))
    match, state = at("0 discard 4s", ["4s", READY, "44s", ""])
    assert awaited(match.rules, state) == (1, 2)
    assert [legal(match.rules, state, seat) for seat in range(4)] == [(), (WIN, PASS), (PONG, PASS), ()]


def test_one_offer_holds_all_options_and_one_answer_uses_it_up() -> None:
    """C-03: three 9p held; ponged, the third stays in hand."""
    match, state = at("0 discard 9p", ["9p", "", "999p", ""])
    assert legal(match.rules, state, 2) == (KONG, PONG, PASS)
    match, state = at("0 discard 9p; 2 pong; @ turn 2; ? 2 discard", ["9p", "", "999p", ""])
    assert state.hands[2].counts[17] == 1


@pytest.mark.parametrize(
    ("script", "seat", "command", "code"),
    [
        ("", 1, DISCARD[0], Code.NOT_YOUR_TURN),
        ("", 0, KONG, Code.NOT_OFFERED),
        ("", 0, WIN, Code.NOT_A_WIN),
        ("", 2, PASS, Code.STALE),
        ("0 discard 5z", 0, PASS, Code.NOT_YOUR_TURN),
        ("0 discard 5z", 2, PONG, Code.NOT_OFFERED),
        ("0 discard 5z", 2, WIN, Code.NOT_A_WIN),
        ("0 discard 5z", 1, KONG, Code.NOT_OFFERED),
        ("0 discard 5z", 1, DISCARD[0], Code.NOT_OFFERED),
        ("0 discard 5z; 1 pong", 1, WIN, Code.NOT_OFFERED),
        ("0 discard 5z; 1 pong", 1, PASS, Code.NOT_OFFERED),
    ],
)
def test_a_refusal_says_why(script: str, seat: int, command: Command, code: Code) -> None:
    """CO-2.3: with a reason of a closed list."""
    match, state = at(script)
    with pytest.raises(IllegalCommand) as error:
        decide(match.rules, state, seat, command)
    assert error.value.code is code


def test_an_answer_already_given_is_stale() -> None:
    """CO-2.3, C-09."""
    match, state = at("0 discard 4s; 1 pass", ["4s", READY, "44s", ""])
    for command in (WIN, PASS):
        with pytest.raises(IllegalCommand) as error:
            decide(match.rules, state, 1, command)
        assert error.value.code is Code.STALE


def test_an_old_pass_does_not_answer_a_new_window() -> None:
    """C-09, CO-2.3: the window it was meant for is closed, and the seat is not asked in the new one."""
    late = "0 discard 5z; 1 pass; 1 discard 9m; ! 1 pass; 2 discard 9p"
    match, state = at(late, ["5z", "55z9m", "9p", "99p"])
    with pytest.raises(IllegalCommand) as error:
        decide(match.rules, state, 1, PASS)
    assert error.value.code is Code.NOT_OFFERED


def test_who_is_asked_only_for_a_false_win_has_nothing_lawful() -> None:
    """CO-8.3, NN-11.2."""
    match, state = at("0 discard 4s", ["4s", READY, "44s", ""], options={"false_win": "penalty"})
    assert [has_lawful_claim(state, seat) for seat in range(4)] == [False, True, True, False]
    assert legal(match.rules, state, 3) == (WIN, PASS)
    assert not has_lawful_claim(at("")[1], 1)


def test_no_answer_is_pass_and_an_unlawful_win_is_never_taken() -> None:
    """CO-3.1, C-04, P-01."""
    penalty = {"options": {"false_win": "penalty"}}
    match, state = at("0 discard 4s", ["4s", READY, "44s", ""], **penalty)
    assert [default(match.rules, state, seat) for seat in (1, 2, 3)] == [WIN, PASS, PASS]
    match, state = at("0 discard 5z; 1 pass; 2 pass; 3 pass", ASKED, **penalty)
    assert legal(match.rules, state, 1)[0] == WIN
    assert default(match.rules, state, 1) == DISCARD[state.drawn or 0]
    quiet = make_ruleset("nanning", {}, timeout_wins=False)
    match, state = at("0 discard 4s", ["4s", READY, "44s", ""], rules=quiet)
    assert default(quiet, state, 1) == PASS


def test_there_is_nothing_to_win_on_while_no_tile_was_drawn() -> None:
    """CO-1.2: right after a pong."""
    _, state = at("0 discard 5z; 1 pong")
    assert not may_win_now(NANNING, state)
    assert may_win_now(NANNING, at("", ["123456789m234s55z", "", "", ""])[1])


def test_after_the_hand_nobody_is_asked_anything() -> None:
    match, state = at("0 win", ["123456789m234s55z", "", "", ""])
    assert (awaited(NANNING, state), [legal(NANNING, state, seat) for seat in range(4)]) == ((), [()] * 4)
    with pytest.raises(IllegalCommand) as error:
        decide(match.rules, state, 0, WIN)
    assert error.value.code is Code.NOT_YOUR_TURN
