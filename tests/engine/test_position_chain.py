"""The chain of kongs in a position, robbed kongs, a win by the fourth mouth (FORMATS ``chain``, ``by``)."""

from typing import Any

import pytest

from engine.errors import MalformedError
from engine.melds import Meld, MeldKind
from engine.notation import parse_tile
from engine.position import read_position
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
from tests.engine.stub_ruleset import RULES, STUB

OPEN, ADDED, DARK, DARKER = (
    open_kong("9s", 0),
    added_kong("8s", 2),
    concealed_kong("7s"),
    concealed_kong("6s"),
)


def made(meld: JSON) -> Meld:
    """Return a meld as the reader makes it."""
    return Meld(MeldKind(meld["kind"]), parse_tile(meld["tile"]), meld.get("from"))


def in_hand(melds: int) -> str:
    """Return as many tiles as stand beside so many melds."""
    return ["1234567m234p111z", "1234567m111z", "1234567m", "1234m", "1m"][melds]


def by_self_draw(chain: list[JSON], melds: list[JSON]) -> JSON:
    """Return a self-draw by seat 1, these kongs behind it, these melds before him."""
    return position("stub", "self_draw", win(1, in_hand(len(melds)), *melds), tile="9p", chain=chain)


def by_discard(chain: list[JSON], melds: list[JSON], owner: int = 3) -> JSON:
    """Return seat 1's win on seat 3's discard, these kongs before it; the melds lie before a seat."""
    others = {str(owner): {"melds": melds}}
    return position("stub", "discard", win(1, in_hand(0)), source=3, tile="9p", chain=chain, others=others)


def by_robbing(chain: list[JSON] | None, melds: list[JSON], **more: object) -> JSON:
    """Return seat 1's win by robbing seat 3 of a 9p."""
    seat = {"melds": melds, **more}
    given = {} if chain is None else {"chain": chain}
    return position("stub", "rob_kong", win(1, in_hand(0)), source=3, tile="9p", others={"3": seat}, **given)


def chain_of(data: JSON) -> tuple[Meld, ...]:
    """Return the chain as read."""
    return read_position(data, RULES).facts.chain


def refused(data: JSON) -> str:
    """Return the path of what is malformed."""
    with pytest.raises(MalformedError) as caught:
        read_position(data, RULES)
    return caught.value.path


LAWFUL = [[OPEN], [ADDED], [DARK], [OPEN, DARK, ADDED], [DARK, ADDED], [OPEN, ADDED, DARK, DARKER]]


@pytest.mark.parametrize("chain", LAWFUL, ids=lambda chain: " ".join(meld["kind"] for meld in chain))
def test_a_chain_is_read_in_its_order(chain: list[JSON]) -> None:
    expected = tuple(made(meld) for meld in chain)
    assert chain_of(by_self_draw(chain, chain)) == expected
    assert chain_of(by_self_draw(chain, chain[::-1])) == expected
    theirs = [{**meld, "from": 0 if meld["from"] == 0 else 2} if "from" in meld else meld for meld in chain]
    assert chain_of(by_discard(theirs, theirs)) == tuple(made(meld) for meld in theirs)


def test_kongs_outside_the_chain_may_lie_there() -> None:
    assert chain_of(by_self_draw([DARK], [OPEN, DARK])) == (made(DARK),)


UNLAWFUL = [
    ("a pong", [pong("9s", 0)], [pong("9s", 0)], "$.chain[0]"),
    ("a chow", [chow("123s", 0)], [chow("123s", 0)], "$.chain[0]"),
    ("an open kong second", [DARK, OPEN], [DARK, OPEN], "$.chain[1]"),
    ("a kong that does not lie there", [DARK], [OPEN], "$.chain[0]"),
    ("the second does not lie there", [OPEN, DARK], [OPEN], "$.chain[1]"),
    ("one kong twice", [DARK, DARK], [DARK, OPEN], "$.chain[1]"),
    ("from another than the meld says", [open_kong("9s", 2)], [OPEN], "$.chain[0]"),
    ("open where the meld is added", [open_kong("8s", 2)], [ADDED], "$.chain[0]"),
    ("added where there is but the pong", [ADDED], [pong("8s", 2)], "$.chain[0]"),
    ("no meld at all", [[]], [OPEN], "$.chain[0]"),
    ("from its owner", [open_kong("9s", 1)], [OPEN], "$.chain[0].from"),
]


