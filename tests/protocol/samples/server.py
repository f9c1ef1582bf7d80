"""What the server says, one message at least of every kind."""

from __future__ import annotations

from protocol import answers as a
from protocol import to_client as c
from protocol import view as v
from protocol.codes import RejectCode
from protocol.vocabulary import Action, Chow, DeclareReady, Discard, Kong, Pass, Pong, Transfer, Win
from tests.protocol.samples.events import EVENTS
from tests.protocol.samples.parts import (
    COMMIT,
    HIDDEN_KONG,
    INFO,
    MATCH,
    MATCH_RESULT,
    NONCE,
    OTHER_RESULT,
    PONG,
    RESULT,
    ROOM,
    ROOM_OPTIONS,
    Sample,
    ident,
    tiles,
)

__all__ = ["FROM_SERVER"]

OPTION = a.OptionInfo(
    "codes",
    0,
    "摸码",
    "codes",
    "自摸后翻牌",
    "tiles turned after a self-draw",
    "NN-14.1",
    "tiles",
    low=0,
    high=8,
)
CHOICE = a.OptionInfo(
    "draw_dealer",
    "last_drawer",
    "流局坐庄",
    "dealer after a draw",
    "流局后谁坐庄",
    "who deals after a drawn hand",
    "NN-13.1",
    choices=(
        a.OptionChoice("last_drawer", "摸最后一张者", "last drawer"),
        a.OptionChoice("stay", "连庄", "stay"),
    ),
)
LIMITS = c.Limits(4096, 16, 20, 40, 4, 15000, 10000, 16)
TABLE = v.TableView(
    phase="window",
    match=INFO,
    hand=2,
    dealer=0,
    dice=(2, 6),
    streak=0,
    heated=False,
    turn=2,
    window=v.WindowView("discard", 2, "5p"),
    wall_left=60,
    seats=(
        v.SeatView(
            "player", 1, 10, tiles("1m 2m 3m 4p 6p 1s 1s 1s 9s 9s"), None, (PONG,), (), (v.RiverTile("1z"),)
        ),
        v.SeatView("autopilot", 1, 10, None, None, (HIDDEN_KONG,), (), (v.RiverTile("9m", True),)),
        v.SeatView(
            "bot", 0, 13, None, None, (), tiles("3f"), (v.RiverTile("2p", False, True), v.RiverTile("5p"))
        ),
        v.SeatView("player", -2, 13),
    ),
    marks=(v.Mark("wild", tiles=tiles("5s"), clause="ZJ-2.1"),),
    ledger=(Transfer(2, 0, 1, "NN-3.1", "open kong"),),
    commit=COMMIT,
    nonces=(NONCE, "", "", ""),
    history=((1, 1, 0, -2),),
)

ACTIONS: tuple[Action, ...] = (
    Discard("5m"), Chow(("4m", "6m")), Pong(), Kong("9s"), Win(), Pass(), DeclareReady("2p", "3p"),
)  # fmt: skip

