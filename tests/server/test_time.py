"""Time at the table (CO-3, CO-8.1): clocks, the bank, defaults, autopilot, nobody there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from protocol import to_server as ask
from protocol.codes import RejectCode
from protocol.events import ControlChanged, Discarded, Drew, HandEnded, MatchEnded
from protocol.to_client import Accepted, Clock, Frame, Notice, Presence, Prompt, PromptClosed, Rejected
from protocol.view import TableView
from protocol.vocabulary import Action, Discard, Pass, Pong, Win
from server.effects import StoreChanged
from tests.server.tables import ROOM, Bench, make_kit, stacked

QUIET = ("147m258p369s12345z", "147m258p369s2345z", "258m369p147s2345z", "369m147p258s1667z")
"""Hands of single tiles: what is thrown out of them nobody can claim."""
DRAWS = "7z1m2m3m4m5m6m7m8m9m1p2p3p4p5p"


def table(dealt: tuple[str, ...] = QUIET, draws: str = DRAWS, **room: int | str | bool) -> Bench:
    """A match in which seat 0 is to throw his first tile; everybody has what QUIET says."""
    bench = Bench(kit=stacked(dealt, draws), room={"hands": 4, "timeout_wins": True, **room})
    bench.start()
    return bench


def events(bench: Bench, player: str = "p3") -> list[object]:
    return [frame.event for frame in bench.client(player).all(Frame)]


def controls(bench: Bench, player: str = "p3") -> list[tuple[int, str, str]]:
    return [
        (event.seat, event.control, event.cause)
        for event in events(bench, player)
        if isinstance(event, ControlChanged)
    ]  # fmt: skip


def to_turn(bench: Bench, player: str) -> None:
    """Let everybody throw what he drew until it is this player's turn; claims are passed."""
    for _ in range(40):
        asked = bench.asked()
        if asked == [player] and bench.client(player).last(Prompt).kind == "turn":
            return
        for who in asked:
            prompt = bench.client(who).prompt
            if prompt is not None:
                tile = prompt.tile or prompt.offers.discard[-1] if prompt.kind == "turn" else None
                bench.act(who, Pass() if tile is None else Discard(tile))
        if not bench.asked():
            bench.to_timer()
    raise AssertionError(f"it never is {player}'s turn")


# ---------------------------------------------------------------- CO-3.1, the default


def test_the_dealer_out_of_time_throws_the_last_tile_of_his_sorted_hand_co_3_1() -> None:
    bench = table()
    bench.wait(25_000)
    thrown = next(event for event in events(bench) if isinstance(event, Discarded))
    assert (thrown.seat, thrown.tile) == (0, "5z")
    assert bench.client("p0").last(PromptClosed).by == "timeout"


def test_who_has_drawn_throws_what_he_drew_co_3_1() -> None:
    bench = table()
    to_turn(bench, "p1")
    bench.wait(25_000)
    thrown = [event for event in events(bench) if isinstance(event, Discarded)][-1]
    assert (thrown.seat, thrown.tile, thrown.drawn) == (1, "7z", True)


PONG = ("5m19m2z3z44567z886p9s", "34m22p678s345p789p", "55m147s369p12345z", "67m11s234s567p999s")


def test_after_a_claim_the_last_tile_of_the_sorted_hand_goes_co_3_1() -> None:
    """BUG-REPORTS T-10."""
    bench = table(PONG, "1z2z", timeout_wins=False)
    bench.act("p0", Discard("5m"))
    bench.act("p2", Pong())
    bench.act("p1", Pass())
    bench.act("p3", Pass())
    bench.wait(800)
    bench.wait(25_000)
    thrown = [event for event in events(bench) if isinstance(event, Discarded)][-1]
    assert (thrown.seat, thrown.tile) == (2, "5z")


@pytest.mark.parametrize("wins", [True, False])
def test_a_lawful_win_is_taken_on_timeout_where_the_room_says_so_co_3_1(wins: bool) -> None:
    bench = table(PONG, "1z2z", timeout_wins=wins)
    bench.act("p0", Discard("5m"))
    bench.act("p2", Pass())
    bench.wait(25_000)
    ended = [event for event in events(bench) if isinstance(event, HandEnded)]
    assert [{winner.seat for winner in event.result.winners} for event in ended] == ([{1, 3}] if wins else [])


