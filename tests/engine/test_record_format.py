"""Records as FORMATS words them: malformed ones by path, what ``auto_pass`` closes, checks, results, hands in
a row."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from engine.errors import MalformedError
from engine.record import Record
from engine.record_read import read_record
from engine.replay import Replayed, replay
from engine.rulesets.registry import make_ruleset
from tests.engine.script import record

JSON = dict[str, Any]
READY = "123456789m23s55z"
SECRET = "00" * 32


def read(data: object) -> Record:
    """Read a record under the registered rulesets."""
    return read_record(data, make_ruleset)


def played(data: object) -> Replayed:
    """Read and play a record."""
    return replay(read(data))


def drawn(*entries: object, **members: object) -> JSON:
    """Give a short lawful record: two tiles in the wall, drawn and thrown; entries stand after its
    actions."""
    data = record("0 discard 9p; 1 <7z; 2 <6z", ["9p", "99p", "", ""], left=2)
    data["hands"][0]["actions"] += entries
    return {**data, **members}


def seeded(**members: object) -> JSON:
    """Give a record of one hand with a committed deal and no action."""
    hand = {"wall": {"seed": SECRET}, **members}
    return {"format": "sifang.record/1", "ruleset": "nanning", "hands": [hand]}


def at(*path: str | int) -> Callable[[JSON], tuple[Any, str | int]]:
    """Find the object or list that holds a member of a record, and the member's name."""

    def find(data: JSON) -> tuple[Any, str | int]:
        found: Any = data
        for step in path[:-1]:
            found = found[step]
        return found, path[-1]

    return find


def changed(value: object, *path: str | int) -> JSON:
    """Give the short record with one member changed or added."""
    data = copy.deepcopy(drawn())
    holder, name = at(*path)(data)
    holder[name] = value
    return data


HAND0 = ("hands", 0)
ACTION0 = (*HAND0, "actions", 0)
WALL0 = (*HAND0, "wall")
LONG = "00" * 256
TILES = ["1m" * 13, "", "", ""]

