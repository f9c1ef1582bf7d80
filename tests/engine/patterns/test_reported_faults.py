"""Faults that others' hand analysis had, by their number in the reports: none of them here."""

import itertools

import pytest

from engine.patterns import (
    MAX_WILDS,
    can_complete,
    count_quads,
    discards_to_ready,
    is_seven_pairs,
    is_standard_win,
    pack,
    waits,
    without_fifth_copies,
)
from engine.patterns import tables as loaded
from engine.patterns.table_data import TABLES
from tests.engine.patterns import brute
from tests.engine.patterns.hands import counts, kind, kinds


def test_w01_wilds_are_one_budget_for_all_suits() -> None:
    """The pair takes one wild and each lone tile of the other suits two: five, and there are four."""
    assert not is_standard_win(pack(counts("4m4p4s4z")), 2, 4)
    assert is_standard_win(pack(counts("4m4p4s")), 2, 5)


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r", ""])
def test_w02_tables_load_alike_whatever_their_line_ends(line_end: str) -> None:
    tables = loaded.load(TABLES.replace("\n", line_end))
    assert tables == loaded.ALL
    for hand, wilds in (("1357m123p777p11z", 2), ("123m456p789s11122z", 0), ("19m19p19s1234567z", 1)):
        lacking = loaded.lacking(tables["any"], pack(counts(hand)), 4)
        assert (lacking <= wilds) == (hand != "19m19p19s1234567z")


def test_w02_the_module_of_tables_reads_alike_as_a_crlf_copy() -> None:
    text = f'TABLES = """{TABLES}"""'.replace("\n", "\r\n")
    copy: dict[str, str] = {}
    exec(compile(text.encode("ascii"), "table_data.py", "exec"), copy)
    assert loaded.load(copy["TABLES"]) == loaded.ALL


@pytest.mark.parametrize("wilds", range(MAX_WILDS + 1))
def test_w03_any_lawful_number_of_wilds_gets_an_answer(wilds: int) -> None:
    tiles = [tile for tile, number in enumerate(counts("123456789m11122p")) for _ in range(number)]
    kept = [0] * 34
    for tile in tiles[wilds:]:
        kept[tile] += 1
    assert is_standard_win(pack(kept), 4, wilds)
    spread = [0] * 34
    for tile in kinds("147m258p369s12345z")[wilds:]:
        spread[tile] += 1
    assert is_standard_win(pack(spread), 4, wilds) == brute.wins(spread, 4, wilds)


@pytest.mark.parametrize("wilds", [-1, MAX_WILDS + 1])
def test_w03_one_wild_more_than_there_are_is_refused(wilds: int) -> None:
    hand = pack(counts("12345m"))
    with pytest.raises(ValueError, match=f"{wilds} wild tiles"):
        is_standard_win(hand, 4, wilds)
    with pytest.raises(ValueError, match=f"{wilds} wild tiles"):
        can_complete(hand, 4, wilds, "triplets")
    with pytest.raises(ValueError, match=f"{wilds} wild tiles"):
        waits(hand, 4, wilds)
    with pytest.raises(ValueError, match=f"{wilds} wild tiles"):
        is_seven_pairs(hand, wilds)


def test_w05_four_alike_are_two_of_seven_pairs() -> None:
    hand = counts("1111m33m55m77m88m99m")
    assert is_seven_pairs(hand)
    assert is_seven_pairs(pack(hand))
    assert count_quads(hand) == 1


def test_w05_what_a_kong_leaves_is_no_seven_pairs() -> None:
    with pytest.raises(ValueError, match="10 tiles cannot be seven pairs"):
        is_seven_pairs(counts("33m55m77m88m99m"))


def test_w06_seven_pairs_is_a_shape_of_its_own() -> None:
    hand = counts("11m22m22p66p22s66s22z")
    assert is_seven_pairs(hand)
    assert count_quads(hand) == 0
    assert not is_standard_win(pack(hand), 4)


def test_w07_whether_four_alike_are_two_pairs_is_a_switch() -> None:
    hand = counts("1111m33m55m77m88m99m")
    assert is_seven_pairs(hand, quads=True)
    assert not is_seven_pairs(hand, quads=False)


def test_w09_four_melds_and_two_tiles_win_only_with_a_pair() -> None:
    assert not is_standard_win(pack(counts("6p4s")), 0)
    assert is_standard_win(pack(counts("66p")), 0)
    assert waits(pack(counts("6p")), 0) == (kind("6p"),)


def test_w11_a_fifth_tile_of_a_kind_is_refused() -> None:
    five = counts("11111m234p567s999s")
    with pytest.raises(ValueError, match="5 copies of kind 0"):
        pack(five)
    with pytest.raises(ValueError, match="5 copies of kind 0"):
        is_seven_pairs(five)


@pytest.mark.parametrize(
    ("hand", "kongs"), [("123m456p789s22z", 1), ("123m456p22z", 2), ("123m22z", 3), ("22z", 4)]
)
def test_w12_kongs_leave_the_hand_and_lower_the_sets_it_needs(hand: str, kongs: int) -> None:
    assert is_standard_win(pack(counts(hand)), 4 - kongs)
    with pytest.raises(ValueError, match="not the number of tiles"):
        is_standard_win(pack(counts(hand)), 5 - kongs)


