"""The tables are what the generator makes, and damaged ones are refused before anybody relies on them."""

import base64
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from engine.patterns import generate, tables
from engine.patterns.table_data import TABLES
from engine.patterns.tables import TablesBroken

GENERATOR = Path(generate.__file__)


def unpacked(text: str) -> bytes:
    """The tables as bytes: what is compared, since zlib may compress differently from release to release."""
    return zlib.decompress(base64.b64decode(text))


def letters(data: bytes) -> str:
    """Bytes as the module of tables carries them."""
    return base64.b64encode(zlib.compress(data)).decode("ascii")


def test_the_tables_are_what_the_generator_prints() -> None:
    """Run as a person would, by itself: the package does not load while its tables are missing."""
    printed = subprocess.run(
        [sys.executable, "-I", str(GENERATOR)], capture_output=True, text=True, check=True, timeout=100
    )
    fresh: dict[str, str] = {}
    exec(compile(printed.stdout, "table_data.py", "exec"), fresh)
    assert unpacked(fresh["TABLES"]) == unpacked(TABLES)


def test_loading_gives_the_tables_that_were_made() -> None:
    made = generate.make_tables("triplets")
    loaded = tables.ALL["triplets"]
    assert b"".join(loaded.suits) == made.suits
    assert b"".join(loaded.honours) == made.honours
    assert b"".join(loaded.joins) == made.joins
    assert len(loaded.joins) == made.single_classes
    for sets, rows in enumerate(loaded.final):
        assert b"".join(row[: made.all_classes] for row in rows) == made.final[sets]


def test_the_printed_module_carries_what_was_serialised() -> None:
    parts = [b"first", b"second" * 100]
    module: dict[str, str] = {}
    exec(compile(generate.module_text(parts), "table_data.py", "exec"), module)
    assert unpacked(module["TABLES"]) == b"".join(parts)


@pytest.mark.parametrize("text", ["", "A", TABLES[:-200], TABLES[:1000] + TABLES[1100:]])
def test_tables_that_cannot_be_read_are_refused(text: str) -> None:
    with pytest.raises(TablesBroken):
        tables.load(text)


@pytest.mark.parametrize("cut", [1, 200_000, 400_000, 1_000_000, 1_238_990])
def test_tables_that_are_cut_short_are_refused(cut: int) -> None:
    with pytest.raises(TablesBroken):
        tables.load(letters(unpacked(TABLES)[:-cut]))


def test_tables_with_something_behind_them_are_refused() -> None:
    with pytest.raises(TablesBroken, match="bytes, not"):
        tables.load(letters(unpacked(TABLES) + b"\0"))


def test_tables_that_give_a_wrong_answer_are_refused() -> None:
    """The last look-ups of the last shape all answer nought: readable, but wrong."""
    whole = unpacked(TABLES)
    with pytest.raises(TablesBroken, match="say 0 lacking"):
        tables.load(letters(whole[:-300_000] + bytes(300_000)))


def test_tables_are_symmetric_so_that_suits_may_be_joined_in_any_order() -> None:
    for shape in tables.ALL.values():
        for at, row in enumerate(shape.joins):
            assert row == bytes(other[at] for other in shape.joins)
        for rows in shape.final:
            for at, row in enumerate(rows):
                assert row[: len(rows)] == bytes(other[at] for other in rows)