MALFORMED: list[tuple[object, str]] = [
    ([], "$"),
    (None, "$"),
    ("sifang.record/1", "$"),
    ({}, "$.format"),
    (changed("sifang.position/1", "format"), "$.format"),
    (changed("chess", "ruleset"), "$.ruleset"),
    (changed(7, "ruleset"), "$.ruleset"),
    (changed([], "options"), "$.options"),
    (changed({"codes": 9}, "options"), "$.options.codes"),
    (changed({"hands": 8}, "options"), "$.options.hands"),
    (changed({"timeout_wins": 1}, "options"), "$.options.timeout_wins"),
    (changed({"preset": "none"}, "options"), "$.options.preset"),
    (changed("nanjing/1", "rules"), "$.rules"),
    (changed("nanning", "rules"), "$.rules"),
    (changed(1, "rules"), "$.rules"),
    (changed(["甲", "乙"], "seats"), "$.seats"),
    (changed(["甲", "乙", "丙", 4], "seats"), "$.seats[3]"),
    (changed([0, 0, 0], "scores"), "$.scores"),
    (changed([0, 0, 0, 0.5], "scores"), "$.scores[3]"),
    (changed([0, 0, True, 0], "scores"), "$.scores[2]"),
    (changed(1, "auto_pass"), "$.auto_pass"),
    (changed({}, "hands"), "$.hands"),
    (changed([7], "hands"), "$.hands[0]"),
    (changed(1, "note"), "$.note"),
    (changed(4, *HAND0, "dealer"), "$.hands[0].dealer"),
    (changed(-1, *HAND0, "streak"), "$.hands[0].streak"),
    (changed("no", *HAND0, "heated"), "$.hands[0].heated"),
    (changed(None, *WALL0), "$.hands[0].wall"),
    (changed("nothing", *HAND0, "actions"), "$.hands[0].actions"),
    (changed("00", *HAND0, "commit"), "$.hands[0].commit"),
    (changed("zz" * 32, *HAND0, "commit"), "$.hands[0].commit"),
    (changed(1, *HAND0, "note"), "$.hands[0].note"),
    (changed([], *HAND0, "result"), "$.hands[0].result"),
    (changed({"outcome": "lost"}, *HAND0, "result"), "$.hands[0].result.outcome"),
    (changed({"outcome": 1}, *HAND0, "result"), "$.hands[0].result.outcome"),
    (changed({"totals": [0]}, *HAND0, "result"), "$.hands[0].result.totals"),
    (changed({"next_dealer": 9}, *HAND0, "result"), "$.hands[0].result.next_dealer"),
    (changed({"wins": []}, *HAND0, "result"), "$.hands[0].result.wins"),
    (changed("discard", *ACTION0), "$.hands[0].actions[0]"),
    (changed([], *ACTION0), "$.hands[0].actions[0]"),
    (changed([0], *ACTION0), "$.hands[0].actions[0]"),
    (changed([4, "pass"], *ACTION0), "$.hands[0].actions[0][0]"),
    (changed([True, "pass"], *ACTION0), "$.hands[0].actions[0][0]"),
    (changed(["0", "pass"], *ACTION0), "$.hands[0].actions[0][0]"),
    (changed([0, "fly"], *ACTION0), "$.hands[0].actions[0][1]"),
    (changed([0, ["pass"]], *ACTION0), "$.hands[0].actions[0][1]"),
    (changed([0, "discard"], *ACTION0), "$.hands[0].actions[0]"),
    (changed([0, "discard", "9p", "9p"], *ACTION0), "$.hands[0].actions[0]"),
    (changed([0, "discard", 9], *ACTION0), "$.hands[0].actions[0][2]"),
    (changed([0, "discard", "99p"], *ACTION0), "$.hands[0].actions[0][2]"),
    (changed([0, "discard", "0p"], *ACTION0), "$.hands[0].actions[0][2]"),
    (changed([0, "discard", "8z"], *ACTION0), "$.hands[0].actions[0][2]"),
    (changed([0, "chow", "123m"], *ACTION0), "$.hands[0].actions[0][2]"),
    (changed([0, "pong", "9p"], *ACTION0), "$.hands[0].actions[0]"),
    (changed([0, "kong", "9p", "9p"], *ACTION0), "$.hands[0].actions[0]"),
    (changed([0, "ready"], *ACTION0), "$.hands[0].actions[0]"),
    (changed([0, "ready", "1m", "x"], *ACTION0), "$.hands[0].actions[0][3]"),
    (changed({}, *ACTION0), "$.hands[0].actions[0].expect"),
    (changed({"expect": []}, *ACTION0), "$.hands[0].actions[0].expect"),
    (changed({"expect": {}}, *ACTION0), "$.hands[0].actions[0].expect"),
    (changed({"expect": {"mood": 1}}, *ACTION0), "$.hands[0].actions[0].expect.mood"),
    (changed({"expect": {"turn": 1}, "note": ""}, *ACTION0), "$.hands[0].actions[0].note"),
    (changed({"expect": {"turn": "1"}}, *ACTION0), "$.hands[0].actions[0].expect.turn"),
    (changed({"expect": {"seat": 1}}, *ACTION0), "$.hands[0].actions[0].expect.options"),
    (changed({"expect": {"options": []}}, *ACTION0), "$.hands[0].actions[0].expect.options"),
    (changed({"expect": {"seat": 1, "options": [1]}}, *ACTION0), "$.hands[0].actions[0].expect.options[0]"),
    (changed({"expect": {"seat": 1, "options": ["x"]}}, *ACTION0), "$.hands[0].actions[0].expect.options[0]"),
    (changed({"expect": {"seat": 5, "options": []}}, *ACTION0), "$.hands[0].actions[0].expect.seat"),
    (changed({"expect": {"refused": "win"}}, *ACTION0), "$.hands[0].actions[0].expect.refused"),
    (changed({"expect": {"refused": [0]}}, *ACTION0), "$.hands[0].actions[0].expect.refused"),
    (changed({"expect": {"code": "sealed"}}, *ACTION0), "$.hands[0].actions[0].expect.code"),
    (changed({"expect": {"refused": [0, "win"], "code": ""}}, *ACTION0), "$.hands[0].actions[0].expect.code"),
    (changed({"expect": {"scores": 0}}, *ACTION0), "$.hands[0].actions[0].expect.scores"),
    (changed({"expect": {"scores": [0, 0, 0, "0"]}}, *ACTION0), "$.hands[0].actions[0].expect.scores[3]"),
    (changed({"expect": {"wall_left": -1}}, *ACTION0), "$.hands[0].actions[0].expect.wall_left"),
    (changed({"expect": {"treasure": "4s"}}, *ACTION0), "$.hands[0].actions[0].expect.treasure"),
    (changed({"expect": {"hand": [1]}}, *ACTION0), "$.hands[0].actions[0].expect.hand"),
    (changed({"expect": {"hand": [1, 5]}}, *ACTION0), "$.hands[0].actions[0].expect.hand[1]"),
    (changed({"expect": {"hand": ["1", "5m"]}}, *ACTION0), "$.hands[0].actions[0].expect.hand[0]"),
    (changed({"expect": {"over": 1}}, *ACTION0), "$.hands[0].actions[0].expect.over"),
    (changed({}, *WALL0), "$.hands[0].wall.hands"),
    (changed(["1m"], *WALL0, "hands"), "$.hands[0].wall.hands"),
    (changed(TILES, *WALL0, "hands"), "$.hands[0].wall.hands"),
    (changed(5, *WALL0, "hands", 1), "$.hands[0].wall.hands[1]"),
    (changed("1f", *WALL0, "hands", 1), "$.hands[0].wall.hands[1]"),
    (changed("12", *WALL0, "draws"), "$.hands[0].wall.draws"),
    (changed("1111m", *WALL0, "draws"), "$.hands[0].wall"),
    (changed("7z6z5z", *WALL0, "draws"), "$.hands[0].wall"),
    (changed("5z", *WALL0, "tail"), "$.hands[0].wall"),
    (changed(84, *WALL0, "left"), "$.hands[0].wall.left"),
    (changed("5s", *WALL0, "wild"), "$.hands[0].wall.wild"),
    (changed("5s", *WALL0, "reserve"), "$.hands[0].wall.reserve"),
    (changed(SECRET, *WALL0, "seed"), "$.hands[0].wall.hands"),
    (changed({"fishing": 1}, "options"), "$.hands[0].wall.left"),
    (changed(1, *HAND0, "dealer"), "$.hands[0].wall.hands"),
    (seeded(wall={"seed": ""}), "$.hands[0].wall.seed"),
    (seeded(wall={"seed": "abc"}), "$.hands[0].wall.seed"),
    (seeded(wall={"seed": 5}), "$.hands[0].wall.seed"),
    (seeded(wall={"seed": "00" * 65}), "$.hands[0].wall.seed"),
    (seeded(wall={"seed": SECRET, "client_seeds": ["", ""]}), "$.hands[0].wall.client_seeds"),
    (seeded(wall={"seed": SECRET, "client_seeds": ["", "", "", "x"]}), "$.hands[0].wall.client_seeds[3]"),
    (seeded(wall={"seed": SECRET, "client_seeds": [LONG, "", "", ""]}), "$.hands[0].wall.client_seeds[0]"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("data", "path"), MALFORMED, ids=[f"{n}-{path}" for n, (_, path) in enumerate(MALFORMED)]
)
def test_what_is_no_record_is_refused_by_path(data: object, path: str) -> None:
    with pytest.raises(MalformedError) as error:
        read(data)
    assert error.value.path == path


def test_a_stacked_first_hand_must_name_its_dealer() -> None:
    data = drawn()
    del data["hands"][0]["dealer"]
    with pytest.raises(MalformedError) as error:
        read(data)
    assert error.value.path == "$.hands[0].dealer"


def test_only_what_a_record_needs_must_be_there() -> None:
    assert played(seeded()).as_json()["scores"] == [0, 0, 0, 0]
    assert played({"format": "sifang.record/1", "ruleset": "nanning", "hands": []}).hands == ()


def test_comments_may_stand_anywhere() -> None:
    data = drawn({"expect": {"over": True, "x_why": "the wall is empty"}, "x_where": 1}, {"x_end": "all"})
    data["x_note"] = data["options"]["x_note"] = data["hands"][0]["x_note"] = data["hands"][0]["wall"][
        "x_note"
    ] = [{}]
    data["hands"][0]["result"] = {"outcome": "draw", "x_note": None}
    assert played(data).hands[0].outcome == "draw"


def test_spaces_in_tiles_and_either_case_in_hexadecimal_are_read() -> None:
    spaced = changed("7z 6z", *WALL0, "draws")
    assert played(spaced).hands[0].outcome == "draw"
    assert played(seeded(wall={"seed": "Ab" * 32})) == played(seeded(wall={"seed": "aB" * 32}))
