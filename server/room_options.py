"""What a room may agree on before play, whatever is played (CO-8): names, ranges, defaults, cross-rules.

Three defaults follow from who plays and what: a lone human among bots is not hurried; a pause that hides who
was asked is not needed where there is nobody to hide it from; and where false wins are penalised there must
be time to call one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engine.errors import MalformedError
from engine.options import Choice, Option, OptionSet, Value, Values
from server.deadlines import DAY

__all__ = ["EASY_PACE_MS", "OPTIONS", "Pace", "effective", "pace_of", "read_room_options"]

PATH: Final = "$.room_options"
EASY_PACE_MS: Final = 1200
"""How far apart events are with ``easy_pace``."""
_PENALTY_FLOOR: Final = 2000
_LEAST: Final = {"turn": 3, "claim": 3}
"""Seconds that are 0 for no limit, else at least this."""

_HANDS: Final = (
    Choice(4, "4 局", "4 hands"), Choice(8, "8 局", "8 hands"), Choice(16, "16 局", "16 hands"),
    Choice(0, "不限", "open-ended"),
)  # fmt: skip
_CLAIM_PACE: Final = (
    Choice("early", "有结果就继续", "as soon as it is decided"),
    Choice("fixed", "等满时间", "the full claim time"),
)  # fmt: skip
_AWAY: Final = (
    Choice("bot", "机器人代打", "a bot plays"), Choice("discard", "打默认牌", "the default is played"),
    Choice("wait", "全桌等待", "the table waits"),
)  # fmt: skip
_HINTS: Final = (
    Choice("off", "关", "off"), Choice("waits", "听牌", "waits"),
    Choice("points", "听牌和分数", "waits and points"),
)  # fmt: skip
_WATCH: Final = (
    Choice("off", "不许", "nobody"), Choice("public", "公开的", "what is public"),
    Choice("seat", "同意者的牌", "a consenting hand"), Choice("all", "局后全部", "everything afterwards"),
)  # fmt: skip
_BOT_PACE: Final = (
    Choice(0, "不停", "at once"), Choice(500, "0.5 秒", "0.5 s"), Choice(1000, "1 秒", "1 s"),
    Choice(1500, "1.5 秒", "1.5 s"),
)  # fmt: skip

OPTIONS: Final = OptionSet((
    Option(
        "hands", 8, "局数", "Hands",
        "一场打多少局；不限时由房主在两局之间结束，最多 400 局",
        "How many hands a match has; open-ended, the host ends it between two hands, or the 400th does",
        "CO-6.1", choices=_HANDS,
    ),
    Option(
        "turn", 5, "出牌时间", "Turn time",
        "轮到自己时的思考秒数，用完再用备用时间；0 为不限时",
        "Seconds for one's turn, before the reserve is used; 0 for no limit",
        "CO-8.1", low=0, high=300, unit="s",
    ),
    Option(
        "bank", 20, "备用时间", "Reserve time",
        "每局每人的备用秒数，只在出牌或应答时间用完后才用",
        "Seconds in reserve for each player and hand, used only when the turn or claim time is spent",
        "CO-8.1", low=0, high=300, unit="s",
    ),
    Option(
        "claim", 5, "应答时间", "Claim time",
        "决定碰、杠、胡的秒数；0 为不限时",
        "Seconds to decide on a claim; 0 for no limit",
        "CO-8.1", low=0, high=30, unit="s",
    ),
    Option(
        "grace", 60, "掉线宽限", "Grace",
        "掉线后多少秒由托管接手",
        "Seconds a dropped player has before autopilot takes over",
        "CO-3.2", low=5, high=600, unit="s",
    ),
    Option(
        "next_hand", 20, "局间停留", "Between hands",
        "看结算的秒数，到时自动准备",
        "Seconds to look at a result before one is ready by itself",
        "CO-8.1", low=5, high=60, unit="s",
    ),
    Option(
        "pause_floor", 800, "最短停顿", "Shortest pause",
        "每次出牌后至少停顿多少毫秒，不让人看出有没有人能要",
        "Milliseconds after a discard before play goes on, so that nobody sees whether it could be claimed",
        "CO-2.5", low=0, high=3000, unit="ms",
    ),
    Option(
        "claim_pace", "early", "应答节奏", "Claim pace",
        "一有结果就继续，还是每次都等满应答时间",
        "Go on as soon as the outcome is fixed, or always after the full claim time",
        "CO-2.5", choices=_CLAIM_PACE,
    ),
    Option(
        "away", "bot", "离开时", "When away",
        "托管时由机器人代打、打默认牌，还是全桌等待",
        "While a player is away: a bot plays, the default is played, or the table waits",
        "CO-3.2", choices=_AWAY,
    ),
    Option(
        "timeout_wins", True, "超时也胡", "Timeout wins",
        "超时时有合规的胡牌就胡",
        "A lawful win on offer is taken when time runs out",
        "CO-3.1",
    ),
    Option(
        "show_all_hands", True, "结束亮牌", "Show all hands",
        "一局结束时亮出所有人的手牌，并公布洗牌密钥",
        "When a hand ends all hands are shown, and the secret of its deal",
        "CO-4.3",
    ),
    Option(
        "hints", "waits", "提示", "Hints",
        "可以查询听牌，也可以连同分数",
        "Whether one may ask what one waits for, and what it would pay",
        "CO-7.1", choices=_HINTS,
    ),
    Option(
        "watch", "public", "旁观", "Watching",
        "不许旁观；看公开的；看同意者的牌；局后看全部",
        "Nobody; what is public; a consenting player's hand; everything when the hand is over",
        "CO-8.2", choices=_WATCH,
    ),
    Option(
        "watch_delay", 40, "旁观延迟", "Watch delay",
        "好友房里旁观手牌的延迟，按公开事件数",
        "In friends' rooms: how many public events hands are shown late",
        "CO-8.2", low=20, high=200, unit="events",
    ),
    Option(
        "friends", False, "好友房", "Friends' room",
        "熟人局：默认不加停顿，可以等人",
        "For people who know each other: no pause by default, and the table may wait",
        "CO-8.2",
    ),
    Option(
        "listed", False, "公开列出", "Listed",
        "在大厅里列出，谁都能进",
        "Shown in the lobby, open to all",
        "CO-8.2",
    ),
    Option(
        "bot_pace", 500, "机器人速度", "Bot pace",
        "机器人出牌前的毫秒数",
        "Milliseconds a bot takes before it acts",
        "CO-8.2", choices=_BOT_PACE,
    ),
    Option(
        "phrases", True, "快捷短语", "Quick phrases",
        "可以说快捷短语",
        "Whether quick phrases may be said",
        "CO-8.2",
    ),
    Option(
        "easy_pace", False, "慢节奏", "Easy pace",
        "每个动作相隔 1.2 秒，不计时",
        "Events come 1.2 s apart and no clock runs",
        "CO-8.1",
    ),
    Option(
        "feed", False, "外部显示", "Feed",
        "把公开的牌局发给外部显示屏",
        "The public view goes to outside displays",
        "CO-8.2",
    ),
))  # fmt: skip
"""All room options with their defaults."""


def read_room_options(given: Mapping[str, object]) -> Values:
    """Read room options strictly: each by itself, then together.

    Raises:
        MalformedError: an unknown option or a value it does not take; names the option.
    """
    values = OPTIONS.read(given, PATH)
    for name, least in _LEAST.items():
        if 0 < int(values[name]) < least:
            raise MalformedError(f"{PATH}.{name}", f"option {name!r} takes 0, or a number from {least} on")
    if values["away"] == "wait" and not values["friends"]:
        raise MalformedError(f"{PATH}.away", "a table waits only in a friends' room")
    return values


def effective(given: Mapping[str, object], humans: int, false_wins_cost: bool) -> Values:
    """Give every option as it stands at a table with so many humans; what was given always stands.

    Raises:
        MalformedError: as ``read_room_options``.
    """
    values: dict[str, Value] = dict(read_room_options(given))
    if "claim" not in given and humans <= 1:
        values["claim"] = 0
    if "pause_floor" not in given:
        if false_wins_cost:
            values["pause_floor"] = _PENALTY_FLOOR
        elif humans <= 1 or values["friends"]:
            values["pause_floor"] = 0
    return MappingProxyType(values)


@dataclass(frozen=True, slots=True)
class Pace:
    """A match's times in milliseconds, and what else of its options the table looks at."""

    hands: int
    turn: int | None
    """``None``: no limit, which is a day."""
    bank: int
    claim: int | None
    grace: int
    next_hand: int
    floor: int
    fixed: bool
    away: str
    show_all_hands: bool
    hints: str
    bot: int
    step: int
    """Between any two events that follow by themselves."""

    @property
    def turn_limit(self) -> int:
        """What a turn takes at most, before the bank."""
        return DAY if self.turn is None else self.turn

    @property
    def claim_limit(self) -> int:
        """What a claim takes at most, before the bank."""
        return DAY if self.claim is None else self.claim

    @property
    def claim_bank(self) -> bool:
        """Whether the bank may be used in a window: where all windows are of one length it may not."""
        return not self.fixed


def pace_of(values: Values) -> Pace:
    """Read a match's times out of its options."""
    easy = bool(values["easy_pace"])
    turn, claim = int(values["turn"]) * 1000, int(values["claim"]) * 1000
    step = EASY_PACE_MS if easy else 0
    return Pace(
        hands=int(values["hands"]),
        turn=None if easy or not turn else turn,
        bank=0 if easy else int(values["bank"]) * 1000,
        claim=None if easy or not claim else claim,
        grace=int(values["grace"]) * 1000,
        next_hand=int(values["next_hand"]) * 1000,
        floor=max(int(values["pause_floor"]), step),
        fixed=values["claim_pace"] == "fixed" and claim > 0 and not easy,
        away=str(values["away"]),
        show_all_hands=bool(values["show_all_hands"]),
        hints=str(values["hints"]),
        bot=max(int(values["bot_pace"]), step),
        step=step,
    )
