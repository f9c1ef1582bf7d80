"""Nobody learns what he may not (CO-4): twin games, and a look at every byte (BUG-REPORTS, L)."""

from __future__ import annotations

import json
import re
from hashlib import sha256

import pytest

from engine.record_read import read_record
from engine.record_verify import verify
from engine.rulesets.registry import make_ruleset
from protocol import to_server as ask
from protocol.codec import Codec, encode
from protocol.events import Dealt, Drew, HandEnded, MatchEnded, NoncesListed
from protocol.events import HandStarted as Begun
from protocol.to_client import Accepted, Frame, Prompt, Rejected
from protocol.vocabulary import Discard, Kong, Pass
from server.chance import Chance
from server.effects import Enter
from server.rooms import Kit
from tests.server.tables import ROOM, Bench, Client, make_kit, seeded_chance, stacked
from tests.server.twins import twin_games


def watched(kit: Kit) -> Bench:
    """Make a table that somebody looks on at."""
    bench = Bench(kit=kit, room={"hands": 4})
    bench.watch("w")
    return bench


def heard(client: Client) -> list[tuple[int, bytes]]:
    """Give what a connection was sent, byte for byte with its time, until the hand's end shows all hands."""
    out = []
    for at, message in client.heard:
        if isinstance(message, Frame) and isinstance(message.event, HandEnded):
            break
        out.append((at, encode(message, Codec.MSGPACK)))
    return out


# ---------------------------------------------------------------- twin games


@pytest.mark.parametrize("viewer", range(5), ids=["seat 0", "seat 1", "seat 2", "seat 3", "a watcher"])
def test_a_viewer_cannot_tell_games_apart_that_differ_in_what_he_has_not_seen_co_4_1(viewer: int) -> None:
    """DESIGN §6: the same public moves, the same answers of others; his bytes and their times are equal."""
    name = "w" if viewer == 4 else f"p{viewer}"
    compared = 0
    for original, others in twin_games(watched, viewer, games=8, most=40):
        for twin in others:
            compared += 1
            assert heard(twin.client(name)) == heard(original.client(name))
    assert compared >= 8, "too few twins to mean anything"


QUIET_3 = "167m11s234s567p99s"


def test_who_was_asked_is_seen_by_nobody_else_co_2_5() -> None:
    """The same discard: in one game seats 1 and 2 may claim it and pass at once, in the other nobody may."""
    claims = stacked(
        ("5m19m2z3z44567z886p9s", "34m22p678s345p789p", "55m147s369p12345z", "167m11s234s567p99s"), "1z2z"
    )
    quiet = stacked(
        ("5m19m2z3z44567z886p9s", "14m25p678s346p78p1z", "58m147s369p12345z", "167m11s234s567p99s"), "1z2z"
    )
    games = []
    for kit in (claims, quiet):
        bench = Bench(kit=kit, room={"hands": 4})
        watcher = bench.watch("w")
        bench.start()
        mark = len(watcher.heard), len(bench.client("p3").heard), len(bench.client("p0").heard)
        bench.act("p0", Discard("5m"))
        for player in bench.asked():
            bench.act(player, Pass())
        bench.wait(800)
        games.append([
            [(at, type(message), encode(message, Codec.JSON)) for at, message in client.heard[start:]]
            for client, start in zip((watcher, bench.client("p3"), bench.client("p0")), mark, strict=True)
        ])  # fmt: skip
    assert games[0] == games[1]


# ---------------------------------------------------------------- every byte


TILE = re.compile(rb'"([1-9][mpszf])"')


def until_the_end(bench: Bench, player: str) -> bytes:
    """Give what a viewer was sent before any hand ended."""
    out = []
    for _, message in bench.client(player).heard:
        if isinstance(message, Frame) and isinstance(message.event, HandEnded):
            break
        out.append(encode(message, Codec.JSON))
    return b"\n".join(out)


