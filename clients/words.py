"""Words that terminals print in both languages: tiles, melds, how a hand ended, why points moved.

The server says reasons as short stable English phrases (CO-6.2); here they get their Chinese. One that is not
known here is shown as it came.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Final

from protocol.vocabulary import Meld, Tile

__all__ = [
    "BY", "CAUSES", "OUTCOMES", "REASONS", "RULESETS", "UNITS", "both", "counted", "melds", "padded",
    "reason_word", "tile_word", "tiles", "width",
]  # fmt: skip

OUTCOMES: Final[Mapping[str, tuple[str, str]]] = {
    "win": ("胡", "win"), "draw": ("流局", "drawn"), "false_win": ("诈胡", "false win"),
    "void": ("作废", "void"),
}  # fmt: skip

BY: Final[Mapping[str, tuple[str, str]]] = {
    "self_draw": ("自摸", "by self-draw"), "discard": ("点炮", "on a discard"),
    "rob_kong": ("抢杠", "by robbing a kong"), "fourth_mouth": ("四口", "by the fourth mouth"),
}  # fmt: skip

CAUSES: Final[Mapping[str, tuple[str, str]]] = {
    "hands_played": ("打满局数", "all hands played"), "host": ("房主结束", "ended by the host"),
    "abandoned": ("无人在场", "abandoned"), "closed": ("已关闭", "closed"),
}  # fmt: skip

RULESETS: Final[Mapping[str, tuple[str, str]]] = {
    "nanning": ("南宁麻将", "Nanning mahjong"), "nanjing": ("南京麻将", "Nanjing mahjong"),
    "zhuji": ("诸暨麻将", "Zhuji mahjong"), "longjiang": ("黑龙江宝牌麻将", "Longjiang treasure mahjong"),
}  # fmt: skip

UNITS: Final[Mapping[str, tuple[str, str]]] = {
    "points": ("分", "points"), "doublings": ("番", "doublings"), "flowers": ("花", "flowers"),
    "tai": ("台", "tai"), "times": ("倍", "times"),
}  # fmt: skip

REASONS: Final[Mapping[str, str]] = {
    "discard": "放炮",
    "self-draw": "自摸",
    "self-draw after a kong": "杠上花",
    "robbed kong": "被抢杠",
    "robbed player pays all": "被抢杠者包",
    "sealed player gave the tile": "被封者放炮",
    "sealed player pays too": "被封者同付",
    "sealed player pays all": "被封者包",
    "konged player pays all": "被杠者包",
    "kong of the chain": "连杠",
    "open kong": "明杠",
    "added kong": "加杠",
    "concealed kong": "暗杠",
    "fishing": "钓鱼",
    "false win": "诈胡",
    "win after a given kong": "杠开包",
    "three mouths": "三口",
    "fourth mouth": "四口",
    "four players discard the same": "四家同张",
    "fourth discard of the same": "四张同牌",
    "escape": "逃跑",
    "flower kong": "花杠",
    "won from another": "胡别家",
    "dealer": "庄家",
    "undeclared discarder": "放炮未听",
}

_SUITS: Final = {"m": "万", "p": "筒", "s": "条"}
_DIGITS: Final = "一二三四五六七八九"
_HONOURS: Final = "东南西北白发中"
_FLOWERS: Final = "春夏秋冬梅兰竹菊"


def both(words: Mapping[str, tuple[str, str]], key: str) -> str:
    """Give a word in both languages, Chinese first; an unknown key as it is."""
    found = words.get(key)
    return key if found is None else f"{found[0]} {found[1]}"


def counted(value: int, unit: str) -> str:
    """Write a value with its unit in both languages; one of them is English singular."""
    word = both(UNITS, unit)
    return f"{value} {word.removesuffix('s') if value == 1 else word}"


def reason_word(reason: str) -> str:
    """Put a payment's reason, its parts between commas, into Chinese; nothing where it is not known."""
    parts = [REASONS.get(part) for part in reason.split(", ")]
    return "" if None in parts else "、".join(part for part in parts if part)


def tile_word(tile: Tile) -> str:
    """Name a tile in Chinese."""
    place = int(tile[0]) - 1
    if tile[1] == "z":
        return _HONOURS[place]
    return _FLOWERS[place] if tile[1] == "f" else _DIGITS[place] + _SUITS[tile[1]]


def tiles(some: Iterable[Tile]) -> str:
    """Write tiles shortly, a suit's letter once: ``123m44z``."""
    text, open_suit = "", ""
    for tile in some:
        if open_suit and tile[1] != open_suit:
            text += open_suit
        text, open_suit = text + tile[0], tile[1]
    return text + open_suit


def melds(some: Iterable[Meld]) -> str:
    """Write melds, each in brackets; one that lies face down as ``[????]``."""
    return " ".join(f"[{tiles(meld.tiles)}]" if meld.tiles else "[????]" for meld in some)


def width(text: str) -> int:
    """Count the cells a text takes in a terminal: wide signs take two, combining ones none."""
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1
        for sign in text
    )


def padded(text: str, cells: int, right: bool = False) -> str:
    """Fill a text up with spaces to so many cells."""
    space = " " * max(0, cells - width(text))
    return space + text if right else text + space