# ---------------------------------------------------------------- CO-8.1, clocks and bank


def test_a_turn_has_its_time_and_then_the_bank_co_8_1() -> None:
    bench = table()
    prompt = bench.client("p0").last(Prompt)
    assert (prompt.turn_ms, prompt.bank_ms, prompt.running) == (5000, 20_000, True)
    bench.wait(24_999)
    assert bench.asked() == ["p0"]
    bench.wait(1)
    assert bench.asked() == []


def test_the_bank_is_touched_only_when_the_turn_is_spent_co_8_1() -> None:
    bench = table()
    bench.wait(5000)
    bench.act("p0", Discard("5z"))
    assert bench.room.running is not None
    assert bench.room.running.seats[0].bank == 20_000
    to_turn(bench, "p1")
    bench.wait(7000)
    bench.act("p1", Discard("7z"))
    to_turn(bench, "p1")
    assert bench.client("p1").last(Prompt).bank_ms == 18_000


def test_the_networks_time_is_not_charged_co_8_1() -> None:
    bench = table()
    bench.wait(7000)
    number = bench.client("p0").last(Prompt).prompt
    bench.say("p0", ask.Act(bench.new_id(), ROOM, number, Discard("5z")), rtt_ms=400)
    assert bench.room.running is not None
    assert bench.room.running.seats[0].bank == 18_400


def test_every_hand_begins_with_a_full_bank() -> None:
    bench = table(PONG, "1z2z", timeout_wins=False)
    bench.wait(9000)
    bench.act("p0", Discard("5m"))
    bench.act("p1", Win())
    bench.act("p3", Win())
    bench.wait(30_000)
    assert bench.client("p0").last(Prompt).bank_ms == 20_000


def test_a_bank_used_in_a_window_is_not_shown_to_others_co_2_5() -> None:
    """That it shrank would tell who was asked; its owner sees it as it is."""
    bench = table(PONG, "1z2z", timeout_wins=False)
    bench.act("p0", Discard("5m"))
    bench.wait(9000)
    for player in ("p1", "p2", "p3"):
        bench.act(player, Pass())
    assert bench.asked() == ["p1"]
    assert bench.client("p1").last(Prompt).bank_ms == 16_000
    assert bench.client("p1").last(Clock).bank_ms == 16_000
    assert bench.client("p0").last(Clock).bank_ms == 20_000


def test_a_second_answer_long_after_changes_no_bank() -> None:
    """BUG-REPORTS T-01."""
    bench = table()
    number = bench.client("p0").last(Prompt).prompt
    bench.act("p0", Discard("5z"))
    bench.wait(10_000)
    answer = bench.act("p0", Discard("4z"), prompt=number)
    assert isinstance(answer, Rejected) and answer.code is RejectCode.STALE
    assert bench.room.running is not None
    assert bench.room.running.seats[0].bank == 20_000


def test_no_limit_is_a_day_and_shows_no_time_co_8_1() -> None:
    bench = table(turn=0)
    prompt = bench.client("p0").last(Prompt)
    assert (prompt.turn_ms, prompt.bank_ms) == (None, None)
    bench.wait(86_400_000 - 1)
    assert bench.asked() == ["p0"]


def test_with_an_easy_pace_no_clock_runs_and_events_come_apart_co_8_1() -> None:
    bench = table(easy_pace=True)
    assert bench.client("p0").last(Prompt).turn_ms is None
    bench.act("p0", Discard("5z"))
    bench.wait(1199)
    assert isinstance(events(bench)[-1], Discarded)
    bench.wait(1)
    assert isinstance(events(bench)[-1], Drew)


# ---------------------------------------------------------------- CO-3.2, autopilot


def test_two_timeouts_in_a_row_on_own_turns_switch_autopilot_on_co_3_2() -> None:
    bench = table(bank=0)
    bench.wait(5000)
    assert controls(bench) == []
    to_turn(bench, "p0")
    bench.wait(5000)
    assert controls(bench) == [(0, "autopilot", "timeouts")]