def test_no_raw_frame_to_a_watcher_holds_a_hidden_tile_co_4_1() -> None:
    """BUG-REPORTS L-01, L-04, L-05, L-11, L-12: looked for in the bytes themselves."""
    bench = Bench(room={"hands": 4, "pause_floor": 0})
    bench.watch("w")
    bench.start()
    public: list[str] = []
    bench.play_on(lambda: bench.view("w").phase == "hand_over")
    for frame in bench.client("w").all(Frame):
        match frame.event:
            case Dealt(hands=hands):
                assert hands == (None, None, None, None)
            case Drew(tile=tile):
                assert tile is None
            case HandEnded():
                break
            case event:
                public += [each.decode() for each in TILE.findall(encode(event, Codec.JSON))]
    sent = until_the_end(bench, "w")
    table = bench.room.table
    assert table is not None
    assert sorted({each.decode() for each in TILE.findall(sent)}) == sorted(set(public))
    secret = table.past[0].secret.hex().encode()
    assert secret not in sent


@pytest.mark.parametrize("viewer", ["p0", "p1", "p2", "p3", "w"])
def test_no_message_holds_secret_or_wall_before_the_hand_is_over_co_4_2(viewer: str) -> None:
    bench = Bench(room={"hands": 4, "pause_floor": 0})
    bench.watch("w")
    bench.start()
    bench.play_on(lambda: bench.view("p0").phase == "hand_over")
    table = bench.room.table
    assert table is not None
    sent = until_the_end(bench, viewer)
    assert table.past[0].secret.hex().encode() not in sent
    for word in (b'wall"', b"seed", b"chance", b"secret", b"lawful"):
        assert word not in sent.replace(b'"wall_left"', b"")


def test_a_seat_sees_its_own_tiles_and_counts_of_others_co_4_1() -> None:
    """BUG-REPORTS L-04, L-07."""
    bench = Bench()
    bench.start()
    for seat in range(4):
        seats = bench.view(f"p{seat}").seats
        for other in range(4):
            assert (seats[other].tiles is not None) is (other == seat)
            assert seats[other].count == (14 if other == bench.view("p0").dealer else 13)


def test_a_concealed_kong_lies_face_down_for_others_until_the_hand_is_over_nn_3_2() -> None:
    hands = ("1111m258p369s1234z", "47m258p369s23455z", "258m369p147s2345z", "369m147p258s1667z")
    bench = Bench(kit=stacked(hands, "7z7z", tail="5z"), room={"hands": 4})
    bench.start()
    assert isinstance(bench.act("p0", Kong("1m")), Accepted)
    assert bench.view("p0").seats[0].melds[0].tiles == ("1m",) * 4
    for viewer in ("p1", "p2", "p3"):
        meld = bench.view(viewer).seats[0].melds[0]
        assert (meld.kind, meld.tiles) == ("concealed_kong", ())
        assert b'"1m"' not in until_the_end(bench, viewer)


def test_the_opening_discard_does_not_tell_which_tile_was_dealt_last_co_4_1() -> None:
    """The engine keeps the dealer's last tile apart; nobody saw him draw it."""
    hands = ("147m258p369s12345z", "147m258p369s2345z", "258m369p147s2345z", "369m147p258s1667z")
    for thrown in ("5z", "4z"):
        bench = Bench(kit=stacked(hands, "7z7z"), room={"hands": 4})
        bench.start()
        bench.act("p0", Discard(thrown))
        assert not bench.view("p1").seats[0].river[0].drawn


# ---------------------------------------------------------------- hands at the end


def ended(bench: Bench) -> HandEnded:
    return next(frame.event for frame in bench.client("p0").all(Frame) if isinstance(frame.event, HandEnded))


def test_at_the_hands_end_all_hands_are_shown_with_the_secret_co_4_3() -> None:
    bench = Bench(room={"hands": 4, "pause_floor": 0})
    bench.start()
    bench.play_on(lambda: bench.view("p0").phase == "hand_over")
    result = ended(bench).result
    assert [shown.seat for shown in result.shown] == [0, 1, 2, 3]
    assert result.secret is not None


