"""What clients say, one message at least of every kind."""

from __future__ import annotations

from protocol import to_server as s
from protocol.vocabulary import Chow, DeclareReady, Discard, Kong, Pass, Pong, StreamPoint, Win
from tests.protocol.samples.parts import MATCH, NONCE, ROOM, ROOM_OPTIONS, Sample, ident

__all__ = ["FROM_CLIENTS"]


FROM_CLIENTS = (
    Sample("A new guest opens the session.", s.Hello(levels=(1,), lang="zh", name="甲", client="web/0.1.0")),
    Sample(
        "A player comes back and goes on with his own stream after number 57.",
        s.Hello(
            levels=(1, 2),
            token="p3x.k9w",
            lang="en",
            resume=(StreamPoint(ROOM, "seat0", 1, 57),),
        ),
    ),
    Sample(
        "Another device becomes the player, by a one-time code.",
        s.Hello(levels=(1,), device_code="7HK3-9QPM"),
    ),
    Sample("How far away is the server?", s.Ping(at=8123)),
    Sample("Take another name.", s.Rename(ident(1), "周舟")),
    Sample("Make a code for another device.", s.DeviceCode(ident(2))),
    Sample("List rooms and games of one ruleset.", s.GetLobby(ident(3), "nanning")),
    Sample("What can be played here, with which options?", s.GetCatalogue(ident(4))),
    Sample("Show Nanning's sheet with two codes.", s.GetRules(ident(5), "nanning", {"codes": 2})),
    Sample("Give the record of a finished match.", s.GetRecord(ident(6), MATCH)),
    Sample(
        "Make a room for friends, with two bots.",
        s.CreateRoom(ident(7), "nanning", {"codes": 2, "dead_double": True}, ROOM_OPTIONS, bots=2),
    ),
    Sample("Come in by the code people were sent.", s.JoinRoom(ident(8), "K7MD")),
    Sample("Look on at a listed game.", s.Watch(ident(9), room=ROOM)),
    Sample("Look over a seat's shoulder, by the code.", s.Watch(ident(10), code="K7MD", view="shown2")),
    Sample("Play with whoever is there.", s.QuickMatch(ident(11), "nanning")),
    Sample("Wait no longer.", s.CancelQuickMatch(ident(12))),
    Sample("Sit down in the west.", s.Sit(ident(13), ROOM, 2)),
    Sample("Stand up.", s.StandUp(ident(14), ROOM)),
    Sample("Seat a bot.", s.AddBot(ident(15), ROOM, 3, "random")),
    Sample("Take the bot away.", s.RemoveBot(ident(16), ROOM, 3)),
    Sample("Send somebody away.", s.Kick(ident(17), ROOM, "丙")),
    Sample(
        "Change what will be played.", s.SetOptions(ident(18), ROOM, "zhuji", {"min_tai": 2}, {"hands": 8})
    ),
    Sample("Accept the options as they stand.", s.AcceptOptions(ident(19), ROOM, 3)),
    Sample("Be ready.", s.Ready(ident(20), ROOM, True)),
    Sample("Start.", s.StartMatch(ident(21), ROOM)),
    Sample("Once more, seats drawn anew.", s.Rematch(ident(22), ROOM, "drawn")),
    Sample("Leave a running match for good.", s.Leave(ident(23), ROOM, confirm=True)),
    Sample("Stop looking on.", s.Unwatch(ident(24), ROOM)),
    Sample("Let my hand be watched.", s.Consent(ident(25), ROOM, "seat", True)),
    Sample("Say something.", s.Phrase(ident(26), ROOM, 4)),
    Sample("Throw 5m.", s.Act(ident(27), ROOM, 12, Discard("5m"))),
    Sample("Chow with 4m 6m.", s.Act(ident(28), ROOM, 13, Chow(("4m", "6m")))),
    Sample("Pong.", s.Act(ident(29), ROOM, 14, Pong())),
    Sample("Make a kong of 9s.", s.Act(ident(30), ROOM, 15, Kong("9s"))),
    Sample("Win.", s.Act(ident(31), ROOM, 16, Win())),
    Sample("Let it go by.", s.Act(ident(32), ROOM, 17, Pass())),
    Sample(
        "Declare ready with 2p, pushing the pair of 3p.", s.Act(ident(33), ROOM, 18, DeclareReady("2p", "3p"))
    ),
    Sample("Add randomness to the first hand.", s.Nonce(ident(34), ROOM, 1, NONCE)),
    Sample("Have seen the first hand's result.", s.ReadyNext(ident(35), ROOM, 1)),
    Sample("Take the seat back from autopilot.", s.TakeBack(ident(36), ROOM)),
    Sample("End an open-ended match.", s.EndMatch(ident(37), ROOM)),
    Sample("What would I wait for if 5m were thrown?", s.GetWaits(ident(38), ROOM, "5m")),
    Sample("Show the second hand's result again.", s.GetResult(ident(39), ROOM, 2)),
    Sample("Frames are missing after 57.", s.Resync(ident(40), ROOM, "public", 1, 57)),
)
