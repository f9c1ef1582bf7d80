"""Reading a position (FORMATS): what it becomes, and what is refused with the field's path.

The ruleset is a stub that has everything and judges nothing; seat 1 wins on seat 3's 5m unless a line says
otherwise.
"""

from typing import Any

import pytest

from engine.errors import MalformedError, RuleRefusal
from engine.melds import Meld, MeldKind
from engine.notation import parse_tile, parse_tiles
from engine.position import FORMAT, read_position, score_position
from engine.scoring.facts import By, Facts
from tests.engine.positions import (
    JSON,
    added_kong,
    chow,
    concealed_kong,
    lies,
    open_kong,
    pong,
    position,
    win,
)
from tests.engine.stub_ruleset import RULES

HAND = "123456789m11p46m"
M5 = parse_tile("5m")


def stub(by: str = "discard", *wins: Any, **more: Any) -> JSON:
    """Return a lawful position of the stub with some members replaced; ``None`` takes one away."""
    given: JSON = (
        {"tile": "5m", "source": 3, **more} if by in ("discard", "rob_kong") else {"tile": "5m", **more}
    )
    kept = {name: value for name, value in given.items() if value is not None}
    return position("stub", by, *(wins or (win(1, HAND),)), **kept)


def read(data: object) -> Facts:
    """Return the facts of a position."""
    return read_position(data, RULES).facts


def refused(data: object) -> str:
    """Return the path of what is malformed."""
    with pytest.raises(MalformedError) as caught:
        read_position(data, RULES)
    return caught.value.path


def test_a_position_becomes_facts() -> None:
    facts = read(stub(others=lies(s3=[pong("9s", 0)]), dealer=2, wall_left=20))
    assert (facts.dealer, facts.by, facts.winners, facts.tile, facts.source) == (2, By.DISCARD, (1,), M5, 3)
    assert facts.seats[1].concealed == tuple(sorted(parse_tiles(HAND)))
    assert facts.seats[3].melds == (Meld(MeldKind.PONG, parse_tile("9s"), 0),)
    assert facts.seats[3].concealed is None
    assert (facts.chain, facts.wall_left, facts.first_turn) == ((), 20, False)


def test_what_is_left_out_has_its_default() -> None:
    facts = read(stub())
    assert (facts.wall_left, facts.first_turn, facts.chain, facts.streak, facts.heated) == (
        40,
        False,
        (),
        0,
        False,
    )
    assert (facts.flower_draw, facts.wilds, facts.treasure, facts.codes, facts.fishing) == (
        False,
        (),
        None,
        None,
        None,
    )
    assert (facts.seats[1].ready, facts.seats[1].pushed, facts.seats[1].pre_ready) == (True, None, False)
    assert (facts.seats[3].ready, facts.seats[0].melds, facts.seats[0].flowers) == (False, (), ())


def test_every_field_reaches_the_facts() -> None:
    mine = win(1, HAND, flowers="1f", ready=False, pushed="1p", pre_ready=True)
    data = stub(
        "discard",
        mine,
        flower_draw=True,
        streak=3,
        heated=True,
        wild="5s6s",
        treasure="7s",
        codes="9s8s",
        first_turn=True,
        fishing={"0": "1z", "1": "2z", "2": "3z", "3": "4z"},
        others={"0": {"ready": True, "flowers": "2f3f", "concealed": "1112223334445s"}},
    )
    facts = read(data)
    assert (facts.flower_draw, facts.streak, facts.heated, facts.first_turn) == (True, 3, True, True)
    assert facts.wilds == tuple(parse_tiles("56s")) and facts.treasure == parse_tile("7s")
    assert facts.codes == tuple(parse_tiles("98s"))
    assert facts.fishing == tuple((parse_tile(tile),) for tile in ("1z", "2z", "3z", "4z"))
    seat = facts.seats[1]
    assert (seat.ready, seat.pushed, seat.pre_ready) == (False, parse_tile("1p"), True)
    assert seat.flowers == tuple(parse_tiles("1f"))
    assert facts.seats[0].ready and facts.seats[0].flowers == tuple(parse_tiles("23f"))
    assert facts.seats[0].concealed == tuple(parse_tiles("1112223334445s"))