def test_a_timeout_an_answer_and_a_timeout_switch_nothing_on_co_3_2() -> None:
    """BUG-REPORTS T-09."""
    bench = table(bank=0)
    bench.wait(5000)
    to_turn(bench, "p0")
    bench.act("p0", Discard("4z"))
    to_turn(bench, "p0")
    bench.wait(5000)
    assert controls(bench) == []


def test_any_command_clears_the_count_co_3_2() -> None:
    bench = table(bank=0)
    bench.wait(5000)
    bench.say("p0", ask.Phrase(bench.new_id(), ROOM, 1))
    to_turn(bench, "p0")
    bench.wait(5000)
    assert controls(bench) == []


def test_timeouts_in_windows_do_not_count_co_3_2() -> None:
    bench = table(PONG, "1z2z", timeout_wins=False, bank=0)
    bench.act("p0", Discard("5m"))
    bench.wait(5000)
    assert bench.asked() == ["p1"]
    bench.wait(5000)
    assert controls(bench) == []


def on_autopilot(**room: int | str | bool) -> Bench:
    """A table where seat 0 has just gone on autopilot."""
    bench = table(QUIET, DRAWS, bank=0, **room)
    bench.wait(5000)
    to_turn(bench, "p0")
    bench.wait(5000)
    assert controls(bench) == [(0, "autopilot", "timeouts")]
    return bench


def test_a_bot_plays_the_seat_meanwhile_and_nobody_is_asked_co_3_2() -> None:
    bench = on_autopilot()
    asked = len(bench.client("p0").all(Prompt))
    to_turn(bench, "p1")
    to_turn(bench, "p2")
    to_turn(bench, "p3")
    bench.act("p3", Discard(bench.client("p3").last(Prompt).offers.discard[0]))
    bench.wait(800 + 500)
    assert [event.seat for event in events(bench) if isinstance(event, Discarded)][-1] == 0
    assert len(bench.client("p0").all(Prompt)) == asked


def test_away_discard_plays_the_default_at_once_co_3_2() -> None:
    bench = on_autopilot(away="discard")
    to_turn(bench, "p3")
    bench.act("p3", Discard(bench.client("p3").last(Prompt).offers.discard[0]))
    bench.wait(800)
    drew, threw = events(bench)[-2:]
    assert isinstance(drew, Drew) and isinstance(threw, Discarded)
    assert (drew.seat, threw.seat, threw.drawn) == (0, 0, True)


def test_taking_back_ends_autopilot_and_asks_anew_co_3_2() -> None:
    bench = on_autopilot()
    answer = bench.say("p0", ask.TakeBack(bench.new_id(), ROOM))
    assert isinstance(answer, Accepted)
    assert controls(bench)[-1] == (0, "player", "back")
    to_turn(bench, "p0")
    again = bench.say("p0", ask.TakeBack(bench.new_id(), ROOM))
    assert isinstance(again, Rejected) and again.code is RejectCode.NOT_NOW


def test_any_command_ends_autopilot_co_3_2() -> None:
    bench = on_autopilot()
    bench.say("p0", ask.Phrase(bench.new_id(), ROOM, 3))
    assert controls(bench)[-1] == (0, "player", "back")


def test_a_question_or_a_refused_command_does_not_end_autopilot_co_3_2() -> None:
    bench = on_autopilot()
    bench.say("p0", ask.GetWaits(bench.new_id(), ROOM))
    bench.act("p0", Discard("4z"), prompt=1)
    assert controls(bench) == [(0, "autopilot", "timeouts")]


def test_taken_back_in_his_own_turn_he_is_asked_at_once_co_3_2() -> None:
    bench = on_autopilot(bot_pace=1500)
    to_turn(bench, "p3")
    bench.act("p3", Discard(bench.client("p3").last(Prompt).offers.discard[0]))
    bench.wait(800)
    assert bench.asked() == []
    bench.say("p0", ask.TakeBack(bench.new_id(), ROOM))
    assert bench.asked() == ["p0"]
    bench.wait(4999)
    assert bench.asked() == ["p0"]


