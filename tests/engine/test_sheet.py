"""The sheet of a ruleset and `sifang rules`: nothing on it but what the engine plays and scores with."""

from __future__ import annotations

import re

import pytest

from engine.rulesets.registry import RULESETS, make_sheet
from engine.tools.rules import main


@pytest.mark.parametrize("key", sorted(RULESETS))
def test_a_sheet_has_every_item_and_option_with_its_clause(key: str) -> None:
    *_, items, options = make_sheet(key, {}).sections
    assert [(row.id, row.value, row.clause) for row in items.rows] == [
        (item.id, item.value, item.clause) for item in RULESETS[key].rows
    ]
    described = RULESETS[key].position.options.options
    assert [(row.id, row.clause) for row in options.rows] == [(one.name, one.clause) for one in described]


@pytest.mark.parametrize(
    ("key", "clauses"),
    [
        ("nanning", {"NN-6.3", "NN-10.1", "NN-11.1"}),
        ("nanjing", {"NJ-6.1", "NJ-6.4", "NJ-8.2"}),
        ("zhuji", {"ZJ-2.2", "ZJ-2.3"}),
        ("longjiang", {"LJ-3.1", "LJ-3.2", "LJ-3.3", "LJ-4.1", "LJ-4.2", "LJ-4.4"}),
    ],
)
def test_a_sheet_tells_of_the_mechanisms_the_game_is_played_with(key: str, clauses: set[str]) -> None:
    """What the mechanisms of this ruleset come to, in both languages."""
    play = make_sheet(key, {}).sections[2]
    assert {row.clause for row in play.rows} == clauses
    assert all(row.zh and row.en and row.text_zh and row.text_en for row in play.rows)


@pytest.mark.parametrize("key", sorted(RULESETS))
def test_the_command_prints_names_in_both_languages(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([key]) == 0
    out = capsys.readouterr().out
    for item in RULESETS[key].rows:
        assert item.name_zh in out and item.name_en in out
    for option in RULESETS[key].position.options.options:
        assert option.help_en in out


def test_the_list_names_every_ruleset(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(RULESETS)


def test_options_given_are_the_options_shown(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["codes=2", "dead_double=true", "false_win=penalty"]
    assert main(["nanning", *words]) == 0
    out = capsys.readouterr().out
    assert "codes = 2" in out
    assert "dead_double = 是  yes" in out
    assert "false_win = 赔分  paid for" in out


@pytest.mark.parametrize(
    ("argv", "line"),
    [
        (["chess"], "there is no ruleset 'chess'; there are nanning, nanjing, zhuji, longjiang"),
        (["chess", "codes=9"], "there is no ruleset 'chess'; there are nanning, nanjing, zhuji, longjiang"),
        (["nanning", "codes=9"], "option 'codes' takes a number from 0 to 8"),
        (["nanning", "codes=many"], "option 'codes' takes a whole number"),
        (["nanning", "dead_double=maybe"], "option 'dead_double' takes true or false"),
        (["nanning", "colour=red"], "unknown option 'colour'"),
        (["nanning", "codes"], "write options as NAME=VALUE, not 'codes'"),
    ],
)
def test_what_is_wrong_is_one_line_for_people(
    argv: list[str], line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(argv) == 2
    assert capsys.readouterr() == ("", f"sifang rules: {line}\n")


def test_one_of_a_unit_is_not_many(capsys: pytest.CaptureFixture[str]) -> None:
    """NN-2.1 and NN-2.2 count in points and doublings, NN-14.3 gives one point."""
    assert main(["nanning"]) == 0
    out = capsys.readouterr().out
    for shown in ("Base  = 3 points  [NN-2.1]", "One suit  = 1 doubling  [NN-2.2]",
                  "One more for concealed  = 1 point  [NN-14.3]"):  # fmt: skip
        assert shown in out
    for key in RULESETS:
        assert main([key]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert [line for line in lines if re.search(r"= 1 \w+s  \[", line)] == []


def test_help_says_how(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    assert "sifang rules" in capsys.readouterr().out