def test_a_winner_is_ready_only_where_the_ruleset_knows_the_word() -> None:
    data = position("bare", "discard", win(1, HAND), source=3, tile="5m")
    assert not read(data).seats[1].ready


def test_spaces_and_order_mean_nothing_but_codes_keep_their_order() -> None:
    facts = read(stub("discard", win(1, " 6m 4m 11p 987654321m "), tile=" 5m ", codes="9m1m"))
    assert facts.seats[1].concealed == tuple(sorted(parse_tiles(HAND)))
    assert facts.codes == tuple(parse_tiles("9m1m"))


def test_comments_are_ignored_everywhere() -> None:
    data = stub(
        "discard",
        {**win(1, HAND, {**concealed_kong("9s"), "x_why": 1}), "concealed": "123456m11p46m", "x_b": []},
        x_note="a",
        others={"3": {"melds": [], "x_c": {}}, "x_d": 1},
        options={"x_e": 1},
    )
    assert read(data).seats[1].melds == (Meld(MeldKind.CONCEALED_KONG, parse_tile("9s")),)


def test_the_outcome_counts_the_house_only_when_it_was_paid() -> None:
    plain = score_position(read_position(stub(), RULES))
    assert plain == {"totals": [0, 0, 0, 0], "transfers": [], "wins": []}
    paid = score_position(read_position(stub("discard", win(1, HAND, flowers="12f")), RULES))
    assert (paid["totals"], paid["house"]) == ([-2, 0, 0, 0], 2)
    assert paid["transfers"] == [
        {"from": 0, "to": "house", "points": 2, "clause": "CO-6.2", "reason": "flowers"}
    ]


def test_options_reach_the_scorer() -> None:
    with pytest.raises(RuleRefusal):
        score_position(read_position(stub(options={"strict": True}), RULES))
    assert refused(stub(options={"strict": 1})) == "$.options.strict"
    assert refused(stub(options={"lenient": True})) == "$.options.lenient"
    assert refused(stub(options=[])) == "$.options"


def test_the_scorers_own_check_comes_last_and_speaks_in_the_files_paths() -> None:
    with pytest.raises(MalformedError) as caught:
        read_position(stub(wall_left=13), RULES, "$[4].position")
    assert caught.value.path == "$[4].position.wall_left"