# ---------------------------------------------------------------- drops


def test_a_dropped_player_is_played_for_after_his_grace_co_3_2() -> None:
    bench = table(turn=300)
    bench.drop("p2")
    bench.wait(59_999)
    assert controls(bench) == []
    bench.wait(1)
    assert controls(bench) == [(2, "autopilot", "dropped")]


def test_coming_back_in_time_cancels_the_grace_co_3_2() -> None:
    """BUG-REPORTS N-06."""
    bench = table(turn=300)
    bench.drop("p2")
    bench.wait(59_900)
    bench.back("p2")
    bench.wait(120_000)
    assert controls(bench) == []


@pytest.mark.parametrize("early_ms", range(-50, 51, 5))
def test_around_the_end_of_the_grace_he_is_back_or_played_for_never_both_co_3_2(early_ms: int) -> None:
    """BUG-REPORTS N-07, N-10: whichever comes first, he has his seat in the end."""
    bench = table(turn=300)
    bench.drop("p2")
    bench.wait(60_000 - early_ms)
    bench.back("p2")
    was_away = [(2, "autopilot", "dropped"), (2, "player", "back")]
    assert controls(bench) == (was_away if early_ms <= 0 else [])
    bench.wait(1000)
    assert bench.client("p0").last(Presence).seats[2].online
    assert bench.view("p0").seats[2].control == "player"


def test_coming_back_does_not_end_what_began_with_timeouts_co_3_2() -> None:
    bench = on_autopilot()
    bench.drop("p0")
    bench.back("p0")
    assert controls(bench) == [(0, "autopilot", "timeouts")]


def test_who_timed_out_because_he_had_dropped_has_his_seat_when_he_is_back_co_3_2() -> None:
    bench = table(bank=0, grace=600)
    bench.drop("p0")
    bench.wait(5000)
    to_turn(bench, "p1")
    for player in ("p1", "p2", "p3"):
        to_turn(bench, player)
        bench.act(player, Discard(bench.client(player).last(Prompt).offers.discard[0]))
    bench.wait(800 + 5000)
    assert controls(bench) == [(0, "autopilot", "dropped")]
    bench.back("p0")
    assert controls(bench)[-1] == (0, "player", "back")


def test_where_the_table_waits_all_see_that_the_clock_stands_co_8_1() -> None:
    bench = table(friends=True, away="wait", pause_floor=800)
    bench.drop("p0")
    assert not bench.client("p2").last(Clock).running
    bench.back("p0")
    assert bench.client("p2").last(Clock).running


class Blunderer:
    """A policy that fails, or answers what it was not asked."""

    def __init__(self, action: Action | None) -> None:
        self.action = action

    def choose(self, view: TableView, seat: int, prompt: Prompt) -> Action:
        if self.action is None:
            raise ZeroDivisionError
        return self.action


@pytest.mark.parametrize("action", [None, Pong(), Discard("9m")], ids=str)
def test_a_bot_that_blunders_plays_the_default(action: Action | None) -> None:
    kit = replace(stacked(QUIET, DRAWS), policies=lambda level: Blunderer(action))
    bench = Bench(1, bots=3, kit=kit)
    bench.start()
    bench.act("p0", Discard("5z"))
    bench.wait(500)
    thrown = [event for event in events(bench, "p0") if isinstance(event, Discarded)]
    assert [(event.seat, event.tile) for event in thrown] == [(0, "5z"), (1, "7z")]


def test_a_drop_touches_nobody_elses_time() -> None:
    """BUG-REPORTS N-12."""
    bench = table()
    before = bench.client("p0").last(Prompt)
    bench.drop("p2")
    assert bench.room.running is not None
    assert [seat.bank for seat in bench.room.running.seats] == [20_000] * 4
    bench.wait(24_999)
    assert bench.asked() == ["p0"]
    assert bench.client("p0").last(Prompt) == before


