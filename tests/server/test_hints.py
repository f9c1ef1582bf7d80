"""Hints: what a hand waits for, an answer to its owner alone (CO-7.1)."""

from __future__ import annotations

from protocol import to_server as ask
from protocol.answers import Wait, Waits
from protocol.codes import RejectCode
from protocol.to_client import Accepted, Prompt, Rejected
from protocol.vocabulary import Discard, Pass, Tile
from tests.server.tables import ROOM, Bench, stacked

HANDS = ("5m19m2z3z44567z886p9s", "34m22p678s345p789p", "55m147s369p12345z", "67m11s234s567p999s")


def table(hands: tuple[str, ...] = HANDS, draws: str = "1z2z3z4z", **room: int | str | bool) -> Bench:
    bench = Bench(kit=stacked(hands, draws), room={"hands": 4, **room})
    bench.start()
    return bench


def waits(bench: Bench, player: str, discard: Tile | None = None) -> Waits:
    answer = bench.say(player, ask.GetWaits(bench.new_id(), ROOM, discard))
    assert isinstance(answer, Accepted), answer
    assert isinstance(answer.result, Waits)
    return answer.result


def test_a_hand_at_rest_is_told_what_it_waits_for_and_how_many_it_cannot_see() -> None:
    """34m22p678s345p789p waits for 2m 5m; all four of each are out of its sight."""
    bench = table()
    assert waits(bench, "p1").waits == (Wait("2m", 4), Wait("5m", 4))
    bench.act("p0", Discard("5m"))
    assert waits(bench, "p1").waits == (Wait("2m", 4), Wait("5m", 3))


def test_a_known_list_of_waits() -> None:
    """BUG-REPORTS W-14: 1113456666788s waits for 2s 5s 7s 8s."""
    bench = table(("159m159p1234567z9m", "1113456666788s", "258m258p369m369p2z", "147m147p369m36p3z4z"), "7z")
    assert [wait.tile for wait in waits(bench, "p1").waits] == ["2s", "5s", "7s", "8s"]


def test_a_fifth_copy_is_no_wait_and_one_without_copies_left_is_co_7_1() -> None:
    hands = ("159m159p1234567z9m", "1111s234567m789p", "258m258p369m369p2z", "147m147p369m36p3z4z")
    bench = table(hands, "7z")
    assert [wait.tile for wait in waits(bench, "p1").waits] == []
    hands = ("5555m19p1234567z9m", "34m22p678s345p789p", "28m258p369m369p25z", "147m147p369m36p3z4z")
    bench = table(hands, "7z")
    found = {wait.tile: wait.left for wait in waits(bench, "p1").waits}
    assert found == {"2m": 4, "5m": 4}


def test_on_ones_turn_every_discard_that_leaves_a_wait_is_listed() -> None:
    bench = table(("34m22p678s345p789p1z", "19m19s258p234567z", HANDS[2], HANDS[3]), "7z")
    found = waits(bench, "p0")
    assert found.waits == () and found.discard is None
    by_tile = {each.tile: [wait.tile for wait in each.waits] for each in found.discards}
    assert by_tile["1z"] == ["2m", "5m"]
    assert "2p" not in by_tile or by_tile["2p"]
    asked = waits(bench, "p0", "1z")
    assert (asked.discard, [wait.tile for wait in asked.waits]) == ("1z", ["2m", "5m"])


def test_a_tile_one_does_not_hold_or_may_not_throw_is_no_question() -> None:
    bench = table()
    for player, tile in (("p0", "9p"), ("p1", "3m")):
        answer = bench.say(player, ask.GetWaits(bench.new_id(), ROOM, tile))  # type: ignore[arg-type]  # tiles
        assert isinstance(answer, Rejected)
        assert (answer.code, answer.field) == (RejectCode.NOT_OFFERED, "discard")


def test_points_are_told_where_the_room_says_so() -> None:
    """A concealed plain hand on a discard pays 4, drawn by oneself 4 from each (NN-2.1, NN-2.3, NN-2.4)."""
    bench = table(hints="points")
    bench.act("p0", Discard("1m"))
    bench.wait(800)
    bench.act("p1", Discard("1z"))
    bench.wait(800)
    (two, five) = waits(bench, "p1").waits
    assert (two.discard_value, two.draw_value) == (4, 4)
    assert (five.discard_value, five.draw_value) == (4, 4)


def test_what_bars_a_win_is_told_to_its_owner() -> None:
    """BUG-REPORTS P-06: a passed win bars another's tile until the next draw, never one's own (NN-11.1)."""
    bench = table()
    bench.act("p0", Discard("5m"))
    bench.act("p1", Pass())
    bench.act("p2", Pass())
    bench.act("p3", Pass())
    bench.wait(800)
    assert [(wait.discard_code, wait.draw_code) for wait in waits(bench, "p3").waits] == [
        (RejectCode.BARRED, None), (RejectCode.BARRED, None),
    ]  # fmt: skip
    marks = [mark.key for mark in bench.view("p3").marks]
    assert marks == ["barred"]
    for player in ("p0", "p2"):
        assert bench.view(player).marks == ()


def test_hints_can_be_off() -> None:
    bench = table(hints="off")
    answer = bench.say("p1", ask.GetWaits(bench.new_id(), ROOM))
    assert isinstance(answer, Rejected)
    assert (answer.code, answer.field) == (RejectCode.SWITCHED_OFF, "hints")


def test_a_question_is_not_journaled_and_nothing_is_pushed() -> None:
    bench = table()
    entries, heard = len(bench.journal), len(bench.client("p1").heard)
    waits(bench, "p1")
    assert len(bench.journal) == entries
    assert len(bench.client("p1").heard) == heard + 1


def test_there_is_nothing_to_ask_without_a_hand() -> None:
    bench = Bench()
    answer = bench.say("p1", ask.GetWaits(bench.new_id(), ROOM))
    assert isinstance(answer, Rejected) and answer.code is RejectCode.NOT_NOW


def test_a_prompt_says_what_passing_bars_and_what_a_win_is_worth() -> None:
    bench = table(hints="points")
    bench.act("p0", Discard("5m"))
    prompt = bench.client("p1").last(Prompt)
    assert (prompt.passing_bars, prompt.bar_clause) == (("win",), "NN-11.1")
    assert prompt.win_value is not None
    assert bench.client("p2").last(Prompt).passing_bars == ()
    assert bench.client("p2").last(Prompt).win_value is None


def test_a_win_withheld_is_told_with_its_reason() -> None:
    """Seat 3 passes his win on 5m and is barred; asked to pong 8m he is told why not to win on it."""
    hands = ("5m19m2z3z44567z886p9s", "15m678s345p789p22z", "1m47s369p12345z88s", "67m88m234s567p999s")
    bench = table(hands, "8m1z")
    bench.act("p0", Discard("5m"))
    for player in bench.asked():
        bench.act(player, Pass())
    bench.wait(800)
    bench.act("p1", Discard("8m"))
    prompt = bench.client("p3").last(Prompt)
    assert prompt.offers.pong and not prompt.offers.win
    assert [(each.verb, each.code, each.tile, each.clause) for each in prompt.withheld] == [
        ("win", RejectCode.BARRED, "8m", "NN-11.1")
    ]