FRAME = [
    ("no object", [], "$"),
    ("a string", "123m", "$"),
    ("nothing", None, "$"),
    ("no format", {"ruleset": "stub"}, "$.format"),
    ("another format", {**stub(), "format": "sifang.record/1"}, "$.format"),
    ("a format that is a list", {**stub(), "format": []}, "$.format"),
    ("no ruleset", {"format": FORMAT}, "$.ruleset"),
    ("an unknown ruleset", {**stub(), "ruleset": "riichi"}, "$.ruleset"),
    ("a ruleset that is a list", {**stub(), "ruleset": ["stub"]}, "$.ruleset"),
    ("no by", {name: value for name, value in stub().items() if name != "by"}, "$.by"),
    ("an unknown by", {**stub(), "by": "luck"}, "$.by"),
    ("a by of another ruleset", position("bare", "fourth_mouth", win(1, "1m2m"), tile="5m"), "$.by"),
    ("an unknown field", stub(wind="1z"), "$.wind"),
    (
        "a field of another ruleset",
        position("bare", "discard", win(1, HAND), source=3, tile="5m", streak=0),
        "$.streak",
    ),
    (
        "a winner's field of another ruleset",
        position("bare", "discard", win(1, HAND, ready=True), source=3, tile="5m"),
        "$.wins[0].ready",
    ),
    (
        "a seat's field of another ruleset",
        position("bare", "discard", win(1, HAND), source=3, tile="5m", others={"0": {"ready": True}}),
        "$.others.0.ready",
    ),
    ("no dealer", {name: value for name, value in stub().items() if name != "dealer"}, "$.dealer"),
    ("a fifth dealer", stub(dealer=4), "$.dealer"),
    ("a dealer below", stub(dealer=-1), "$.dealer"),
    ("a dealer that is true", stub(dealer=True), "$.dealer"),
    ("a dealer with a point", stub(dealer=1.0), "$.dealer"),
    ("a dealer that is a word", stub(dealer="0"), "$.dealer"),
    ("first turn as a number", stub(first_turn=1), "$.first_turn"),
    ("a wall with a point", stub(wall_left=40.5), "$.wall_left"),
    ("a streak below nothing", stub(streak=-1), "$.streak"),
    ("heated as a word", stub(heated="yes"), "$.heated"),
    ("chain as an object", stub(chain={}), "$.chain"),
    ("others as a list", stub(others=[]), "$.others"),
    ("another seat as a list", stub(others={"0": []}), "$.others.0"),
    ("a fifth seat", stub(others={"4": {}}), "$.others.4"),
    ("an unknown field of a seat", stub(others={"0": {"score": 3}}), "$.others.0.score"),
    ("wins as an object", {**stub(), "wins": {}}, "$.wins"),
    ("no wins", {name: value for name, value in stub().items() if name != "wins"}, "$.wins"),
    ("nobody wins", {**stub(), "wins": []}, "$.wins"),
    ("a winner as a string", stub("discard", "seat 1"), "$.wins[0]"),
    ("a winner without a seat", {**stub(), "wins": [{"concealed": HAND}]}, "$.wins[0].seat"),
    ("a winner without tiles", {**stub(), "wins": [{"seat": 1}]}, "$.wins[0].concealed"),
    ("the same winner twice", stub("discard", win(1, HAND), win(1, "111222333s4455s")), "$.wins[1].seat"),
    ("two draw the tile themselves", stub("self_draw", win(1, HAND), win(0, "111222333s4466s")), "$.wins"),
    ("a drawn hand that somebody wins", position("stub", "draw", win(1, HAND)), "$.wins"),
    ("a drawn hand with a winning tile", position("stub", "draw", tile="5m"), "$.tile"),
    ("a drawn hand with a giver", position("stub", "draw", source=3), "$.from"),
    ("a drawn hand with a chain", position("stub", "draw", chain=[concealed_kong("9s")]), "$.chain"),
    ("a drawn hand in the first go-around", position("stub", "draw", first_turn=True), "$.first_turn"),
    ("a self-draw with a giver", stub("self_draw", source=3), "$.from"),
    ("a discard without a giver", stub(source=None), "$.from"),
    ("a winner who gives the tile", stub(source=1), "$.from"),
    ("no winning tile", stub(tile=None), "$.tile"),
    ("two winning tiles", stub(tile="55m"), "$.tile"),
    ("no tile at all", stub(tile=""), "$.tile"),
    ("a flower that wins", stub(tile="1f"), "$.tile"),
    ("a tile that does not exist", stub(tile="8z"), "$.tile"),
    ("a tile as a number", stub(tile=5), "$.tile"),
    ("a digit without a suit", stub("discard", win(1, "123456789m11p46")), "$.wins[0].concealed"),
    ("a flower in hand", stub("discard", win(1, "123456789m11p4m1f")), "$.wins[0].concealed"),
    ("a suit tile laid out as a flower", stub("discard", win(1, HAND, flowers="5s")), "$.wins[0].flowers"),
    (
        "one of each flower",
        stub("discard", win(1, HAND, flowers="1f"), others={"0": {"flowers": "1f"}}),
        "$.wins[0].flowers",
    ),
    ("twelve tiles", stub("discard", win(1, "123456789m11p4m")), "$.wins[0].concealed"),
    ("fourteen tiles", stub("discard", win(1, HAND + "9p")), "$.wins[0].concealed"),
    ("thirteen beside a meld", stub("discard", win(1, HAND, pong("9s", 0))), "$.wins[0].concealed"),
    ("another seat with twelve", stub(others={"0": {"concealed": "111222333444s"}}), "$.others.0.concealed"),
    ("a winner among the others", stub(others={"1": {"melds": []}}), "$.others.1"),
    ("codes as a list", stub(codes=["1m"]), "$.codes"),
    ("a flower as a code", stub(codes="1f"), "$.codes"),
    ("fishing as a string", stub(fishing="1m"), "$.fishing"),
    ("fishing of three", stub(fishing={"0": "1z", "1": "1z", "2": "1z"}), "$.fishing.3"),
    ("two treasures", stub(treasure="45s"), "$.treasure"),
    ("a pair pushed out by two tiles", stub("discard", win(1, HAND, pushed="11p")), "$.wins[0].pushed"),
]