def test_where_hands_are_kept_hidden_only_winners_are_shown_and_no_secret_co_4_3() -> None:
    """CO-5.1: the secret comes when the match is over, and no record leaves the server before."""
    bench = Bench(room={"hands": 4, "pause_floor": 0, "show_all_hands": False})
    bench.start()
    bench.play_on(lambda: bench.view("p0").phase == "hand_over")
    result = ended(bench).result
    assert [shown.seat for shown in result.shown] == [winner.seat for winner in result.winners]
    assert result.secret is None
    assert bench.records == {}
    found = bench.say("p1", ask.GetResult(bench.new_id(), ROOM, 1))
    assert isinstance(found, Accepted) and b'"secret":null' in encode(found, Codec.JSON)
    for seat in range(4):
        seen = bench.view(f"p{(seat + 1) % 4}").seats[seat].tiles
        assert (seen is not None) is (seat in [winner.seat for winner in result.winners])
    bench.play_on(lambda: bench.view("p0").phase == "match_over")
    assert list(bench.records) == ["match1"]
    found = bench.say("p1", ask.GetResult(bench.new_id(), ROOM, 1))
    assert isinstance(found, Accepted) and b'"secret":null' not in encode(found, Codec.JSON)


def test_who_takes_a_seat_after_a_match_does_not_see_what_was_held_there() -> None:
    bench = Bench(room={"hands": 4, "pause_floor": 0, "show_all_hands": False})
    bench.start()
    bench.play_on(lambda: isinstance(bench.client("p0").all(Frame)[-1].event, MatchEnded))
    old = bench.client("p3").point
    bench.say("p3", ask.Leave(bench.new_id(), ROOM))
    client = bench.enter("p9")
    assert client.stream == "seat3"
    assert client.view is not None
    winners = [] if client.view.result is None else [winner.seat for winner in client.view.result.winners]
    assert client.view.seats[3].tiles is None or 3 in winners
    before = len(client.heard)
    answer = bench.say("p9", ask.Resync(bench.new_id(), ROOM, "seat3", old.inc, 1))
    assert isinstance(answer, Accepted)
    assert not any(isinstance(message, Frame) for _, message in client.heard[before:])


# ---------------------------------------------------------------- questions


def test_a_stream_is_given_to_its_own_viewer_alone() -> None:
    """BUG-REPORTS L-09, L-14."""
    bench = Bench()
    bench.watch("w")
    bench.start()
    for player, views in (("p0", ("seat1", "public", "all", "shown0")), ("w", ("seat0", "all", "shown2"))):
        for view in views:
            answer = bench.say(player, ask.Resync(bench.new_id(), ROOM, view))  # type: ignore[arg-type]  # views
            assert isinstance(answer, Rejected) and answer.code == "forbidden"


def test_an_older_connection_hears_nothing_of_who_has_its_players_seat_by_now_co_4_1() -> None:
    """On another node it may not know that it is superseded: the room lets it hear no more."""
    bench = Bench(4, room={"hands": 4})
    older = bench.client("p1")
    newer = bench.back("p1")
    heard_by_then = len(older.heard)
    assert isinstance(bench.say("p1", ask.Leave(bench.new_id(), ROOM)), Accepted)
    bench.enter("p4")
    bench.start()
    assert len(older.heard) == heard_by_then and "seat1" not in {view for view, _ in [
        bench.listens[each.number] for each in (older, newer) if each.number in bench.listens
    ]}  # fmt: skip
    assert bench.listens[bench.client("p4").number] == ("seat1", True)


def test_a_watchers_older_connection_hears_nothing_any_more() -> None:
    bench = Bench(4, room={"hands": 4})
    first = older = bench.watch("w")
    assert first.number in bench.listens
    for come in (bench.watch, bench.back, lambda player: bench.enter(player, sit=False)):
        newer = come("w")
        assert older.number not in bench.listens and newer.number in bench.listens
        older = newer
        late = Enter(first.number, "w", "Watcher w", bench.new_id(), "watcher", "public")
        bench.give(late)
        assert isinstance(first.last(Rejected), Rejected) and first.number not in bench.listens
        assert newer.number in bench.listens


def test_a_watcher_may_open_no_view_but_the_public_one_co_8_2() -> None:
    bench = Bench()
    client = bench.connect("w")
    for view in ("seat0", "all", "shown1"):
        bench.give(Enter(client.number, "w", "W", bench.new_id(), "watcher", view))
        assert client.last(Rejected).code == "forbidden"
    assert client.all(Frame) == []


def test_prompt_numbers_count_what_their_player_was_asked_and_nothing_else() -> None:
    bench = Bench(room={"hands": 4, "pause_floor": 0})
    bench.start()
    bench.play_on(lambda: bench.view("p0").phase == "hand_over")
    for player in ("p0", "p1", "p2", "p3"):
        numbers = [prompt.prompt for prompt in bench.client(player).all(Prompt)]
        assert numbers == list(range(1, len(numbers) + 1))


