"""The contract of a ruleset: neutral mechanics change nothing, a registry line puts a ruleset together."""

import random
from dataclasses import replace

import pytest

from engine.commands import PASS, WIN, Ready
from engine.decide import start
from engine.errors import CheckFailed, Code, MalformedError
from engine.events import HandStarted, Marked, WindowKind
from engine.facts import facts_of
from engine.legal import legal
from engine.policies import kept_streak
from engine.ruleset import Mechanic, Turned, no_reserve
from engine.rulesets.registry import POSITION_RULES, RULESETS, make_ruleset
from engine.scoring.facts import By
from engine.state import State
from engine.step import Step
from tests.engine.hands import Setting, settings, shuffled
from tests.engine.script import play
from tests.engine.toys import LOCKS, NANNING


class Neutral(Mechanic):
    """Does nothing of its own, but says that it might."""

    key = "neutral"


def test_a_neutral_mechanic_leaves_everything_as_it_is() -> None:
    """DESIGN: a small fixed set of hooks with neutral defaults."""
    idle, state = Neutral(), State()
    step = Step(NANNING, state)
    event = HandStarted(0, 0, False, ())
    mark = Marked("neutral", "nothing", 0)
    assert idle.begin(state) is None
    idle.fold(state, event)
    idle.react(step, event)
    idle.before_settlement(step)
    assert idle.bar_win(NANNING, state, 0, By.DISCARD, 0, 1) is None
    assert idle.insures(state) is False
    assert idle.filter_claims(NANNING, state, WindowKind.DISCARD, 0, 0, [WIN]) == [WIN]
    assert idle.filter_turn(NANNING, state, [PASS]) == [PASS]
    assert idle.why_not(state, 0, WIN) is None
    assert idle.perform(step, 0, WIN) is False
    assert idle.forced(NANNING, state) is None
    assert (idle.shown(state), idle.shows, idle.takes_at_deal) == (None, None, 0)
    assert (idle.view(state, 0), idle.command_of(mark), idle.mask(mark, 1)) == (None, None, mark)
    assert list(idle.turned(state)) == []
    assert (step.events, state.ext, no_reserve(state)) == ([], {}, 0)


@pytest.mark.parametrize("setting", settings(), ids=lambda setting: setting.name)
def test_a_mechanic_leaves_alone_what_is_not_its_own(setting: Setting) -> None:
    """Another's mark changes nothing it keeps, and a command that is not its own it does not carry out."""
    state = start(setting.rules, shuffled(setting.rules, random.Random(1)))
    kept, step = dict(state.ext), Step(setting.rules, state)
    for mechanic in setting.rules.mechanics:
        if Marked in mechanic.folds:
            mechanic.fold(state, Marked("another", "mark", 0, (1,)))
        assert mechanic.perform(step, 0, PASS) is False
    assert (state.ext, step.events) == (kept, [])


def test_a_hand_with_a_neutral_mechanic_plays_the_same() -> None:
    rules = replace(NANNING, mechanics=(Neutral(), *NANNING.mechanics))
    script, hands = "0 discard 4s; 1 win", ["4s", "123456789m23s55z", "", ""]
    assert play(script, hands, rules=rules).outcome == play(script, hands).outcome
    before = facts_of(NANNING, play(script, hands).state)
    assert facts_of(rules, play(script, hands, rules=rules).state) == before


def test_mechanics_are_sorted_by_what_they_want_once() -> None:
    """Each hook holds those alone that have it, in the ruleset's order."""
    assert [one.key for one in LOCKS.win_bars] == ["seal", "passed_win"]
    assert [one.key for one in LOCKS.insurers] == ["insured"]
    assert [one.key for one in LOCKS.turn_filters] == [one.key for one in LOCKS.forcers] == ["locked"]
    assert [one.key for one in LOCKS.folding[Marked]] == ["seal", "locked"]
    assert LOCKS.settling == ()


def test_what_a_mechanic_shows_can_be_checked_by_its_name() -> None:
    """FORMATS ``treasure``: the tile that lies face up; ``null`` for none."""
    hands = ["9p", "", "", ""]
    script = "@ treasure none; 0 ready 9p; @ treasure 9p"
    play(script, hands, rules=LOCKS)
    for wrong in ("@ treasure 9p; 0 ready 9p", "0 ready 9p; @ treasure none"):
        with pytest.raises(CheckFailed):
            play(wrong, hands, rules=LOCKS)