@pytest.mark.parametrize(("what", "data", "path"), FRAME, ids=[row[0] for row in FRAME])
def test_a_position_that_is_none_names_the_field(what: str, data: object, path: str) -> None:
    assert refused(data) == path


MELDS = [
    ("a list", [], "$.wins[0].melds[0]"),
    ("no kind", {"tile": "9s"}, "$.wins[0].melds[0].kind"),
    ("an unknown kind", {"kind": "quint", "tile": "9s"}, "$.wins[0].melds[0].kind"),
    ("a kind that is a list", {"kind": ["pong"], "tile": "9s"}, "$.wins[0].melds[0].kind"),
    ("a pong without a giver", {"kind": "pong", "tile": "9s"}, "$.wins[0].melds[0].from"),
    ("a pong from oneself", pong("9s", 1), "$.wins[0].melds[0].from"),
    ("a pong from nobody", pong("9s", 4), "$.wins[0].melds[0].from"),
    ("a pong of tiles", {"kind": "pong", "tiles": "999s", "from": 0}, "$.wins[0].melds[0].tiles"),
    ("a pong without a tile", {"kind": "pong", "from": 0}, "$.wins[0].melds[0].tile"),
    ("a pong of a flower", pong("1f", 0), "$.wins[0].melds[0].tile"),
    ("a concealed kong from another", {**concealed_kong("9s"), "from": 0}, "$.wins[0].melds[0].from"),
    ("a chow by a tile", {"kind": "chow", "tile": "1s", "from": 0}, "$.wins[0].melds[0].tile"),
    ("a chow across the table", chow("123s", 3), "$.wins[0].melds[0].from"),
    ("a chow of two", chow("12s", 0), "$.wins[0].melds[0].tiles"),
    ("a chow of four", chow("1234s", 0), "$.wins[0].melds[0].tiles"),
    ("a chow with a hole", chow("124s", 0), "$.wins[0].melds[0].tiles"),
    ("a chow of three alike", chow("111s", 0), "$.wins[0].melds[0].tiles"),
    ("a chow of two suits", chow("89p1s", 0), "$.wins[0].melds[0].tiles"),
    ("a chow of honours", chow("123z", 0), "$.wins[0].melds[0].tiles"),
    ("a chow of nothing", chow("", 0), "$.wins[0].melds[0].tiles"),
]


@pytest.mark.parametrize(("what", "meld", "path"), MELDS, ids=[row[0] for row in MELDS])
def test_a_meld_that_is_none_names_the_field(what: str, meld: JSON, path: str) -> None:
    assert refused(stub("discard", win(1, "123456m11p46m", meld))) == path


def test_a_chow_is_named_by_its_lowest_tile() -> None:
    facts = read(stub("discard", win(1, "123456m11p46m", chow("8s 7s 9s", 0))))
    assert facts.seats[1].melds == (Meld(MeldKind.CHOW, parse_tile("7s"), 0),)


def test_nobody_has_five_melds() -> None:
    melds = [pong(f"{rank}s", 0) for rank in range(1, 6)]
    assert refused(stub(others=lies(s2=melds))) == "$.others.2.melds"
    assert refused(stub("discard", win(1, "", *melds))) == "$.wins[0].melds"


