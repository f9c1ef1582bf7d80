"""What a scoreboard makes of the feed: states, events, holes, rooms that end."""

from __future__ import annotations

import pytest

from clients.display.board import lines
from clients.display.command import main
from clients.display.reader import Reader
from protocol.events import Discarded, Drew
from protocol.feed import FeedEvent, FeedNode, FeedRoom, FeedState
from protocol.mqtt import events_topic, state_topic
from protocol.view import TableView
from tests.clients.fed import NAMES, ROOM, TABLE, event, state, tell


def at_17() -> Reader:
    """Give a reader that has heard a state after event 17."""
    reader = Reader(ROOM)
    tell(reader, state(17))
    return reader


def test_the_board_shows_who_plays_and_what_lies_on_the_table() -> None:
    board = list(lines(at_17()))
    game, *rest = board[0].removeprefix("四方 Sifang · ").split(" · ")
    assert game == "南宁麻将 Nanning mahjong"
    assert rest == ["第 hand 2/8", "行牌 playing", "余 57 tiles left"]
    seats = [line.split() for line in board if any(f" {name} " in line for name in NAMES)]
    assert seats == [
        ["▶", "Ann", "+12"], ["庄", "Bo", "-4", "机", "bot"], ["Cy", "-4", "托管", "autopilot"], ["Di", "+0"],
    ]  # fmt: skip
    text = "\n".join(board)
    for shown in ("手 hand 14  副 melds [555m] [????]", "花 flowers 1f", "sealed (NN-10.1)"):
        assert shown in text
    assert "桌面 table: wild 5s (ZJ-2.1)" in text


def test_an_event_is_folded_in_once_and_said() -> None:
    reader = at_17()
    thrown = event(18, Discarded(0, "4p", False))
    for told in (event(17, Drew(0, None, "head", "turn", 60)), thrown, thrown):
        tell(reader, told)
    assert [tile.tile for tile in reader.table.seats[0].river] == ["4p"]
    text = "\n".join(lines(reader))
    assert "河 river 4p" in text and "Ann 打 discards 四筒 4p" in text


@pytest.mark.parametrize(
    "told",
    [
        event(19, Discarded(0, "4p", False)),
        event(1, Discarded(0, "4p", False), inc=2),
    ],
    ids=["a hole", "another incarnation"],
)
def test_where_events_are_missing_the_next_state_is_waited_for(told: FeedEvent) -> None:
    reader = at_17()
    tell(reader, told)
    assert reader.is_behind and reader.table == TABLE
    assert "等候下一次更新" in "\n".join(lines(reader))
    tell(reader, event(18, Discarded(0, "4p", False)))
    assert reader.table == TABLE
    tell(reader, state(3, inc=2))
    tell(reader, event(4, Discarded(0, "4p", False), inc=2))
    assert reader.table.phase == "window"


def test_an_event_that_does_not_fit_or_read_is_as_one_that_is_missing() -> None:
    reader = Reader(ROOM)
    tell(reader, state(17, TableView("lobby")))
    tell(reader, event(18, Discarded(0, "4p", False)))
    assert reader.is_behind
    reader = at_17()
    reader.hear(events_topic(ROOM), b'{"t": "feed_event", "event": {"t": "danced"}}')
    assert reader.is_behind
    reader = at_17()
    reader.hear(state_topic(ROOM), b"not json")
    assert not reader.is_behind and reader.table == TABLE


def test_a_room_that_ends_and_one_that_never_was_are_told_apart() -> None:
    reader = Reader(ROOM)
    reader.hear(state_topic(ROOM), b"")
    assert not reader.is_closed and list(lines(reader)) == ["等候 waiting for the table"]
    reader = at_17()
    reader.hear(state_topic(ROOM), b"")
    assert reader.is_closed


def test_that_the_owners_server_is_away_is_shown() -> None:
    reader = at_17()
    tell(reader, FeedNode("other", "offline"))
    assert not reader.owner_is_gone
    tell(reader, FeedNode("n", "offline"))
    assert "the server is away" in "\n".join(lines(reader))
    tell(reader, FeedNode("n", "online"))
    assert not reader.owner_is_gone


def test_before_a_match_free_seats_are_shown_and_no_sign_that_steers_a_terminal() -> None:
    reader = Reader(ROOM)
    about = FeedRoom(ROOM, "lobby", "nanning", ("A\x1b[2Jnn", "", "", ""), 0, 0)
    tell(reader, FeedState(ROOM, "n", 1, 0, about, TableView("lobby")))
    text = "\n".join(lines(reader))
    assert "A[2Jnn" in text and text.count("空位 free") == 3 and "\x1b" not in text


@pytest.mark.parametrize("arguments", [["ROOM"], ["--mqtt", "http://x", "ROOM"], ["--mqtt", "mqtt://x"]])
def test_wrong_arguments_are_one_line_and_exit_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SIFANG_MQTT", raising=False)
    assert main(arguments) == 2
    assert capsys.readouterr().err.splitlines()[-1].startswith("sifang display: ")
