"""What a table may agree on before play in Longjiang."""

from __future__ import annotations

from typing import Final

from engine.options import Choice, Option, OptionSet

__all__ = ["NATURAL", "OPTIONS"]

NATURAL: Final = "natural"
"""Value of ``discarded_treasure`` under which a treasure tile of another may be won as itself."""

_MOST_BASE: Final = 1000

OPTIONS: Final = OptionSet((
    Option(
        "base", 1, "底分", "Base",
        "一倍是几分；每家所付为底分乘以各倍数",
        "Points of a hand that nothing multiplies; what each pays is the base times the multipliers",
        "LJ-6.1", low=1, high=_MOST_BASE, unit="points",
    ),
    Option(
        "discarded_treasure", "never", "打出的宝牌", "Discarded treasure",
        "别人打出或补杠的宝牌是一概不能胡，还是可以当本身牌胡；当混牌则都不行",
        "Whether a treasure tile discarded or konged by another can never be won, or may be won as itself; "
        "as a wild it never is",
        "LJ-4.3",
        choices=(
            Choice("never", "不能胡", "never won"),
            Choice(NATURAL, "可当本身牌胡", "won as itself"),
        ),
    ),
    Option(
        "heavenly_dealer_double", True, "天胡庄家加倍", "Heavenly win doubled for the dealer",
        "天胡是否也因庄家而加倍（128 倍），关则每家付 64 倍",
        "Whether the dealer's doubling holds for 天胡 too (128 times the base); if not, each pays 64 times",
        "LJ-6.2",
    ),
))  # fmt: skip
"""All options with their defaults."""
