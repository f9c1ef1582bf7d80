"""Every refusal has its line in both languages."""

import pytest

from protocol.codes import RejectCode
from protocol.to_client import Rejected
from server.wording import REFUSALS, worded


@pytest.mark.parametrize("code", RejectCode)
def test_every_code_has_one_line_in_chinese_and_in_english(code: RejectCode) -> None:
    zh, en = REFUSALS[code]
    assert any("\u4e00" <= sign <= "\u9fff" for sign in zh)
    assert en.isascii()
    assert "\n" not in zh + en
    assert worded(Rejected("1", code), "zh") == Rejected("1", code, zh)
    assert worded(Rejected("1", code, field="x"), "en") == Rejected("1", code, en, "x")


def test_a_line_that_is_there_stays() -> None:
    assert worded(Rejected("1", RejectCode.STALE, "mine"), "zh").message == "mine"
