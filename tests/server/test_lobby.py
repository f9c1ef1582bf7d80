"""Quick match, listings, the memory for answers."""

from __future__ import annotations

from protocol.answers import OpenRoom
from server.lobby import SHOWN, Listings, QuickMatch, Recent
from tests.server.doubles import PaperHouse


def test_four_who_ask_for_one_ruleset_are_matched_in_the_order_they_came() -> None:
    queue = QuickMatch()
    assert [queue.join(player, "nanning") for player in "abc"] == [None, None, None]
    assert queue.join("x", "zhuji") is None
    assert queue.join("d", "nanning") == ["a", "b", "c", "d"]
    assert len(queue) == 1


def test_who_asks_twice_waits_once_and_who_asks_for_another_waits_there() -> None:
    """Z-01, Z-02: one player, one place."""
    queue = QuickMatch()
    for _ in range(4):
        assert queue.join("a", "nanning") is None
    queue.join("a", "zhuji")
    assert len(queue) == 1
    assert [queue.join(player, "nanning") for player in "bcd"] == [None, None, None]


def test_nothing_is_kept_of_who_waits_no_more() -> None:
    queue = QuickMatch()
    queue.join("a", "nanning")
    assert queue.leave("a")
    assert not queue.leave("a")
    assert len(queue) == 0


def test_a_listing_is_of_bounded_length() -> None:
    house = PaperHouse()
    house.open = [OpenRoom(str(number), "C", "nanning", "h", (), 8, 0) for number in range(SHOWN + 20)]
    assert len(Listings(house).show(None).rooms) == SHOWN


def test_the_oldest_answers_are_forgotten() -> None:
    recent = Recent(2)
    for number in range(3):
        recent.keep("p", str(number), number)
    assert [recent.find("p", str(number)) for number in range(3)] == [None, 1, 2]
    assert recent.find("q", "2") is None