@pytest.mark.parametrize(("what", "chain", "melds", "path"), UNLAWFUL, ids=[row[0] for row in UNLAWFUL])
def test_a_chain_that_cannot_be_names_the_link(
    what: str, chain: list[JSON], melds: list[JSON], path: str
) -> None:
    assert refused(by_self_draw(chain, melds)) == path


def test_before_a_discard_the_chain_is_the_discarders() -> None:
    kong = open_kong("9s", 0)
    assert chain_of(by_discard([kong], [kong])) == (made(kong),)
    assert refused(by_discard([kong], [kong], owner=2)) == "$.chain[0]"


PONG = pong("9p", 0)
ROBBED = added_kong("9p", 0)


def test_a_robbed_kong_ends_its_chain() -> None:
    assert chain_of(by_robbing([ROBBED], [PONG])) == (made(ROBBED),)
    assert chain_of(by_robbing([DARK, ROBBED], [DARK, PONG])) == (made(DARK), made(ROBBED))


def test_a_robbed_kong_need_not_be_written_as_a_chain() -> None:
    assert chain_of(by_robbing(None, [PONG])) == (made(ROBBED),)
    assert chain_of(by_robbing([], [DARK, PONG])) == (made(ROBBED),)


def test_the_robbed_kong_is_shown_as_the_pong_it_was() -> None:
    facts = read_position(by_robbing([ROBBED], [PONG]), RULES).facts
    assert facts.seats[3].melds == (made(PONG),)
    assert (facts.source, facts.tile) == (3, parse_tile("9p"))


NOT_ROBBED = [
    ("no pong", None, [DARK], "$.chain"),
    ("no pong for the chain", [ROBBED], [], "$.chain"),
    ("the kong lies there already", [ROBBED], [ROBBED], "$.chain"),
    ("a pong from another", [ROBBED], [pong("9p", 2)], "$.chain"),
    ("another tile", [added_kong("8s", 0)], [pong("8s", 0), PONG], "$.chain"),
    ("the pong written instead", [PONG], [PONG], "$.chain"),
    ("a concealed kong", [concealed_kong("9p")], [], "$.chain"),
    ("an open kong last of two", [DARK, open_kong("9p", 0)], [DARK], "$.chain[1]"),
    ("a link that does not lie there", [DARK, ROBBED], [PONG], "$.chain[0]"),
    ("an open kong in the middle", [DARK, OPEN, ROBBED], [DARK, OPEN, PONG], "$.chain[1]"),
]


@pytest.mark.parametrize(("what", "chain", "melds", "path"), NOT_ROBBED, ids=[row[0] for row in NOT_ROBBED])
def test_what_cannot_be_robbed_is_malformed(
    what: str, chain: list[JSON] | None, melds: list[JSON], path: str
) -> None:
    assert refused(by_robbing(chain, melds)) == path


def test_a_rob_with_nothing_left_to_replace_it_is_malformed() -> None:
    assert refused({**by_robbing([ROBBED], [PONG]), "wall_left": STUB.reserve}) == "$.wall_left"
    assert chain_of({**by_robbing([ROBBED], [PONG]), "wall_left": STUB.reserve + 1})


def test_a_robbed_kong_falls_in_no_first_go_around() -> None:
    assert refused({**by_robbing([open_kong("9p", 0)], []), "first_turn": True}) == "$.first_turn"


ROBBED_OPEN = open_kong("9p", 0)


