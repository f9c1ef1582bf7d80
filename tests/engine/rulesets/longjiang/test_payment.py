"""Who pays what, and who deals next (LJ-6); kongs earn nothing (LJ-1.3)."""

import pytest

from tests.engine.positions import JSON, concealed_kong, error, open_kong, outcome, position, totals, win
from tests.engine.rulesets.longjiang.hands import CLOSED, PLAIN, code, discarded, drawn, robbed

# Rule, position, totals. Seat 1 wins, seat 0 deals, seat 3 discards unless said otherwise.
PAYMENTS = [
    ("LJ-6.1 all three pay for a self-draw", drawn(PLAIN, "5s", dealer=1), [-4, 12, -4, -4]),
    ("LJ-6.1 the base multiplies", drawn(CLOSED, "5s", options={"base": 10}), [-80, 160, -40, -40]),
    ("LJ-6.1 and for a discard", discarded(PLAIN, "5s", declared=True), [-2, 4, -1, -1]),
    ("LJ-6.2 the dealer pays double", drawn(PLAIN, "5s"), [-4, 8, -2, -2]),
    ("LJ-6.2 the dealer is paid double", drawn(PLAIN, "5s", seat=0), [12, -4, -4, -4]),
    ("LJ-6.2 as-dealt too", drawn(PLAIN, "5s", seat=0, first_turn=True), [384, -128, -128, -128]),
    (
        "LJ-6.2 but not with the option off",
        drawn(PLAIN, "5s", seat=0, first_turn=True, options={"heavenly_dealer_double": False}),
        [192, -64, -64, -64],
    ),
    (
        "LJ-6.2 which is of 天胡 alone",
        drawn(PLAIN, "5s", seat=0, options={"heavenly_dealer_double": False}),
        [12, -4, -4, -4],
    ),
    ("LJ-6.3 an undeclared discarder pays double", discarded(PLAIN, "5s"), [-2, 5, -1, -2]),
    ("LJ-6.3 the undeclared dealer four times", discarded(PLAIN, "5s", source=0), [-4, 6, -1, -1]),
    ("LJ-6.3 the declared dealer twice", discarded(PLAIN, "5s", source=0, declared=True), [-2, 4, -1, -1]),
    ("LJ-6.3 to the dealer four times", discarded(PLAIN, "5s", seat=0), [8, -2, -2, -4]),
    ("LJ-6.3 to the dealer, declared", discarded(PLAIN, "5s", seat=0, declared=True), [6, -2, -2, -2]),
    ("LJ-6.4 a robbed kong like an undeclared discard", robbed(PLAIN, "5s"), [-2, 5, -2, -1]),
    ("LJ-6.4 of the dealer", robbed(CLOSED, "5s", source=0), [-8, 12, -2, -2]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("data", "expected"), [row[1:] for row in PAYMENTS], ids=[row[0] for row in PAYMENTS]
)
def test_every_seat_pays_its_share(data: JSON, expected: list[int]) -> None:
    assert totals(data) == expected


def test_only_the_discarders_declaration_counts() -> None:
    """LJ-6.3; for a self-draw nobody's."""
    others = {"0": {"ready": True}, "2": {"ready": True}, "3": {"ready": False}}
    assert totals(discarded(PLAIN, "5s") | {"others": others}) == [-2, 5, -1, -2]
    assert totals(drawn(PLAIN, "5s", others=others)) == [-4, 8, -2, -2]


def test_every_payment_names_its_reason_and_clause() -> None:
    """LJ-6.1 to LJ-6.4, CO-6.2."""
    found = outcome(discarded(PLAIN, "5s"))
    assert found["transfers"] == [
        {"from": 0, "to": 1, "points": 2, "clause": "LJ-6.2", "reason": "won from another, dealer"},
        {"from": 2, "to": 1, "points": 1, "clause": "LJ-6.1", "reason": "won from another"},
        {"from": 3, "to": 1, "points": 2, "clause": "LJ-6.3", "reason": "discard, undeclared discarder"},
    ]
    clauses = [move["clause"] for move in outcome(robbed(PLAIN, "5s"))["transfers"]]
    assert clauses == ["LJ-6.2", "LJ-6.4", "LJ-6.1"]
    reasons = [move["reason"] for move in outcome(drawn(PLAIN, "5s"))["transfers"]]
    assert reasons == ["self-draw, dealer", "self-draw", "self-draw"]


def test_only_one_may_win() -> None:
    """LJ-6.5."""
    wins = [win(1, PLAIN), win(2, "111p345p678m99m34s")]
    both = position("longjiang", "discard", *wins, source=3, tile="5s")
    assert error(both)[:2] == (3, "not_offered")


def test_a_drawn_hand_and_kongs_move_nothing() -> None:
    """LJ-6.6, LJ-1.3."""
    others = {"0": {"melds": [concealed_kong("9p")], "ready": True}, "3": {"melds": [open_kong("2s", 1)]}}
    assert totals(position("longjiang", "draw", others=others, treasure="4s")) == [0, 0, 0, 0]
    beside = {"0": {"melds": [concealed_kong("9p")]}, "3": {"melds": [open_kong("2s", 1)]}}
    assert totals(discarded(PLAIN, "5s") | {"others": beside}) == [-2, 5, -1, -2]


def test_only_added_kongs_are_robbed() -> None:
    """LJ-6.4: an open or a concealed kong is no position."""
    for kong in (open_kong("5s", 3), concealed_kong("5s")):
        assert code(robbed(PLAIN, "5s", chain=[kong])) == "malformed"
