"""Records written from a match's events: they replay to the same scores and verify; tampered ones do not."""

import json
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.apply import fold
from engine.commands import PASS, WIN
from engine.decide import void
from engine.errors import Aspect, CheckFailed
from engine.events import Answered, Discarded, Event, HandEnded
from engine.match import Match, committed_hand, first_dealer
from engine.record_read import read_record
from engine.record_verify import verify
from engine.record_write import PlayedHand, write_record
from engine.replay import replay
from engine.ruleset import Ruleset
from engine.rulesets.registry import make_ruleset
from tests.engine.hands import Setting, keen, play_events, settings
from tests.engine.script import table
from tests.engine.toys import LOCKS, NANNING, SPOT, Spot

JSON = dict[str, Any]
SEATS = ["甲", "乙", "丙", "丁"]


def through_json(data: JSON) -> JSON:
    """Give what a file holds."""
    read: JSON = json.loads(json.dumps(data))
    return read


def matches(rules: Ruleset, seed: int, hands: int = 3) -> tuple[Match, list[PlayedHand]]:
    """Play a match as a server does; half the seats give a nonce."""
    source = random.Random(seed)
    match, played = Match(rules, hands), []
    while not match.over:
        secret = source.randbytes(32)
        nonces = [source.randbytes(32) if source.random() < 0.5 else b"" for _ in range(4)]
        events = play_events(match, match.deal(secret, nonces), source, keen)
        played.append(PlayedHand(events, secret, nonces))
    return match, played


def written(rules: Ruleset = NANNING, seed: int = 1) -> JSON:
    """Give the record of a match."""
    return through_json(write_record(rules, SEATS, matches(rules, seed)[1], {"turn": 5}))


@pytest.mark.parametrize("setting", settings(), ids=lambda setting: setting.name)
def test_a_match_written_and_replayed_comes_to_the_same_and_verifies(setting: Setting) -> None:
    """CO-5.1, Y-01, Y-03: the record alone rebuilds every hand."""
    for seed in range(3):
        match, hands = matches(setting.rules, seed)
        data = through_json(write_record(setting.rules, SEATS, hands))
        again = read_record(data, make_ruleset)
        replayed = replay(again)
        assert list(replayed.accounts) == match.accounts
        assert [hand.follows for hand in replayed.hands] == [one[-3:] for one in match.results]
        assert verify(again) == (3, 3, 3)
        stacked = write_record(setting.rules, SEATS, [hand._replace(secret=None) for hand in hands])
        assert replay(read_record(through_json(stacked), make_ruleset)) == replayed


def test_a_record_holds_what_formats_names_and_the_rooms_options_as_a_comment() -> None:
    data = written()
    assert set(data) == {"format", "rules", "ruleset", "options", "seats", "scores", "hands", "x_room"}
    assert (data["rules"], data["seats"], data["x_room"]) == ("nanning/1", SEATS, {"turn": 5})
    assert data["options"] == {**NANNING.options, "timeout_wins": True}
    hand = data["hands"][0]
    assert set(hand) == {"dealer", "streak", "heated", "commit", "wall", "actions", "result"}
    assert set(hand["wall"]) == {"seed", "client_seeds"}
    assert set(hand["result"]) == {"totals", "outcome", "next_dealer", "streak", "heated"}


def flipped(text: str) -> str:
    """Change a hexadecimal text in its first digit."""
    return ("1" if text[0] == "0" else "0") + text[1:]


def tamper_wall(data: JSON) -> None:
    data["hands"][0]["wall"]["client_seeds"][0] = "ab" * 32


def tamper_seed(data: JSON) -> None:
    data["hands"][1]["wall"]["seed"] = flipped(data["hands"][1]["wall"]["seed"])


def tamper_commitment(data: JSON) -> None:
    data["hands"][1]["commit"] = flipped(data["hands"][1]["commit"])


def tamper_first_dealer(data: JSON) -> None:
    data["hands"][0]["dealer"] = (data["hands"][0]["dealer"] + 1) % 4


def tamper_first_streak(data: JSON) -> None:
    data["hands"][0]["streak"] = 1


def tamper_dealer(data: JSON) -> None:
    data["hands"][2]["dealer"] = (data["hands"][2]["dealer"] + 1) % 4


def tamper_totals(data: JSON) -> None:
    totals = data["hands"][1]["result"]["totals"]
    totals[0], totals[1] = totals[0] + 1, totals[1] - 1


