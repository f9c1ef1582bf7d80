"""Folding events into a view: every tile goes where the event says, and nothing else moves."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from protocol import events as e
from protocol import view as v
from protocol.codec import Codec, decode_message
from protocol.fold import StreamBroken, fold, sort_tiles
from protocol.to_client import Frame, Snapshot
from protocol.vocabulary import Meld
from tests.protocol.kit import ROOT
from tests.protocol.samples import EVENTS, tiles
from tests.protocol.samples.parts import COMMIT, INFO, MATCH_RESULT, RESULT
from tests.protocol.samples.streams import STREAMS, Stream

EMPTY = v.TableView("lobby")
PONG = Meld("pong", tiles("7p 7p 7p"), 2, "7p")


def run(*events: e.Event, start: v.TableView = EMPTY) -> v.TableView:
    """Fold several events."""
    for event in events:
        start = fold(start, event)
    return start


STARTED = run(e.MatchStarted(INFO, (0, 5, 0, -5)), e.HandStarted(3, COMMIT, 1, True, 2000, dealer=2))
DEALT = run(
    e.Dealt(
        3,
        2,
        (1, 6),
        (None, tiles("1m 2m 7p 7p 9s 9s 9s 1z 1z 1z 2z 3z 4z"), None, None),
        (13, 13, 14, 13),
        83,
    ),
    start=STARTED,
)


def own(view: v.TableView) -> v.SeatView:
    """Give the seat whose hand is seen."""
    return view.seats[1]


def test_a_match_begins_with_its_players_and_their_scores() -> None:
    assert [seat.control for seat in STARTED.seats] == ["player", "player", "bot", "bot"]
    assert [seat.score for seat in STARTED.seats] == [0, 5, 0, -5]


def test_a_hand_begins_with_an_empty_table_and_the_scores_kept() -> None:
    left = replace(
        DEALT, marks=(v.Mark("ready", 1),), ledger=RESULT.transfers, result=RESULT, nonces=("", "", "", "")
    )
    again = run(e.HandStarted(4, COMMIT, 0, False, 2000), start=left)
    assert again == replace(STARTED, hand=4, dealer=None, streak=0, heated=False)


def test_the_deal_shows_only_what_may_be_seen() -> None:
    assert [seat.count for seat in DEALT.seats] == [13, 13, 14, 13]
    assert [seat.tiles is None for seat in DEALT.seats] == [True, False, True, True]
    assert (DEALT.phase, DEALT.turn, DEALT.dealer) == ("playing", 2, 2)


def test_a_drawn_tile_stands_apart_until_something_is_thrown() -> None:
    drawn = run(e.Drew(1, "1m", "head", "turn", 82), start=DEALT)
    assert (own(drawn).drawn, own(drawn).count, drawn.turn, drawn.wall_left) == ("1m", 14, 1, 82)
    thrown = run(e.Discarded(1, "4z", False), start=drawn)
    assert own(thrown).tiles == tiles("1m 1m 2m 7p 7p 9s 9s 9s 1z 1z 1z 2z 3z")
    assert (own(thrown).drawn, own(thrown).count) == (None, 13)


def test_a_tile_thrown_as_it_was_drawn_leaves_the_hand_as_it_was() -> None:
    thrown = run(e.Drew(1, "1m", "head", "turn", 82), e.Discarded(1, "1m", True), start=DEALT)
    assert own(thrown).tiles == own(DEALT).tiles
    assert own(thrown).river == (v.RiverTile("1m", True),)


def test_a_hidden_hand_is_only_counted() -> None:
    view = run(e.Discarded(2, "5m", False), e.Drew(3, None, "head", "turn", 82), start=DEALT)
    view = run(e.Discarded(3, "2p", True), start=view)
    assert [(seat.count, seat.tiles, seat.drawn) for seat in view.seats[2:]] == [(13, None, None)] * 2


def test_a_discard_opens_a_window_and_the_next_draw_closes_it() -> None:
    view = run(e.Discarded(2, "5m", False), start=DEALT)
    assert (view.phase, view.window) == ("window", v.WindowView("discard", 2, "5m"))
    view = run(e.Drew(3, None, "head", "turn", 82), start=view)
    assert (view.phase, view.window, view.turn) == ("playing", None, 3)


def test_a_claim_takes_the_tile_from_the_river_and_two_from_the_hand() -> None:
    view = run(e.Discarded(2, "7p", False), e.Melded(1, PONG), start=DEALT)
    assert (view.seats[2].river, own(view).melds, own(view).count) == ((), (PONG,), 11)
    assert own(view).tiles == tiles("1m 2m 9s 9s 9s 1z 1z 1z 2z 3z 4z")
    assert (view.turn, view.phase) == (1, "playing")


def test_a_chow_takes_the_other_two() -> None:
    view = run(
        e.Discarded(0, "3m", False), e.Melded(1, Meld("chow", tiles("1m 2m 3m"), 0, "3m")), start=DEALT
    )
    assert own(view).tiles == tiles("7p 7p 9s 9s 9s 1z 1z 1z 2z 3z 4z")


def test_an_added_kong_stands_where_its_pong_stood() -> None:
    kong = Meld("added_kong", tiles("7p 7p 7p 7p"), 2, "7p")
    three = Meld("open_kong", tiles("9s 9s 9s 9s"), 2, "9s")
    view = run(
        e.Discarded(2, "7p", False),
        e.Melded(1, PONG),
        e.Discarded(2, "9s", False),
        e.Melded(1, three),
        e.Drew(1, "7p", "tail", "kong", 80),
        e.KongDeclared(1, "added_kong", "7p"),
        start=DEALT,
    )
    assert view.window == v.WindowView("kong", 1, "7p", "added_kong")
    assert own(view).drawn == "7p"
    view = run(e.Melded(1, kong), start=view)
    assert (own(view).melds, own(view).drawn, own(view).count) == ((kong, three), None, 8)


def test_a_concealed_kong_of_another_lies_face_down_and_costs_four_tiles() -> None:
    view = run(e.Melded(2, Meld("concealed_kong", ())), start=DEALT)
    assert (view.seats[2].count, view.seats[2].melds) == (10, (Meld("concealed_kong", ()),))


def test_flowers_leave_the_hand_and_their_replacement_does_not_change_the_turn() -> None:
    view = run(
        e.Drew(1, "3f", "head", "turn", 82),
        e.FlowersLaid(1, tiles("3f")),
        e.Drew(1, "5p", "tail", "flower", 81),
        e.FlowersLaid(3, tiles("1f 2f")),
        e.Drew(3, None, "tail", "flower", 80),
        start=DEALT,
    )
    assert (own(view).flowers, own(view).drawn, view.turn) == (tiles("3f"), "5p", 1)
    assert (view.seats[3].flowers, view.seats[3].count) == (tiles("1f 2f"), 12)


def test_a_mark_stands_until_it_is_replaced_or_taken_away() -> None:
    first, second = v.Mark("mouths", 1, 0, value=2), v.Mark("mouths", 2, 0, value=2)
    view = run(e.Marked(first), e.Marked(second), e.Marked(replace(first, value=3)), start=DEALT)
    assert view.marks == (replace(first, value=3), second)
    assert run(e.Marked(replace(first, on=False)), start=view).marks == (second,)
    assert run(e.Marked(v.Mark("wild", on=False)), start=view).marks == view.marks


def test_money_on_the_spot_moves_the_scores_and_is_in_the_ledger() -> None:
    view = run(e.Paid(RESULT.transfers, (1, 5, 0, -6)), start=DEALT)
    assert view.ledger == RESULT.transfers
    assert [seat.score for seat in view.seats] == [1, 5, 0, -6]


def test_the_end_of_a_hand_lays_open_the_hands_shown() -> None:
    view = run(e.Drew(1, "1m", "head", "turn", 82), e.HandEnded(RESULT), start=DEALT)
    assert (view.phase, view.turn, view.history, view.result) == ("hand_over", None, (RESULT.totals,), RESULT)
    assert own(view).tiles == RESULT.shown[1].tiles
    assert own(view).melds == RESULT.shown[1].melds
    assert (own(view).drawn, own(view).count) == (None, 3)
    assert view.seats[2].tiles is None


def test_the_end_of_a_match_keeps_the_last_result() -> None:
    view = run(e.HandEnded(RESULT), e.MatchEnded(MATCH_RESULT), start=DEALT)
    assert (view.phase, view.result, view.match_result) == ("match_over", RESULT, MATCH_RESULT)


def test_another_hand_on_a_seat_changes_nothing_but_who_plays_it() -> None:
    view = run(e.ControlChanged(1, "autopilot", "dropped"), start=DEALT)
    assert view == replace(
        DEALT, seats=(DEALT.seats[0], replace(own(DEALT), control="autopilot"), *DEALT.seats[2:])
    )


def test_tiles_are_sorted_as_hands_are() -> None:
    assert sort_tiles(tiles("1f 7z 1z 9s 1p 2m 1m")) == tiles("1m 2m 1p 9s 1z 7z 1f")


def test_folding_changes_no_view_in_place() -> None:
    before = repr(DEALT)
    for _, event in EVENTS:
        try:
            fold(DEALT, event)
        except StreamBroken:
            continue
    assert repr(DEALT) == before


@pytest.mark.parametrize(
    "event",
    [
        e.Discarded(1, "5m", False),
        e.Discarded(1, "1m", True),
        e.FlowersLaid(1, tiles("1f")),
        e.Melded(1, PONG),
        e.Melded(1, Meld("added_kong", tiles("7p 7p 7p 7p"), 2, "7p")),
        e.Melded(1, Meld("concealed_kong", tiles("9s 9s 9s 9s"))),
        e.Melded(1, Meld("chow", tiles("1m 2m 3m"))),
    ],
    ids=[
        "no such tile",
        "not the one drawn",
        "no such flower",
        "nothing thrown",
        "no pong",
        "three",
        "all own",
    ],
)
def test_an_event_that_does_not_fit_breaks_the_stream(event: e.Event) -> None:
    with pytest.raises(StreamBroken):
        fold(DEALT, event)


def test_another_tile_than_the_last_one_thrown_cannot_be_claimed() -> None:
    with pytest.raises(StreamBroken):
        run(e.Discarded(2, "1z", False), e.Melded(1, PONG), start=DEALT)


@pytest.mark.parametrize(
    "event",
    [
        e.Drew(0, None, "head", "turn", 1),
        e.Melded(0, PONG),
        e.ControlChanged(0, "bot", "left"),
        EVENTS[3].event,
    ],
    ids=lambda event: type(event).__name__,
)
def test_nothing_happens_at_a_table_where_nobody_sits(event: e.Event) -> None:
    with pytest.raises(StreamBroken):
        fold(EMPTY, event)


@pytest.mark.parametrize("stream", STREAMS, ids=lambda stream: stream.meaning)
def test_every_kind_of_event_is_in_the_recorded_streams(stream: Stream) -> None:
    state = stream.start.state
    for event in stream.events:
        state = fold(state, event)
        for seat in state.seats:
            assert seat.tiles is None or seat.count == len(seat.tiles) + (seat.drawn is not None)
    kinds = {type(event) for each in STREAMS for event in each.events}
    assert {type(happening.event) for happening in EVENTS} - kinds == set()


def test_the_recorded_frames_lead_from_the_first_snapshot_to_the_last() -> None:
    recorded = json.loads((ROOT / "tests" / "data" / "wire" / "streams.json").read_text(encoding="utf-8"))
    for stream in recorded:
        start, *frames, end = [
            decode_message(each["json"], Codec.JSON)
            for each in (stream["start"], *stream["frames"], stream["end"])
        ]
        assert isinstance(start, Snapshot) and isinstance(end, Snapshot)
        state = start.state
        for n, frame in enumerate(frames, start.n + 1):
            assert isinstance(frame, Frame) and frame.n == n
            state = fold(state, frame.event)
        assert (state, frames[-1].n if isinstance(frames[-1], Frame) else 0) == (end.state, end.n)
