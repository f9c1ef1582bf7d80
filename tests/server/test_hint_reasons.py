"""Why a hand that looks complete may not win, by code and clause: in hints, in prompts and in refusals."""

from __future__ import annotations

from protocol import to_server as ask
from protocol.answers import Wait, Waits
from protocol.codes import RejectCode
from protocol.to_client import Accepted, Prompt, Rejected
from protocol.view import Mark
from protocol.vocabulary import DeclareReady, Discard, Pass, Pong, Tile, Win
from tests.server.tables import ROOM, Bench, stacked

OTHERS = ("258m147p369s2234z", "258m147p369s2334z")


def asked(bench: Bench, player: str, discard: Tile | None = None) -> tuple[Wait, ...]:
    answer = bench.say(player, ask.GetWaits(bench.new_id(), ROOM, discard))
    assert isinstance(answer, Accepted) and isinstance(answer.result, Waits)
    return answer.result.waits


def started(ruleset: str, hands: tuple[str, ...], **named: str) -> Bench:
    bench = Bench(kit=stacked(hands, "9p9p", "", 0, **named), ruleset=ruleset, room={"hints": "points"})
    bench.start()
    return bench


def test_a_small_win_without_four_hard_flowers_says_so() -> None:
    """NJ-3.2: not concealed after a pong, no flowers, waiting for 2m 5m; 海底 and the like left aside."""
    bench = started("nanjing", ("1m147m258p369s1234z", "349m22345p678s11z", *OTHERS))
    bench.act("p0", Discard("1z"))
    bench.act("p1", Pong())
    bench.wait(800)
    bench.act("p1", Discard("9m"))
    few = (RejectCode.BELOW_MINIMUM, "NJ-3.2")
    waits = asked(bench, "p1")
    assert [wait.tile for wait in waits] == ["2m", "5m"]
    for wait in waits:
        assert (wait.discard_code, wait.discard_clause) == (wait.draw_code, wait.draw_clause) == few
        assert (wait.discard_value, wait.draw_value) == (None, None)


def test_a_hand_below_three_tai_says_so_and_that_no_discard_is_won() -> None:
    """ZJ-3.1, ZJ-3.3: three suits, no honours, and 无财 needs three 台 itself (ZJ-4.7)."""
    bench = started("zhuji", ("1m147m258p369s1234z", "34m33p345678p678s", *OTHERS), wild="7z")
    waits = asked(bench, "p1")
    assert [wait.tile for wait in waits] == ["2m", "5m", "7z"]
    for wait in waits:
        assert (wait.discard_code, wait.discard_clause) == (RejectCode.NOT_OFFERED, "ZJ-3.1")
        assert (wait.draw_code, wait.draw_clause) == (RejectCode.BELOW_MINIMUM, "ZJ-3.3")


def longjiang(hand: str) -> Bench:
    bench = started("longjiang", ("15899m1225p24559s", hand, "3556m135p33469s7z", "13477m24667p157s"))
    bench.act("p0", Discard("9s"))
    bench.wait(800)
    return bench


def test_before_declaring_a_wait_says_what_it_will_be_worth() -> None:
    """LJ-3.1 with LJ-5.1, LJ-5.2: 4s and 5p, two pairs: once on a discard, twice drawn; nothing is turned up
    for the question."""
    bench = longjiang("123345m67855p44s")
    not_ready = (RejectCode.NOT_READY, RejectCode.NOT_READY)
    waits = asked(bench, "p1", "9p")
    assert [wait.tile for wait in waits] == ["5p", "4s"]
    for wait in waits:
        assert (wait.discard_code, wait.draw_code) == not_ready
        assert (wait.discard_clause, wait.draw_clause) == ("LJ-3.1", "LJ-3.1")
        assert (wait.discard_value, wait.draw_value) == (1, 2)
    assert bench.view("p1").marks == ()


def test_a_shape_that_does_not_meet_the_conditions_says_so() -> None:
    """LJ-2.1: no 1, 9 or red among 234345m67855p44s, so that 4s and 5p complete it and do not win."""
    waits = asked(longjiang("234345m67855p44s"), "p1", "9p")
    assert [wait.tile for wait in waits] == ["5p", "4s"]
    for wait in waits:
        assert (wait.discard_code, wait.discard_clause) == (RejectCode.NOT_A_WIN, "LJ-2.1")
        assert (wait.draw_code, wait.draw_clause) == (RejectCode.NOT_A_WIN, "LJ-2.1")


def test_a_prompt_names_the_rule_that_withholds() -> None:
    """LJ-3.1: seat 1 has not declared; the 5p thrown completes its hand, and it may only pong."""
    bench = longjiang("123345m67855p44s")
    bench.act("p1", Discard("9p"))
    bench.wait(800)
    bench.act("p2", Discard("5p"))
    prompt = bench.client("p1").last(Prompt)
    assert (prompt.offers.pong, prompt.offers.win) == (True, False)
    assert [(each.verb, each.code, each.clause) for each in prompt.withheld] == [
        ("win", RejectCode.NOT_READY, "LJ-3.1")
    ]


def test_a_refusal_names_the_rule_and_is_in_the_players_language() -> None:
    """Refused as not declared (LJ-3.1), as no win (LJ-2.1), as over (CO-2.3): by code, clause and a line."""
    bench = longjiang("123345m67855p44s")
    number = bench.client("p1").last(Prompt).prompt
    for action, code, clause in (
        (DeclareReady("1m"), RejectCode.NOT_READY, "LJ-3.1"), (Win(), RejectCode.NOT_A_WIN, "LJ-2.1"),
        (Pass(), RejectCode.NOT_OFFERED, ""),
    ):  # fmt: skip
        answer = bench.say("p1", ask.Act(bench.new_id(), ROOM, number, action))
        assert isinstance(answer, Rejected)
        assert (answer.code, answer.clause) == (code, clause)
        # What is left empty is worded at the connection, in its language.
        assert answer.message == ""


def test_who_is_ready_on_the_tiles_dealt_is_told_so_alone() -> None:
    """NJ-4.10: seat 1 keeps its mark while it throws what it draws, and loses it with another tile."""
    bench = started("nanjing", ("1m147m258p369s1234z", "123456789m23s55p", *OTHERS))
    mark = Mark("dealt_ready", seat=1, clause="NJ-4.10")
    for player in ("p0", "p2", "p3"):
        assert bench.view(player).marks == ()
    assert bench.view("p1").marks == (mark,)
    bench.act("p0", Discard("1z"))
    bench.wait(800)
    assert bench.view("p1").marks == (mark,)
    bench.act("p1", Discard("9p"))
    bench.wait(800)
    assert bench.view("p1").marks == (mark,)
    changed = started("nanjing", ("1m147m258p369s1234z", "123456789m23s55p", *OTHERS))
    changed.act("p0", Discard("1z"))
    changed.wait(800)
    changed.act("p1", Discard("9m"))
    assert changed.view("p1").marks == ()


def test_a_pair_that_another_has_pushed_out_is_in_sight() -> None:
    """LJ-3.3: of the 4s seat 2 waits for, two lie open with seat 1."""
    hands = ("15899m1225p24559s", "123345m67855p44s", "222888m99p35s777s", "13477m24667p157s")
    bench = started("longjiang", hands, reserve="7z")
    bench.act("p0", Discard("9s"))
    bench.wait(800)
    assert [(wait.tile, wait.left) for wait in asked(bench, "p2")] == [("4s", 4)]
    bench.act("p1", DeclareReady("9p", "4s"))
    assert [(wait.tile, wait.left) for wait in asked(bench, "p2")] == [("4s", 2)]
