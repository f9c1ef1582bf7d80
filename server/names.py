"""What a player may call himself: one line that everybody can read, of bounded width, that hides nothing.

Names are shown beside other people's names, in narrow boxes, right to left or not. So a name is normalised
(NFC), holds no sign that is invisible or that moves other signs about, and its width is counted in cells,
two for a Chinese character. That names differ within a room is the room's business; it compares them by
`likeness`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from itertools import count

LETTERS = 16
"""Most signs in a name; marks that sit on another sign are not counted."""
CELLS = 24
"""Most cells in a name's width."""
_MARKS_ON_ONE = 2
_FORBIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Me"})
# Signs that are no control or format signs by category and yet draw nothing: joiners, fillers, selectors.
_INVISIBLE = frozenset(
    (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0)
) | frozenset((*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))  # fmt: skip


class BadName(ValueError):
    """Say in one line why a name cannot be had, in Chinese and in English."""

    def __init__(self, zh: str, en: str) -> None:
        super().__init__(en)
        self.zh = zh
        self.en = en


def read_name(text: str) -> str:
    """Return a name as it will stand: normalised, without spaces at its ends. Raises: BadName."""
    name = unicodedata.normalize("NFC", text).strip(" \u3000")
    if any(is_forbidden(sign) for sign in name):
        raise BadName(
            "名字里有看不见或会移动别的字的字符", "The name has signs that cannot be seen or that move others"
        )
    if not any(unicodedata.category(sign)[0] in "LN" for sign in name):
        raise BadName("名字里没有字", "The name has no letter")
    if _most_marks(name) > _MARKS_ON_ONE:
        raise BadName("一个字上的附加符号太多", "Too many marks sit on one letter of the name")
    if _letters(name) > LETTERS:
        raise BadName(f"名字超过 {LETTERS} 个字", f"The name has more than {LETTERS} letters")
    if width(name) > CELLS:
        raise BadName(f"名字宽度超过 {CELLS} 格", f"The name is wider than {CELLS} cells")
    return name


def likeness(name: str) -> str:
    """Return what two names that people would take for the same have in common."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    return "".join(sign for sign in unicodedata.normalize("NFKC", plain) if not sign.isspace())


def told_apart(name: str, others: Collection[str]) -> str:
    """Return a name, with a number behind it if one of `others` is like it; it stays within its bounds."""
    known = set(map(likeness, others))
    shown = name
    numbers = count(2)
    while likeness(shown) in known:
        tail = f" {next(numbers)}"
        kept = name
        while _letters(kept) + len(tail) > LETTERS or width(kept) + len(tail) > CELLS:
            kept = kept[:-1]
        shown = kept.rstrip() + tail
    return shown


def width(name: str) -> int:
    """Return how many cells a name takes: two for each wide sign, none for a mark on another."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in name if not _is_mark(sign))


def is_forbidden(sign: str) -> bool:
    """Say whether a sign may not stand in a name: control, format, bidi, invisible, no character at all."""
    category = unicodedata.category(sign)
    return category in _FORBIDDEN or ord(sign) in _INVISIBLE or (category == "Zs" and sign != " ")


def _letters(name: str) -> int:
    return sum(1 for sign in name if not _is_mark(sign))


def _is_mark(sign: str) -> bool:
    return unicodedata.category(sign)[0] == "M"


def _most_marks(name: str) -> int:
    most = run = 0
    for sign in name:
        run = run + 1 if _is_mark(sign) else 0
        most = max(most, run)
    return most
