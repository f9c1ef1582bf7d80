"""What can be played, described from the data that it is played with."""

from __future__ import annotations

import re

import pytest

from engine.rulesets.registry import RULESETS
from protocol.answers import Catalogue, OptionInfo, RulesSheet
from protocol.codec import Codec, decode_message, encode
from protocol.to_client import Accepted
from server.books import BadOption
from server.mapping.catalogue import catalogue, has_ruleset, sheet
from server.phrases import PHRASES
from server.room_options import OPTIONS

CLAUSE = re.compile(r"(CO|NN|NJ|ZJ|LJ)-\d+(\.\d+[a-z]?)?")
EVERY_OPTION = [
    *(option for ruleset in catalogue().rulesets for option in ruleset.options), *catalogue().room_options,
]  # fmt: skip


def test_every_ruleset_is_there_with_all_its_options_and_presets() -> None:
    found = {one.key: one for one in catalogue().rulesets}
    assert set(found) == set(RULESETS)
    for key, one in found.items():
        options = RULESETS[key].position.options
        assert [option.name for option in one.options] == [option.name for option in options.options]
        assert [preset.name for preset in one.presets] == [preset.name for preset in options.presets]
        assert has_ruleset(key)
        # NN-1.2, NJ-1.2: no chow; ZJ-1.1, LJ-1.2: from the previous seat.
        assert one.chow is (key in {"zhuji", "longjiang"})
    assert not has_ruleset("bridge")


def test_the_rooms_own_options_and_the_phrases_are_there() -> None:
    assert [one.name for one in catalogue().room_options] == [option.name for option in OPTIONS.options]
    assert [one.id for one in catalogue().phrases] == [phrase.id for phrase in PHRASES]


@pytest.mark.parametrize("option", EVERY_OPTION, ids=lambda option: option.name)
def test_an_option_tells_a_form_all_it_needs(option: OptionInfo) -> None:
    assert option.zh and option.en and option.help_zh and option.help_en
    assert CLAUSE.fullmatch(option.clause)
    kind = type(option.default)
    if option.choices:
        assert option.default in [choice.value for choice in option.choices]
        assert all(choice.zh and choice.en for choice in option.choices)
    elif kind is int:
        assert option.low is not None and option.high is not None
        assert isinstance(option.default, int) and option.low <= option.default <= option.high
    else:
        assert kind is bool
    if option.choices or kind is not int:
        assert option.low is None and option.high is None


def test_nanning_plays_with_136_tiles_and_no_flower() -> None:
    """NN-1.1"""
    nanning = next(one for one in catalogue().rulesets if one.key == "nanning")
    assert len(nanning.tiles) == 34
    assert "136" in nanning.about_zh and "136" in nanning.about_en


@pytest.mark.parametrize("key", RULESETS)
def test_a_sheet_holds_every_item_that_is_scored_with_its_value(key: str) -> None:
    shown = sheet(key, {}).sections[-2].rows
    wanted = [(row.id, row.value, row.unit, row.clause) for row in RULESETS[key].rows]
    assert [(row.id, row.value, row.unit, row.clause) for row in shown] == wanted
    assert all(row.zh and row.en for row in shown)


def test_a_sheet_shows_the_options_it_is_made_for() -> None:
    def shown(options: dict[str, bool | int | str], name: str) -> str:
        return next(row.text_en for row in sheet("nanning", options).sections[-1].rows if row.id == name)

    assert shown({}, "codes") == "0"
    assert shown({"codes": 3}, "codes") == "3"
    assert shown({}, "dead_double") == "no"
    assert shown({"dead_double": True}, "dead_double") == "yes"
    assert shown({"false_win": "penalty"}, "false_win") == "paid for"


@pytest.mark.parametrize(
    ("key", "options", "field"),
    [
        ("bridge", {}, "ruleset"),
        ("nanning", {"codes": 99}, "options.codes"),
        ("nanning", {"trumps": True}, "options.trumps"),
        ("nanning", {"preset": "none"}, "options.preset"),
    ],
)
def test_what_there_is_not_is_refused_by_name(
    key: str, options: dict[str, bool | int | str], field: str
) -> None:
    with pytest.raises(BadOption) as caught:
        sheet(key, options)
    assert caught.value.field == field
    assert caught.value.message


@pytest.mark.parametrize("codec", Codec)
def test_catalogue_and_sheets_can_be_sent(codec: Codec) -> None:
    results: list[Catalogue | RulesSheet] = [catalogue(), *(sheet(key, {}) for key in RULESETS)]
    for result in results:
        message = Accepted("0" * 32, result)
        assert decode_message(encode(message, codec), codec) == message
