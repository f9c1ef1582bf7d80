"""Tiles, melds, seats, ledger and options: the words that everything else in the engine speaks (FORMATS)."""

from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import MalformedError, NotationError
from engine.ledger import HOUSE, Transfer, totals
from engine.melds import Meld, MeldKind, meld_tiles
from engine.notation import format_tile, format_tiles, parse_tile, parse_tiles
from engine.options import Choice, Option, OptionSet, Preset
from engine.seats import SEATS, distance_from, next_seat, others, previous_seat, seats_after
from engine.tiles import KINDS, RANK_OF, SUIT_OF, SUITS, TERMINALS, is_honour, is_suited

KIND = st.integers(0, KINDS - 1)


@given(st.lists(KIND))
def test_tiles_are_read_back_as_they_are_written(kinds: list[int]) -> None:
    assert parse_tiles(format_tiles(kinds)) == kinds
    assert [parse_tile(format_tile(kind)) for kind in kinds] == kinds
    assert parse_tiles(" ".join(format_tile(kind) for kind in kinds)) == kinds


@given(st.text(alphabet="0123456789mpszf x", max_size=8))
def test_text_is_tiles_or_refused_and_never_anything_else(text: str) -> None:
    try:
        kinds = parse_tiles(text)
    except NotationError:
        return
    assert format_tiles(kinds) == format_tiles(parse_tiles(format_tiles(kinds)))
    assert len(kinds) == sum(sign.isdigit() for sign in text)


@pytest.mark.parametrize("text", ["m", "1", "12", "1m2", "1x", "0m", "8z", "9f", "1M", "１m", "1m-", "\n1m"])
def test_what_is_no_run_of_tiles_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_tiles(text)


@pytest.mark.parametrize("text", ["", "11m", "1", "5 m", "8z"])
def test_what_is_not_one_tile_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_tile(text)


def test_kinds_stand_in_the_order_m_p_s_z_f() -> None:
    """FORMATS: sorting kinds sorts a hand."""
    names = [format_tile(kind) for kind in range(KINDS)]
    assert names == [f"{rank}{suit}" for suit in "mpszf" for rank in range(1, {"z": 8, "f": 9}.get(suit, 10))]
    assert [f"{RANK_OF[kind]}{SUITS[SUIT_OF[kind]]}" for kind in range(KINDS)] == names
    assert [kind for kind in range(KINDS) if is_suited(kind)] == list(range(27))
    assert [kind for kind in range(KINDS) if is_honour(kind)] == list(range(27, 34))
    assert {format_tile(kind) for kind in TERMINALS} == {"1m", "9m", "1p", "9p", "1s", "9s"}


@pytest.mark.parametrize(
    ("meld", "written", "tiles"),
    [
        (Meld(MeldKind.CHOW, 20, 2, 21), {"kind": "chow", "tiles": "345s", "from": 2}, (20, 21, 22)),
        (Meld(MeldKind.PONG, 15, 1, 15), {"kind": "pong", "tile": "7p", "from": 1}, (15,) * 3),
        (Meld(MeldKind.OPEN_KONG, 15, 1, 15), {"kind": "open_kong", "tile": "7p", "from": 1}, (15,) * 4),
        (Meld(MeldKind.ADDED_KONG, 15, 0, 15), {"kind": "added_kong", "tile": "7p", "from": 0}, (15,) * 4),
        (Meld(MeldKind.CONCEALED_KONG, 15), {"kind": "concealed_kong", "tile": "7p"}, (15,) * 4),
    ],
)
def test_a_meld_is_written_as_formats_does(
    meld: Meld, written: dict[str, object], tiles: tuple[int, ...]
) -> None:
    assert (meld.as_json(), meld.tiles, meld_tiles([meld])) == (written, tiles, list(tiles))
    assert (meld.is_kong, meld.is_chow) == (len(tiles) == 4, meld.kind == "chow")
    assert meld.is_exposed_kong is (meld.kind in ("open_kong", "added_kong"))