def test_where_the_table_waits_the_clock_of_a_dropped_player_stands_co_8_1() -> None:
    bench = table(friends=True, away="wait", pause_floor=800)
    bench.wait(4000)
    bench.drop("p0")
    bench.wait(3_600_000)
    assert controls(bench) == []
    client = bench.back("p0")
    prompt = client.last(Prompt)
    assert (prompt.turn_ms, prompt.bank_ms, prompt.running) == (1000, 20_000, True)
    bench.wait(20_999)
    assert bench.asked() == ["p0"]
    bench.wait(1)
    assert bench.asked() == []


def test_where_the_table_waits_it_waits_a_day_co_3_2() -> None:
    bench = table(friends=True, away="wait", pause_floor=800)
    bench.drop("p0")
    bench.wait(86_400_000 - 1)
    assert controls(bench) == []
    bench.wait(1)
    assert controls(bench) == [(0, "autopilot", "dropped")]


def test_idle_is_not_absent() -> None:
    """BUG-REPORTS T-08: who is not asked anything is never counted as away."""
    bench = table(turn=300)
    bench.wait(1_200_000)
    assert [control for control in controls(bench) if control[0] in (2, 3)] == []


# ---------------------------------------------------------------- CO-3.4, nobody there


def leave_alone(bench: Bench) -> None:
    for player in ("p1", "p2", "p3", "p0"):
        bench.drop(player)


def test_with_nobody_there_the_table_stands_still_co_3_4() -> None:
    bench = table()
    bench.wait(3000)
    leave_alone(bench)
    entries = len(bench.journal)
    bench.wait(599_000)
    assert len([e for e in bench.journal[entries:] if b"!" in e.data]) == 0
    client = bench.back("p0")
    assert client.last(Prompt).turn_ms == 2000
    assert client.last(Notice).code == "resumed"
    bench.wait(21_999)
    assert bench.asked() == ["p0"]


def test_after_ten_minutes_alone_the_match_ends_as_it_stands_co_3_4() -> None:
    bench = table()
    bench.watch("w")
    leave_alone(bench)
    bench.wait(599_999)
    assert bench.gone == []
    bench.wait(1)
    ended = events(bench, "w")
    assert isinstance(ended[-1], MatchEnded)
    assert (ended[-1].result.cause, ended[-1].result.scores) == ("abandoned", (0, 0, 0, 0))
    hand = next(event for event in ended if isinstance(event, HandEnded))
    assert (hand.result.outcome, hand.result.transfers, hand.result.totals) == ("void", (), (0, 0, 0, 0))
    assert bench.gone == ["abandoned"]
    assert list(bench.records) == ["match1"]


def test_where_the_table_waits_it_stands_for_a_day_co_3_4() -> None:
    bench = table(friends=True, away="wait", pause_floor=800)
    leave_alone(bench)
    bench.wait(86_400_000 - 1)
    assert bench.gone == []
    bench.wait(1)
    assert bench.gone == ["abandoned"]


def test_one_who_comes_back_alone_finds_the_others_played_for_co_3_4() -> None:
    bench = table(turn=300)
    leave_alone(bench)
    bench.wait(300_000)
    bench.back("p3")
    assert controls(bench) == []
    bench.wait(60_000)
    assert {seat for seat, control, _ in controls(bench) if control == "autopilot"} == {0, 1, 2}
    bench.wait(1300)
    assert any(isinstance(event, Discarded) for event in events(bench))


# ---------------------------------------------------------------- the store is away


def test_while_the_store_is_away_clocks_stand_and_all_are_told() -> None:
    bench = table()
    bench.wait(3000)
    bench.give(StoreChanged(False))
    assert bench.client("p1").last(Notice).code == "store_down"
    assert bench.client("p1").last(Notice).clocks_stand
    bench.wait(600_000)
    assert bench.asked() == ["p0"]
    bench.give(StoreChanged(True))
    assert bench.client("p1").last(Notice).code == "store_back"
    bench.wait(21_999)
    assert bench.asked() == ["p0"]
    bench.wait(1)
    assert bench.asked() == []