def tamper_next_dealer(data: JSON) -> None:
    data["hands"][2]["result"]["next_dealer"] = (data["hands"][2]["result"]["next_dealer"] + 1) % 4


def tamper_actions(data: JSON) -> None:
    del data["hands"][2]["actions"][1]


def tamper_end(data: JSON) -> None:
    del data["hands"][2]["actions"][-1]


def tamper_check(data: JSON) -> None:
    data["hands"][0]["actions"].append({"expect": {"over": False}})


@pytest.mark.parametrize(
    ("tamper", "aspect", "hand"),
    [
        (tamper_wall, Aspect.WALL, 0),
        (tamper_seed, Aspect.COMMITMENT, 1),
        (tamper_commitment, Aspect.COMMITMENT, 1),
        (tamper_first_dealer, Aspect.DEALER, 0),
        (tamper_first_streak, Aspect.DEALER, 0),
        (tamper_dealer, Aspect.DEALER, 2),
        (tamper_totals, Aspect.RESULT, 1),
        (tamper_next_dealer, Aspect.RESULT, 2),
        (tamper_actions, Aspect.WALL, 2),
        (tamper_end, Aspect.RESULT, 2),
        (tamper_check, Aspect.RESULT, 0),
    ],
)
def test_a_tampered_record_does_not_verify(tamper: Callable[[JSON], None], aspect: Aspect, hand: int) -> None:
    """CO-5.1: the seed or a result is changed, a nonce, a dealer, an action left out."""
    data = written()
    tamper(data)
    with pytest.raises(CheckFailed) as error:
        verify(read_record(data, make_ruleset))
    assert (error.value.hand, error.value.aspect) == (hand, aspect)


@pytest.mark.parametrize("seed", range(6))
def test_another_nonce_in_the_first_hand_is_the_walls_fault_though_it_changes_the_dice(seed: int) -> None:
    data = written(seed=seed)
    tamper_wall(data)
    with pytest.raises(CheckFailed) as error:
        verify(read_record(data, make_ruleset))
    assert (error.value.hand, error.value.aspect) == (0, Aspect.WALL)


def test_a_hand_played_by_another_dealer_than_the_dice_name_is_the_dealers_fault() -> None:
    """The actions fit the wall, but the dice made another seat the dealer."""
    secret, nonces = bytes(32), [b""] * 4
    dealer = (first_dealer(secret, nonces) + 1) % 4
    match = Match(NANNING, 1)
    begun = match.begin(committed_hand(NANNING, 1, (dealer, 0, False), secret, nonces))
    events = play_events(match, begun, random.Random(1), keen)
    data = through_json(write_record(NANNING, SEATS, [PlayedHand(events, secret, nonces)]))
    assert replay(read_record(data, make_ruleset)).hands[0].outcome == match.results[0].outcome
    with pytest.raises(CheckFailed) as error:
        verify(read_record(data, make_ruleset))
    assert (error.value.hand, error.value.aspect) == (0, Aspect.DEALER)


def test_another_nonce_in_a_later_hand_makes_another_wall() -> None:
    data = written()
    data["hands"][1]["wall"]["client_seeds"][2] = "cd" * 32
    with pytest.raises(CheckFailed) as error:
        verify(read_record(data, make_ruleset))
    assert (error.value.hand, error.value.aspect) == (1, Aspect.WALL)


def test_without_commitment_or_dealer_there_is_less_to_check() -> None:
    data = written()
    for hand in data["hands"]:
        del hand["commit"], hand["dealer"]
    assert verify(read_record(data, make_ruleset)) == (3, 3, 0)


def actions_of(events: list[Event], rules: Ruleset = NANNING) -> list[Any]:
    """Give the actions that are written for a hand."""
    data = through_json(write_record(rules, SEATS, [PlayedHand(events)]))
    actions: list[Any] = data["hands"][0]["actions"]
    return actions


def events_of(script: str, hands: list[str], rules: Ruleset = NANNING, **more: Any) -> list[Event]:
    """Play a script the way a server does and give the hand's events."""
    return table(script, hands, rules=rules, **more)[1]


HANDS = ["4s9m", "123456789m23s55z", "44s", ""]