@pytest.mark.parametrize("seat", SEATS)
def test_each_next_seat_sits_to_the_right_and_plays_next(seat: int) -> None:
    """CO-1.1."""
    assert next_seat(seat) == (seat + 1) % 4
    assert previous_seat(next_seat(seat)) == seat
    assert seats_after(seat) == tuple((seat + step) % 4 for step in (1, 2, 3))
    assert others(seat) == tuple(sorted(seats_after(seat)))
    assert [distance_from(seat, other) for other in seats_after(seat)] == [1, 2, 3]


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(1, 9999))))
def test_payments_only_move(moves: list[tuple[int, int, int]]) -> None:
    """CO-6.1, S-01, S-12: they sum to zero, the house counted."""
    assert (
        sum(totals(Transfer(payer, payee, points, "CO-6.2", "test") for payer, payee, points in moves)) == 0
    )


def test_a_payment_names_payer_payee_points_reason_and_clause() -> None:
    """CO-6.2."""
    assert Transfer(1, HOUSE, 50, "NJ-9.3", "escape").as_json() == {
        "from": 1, "to": "house", "points": 50, "clause": "NJ-9.3", "reason": "escape",
    }  # fmt: skip


OPTIONS = OptionSet(
    (
        Option("flag", False, "开关", "Flag", "开或关", "On or off", "NN-14.3"),
        Option("count", 3, "数", "Count", "几个", "How many", "NN-14.1", low=1, high=8, unit="tiles"),
        Option(
            "pace",
            500,
            "快慢",
            "Pace",
            "多快",
            "How fast",
            "CO-8",
            (Choice(0, "零", "none"), Choice(500, "中", "mid")),
        ),
        Option(
            "word",
            "a",
            "词",
            "Word",
            "哪个",
            "Which",
            "NN-11.2",
            (Choice("a", "甲", "A"), Choice("b", "乙", "B")),
        ),
    ),
    (Preset("bold", "大胆", "Bold", MappingProxyType({"flag": True, "count": 8}), "NJ-9.4"),),
)


def test_options_left_out_have_their_defaults_and_presets_stand_below_what_is_given() -> None:
    assert OPTIONS.read({}) == OPTIONS.defaults() == {"flag": False, "count": 3, "pace": 500, "word": "a"}
    assert OPTIONS.read({"preset": "bold", "count": 1}) == {
        "flag": True,
        "count": 1,
        "pace": 500,
        "word": "a",
    }
    assert OPTIONS.read({"x_note": [], "word": "b"})["word"] == "b"
    assert OPTIONS.differences(OPTIONS.read({"preset": "bold"})) == {"flag": True, "count": 8}


@pytest.mark.parametrize(
    ("given_", "name"),
    [
        ({"other": 1}, "other"), ({"flag": 1}, "flag"), ({"flag": None}, "flag"), ({"count": True}, "count"),
        ({"count": 0}, "count"), ({"count": 9}, "count"), ({"count": "3"}, "count"),
        ({"count": 3.0}, "count"),
        ({"pace": 1}, "pace"), ({"word": "c"}, "word"), ({"word": ["a"]}, "word"),
        ({"preset": "x"}, "preset"),
        ({"preset": ["bold"]}, "preset"),
    ],
    ids=str,
)  # fmt: skip
def test_an_option_that_is_none_or_out_of_range_is_named(given_: dict[str, object], name: str) -> None:
    """CO-8: unknown options are refused."""
    with pytest.raises(MalformedError) as error:
        OPTIONS.read(given_)
    assert error.value.path == f"$.options.{name}"


def test_an_option_describes_its_own_form() -> None:
    count, word = OPTIONS.options[1].describe(), OPTIONS.options[3].describe()
    assert (count["low"], count["high"], count["unit"], count["choices"]) == (1, 8, "tiles", [])
    assert word["choices"] == [{"value": "a", "zh": "甲", "en": "A"}, {"value": "b", "zh": "乙", "en": "B"}]
    assert "low" not in word
    assert "low" not in OPTIONS.options[0].describe()