def test_a_ruleset_is_made_of_its_key_and_options() -> None:
    """FORMATS: unknown ruleset or option malformed, with its path; ``timeout_wins`` comes on top."""
    rules = make_ruleset("nanning", {"codes": 2}, timeout_wins=False)
    assert (rules.key, rules.options["codes"], rules.timeout_wins) == ("nanning", 2, False)
    for key, options, path in (("chess", {}, "$.ruleset"), ("nanning", {"wild": "5s"}, "$.options.wild")):
        with pytest.raises(MalformedError) as error:
            make_ruleset(key, options)
        assert error.value.path == path


@pytest.mark.parametrize("key", RULESETS)
def test_a_registry_line_names_one_ruleset(key: str) -> None:
    """DESIGN: one folder, one line; position rules and table rules are of the same game."""
    rules, position = make_ruleset(key, {}), POSITION_RULES[key]
    assert rules.key == position.key == key
    assert (rules.tile_set, rules.revision > 0) == (position.tile_set, True)
    assert {label for label, _, _ in rules.chance} <= {member.name for member in rules.wall_members}


def test_a_streak_counts_how_often_the_deal_was_kept() -> None:
    """FORMATS ``streak``: 0 at first."""
    state = State()
    state.dealer, state.streak = 2, 3
    assert [kept_streak(state, dealer) for dealer in range(4)] == [0, 0, 4, 0]


def test_what_was_turned_at_the_end_says_whose_it_is_and_what_hit() -> None:
    """NN-14.1, NN-14.2: codes are the winner's, fishing tiles every seat's, once somebody has won."""
    options = {"codes": 2, "fishing": 1}
    script = "0 discard 9p; 1 <9s; 2 <7z; 3 <7z; 0 <6z; 1 <4s win"
    played = play(script, ["9p", "123456789m23s55z", "", ""], options=options, codes="2m1p", tail="6m2p3p4p")
    shown = [one for mechanic in played.match.rules.mechanics for one in mechanic.turned(played.state)]
    assert shown == [
        Turned("fishing", 0, (5,), (True,), "NN-14.2"),
        Turned("fishing", 1, (10,), (True,), "NN-14.2"),
        Turned("fishing", 2, (11,), (False,), "NN-14.2"),
        Turned("fishing", 3, (12,), (False,), "NN-14.2"),
        Turned("codes", 1, (1, 9), (True, False), "NN-14.1"),
    ]
    drawn = play("0 discard 9p; 1 <7z", ["9p", "", "", ""], options=options, left=9)
    assert [list(mechanic.turned(drawn.state)) for mechanic in drawn.match.rules.mechanics] == [[]] * 5


def test_an_offer_of_a_mechanic_is_listed_after_the_kernels() -> None:
    state = play("", ["9p", "", "", ""], rules=LOCKS).state
    offers = legal(LOCKS, state, 0)
    assert offers.index(Ready(17)) > max(
        at for at, offer in enumerate(offers) if not isinstance(offer, Ready)
    )


@pytest.mark.parametrize(
    ("key", "options", "code", "by", "clause"),
    [
        ("nanning", {}, Code.SEALED, By.DISCARD, "NN-10.1"),
        ("nanning", {}, Code.INSURED, By.ROB_KONG, "NN-6.3"),
        ("nanning", {}, Code.BARRED, By.DISCARD, "NN-11.1"),
        ("nanjing", {}, Code.BELOW_MINIMUM, By.SELF_DRAW, "NJ-3.2"),
        ("nanjing", {}, Code.BARRED, None, "NJ-8.2"),
        ("zhuji", {}, Code.NOT_OFFERED, By.DISCARD, "ZJ-3.1"),
        ("zhuji", {"discard_wins": True}, Code.NOT_OFFERED, By.DISCARD, "ZJ-2.3"),
        ("zhuji", {}, Code.NOT_OFFERED, By.ROB_KONG, "ZJ-3.2"),
        ("zhuji", {}, Code.NOT_OFFERED, None, ""),
        ("longjiang", {}, Code.TREASURE, By.DISCARD, "LJ-4.3"),
        ("longjiang", {}, Code.NOT_READY, None, "LJ-3.1"),
        ("longjiang", {}, Code.STALE, None, "CO-2.3"),
    ],
)  # fmt: skip
def test_a_reason_has_its_clause(
    key: str, options: dict[str, bool], code: Code, by: By | None, clause: str
) -> None:
    """The rule behind each reason, by how the win was tried where it goes by that."""
    assert make_ruleset(key, options).clause(code, by) == clause