# ---------------------------------------------------------------- CO-5, the deal


def test_the_commitment_comes_first_then_the_list_then_the_deal_co_5_2() -> None:
    bench = Bench()
    for player in ("p1", "p2", "p3"):
        bench.say(player, ask.Ready(bench.new_id(), ROOM, True))
    bench.say("p0", ask.Ready(bench.new_id(), ROOM, True))
    begun = bench.client("p0").all(Frame)[-1].event
    assert isinstance(begun, Begun) and begun.nonce_ms == 2000
    for player in ("p2", "p0"):
        nonce = ask.Nonce(bench.new_id(), ROOM, 1, player[1] * 64)
        assert isinstance(bench.say(player, nonce), Accepted)
        again = bench.say(player, ask.Nonce(bench.new_id(), ROOM, 1, "ab" * 32))
        assert isinstance(again, Rejected) and again.code == "stale"
    bench.wait(1999)
    assert isinstance(bench.client("p0").all(Frame)[-1].event, Begun)
    bench.wait(1)
    listed, dealt = [frame.event for frame in bench.client("p0").all(Frame)][-2:]
    assert isinstance(listed, NoncesListed) and isinstance(dealt, Dealt)
    assert listed.nonces == ("0" * 64, "", "2" * 64, "")
    bench.play_on(lambda: bench.view("p0").phase == "hand_over")
    secret = ended(bench).result.secret
    assert secret is not None
    assert sha256(bytes.fromhex(secret)).hexdigest() == begun.commit


def test_the_deal_goes_on_at_once_when_all_nonces_are_there_co_5_2() -> None:
    bench = Bench(2, bots=2)
    bench.say("p1", ask.Ready(bench.new_id(), ROOM, True))
    bench.say("p0", ask.StartMatch(bench.new_id(), ROOM))
    bench.say("p0", ask.Nonce(bench.new_id(), ROOM, 1, "01" * 32))
    assert bench.view("p0").phase == "nonces"
    bench.say("p1", ask.Nonce(bench.new_id(), ROOM, 1, "02" * 32))
    assert bench.view("p0").phase != "nonces"


def test_list_and_deal_are_saved_one_after_the_other_and_no_hand_is_dealt_twice_co_5_2() -> None:
    """A crash between the two: the same secret and list give the same deal."""
    secrets: list[bytes] = []

    def fresh() -> bytes:
        secrets.append(bytes([len(secrets)]) * 32)
        return secrets[-1]

    chance = seeded_chance(1)
    kit = make_kit(Chance(secret=fresh, order=chance.order, match_id=chance.match_id))
    bench = Bench(room={"hands": 4}, kit=kit)
    bench.start()
    hands = {player: bench.view(player).seats[int(player[1])].tiles for player in ("p0", "p1", "p2", "p3")}
    length = len(bench.journal)
    for keep in (length, length - 1):
        again = Bench(room={"hands": 4}, kit=kit)
        again.journal = bench.journal[:length]
        again.crash(keep=keep)
        for player in ("p0", "p1", "p2", "p3"):
            again.back(player, resume=False)
        again.wait(2000)
        for player in ("p0", "p1", "p2", "p3"):
            assert again.view(player).seats[int(player[1])].tiles == hands[player]
    assert len(secrets) == 1


def test_every_finished_match_can_be_verified_from_its_record_co_5_1() -> None:
    chance = seeded_chance(3)
    kit = make_kit(Chance(secret=chance.secret, order=chance.order, match_id=chance.match_id))
    bench = Bench(room={"hands": 4, "pause_floor": 0}, kit=kit)
    bench.start()
    bench.play_on(lambda: bench.view("p0").phase == "match_over")
    record = json.loads(bench.records["match1"])
    verified = verify(read_record(record, make_ruleset))
    assert verified.as_json()
    assert record["seats"] == ["Player 0", "Player 1", "Player 2", "Player 3"]
    totals = [hand["result"]["totals"] for hand in record["hands"]]
    assert [list(each) for each in bench.view("p0").history] == totals