COPIES = [
    ("in one hand", stub("discard", win(1, "55555m11p234567m")), "$.wins[0].concealed"),
    ("the winning tile is one of them", stub("discard", win(1, "555m5m11p2346789m")), "$.wins[0].concealed"),
    ("in melds", stub("discard", win(1, "55m11p345678s", pong("5m", 0))), "$.wins[0].melds"),
    (
        "across seats, the later one is named",
        stub(others=lies(s0=[concealed_kong("1p")])),
        "$.wins[0].concealed",
    ),
    (
        "in another's hand",
        stub(others={"2": {"concealed": "1112223334445s"}, "0": {"melds": [pong("1s", 2)]}}),
        "$.others.2.concealed",
    ),
    (
        "in another winner's hand",
        stub("discard", win(1, HAND), win(0, "11p11s111222333z"), others=lies(s2=[pong("1z", 0)])),
        "$.others.2.melds",
    ),
    ("among the codes", stub(others=lies(s0=[pong("9s", 1)]), codes="9s9s"), "$.codes"),
    (
        "among the fishing tiles",
        stub(others=lies(s0=[pong("9s", 1)]), fishing={"0": "9s", "1": "1z", "2": "9s", "3": "1z"}),
        "$.fishing.2",
    ),
    ("the indicator is one", stub(others=lies(s0=[concealed_kong("9s")]), treasure="9s"), "$.treasure"),
]


@pytest.mark.parametrize(("where", "data", "path"), COPIES, ids=[row[0] for row in COPIES])
def test_no_tile_is_there_five_times(where: str, data: JSON, path: str) -> None:
    assert refused(data) == path


def test_the_winning_tile_counts_once_for_several_winners() -> None:
    three_of_it = stub("discard", win(1, "123789m11p46m222z"), win(0, "555m4455566677p"))
    assert read(three_of_it).winners == (1, 0)
    four_of_it = stub("discard", win(1, "123456789m11p46m"), win(0, "555m4455566677p"))
    assert refused(four_of_it) == "$.wins[0].concealed"


WALL = [
    # reserve 8, 144 tiles
    ("the reserve can stand alone", stub(wall_left=8), None),
    ("below the reserve", stub(wall_left=7), "$.wall_left"),
    ("below nothing", stub(wall_left=-1), "$.wall_left"),
    ("all that the deal leaves", stub(wall_left=144 - 53), None),
    ("one more than was left", stub(wall_left=144 - 52), "$.wall_left"),
    ("each kong takes one", stub(wall_left=144 - 53, others=lies(s0=[concealed_kong("9s")])), "$.wall_left"),
    ("each flower takes one", stub("discard", win(1, HAND, flowers="1f"), wall_left=144 - 53), "$.wall_left"),
    (
        "so do fishing tiles",
        stub(wall_left=144 - 53, fishing={"0": "1z", "1": "1z", "2": "1z", "3": "1z"}),
        "$.wall_left",
    ),
    ("it is not looked at in a drawn hand", position("stub", "draw", wall_left=-5), None),
]


@pytest.mark.parametrize(("what", "data", "path"), WALL, ids=[row[0] for row in WALL])
def test_the_wall_holds_what_it_can(what: str, data: JSON, path: str | None) -> None:
    if path is None:
        read(data)
    else:
        assert refused(data) == path


BROKEN = [chow("123s", 2), pong("9s", 0), open_kong("9s", 0), added_kong("9s", 0)]


@pytest.mark.parametrize("meld", BROKEN, ids=lambda meld: meld["kind"])
def test_a_tile_taken_anywhere_breaks_the_first_go_around(meld: JSON) -> None:
    assert refused(stub(others=lies(s3=[meld]), first_turn=True)) == "$.first_turn"


def test_a_concealed_kong_breaks_no_first_go_around() -> None:
    assert read(stub(others=lies(s3=[concealed_kong("9s")]), first_turn=True)).first_turn