def test_after_a_crash_a_prompt_has_what_was_left_and_at_least_five_seconds() -> None:
    for spent, left in ((3000, 22_000), (24_000, 5000)):
        bench = table()
        bench.crash(alive_ms=spent)
        client = bench.back("p0")
        prompt = client.last(Prompt)
        assert prompt.turn_ms is not None and prompt.bank_ms is not None
        assert prompt.turn_ms + prompt.bank_ms == left


# ---------------------------------------------------------------- between hands


def won(**room: int | str | bool) -> Bench:
    """A table where the first hand is over."""
    bench = table(PONG, "1z2z", **room)
    bench.act("p0", Discard("5m"))
    for player, action in (("p1", Win()), ("p2", Pass()), ("p3", Win())):
        bench.act(player, action)
    bench.wait(800)
    return bench


def test_the_next_hand_begins_by_itself_after_its_time_co_8_1() -> None:
    bench = won()
    assert bench.view("p0").phase == "hand_over"
    assert bench.client("p0").last(Presence).next_ms is not None
    bench.wait(19_999)
    assert bench.view("p0").hand == 1
    bench.wait(1)
    assert bench.view("p0").hand == 2


def test_the_next_hand_begins_at_once_when_all_are_ready() -> None:
    bench = won()
    for player in ("p0", "p1", "p2"):
        assert isinstance(bench.say(player, ask.ReadyNext(bench.new_id(), ROOM, 1)), Accepted)
    assert bench.view("p0").hand == 1
    bench.say("p3", ask.ReadyNext(bench.new_id(), ROOM, 1))
    assert bench.view("p0").hand == 2


def test_who_is_away_is_not_waited_for() -> None:
    bench = won()
    bench.drop("p3")
    for player in ("p0", "p1", "p2"):
        bench.say(player, ask.ReadyNext(bench.new_id(), ROOM, 1))
    assert bench.view("p0").hand == 2


def test_no_timer_of_an_old_hand_fires_in_the_next() -> None:
    """BUG-REPORTS T-02, T-03: seat 2 had 25 s on his clock when the hand ended by others' wins."""
    bench = table(PONG, "1z2z")
    bench.act("p0", Discard("5m"))
    bench.act("p1", Win())
    bench.act("p3", Win())
    bench.wait(800)
    assert bench.room.running is not None
    assert not any(f"seat{seat}" in bench.room.clocks for seat in range(4))
    for player in ("p0", "p1", "p2", "p3"):
        bench.say(player, ask.ReadyNext(bench.new_id(), ROOM, 1))
    bench.wait(2000 + 24_999)
    assert [closed.by for closed in bench.client("p2").all(PromptClosed)] == ["others"]
    assert controls(bench) == []


def test_an_open_ended_match_is_ended_by_its_host_between_hands_co_6_1() -> None:
    bench = table(PONG, "1z2z", hands=0)
    early = bench.say("p0", ask.EndMatch(bench.new_id(), ROOM))
    assert isinstance(early, Rejected) and early.code is RejectCode.NOT_NOW
    bench.act("p0", Discard("5m"))
    for player, action in (("p1", Win()), ("p2", Pass()), ("p3", Win())):
        bench.act(player, action)
    bench.wait(800)
    other = bench.say("p1", ask.EndMatch(bench.new_id(), ROOM))
    assert isinstance(other, Rejected) and other.code is RejectCode.NOT_HOST
    assert isinstance(bench.say("p0", ask.EndMatch(bench.new_id(), ROOM)), Accepted)
    ended = events(bench)[-1]
    assert isinstance(ended, MatchEnded) and ended.result.cause == "host"
    assert sum(ended.result.scores) == 0


def test_a_match_of_so_many_hands_ends_by_itself_co_6_1() -> None:
    bench = Bench(room={"hands": 4, "pause_floor": 0}, kit=make_kit())
    bench.start()
    bench.play_on(lambda: bench.view("p0").phase == "match_over")
    ended = events(bench)[-1]
    assert isinstance(ended, MatchEnded)
    assert ended.result.cause == "hands_played"
    assert len(ended.result.history) == 4
    refused = bench.say("p0", ask.EndMatch(bench.new_id(), ROOM))
    assert isinstance(refused, Rejected) and refused.code is RejectCode.NOT_NOW
