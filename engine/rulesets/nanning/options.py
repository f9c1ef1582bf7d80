"""What a table may agree on before play in Nanning (NN-14 and the options named in other clauses)."""

from __future__ import annotations

from typing import Final

from engine.options import Choice, Option, OptionSet

__all__ = ["OPTIONS"]

_MOST_FALSE_WIN_POINTS: Final = 1000

OPTIONS: Final = OptionSet((
    Option(
        "concealed_self_draw", "base4", "门清自摸", "Concealed self-draw",
        "门清自摸按基数 4 翻倍，还是按基数 3 翻倍后每家另加 1 分",
        "Whether a concealed self-draw doubles a base of 4, or doubles 3 and adds 1 for each payer",
        "NN-14.3",
        choices=(
            Choice("base4", "基数 4", "base of 4"),
            Choice("plus1", "3 翻倍后加 1", "base of 3, then 1 more"),
        ),
    ),
    Option(
        "cannon_ignores_concealed", False, "大炮不计门清", "Big cannons ignore concealment",
        "大炮（含人胡）一律按基数 3 计算，门清与否不论；抢杠胡不受影响",
        "A hand won as a big cannon, first-discard win included, has a base of 3 even "
        "when concealed; robbed kongs keep theirs",
        "NN-5.6",
    ),
    Option(
        "dead_double", False, "死双", "Dead double",
        "封胡者胡牌时，被封者所付再翻一倍",
        "Whenever the player who sealed another wins, what the sealed player owes is doubled once more",
        "NN-10.9",
    ),
    Option(
        "codes", 0, "摸码", "Codes",
        "自摸后翻几张码牌，每中一张多付一份；0 为不摸码",
        "Tiles turned after a self-draw; each that belongs to the winner's seat adds the "
        "win once more; 0 for none",
        "NN-14.1", low=0, high=8, unit="tiles",
    ),
    Option(
        "fishing", 0, "钓鱼", "Fishing",
        "发牌后每家各留几张钓鱼牌，有人胡牌时翻开相抵；0 为不钓鱼",
        "Tiles set aside for each player after the deal and turned when someone wins; 0 for none",
        "NN-14.2", low=0, high=2, unit="tiles",
    ),
    Option(
        "show_concealed_kong", False, "暗杠亮出", "Concealed kongs shown",
        "暗杠是否亮出；不亮则到本局结束才翻开",
        "Whether concealed kongs lie face up; otherwise they stay face down until the hand ends",
        "NN-3.2",
    ),
    Option(
        "false_win", "reject", "诈胡", "False win",
        "不合规的胡牌是直接拒绝，还是算诈胡、结束本局并赔分",
        "Whether an unlawful win is simply refused, or ends the hand and is paid for",
        "NN-11.2",
        choices=(Choice("reject", "拒绝", "refused"), Choice("penalty", "赔分", "paid for")),
    ),
    Option(
        "false_win_points", 10, "诈胡赔分", "False win penalty",
        "诈胡者付给其余每家的分数",
        "Points that a false winner pays to each of the others",
        "NN-11.2", low=1, high=_MOST_FALSE_WIN_POINTS, unit="points",
    ),
    Option(
        "draw_dealer", "last_drawer", "流局后庄家", "Dealer after a drawn hand",
        "流局后由摸最后一张牌者坐庄，还是原庄家连任",
        "Who deals after a drawn hand: who drew the last tile, or the same dealer again",
        "NN-13.1",
        choices=(
            Choice("last_drawer", "摸最后一张者", "who drew the last tile"),
            Choice("stay", "原庄家", "the same dealer"),
        ),
    ),
))  # fmt: skip
"""All options with their defaults."""