def test_a_robbed_open_kong_counts_the_three_tiles_in_its_owners_hand() -> None:
    assert chain_of(by_robbing([ROBBED_OPEN], [])) == (made(ROBBED_OPEN),)
    fifth = position("stub", "rob_kong", win(1, "1234567m2349p11z"), source=3, tile="9p", chain=[ROBBED_OPEN])
    assert refused(fifth) == "$.chain"


def test_a_robbed_open_kongs_owner_holds_its_other_three() -> None:
    assert chain_of(by_robbing([ROBBED_OPEN], [], concealed="999p2222333344s")) == (made(ROBBED_OPEN),)
    assert refused(by_robbing([ROBBED_OPEN], [], concealed="99p22223333444s")) == "$.chain"
    four = [pong("1s", 0), pong("2s", 0), pong("3s", 0), pong("4s", 0)]
    assert refused(by_robbing([ROBBED_OPEN], four)) == "$.chain"
    assert chain_of(by_robbing([ROBBED_OPEN], four[:3])) == (made(ROBBED_OPEN),)


MOUTHS = [pong("1s", 2), pong("2s", 2), open_kong("3s", 2)]


def by_fourth(fourth: JSON, concealed: str, **more: Any) -> JSON:
    """Return seat 1's win by a fourth meld."""
    return position("stub", "fourth_mouth", win(1, concealed, *MOUTHS, fourth), **{"tile": "9p", **more})


def test_a_fourth_mouth_tells_who_gave_it() -> None:
    sources: list[dict[str, Any]] = [{}, {"from": 2}]
    for given in sources:
        facts = read_position(by_fourth(pong("9p", 2), "7m8m", **given), RULES).facts
        assert (facts.source, facts.seats[1].concealed) == (2, (parse_tile("7m"), parse_tile("8m")))
    assert read_position(by_fourth(open_kong("9p", 0), "7m"), RULES).facts.source == 0


FOURTH = [
    ("one tile after a pong", by_fourth(pong("9p", 2), "7m"), "$.wins[0].concealed"),
    ("two tiles after a kong", by_fourth(open_kong("9p", 2), "7m8m"), "$.wins[0].concealed"),
    ("another tile", by_fourth(pong("9p", 2), "7m8m", tile="8p"), "$.tile"),
    ("a concealed kong", by_fourth(concealed_kong("9p"), "7m8m"), "$.tile"),
    ("an added kong", by_fourth(added_kong("9p", 2), "7m8m"), "$.tile"),
    ("another giver", by_fourth(pong("9p", 2), "7m8m", **{"from": 0}), "$.from"),
    ("given by the winner", by_fourth(pong("9p", 2), "7m8m", **{"from": 1}), "$.from"),
    ("a chain", by_fourth(pong("9p", 2), "7m8m", chain=[MOUTHS[2]]), "$.chain"),
    ("three melds", position("stub", "fourth_mouth", win(1, "7m8m", *MOUTHS), tile="3s"), "$.wins[0].melds"),
    (
        "two winners",
        position("stub", "fourth_mouth", win(1, "7m8m", *MOUTHS, pong("9p", 2)), win(0, "7m8m"), tile="9p"),
        "$.wins",
    ),
    ("the first go-around", by_fourth(pong("9p", 2), "7m8m", first_turn=True), "$.first_turn"),
]


@pytest.mark.parametrize(("what", "data", "path"), FOURTH, ids=[row[0] for row in FOURTH])
def test_a_fourth_mouth_that_is_none_is_malformed(what: str, data: JSON, path: str) -> None:
    assert refused(data) == path


def test_the_tile_of_a_fourth_mouth_counts_once() -> None:
    assert read_position(by_fourth(open_kong("9p", 2), "7m"), RULES)
    others = lies(s0=[pong("9p", 2)])
    assert refused(by_fourth(pong("9p", 2), "7m8m", others=others)) == "$.wins[0].melds"
