"""The one clear line that goes with a refusal, in the player's language.

Codes are for programs and stand for ever; these lines are for people. Whoever refuses may say something more
to the point; where he says nothing, this is said.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from msgspec.structs import replace

from protocol.codes import RejectCode
from protocol.to_client import Rejected

Lang: TypeAlias = Literal["zh", "en"]

REFUSALS: Final[Mapping[RejectCode, tuple[str, str]]] = MappingProxyType({
    RejectCode.MALFORMED: ("看不懂这条消息", "This message cannot be read"),
    RejectCode.TOO_BIG: ("消息太大", "This message is too big"),
    RejectCode.TOO_FAST: ("操作太快，请稍候再试", "Too fast; try again in a moment"),
    RejectCode.HELLO_FIRST: ("还没有打招呼", "Say hello first"),
    RejectCode.HELLO_TWICE: ("已经打过招呼了", "Hello was said already"),
    RejectCode.BUSY: ("这一桌太忙，请稍候再试", "Too much is going on here; try again in a moment"),
    RejectCode.STORE_DOWN: ("存储暂时不可用，牌局原样保留", "The store is away; the table stands as it is"),
    RejectCode.DRAINING: ("服务器即将停止，不再开新桌", "This server is stopping and takes no new rooms"),
    RejectCode.INTERNAL: ("服务器出错了", "Something went wrong on the server"),
    RejectCode.UNAUTHORIZED: ("身份凭证无效", "This token or code is not valid"),
    RejectCode.SUPERSEDED: ("已在别处登录", "You have come in elsewhere"),
    RejectCode.BAD_NAME: ("这个名字不能用", "This name cannot be had"),
    RejectCode.NAME_TAKEN: ("房间里已有人叫这个名字", "Somebody in the room has this name"),
    RejectCode.WRONG_CODE: ("没有这个邀请码", "There is no such code"),
    RejectCode.BANNED: ("房主已请你离开这个房间", "The host has sent you away from this room"),
    RejectCode.UNREADABLE: (
        "服务器读不出这间房的记录，已报告管理员；请回大厅另开一间",
        "The server cannot read its record of this room; please open another one",
    ),
    RejectCode.UNKNOWN_ROOM: ("没有这个房间", "There is no such room"),
    RejectCode.UNKNOWN_MATCH: ("没有这场比赛或牌谱", "There is no such match or record"),
    RejectCode.ROOM_FULL: ("房间已满", "The room is full"),
    RejectCode.IN_ROOM: ("你已在一个房间里", "You are in a room already"),
    RejectCode.IN_MATCH: ("你正在一场比赛中", "You are in a match"),
    RejectCode.MATCH_RUNNING: ("比赛进行中不能这样做", "This cannot be done while a match runs"),
    RejectCode.NOT_NOW: ("现在不能这样做", "Not now"),
    RejectCode.NOT_HOST: ("只有房主可以这样做", "Only the host may do this"),
    RejectCode.NOT_SEATED: ("入座后才能这样做", "Only who is seated may do this"),
    RejectCode.SEAT_TAKEN: ("这个座位有人了", "Somebody sits there"),
    RejectCode.NOT_A_BOT: ("那里坐的不是机器人", "No bot sits there"),
    RejectCode.NO_SUCH_PLAYER: ("房间里没有这个人", "Nobody in the room has this name"),
    RejectCode.PLAYERS_NOT_READY: ("还有座位空着或有人未准备", "A seat is empty or somebody is not ready"),
    RejectCode.OPTIONS_NOT_ACCEPTED: ("请先确认房间设置", "The options have to be accepted first"),
    RejectCode.BAD_OPTION: ("没有这个选项，或取值不对", "There is no such option, or it takes other values"),
    RejectCode.FORBIDDEN: ("房间设置不允许", "The room does not allow it"),
    RejectCode.SWITCHED_OFF: ("房间设置关闭了这项功能", "The room has this switched off"),
    RejectCode.UNCONFIRMED: ("比赛中离开不能再回来，请确认", "Leaving a match is for good: confirm it"),
    RejectCode.LEFT: ("你已离开这场比赛", "You have left this match for good"),
    RejectCode.NOT_A_WIN: ("这手牌不成胡", "These tiles are no winning hand"),
    RejectCode.BELOW_MINIMUM: ("未到起胡要求", "The hand is worth too little to win"),
    RejectCode.SEALED: ("已被封胡", "You are sealed"),
    RejectCode.BARRED: ("先前放过，暂时不能要", "Passed up before, barred for now"),
    RejectCode.INSURED: ("这个杠不能抢", "This kong cannot be robbed"),
    RejectCode.NOT_READY: ("没有报听，或不能报听", "Not declared ready, or cannot be"),
    RejectCode.TREASURE: ("别人打的宝牌不能胡", "Another's treasure tile cannot be won"),
    RejectCode.NOT_YOUR_TURN: ("还没轮到你", "It is not your turn"),
    RejectCode.NO_REPLACEMENT: ("没有牌可补", "There is no tile left to replace it"),
    RejectCode.NOT_OFFERED: ("现在没有这个选择", "This is not on offer"),
    RejectCode.STALE: ("已经过去了", "That is over"),
})  # fmt: skip
"""For each code the line in Chinese and in English."""


def worded(rejected: Rejected, lang: Lang) -> Rejected:
    """Return a refusal with its line; one that has its own keeps it."""
    if rejected.message:
        return rejected
    return replace(rejected, message=REFUSALS[rejected.code][0 if lang == "zh" else 1])