FROM_SERVER = (
    Sample(
        "The session is open; the player is new.",
        c.Welcome(1, "p1", "甲", "p1.q0z", "sifang/0.1.0", 1_000, LIMITS),
    ),
    Sample(
        "The session is open; a match waits.",
        c.Welcome(1, "p1", "甲", "p1.q0z", "sifang/0.1.0", 1_000, LIMITS, c.Running(ROOM, 0, True, "seat0")),
    ),
    Sample("Done; there is nothing to bring back.", c.Accepted(ident(20))),
    Sample("The room is made.", c.Accepted(ident(7), a.Entered(ROOM, "seat0", 0, "K7MD"))),
    Sample("The name stands.", c.Accepted(ident(1), a.Renamed("周舟"))),
    Sample("A code for another device.", c.Accepted(ident(2), a.DeviceCodeMade("7HK3-9QPM", 600_000))),
    Sample(
        "Rooms and games.",
        c.Accepted(
            ident(3),
            a.Lobby(
                (a.OpenRoom("r1", "AB12", "nanning", "甲", ("player", "bot", "free", "free"), 8, 1),),
                (a.LiveGame("r2", "nanning", ("甲", "乙", "丙", "丁"), 3, 8, 12),),
            ),
        ),
    ),
    Sample(
        "What can be played here.",
        c.Accepted(
            ident(4),
            a.Catalogue(
                (
                    a.RulesetInfo(
                        "nanning",
                        1,
                        "南宁",
                        "Nanning",
                        "无花无吃",
                        "no flowers, no chow",
                        (OPTION, CHOICE),
                        (a.PresetInfo("usual", "常用", "usual", {"codes": 2}),),
                        tiles("1m 9s 7z"),
                        "分",
                        "points",
                    ),
                ),
                (a.OptionInfo("friends", False, "朋友房", "friends", "朋友之间", "among friends", "CO-8"),),
                (a.PhraseInfo(4, "好牌", "nice hand"),),
            ),
        ),
    ),
    Sample(
        "A ruleset's sheet.",
        c.Accepted(
            ident(5),
            a.RulesSheet(
                "nanning",
                1,
                {"codes": 2},
                (
                    a.RuleSection(
                        "番种",
                        "patterns",
                        (
                            a.RuleRow(
                                "清一色",
                                "all one suit",
                                "NN-2.2",
                                "pure",
                                1,
                                "doublings",
                                "只有一门",
                                "one suit only",
                                tiles("1m 2m 3m"),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
    Sample(
        "Waits after 5m; one of them is worth too little.",
        c.Accepted(
            ident(38),
            a.Waits(
                "5m",
                (
                    a.Wait("2m", 3, 2, None, 9, None),
                    a.Wait("5m", 0, None, RejectCode.BARRED, None, RejectCode.SEALED, "NN-11.1", "NN-10.1"),
                ),
                (a.DiscardWaits("5m", (a.Wait("2m", 3),)),),
            ),
        ),
    ),
    Sample("An earlier result.", c.Accepted(ident(39), a.HandResultFound(OTHER_RESULT))),
    Sample(
        "A record, as its exact text.",
        c.Accepted(ident(6), a.RecordFound(MATCH, '{"format": "sifang.record/1"}')),
    ),
    Sample(
        "Refused by a rule.",
        c.Rejected(ident(31), RejectCode.SEALED, "你被封胡，本局不能胡", clause="NN-10.1"),
    ),
    Sample(
        "An option is wrong.",
        c.Rejected(ident(7), RejectCode.BAD_OPTION, "codes: 0–8", field="options.codes"),
    ),
    Sample("Already playing elsewhere.", c.Rejected(ident(8), RejectCode.IN_MATCH, room=ROOM)),
    Sample("Too fast.", c.Rejected(ident(38), RejectCode.TOO_FAST, retry_ms=250)),
    Sample("No command at all.", c.Rejected(None, RejectCode.MALFORMED, "not JSON", field="$")),
    *(
        Sample(happening.meaning, c.Frame(ROOM, "seat1", 1, n, happening.event))
        for n, happening in enumerate(EVENTS, 1)
    ),
    Sample("The whole table, as seat 0 sees it.", c.Snapshot(ROOM, "seat0", 1, 57, TABLE)),
    Sample("Nothing is being played yet.", c.Snapshot(ROOM, "public", 1, 0, v.TableView("lobby"))),
    Sample(
        "The match is over, the last result still there.",
        c.Snapshot(
            ROOM, "all", 2, 400, v.TableView("match_over", INFO, 2, result=RESULT, match_result=MATCH_RESULT)
        ),
    ),
    Sample(
        "One's own turn.",
        c.Prompt(
            ROOM,
            12,
            57,
            "turn",
            c.Offers(
                discard=tiles("1m 9s"),
                kong=(c.KongOffer("9s", "concealed_kong"),),
                win=True,
                ready=(c.ReadyOffer("1m", "3p"),),
            ),
            5000,
            20000,
            tile="9s",
            withheld=(c.Withheld("kong", RejectCode.NO_REPLACEMENT, "1z", "NN-3.3"),),
            win_value=9,
        ),
    ),
    Sample(
        "A tile may be claimed; passing the win bars it for a while.",
        c.Prompt(
            ROOM,
            13,
            58,
            "claim",
            c.Offers(chow=(tiles("4m 6m"), tiles("6m 7m")), pong=True, win=True, pass_=True),
            5000,
            0,
            seat=2,
            tile="5m",
            passing_bars=("win",),
            bar_clause="NN-11.1",
            running=False,
            answered=Pong(),
        ),
    ),
    Sample("No limit.", c.Prompt(ROOM, 14, 60, "claim", c.Offers(pass_=True), None, None, seat=2, tile="5m")),
    Sample("Time was up: passed.", c.PromptClosed(ROOM, 13, "timeout", Pass())),
    *(
        Sample("What the player answered, counted.", c.PromptClosed(ROOM, 15, "player", action))
        for action in ACTIONS
    ),
    Sample("Another's claim came first.", c.PromptClosed(ROOM, 14, "others")),
    Sample("The clock of whose turn it is.", c.Clock(ROOM, 57, 0, 5000, 20000)),
    Sample(
        "The room.",
        c.RoomState(
            ROOM,
            7,
            "K7MD",
            "lobby",
            "p1",
            "nanning",
            1,
            {"codes": 2},
            ROOM_OPTIONS,
            3,
            (c.Difference("ruleset", "codes", "摸码", "codes", 2, 0, "NN-14.1"),),
            (
                c.LobbySeat("player", "p1", "甲", "", True, True),
                c.LobbySeat("free"),
                c.LobbySeat("bot", "", "机器人 1", "greedy"),
                c.LobbySeat("free"),
            ),
            ("丁",),
            (False, False, False, False),
            (True, False, False, False),
            (False, False, False, False),
        ),
    ),
    Sample(
        "Who is there.",
        c.Presence(
            ROOM,
            (
                c.SeatPresence(True, ready_next=True),
                c.SeatPresence(False, 23_000, 37_000),
                c.SeatPresence(True),
                c.SeatPresence(True),
            ),
            2,
            ("戊", "己"),
            18_000,
        ),
    ),
    Sample("The quick match has found its four.", c.Matched(ROOM, "seat3", 3, "K7MD")),
    Sample("Somebody says something.", c.PhraseSaid(ROOM, 1, "p2", "乙", 4)),
    Sample("The store is away; clocks stand.", c.Notice("store_down", clocks_stand=True)),
    Sample("Play goes on.", c.Notice("resumed", ROOM)),
    Sample("Kicked.", c.RoomClosed(ROOM, "kicked")),
    Sample("Closed by the operator.", c.RoomClosed(ROOM, "closed", "维护")),
    Sample("The server cannot read the room.", c.RoomClosed(ROOM, "unreadable")),
    Sample("The record can be had.", c.RecordReady(ROOM, MATCH)),
    Sample("The answer to a ping.", c.Echo(8123, 1_042)),
)
