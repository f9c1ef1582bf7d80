"""The quick phrases one may say at a table: said by number, read by each in his own language."""

from __future__ import annotations

from typing import Final

from protocol.answers import PhraseInfo

PHRASES: Final[tuple[PhraseInfo, ...]] = (
    PhraseInfo(1, "大家好", "Hello, everybody"),
    PhraseInfo(2, "请多关照", "Have a good game"),
    PhraseInfo(3, "打得好", "Well played"),
    PhraseInfo(4, "恭喜恭喜", "Congratulations"),
    PhraseInfo(5, "运气真好", "What luck"),
    PhraseInfo(6, "真可惜", "What a pity"),
    PhraseInfo(7, "让我想想", "Let me think"),
    PhraseInfo(8, "请快一点", "A little faster, please"),
    PhraseInfo(9, "不好意思，久等了", "Sorry to keep you waiting"),
    PhraseInfo(10, "网络不太好", "My connection is bad"),
    PhraseInfo(11, "稍等，马上回来", "Back in a moment"),
    PhraseInfo(12, "再来一场？", "Another match?"),
    PhraseInfo(13, "谢谢大家", "Thank you all"),
    PhraseInfo(14, "下次再玩", "See you next time"),
)
"""All phrases; a number once given keeps its meaning."""