def test_an_answer_after_the_outcome_was_fixed_is_not_written() -> None:
    """CO-2.5: it is accepted and has no effect; records hold the answers that counted."""
    opened = events_of("0 discard 4s", HANDS)
    won, passed = Answered(1, 1, WIN), Answered(1, 2, PASS)
    assert actions_of([*opened, won, passed]) == [[0, "discard", "4s"], [1, "win"]]
    assert actions_of([*opened, passed, won]) == [[0, "discard", "4s"], [2, "pass"], [1, "win"]]


def test_every_verb_is_written_as_it_was_asked_for() -> None:
    """A declaration instead of its discard; a forced discard and a mechanic's own marks not at all."""
    script = "0 ready 9m; 2 escape; 1 discard 7z; 2 discard 7z; 3 discard 6z; "
    script += "1 discard 6z; 2 kong 1p; 2 discard 9p"
    rules = replace(LOCKS, mechanics=(*LOCKS.mechanics, Spot()))
    events = events_of(script, ["9m", "", "111p", ""], rules, codes="7z7z6z5z6z1p", tail_codes="9p")
    assert actions_of(events, rules) == [
        [0, "ready", "9m"], [2, "escape"], [1, "discard", "7z"], [2, "discard", "7z"], [3, "discard", "6z"],
        [1, "discard", "6z"], [2, "kong", "1p"], [2, "discard", "9p"],
    ]  # fmt: skip


def test_a_win_let_go_by_on_the_own_turn_is_written_as_a_pass() -> None:
    """FORMATS: a declared player whose draw wins must answer; then the tile goes by rule."""
    events = events_of(
        "0 ready 9p; 1 discard 7z; 2 discard 7z; 3 discard 7z; 0 pass",
        ["123456789m23s55z9p", "", "", ""], LOCKS, codes="7z7z7z4s",
    )  # fmt: skip
    assert actions_of(events, LOCKS)[-1] == [0, "pass"]
    assert Discarded(0, 21, True, True) in events


def test_a_win_that_a_mechanic_makes_of_a_claim_is_no_action() -> None:
    """A third pong ends the hand; the record holds the pong alone."""
    events = events_of(
        "0 discard 1m; 2 pong; 2 discard 9s; 3 discard 1p; 2 pong; 2 discard 8s; 3 discard 1s; 2 pong",
        ["1m", "", "11m11p11s9s8s", ""], SPOT, codes="1p1s",
    )  # fmt: skip
    assert isinstance(events[-1], HandEnded)
    assert actions_of(events, SPOT)[-1] == [2, "pong"]


def test_false_and_true_self_draws_are_written_as_wins() -> None:
    penalty = make_ruleset("nanning", {"false_win": "penalty"})
    assert actions_of(events_of("0 win", ["", "", "", ""], penalty), penalty) == [[0, "win"]]
    assert actions_of(events_of("0 win", ["123456789m234s55z", "", "", ""])) == [[0, "win"]]


def test_a_void_hand_and_one_left_in_the_middle_are_written_as_such() -> None:
    """CO-3.4: the running hand is void."""
    events = events_of("0 discard 4s", HANDS)
    state = fold(NANNING, events)
    voided = through_json(write_record(NANNING, SEATS, [PlayedHand([*events, *void(NANNING, state)])]))
    assert voided["hands"][0]["result"] == {
        "totals": [0, 0, 0, 0], "outcome": "void", "next_dealer": 0, "streak": 0, "heated": False,
    }  # fmt: skip
    assert replay(read_record(voided, make_ruleset)).hands[0].outcome == "void"
    left = through_json(write_record(NANNING, SEATS, [PlayedHand(events[:-1])]))
    assert left["hands"][0]["result"] == {"totals": [0, 0, 0, 0]}


def test_who_left_after_a_hands_end_stands_at_its_end() -> None:
    """CO-3.3: what is forfeited then belongs to the hand that was last."""
    events = events_of("0 win; 3 escape", ["123456789m234s55z", "", "", ""], SPOT)
    data = through_json(write_record(SPOT, SEATS, [PlayedHand(events)]))
    assert data["hands"][0]["actions"] == [[0, "win"], [3, "escape"]]
    assert data["hands"][0]["result"]["totals"] == [24, -8, -8, -58]
    replayed = replay(read_record(data, lambda key, options, timeout_wins: SPOT)).as_json()
    assert (replayed["scores"], replayed["house"]) == ([24, -8, -8, -58], 50)