def test_w14_all_four_waits_of_a_crowded_suit_are_found() -> None:
    assert waits(pack(counts("1113456666788s")), 4) == kinds("2578s")


def test_w16_a_wild_is_any_tile_also_for_the_waits() -> None:
    hand = counts("67m4455p456678s")
    expected = [tile for tile in range(34) if brute.wins(added(hand, tile), 4, 1)]
    assert waits(pack(hand), 4, 1) == tuple(expected) == kinds("58m45p")


def test_w17_a_wild_that_is_drawn_wins() -> None:
    hand = pack(counts("123m456m789m11p23s"))
    assert waits(hand, 4) == kinds("14s")
    assert is_standard_win(hand, 4, 1)


@pytest.mark.parametrize(
    ("hand", "sets", "near_miss"),
    [
        ("123m456m789m123p11z", 4, "124m456m789m123p11z"),
        ("111m222p333s444z55z", 4, "111m222p333s446z55z"),
        ("111222333m444z55z", 4, "111222334m444z55z"),
        ("11122345678999m", 4, "11122345677999m"),
        ("22334455m667788p", 4, "22334455m667799p"),
        ("123p55z", 1, "123p56z"),
        ("111z55z", 1, "112z55z"),
        ("77z", 0, "67z"),
    ],
)
def test_w20_every_shape_is_recognised_and_its_near_miss_is_not(hand: str, sets: int, near_miss: str) -> None:
    assert is_standard_win(pack(counts(hand)), sets)
    assert not is_standard_win(pack(counts(near_miss)), sets)


@pytest.mark.parametrize("wraps", ["891m", "912m", "567z", "123z", "9m12p"])
def test_w20_no_sequence_runs_over_a_suits_end_or_in_the_honours(wraps: str) -> None:
    assert not is_standard_win(pack(counts(f"{wraps}55s")), 1)


def test_w20_seven_pairs_one_tile_off_is_none() -> None:
    assert not is_seven_pairs(counts("11m22m22p66p22s66s23z"))


def test_k01_a_kong_may_change_the_waits_and_they_tell() -> None:
    """`333s 5s 666s PPP CCC` waits 4 5 7; without the 3s still, without the 6s no longer on 7."""
    assert waits(pack(counts("3335666s555777z")), 4) == kinds("457s")
    assert waits(pack(counts("5666s555777z")), 3) == kinds("457s")
    assert kind("7s") not in waits(pack(counts("3335s555777z")), 3)


def test_co_7_1_a_fifth_copy_is_no_wait_in_hand_or_melds() -> None:
    assert waits(pack(counts("123456789m1111z")), 4) == ()
    hand = counts("123456m5p")
    assert waits(pack(hand), 2) == kinds("5p")
    ponged = added(hand, kind("5p"), 3)
    assert without_fifth_copies(waits(pack(hand), 2), ponged) == ()


def test_co_7_1_a_wild_may_still_be_the_fifth_copy() -> None:
    """ZJ-2.2: a hand that only a fifth copy completes is completed by a wild."""
    assert is_standard_win(pack(counts("123456789m1111z")), 4, 1)


def test_co_7_1_a_fifth_copy_does_not_make_a_discard_ready() -> None:
    """Throwing 9s leaves 5p alone beside a pong of 5p; throwing the 5p leaves a wait on 9s."""
    hand = counts("123456m5p9s")
    own = added(hand, kind("5p"), 3)
    assert discards_to_ready(pack(hand), 2) == {kind("5p"): kinds("9s"), kind("9s"): kinds("5p")}
    assert discards_to_ready(pack(hand), 2, own=own) == {kind("5p"): kinds("9s")}


def test_co_7_1_the_copy_just_thrown_is_not_in_the_hand() -> None:
    """Two 5p beside two in melds: throwing one leaves three, so the wait on the fourth counts."""
    hand = counts("234m55p")
    ready = discards_to_ready(pack(hand), 1, own=added(hand, kind("5p"), 2))
    assert ready[kind("5p")] == kinds("5p")
    kept = counts("123456789m1111z2p")
    assert discards_to_ready(pack(kept), 4, own=kept)[kind("1z")] == kinds("2p")
    assert kind("2p") not in discards_to_ready(pack(kept), 4, own=kept)


def added(hand: list[int], tile: int, number: int = 1) -> list[int]:
    """Return the counts with so many tiles of a kind more."""
    return [count + number * (at == tile) for at, count in enumerate(hand)]


def test_waits_within_one_suit_agree_with_trying_everything() -> None:
    """Every hand of seven tiles of the ranks 1-7 of one suit with each at most twice."""
    for shape in itertools.product((0, 1, 2), repeat=7):
        if sum(shape) == 7:
            hand = [*shape, *[0] * 27]
            expected = tuple(tile for tile in range(34) if brute.wins(added(hand, tile), 2, 0))
            assert waits(pack(hand), 2) == expected
