"""Declaring ready on the wire: the discard that declares, marks, what a locked hand is asked (LJ-3, LJ-4)."""

from __future__ import annotations

from protocol import to_server as ask
from protocol.answers import Wait, Waits
from protocol.codes import RejectCode
from protocol.events import Discarded as Thrown
from protocol.to_client import Accepted, Frame, ReadyOffer, Rejected
from protocol.view import Mark, RiverTile
from protocol.vocabulary import DeclareReady, Discard, Pass
from tests.server.tables import ROOM, Bench, stacked

HANDS = ("1589m1225p24559s7z", "123345m67855p44s", "35566m335p3369s7z", "13477m2447p1157s")
READY = (Mark("ready", seat=1, tiles=("4s", "4s"), clause="LJ-3.1"),)
TREASURE = Mark("treasure", tiles=("9m", "9m", "1m"), clause="LJ-4.1")


def table(reserve: str = "9m", **room: int | str | bool) -> Bench:
    bench = Bench(kit=stacked(HANDS, "8s9p9p1p1m", reserve=reserve), ruleset="longjiang", room=room)
    bench.start()
    bench.watch("w")
    return bench


def declared(reserve: str = "9m", **room: int | str | bool) -> Bench:
    """Let seat 1 declare with 8s and push out 44s."""
    bench = table(reserve, **room)
    bench.act("p0", Discard("9s"))
    bench.wait(800)
    bench.act("p1", DeclareReady("8s", "4s"))
    return bench


def hint(bench: Bench) -> tuple[Wait, ...]:
    """Ask what seat 1 waits for."""
    answer = bench.say("p1", ask.GetWaits(bench.new_id(), ROOM))
    assert isinstance(answer, Accepted) and isinstance(answer.result, Waits)
    return answer.result.waits


def test_the_offers_name_each_discard_and_each_pair_that_may_be_pushed_out() -> None:
    """LJ-3.1, LJ-3.3."""
    bench = table()
    bench.act("p0", Discard("9s"))
    bench.wait(800)
    asked = bench.client("p1").prompt
    assert asked is not None
    assert asked.offers.ready == (ReadyOffer("8s", None), ReadyOffer("8s", "5p"), ReadyOffer("8s", "4s"))


def test_everybody_sees_the_discard_that_declares_the_pair_and_the_treasure() -> None:
    """LJ-3.3, LJ-4.1."""
    bench = declared()
    for player in ("p0", "p1", "p2", "p3", "w"):
        thrown = [frame.event for frame in bench.client(player).all(Frame) if isinstance(frame.event, Thrown)]
        assert thrown[-1] == Thrown(1, "8s", True, True)
        assert not thrown[-2].declares
        assert bench.view(player).seats[1].river == (RiverTile("8s", True, True),)
        assert bench.view(player).marks == (*READY, TREASURE)


def test_a_declaration_cannot_be_forged() -> None:
    """BUG-REPORTS R-02: refused with its reason, and nobody hears of it (LJ-3.1)."""
    bench = table()
    before = len(bench.client("p0").heard)
    answer = bench.act("p0", DeclareReady("9s"))
    assert isinstance(answer, Rejected) and answer.code is RejectCode.NOT_READY
    for player in ("p1", "p2", "p3", "w"):
        assert bench.view(player).marks == ()
    assert len(bench.client("p0").heard) == before + 1


def test_a_turn_that_runs_out_declares_nothing() -> None:
    """BUG-REPORTS R-01."""
    bench = table(turn=3, bank=0)
    bench.act("p0", Discard("9s"))
    bench.wait(800)
    bench.wait(3000)
    assert bench.view("p0").seats[1].river == (RiverTile("8s", True),)
    assert bench.view("p0").marks == ()


def test_a_treasure_drawn_is_asked_about_and_passed_it_goes() -> None:
    """LJ-3.2, LJ-4.2: seat 1 draws 1m, treasure; win and pass are all it is asked."""
    bench = declared()
    bench.wait(800)
    for player, action in (("p2", Discard("9p")), ("p3", Discard("9p")), ("p0", Discard("1p"))):
        bench.act(player, action)
        bench.wait(800)
    asked = bench.client("p1").prompt
    assert asked is not None
    assert (asked.offers.win, asked.offers.pass_) == (True, True)
    assert (asked.offers.discard, asked.offers.kong, asked.offers.ready) == ((), (), ())
    bench.act("p1", Pass())
    bench.wait(800)
    assert bench.view("p0").seats[1].river[-1].drawn


def test_hints_say_what_a_declared_hand_is_worth() -> None:
    """A pushed pair waits for its own tile alone, which pays 2 on a discard and 4 drawn (LJ-3.3, LJ-5.4)."""
    assert hint(declared(hints="points")) == (Wait("4s", 2, 2, None, 4, None),)


def test_hints_count_the_indicator_as_seen_and_say_that_a_discarded_treasure_is_not_won() -> None:
    """4s turned up: of the other two one is out of sight; drawn it is worth 8 (LJ-4.1, LJ-4.3, LJ-5.5)."""
    assert hint(declared("4s", hints="points")) == (
        Wait("4s", 1, None, RejectCode.TREASURE, 8, None, "LJ-4.3"),
    )


def test_an_undeclared_hand_is_told_that_it_has_not_declared() -> None:
    """LJ-3.1: what it waits for is shown with the reason why it cannot win."""
    bench = table(hints="waits")
    bench.act("p0", Discard("9s"))
    bench.wait(800)
    answer = bench.say("p1", ask.GetWaits(bench.new_id(), ROOM, "8s"))
    assert isinstance(answer, Accepted) and isinstance(answer.result, Waits)
    codes = {wait.tile: (wait.discard_code, wait.draw_code) for wait in answer.result.waits}
    assert codes == dict.fromkeys(("4s", "5p"), (RejectCode.NOT_READY, RejectCode.NOT_READY))


def test_marks_of_one_hand_are_gone_in_the_next() -> None:
    """BUG-REPORTS R-08; a declared player's win is taken for him when his time is over."""
    bench = declared(turn=3, bank=0, claim=3, next_hand=5)
    for _ in range(200):
        if bench.view("p0").result is not None:
            break
        bench.wait(1000)
    assert bench.view("p0").result is not None
    for player in ("p0", "p1", "p2", "p3"):
        bench.say(player, ask.ReadyNext(bench.new_id(), ROOM, 1))
    bench.wait(3000)
    assert (bench.view("p0").hand, bench.view("p0").marks) == (2, ())
