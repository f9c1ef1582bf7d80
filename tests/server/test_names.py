"""What a player may call himself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.names import BadName, is_forbidden, likeness, read_name, told_apart, width


@pytest.mark.parametrize(
    "name",
    [
        "小明",
        "Ann",
        "Ö",
        "ann b",
        "玩家8848",
        "一二三四五六七八九十甲乙",
        "abcdefghijklmnop",
        "é" * 16,
        "Ⅷ",
        "न",
    ],
)
def test_a_plain_name_stands_as_it_is(name: str) -> None:
    assert read_name(name) == name


def test_a_name_is_normalised_and_loses_the_spaces_at_its_ends() -> None:
    assert read_name("  e\u0301 a\u3000") == "é a"


@pytest.mark.parametrize(
    "name",
    [
        "", "   ", "!?", "🀄", "abcdefghijklmnopq", "一二三四五六七八九十甲乙丙", "a\nb", "a\x00",
        "a\u200bb", "a\u200db", "\u202eabc", "a\u2066b", "a\ufeff", "a\u00a0b", "a\u3164", "\u115fa",
        "a\ufe0f", "a\U000e0041", "a\u2800",
        "\ud800a", "a\ue000", "x\u0301\u0302\u0303", "a\u20dd", "a\u2028b", "a\U000e0100",
    ],
)  # fmt: skip
def test_a_name_that_hides_moves_or_overflows_is_refused(name: str) -> None:
    with pytest.raises(BadName) as caught:
        read_name(name)
    assert caught.value.zh and caught.value.en


@given(st.text(max_size=40))
def test_whatever_is_accepted_is_short_visible_and_stays_as_it_is(text: str) -> None:
    try:
        name = read_name(text)
    except BadName:
        return
    assert name
    assert width(name) <= 24
    assert not any(is_forbidden(sign) for sign in name)
    assert read_name(name) == name


def test_a_name_is_told_apart_by_a_number_and_stays_within_its_bounds() -> None:
    assert told_apart("小明", ["小敏"]) == "小明"
    assert told_apart("小明", ["小明", "小明 2"]) == "小明 3"
    for name in ("一二三四五六七八九十甲乙", "abcdefghijklmnop", "a b c d e f g h"):
        apart = told_apart(name, [name])
        assert apart.endswith(" 2") and likeness(apart) != likeness(name)
        assert read_name(apart) == apart


def test_names_that_people_take_for_the_same_are_alike() -> None:
    assert likeness("Ａnn B") == likeness("annb")
    assert likeness("小明") != likeness("小敏")
