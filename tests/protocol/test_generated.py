"""Schema, TypeScript types, tables and kit follow from the types, and none of them is stale."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from protocol import generate, reference
from protocol.codec import Codec, decode_command, decode_message, encode
from protocol.codes import REJECTS
from protocol.schemas import DOCUMENTS
from protocol.typescript import write_types
from protocol.vocabulary import LEVEL, SUBPROTOCOLS
from tests.protocol.kit import ROOT, kit
from tests.protocol.samples import FROM_CLIENTS, FROM_SERVER
from tests.protocol.samples.refusals import REFUSALS

SCHEMAS = {name: make() for name, make in DOCUMENTS.items()}
TYPES = write_types(SCHEMAS["to_server"], SCHEMAS["to_client"], SCHEMAS["codes"])


@pytest.mark.parametrize("path", generate.outputs(ROOT), ids=lambda path: path.name)
def test_no_generated_file_is_stale(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == generate.outputs(ROOT)[path], "run python -m protocol.generate"


@pytest.mark.parametrize("path", kit(), ids=lambda path: path.name)
def test_no_file_of_the_kit_is_stale(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == kit()[path], "run python -m tests.protocol.kit"


def test_generating_names_what_is_stale_and_mends_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "docs" / "protocol.md"
    page.parent.mkdir()
    page.write_text("# x\n<!-- generated: closes -->\n<!-- end -->\n", encoding="utf-8")
    assert generate.main(["--check"], tmp_path) == 1
    assert "stale: protocol/schema/codes.json" in capsys.readouterr().out
    assert not (tmp_path / "protocol").exists()
    assert generate.main([], tmp_path) == 0
    assert "wrote: clients/web/src/protocol/types.ts" in capsys.readouterr().out
    assert "| 4004 | `superseded` | no |" in page.read_text(encoding="utf-8")
    assert generate.main(["--check"], tmp_path) == 0
    assert capsys.readouterr().out == ""


# ---------------------------------------------------------------- schema


def validator(direction: str) -> Draft202012Validator:
    schema = SCHEMAS[direction]
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def as_json(message: Any) -> Any:
    return json.loads(encode(message, Codec.JSON))


def test_every_sample_keeps_to_the_schema_of_its_direction() -> None:
    for direction, samples in (("to_server", FROM_CLIENTS), ("to_client", FROM_SERVER)):
        check = validator(direction)
        for sample in samples:
            check.validate(as_json(sample.message))


def test_every_definition_is_met_by_some_sample() -> None:
    """The kit holds every message, event, action and result."""
    for direction, samples in (("to_server", FROM_CLIENTS), ("to_client", FROM_SERVER)):
        tags = {
            definition["properties"]["t"]["enum"][0]
            for definition in SCHEMAS[direction]["$defs"].values()
            if "t" in definition.get("properties", {})
        }
        text = "".join(encode(sample.message, Codec.JSON).decode() for sample in samples)
        missing = {tag for tag in tags if f'"t":"{tag}"' not in text}
        assert missing == set()


def test_the_schema_refuses_what_the_decoder_refuses_for_its_fields() -> None:
    check = validator("to_server")
    for refusal in REFUSALS:
        if (
            refusal.codec is Codec.JSON
            and refusal.field not in ("$", "$.at")
            and isinstance(refusal.frame, str)
        ):
            assert not check.is_valid(json.loads(refusal.frame)), refusal.meaning


def test_outbound_every_field_is_required_since_the_server_writes_them_all() -> None:
    for name, definition in SCHEMAS["to_client"]["$defs"].items():
        if "properties" in definition:
            assert definition["required"] == list(definition["properties"]), name


def test_the_codes_are_plain_data() -> None:
    codes = SCHEMAS["codes"]
    assert (codes["level"], codes["subprotocols"]) == (LEVEL, list(SUBPROTOCOLS))
    assert codes["reject"].keys() == {code.value for code in REJECTS}
    assert codes["close"]["4004"]["reconnect"] == "no"


# ---------------------------------------------------------------- TypeScript


@pytest.mark.parametrize(
    "line",
    [
        "export type Seat = 0 | 1 | 2 | 3;",
        "  readonly seat: Seat | null;",
        "  readonly t: 'create_room';",
        "  readonly options?: Options;",
        "  readonly from: Seat | 'house';",
        "  readonly scores: readonly [number, number, number, number];",
        "  readonly seats: readonly ('bot' | 'free' | 'player')[];",
        "  readonly event: Event;",
        "  readonly result: Result | null;",
        "  4004: { name: 'superseded', reconnect: 'no', "
        "meaning: 'The same player came by another connection, which has taken over.' },",
        "  not_your_turn: 'It is another seat\\'s turn.',",
        "export type Options = Readonly<Record<string, boolean | number | string>>;",
        "export const LEVEL = 1;",
        "export const SUBPROTOCOLS = ['sifang.1+msgpack', 'sifang.1+json'] as const;",
    ],
)
def test_types_are_written_as_typescript_has_them(line: str) -> None:
    assert line in TYPES.split("\n")


def test_every_definition_has_its_type() -> None:
    for direction in ("to_server", "to_client"):
        for name in SCHEMAS[direction]["$defs"]:
            assert f"export interface {name} {{" in TYPES or f"export type {name} =" in TYPES


def test_a_name_both_directions_define_is_the_same_but_for_what_may_be_left_out() -> None:
    inbound, outbound = SCHEMAS["to_server"]["$defs"], SCHEMAS["to_client"]["$defs"]
    for name in inbound.keys() & outbound.keys():
        trimmed = [{**each, "required": None} for each in (inbound[name], outbound[name])]
        assert trimmed[0] == trimmed[1], name


# ---------------------------------------------------------------- document and kit


def test_every_table_of_the_document_is_there() -> None:
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    for section in ("rejects", "closes", "inbound", "actions", "outbound", "events", "results", "parts"):
        assert f"<!-- generated: {section} -->" in page


def test_what_is_not_generated_in_a_page_stays_as_it_is() -> None:
    assert reference.fill("words\n", SCHEMAS) == "words\n"


def recorded(name: str) -> Any:
    return json.loads((ROOT / "tests" / "data" / "wire" / f"{name}.json").read_text(encoding="utf-8"))


def test_the_kits_frames_read_the_same_in_both_codecs() -> None:
    for sample in recorded("to_server"):
        read = decode_command(sample["json"], Codec.JSON)
        assert read == decode_command(bytes.fromhex(sample["msgpack"]), Codec.MSGPACK)
        assert encode(read, Codec.JSON).decode() == sample["json"]
    for sample in recorded("to_client"):
        message = decode_message(sample["json"], Codec.JSON)
        assert message == decode_message(bytes.fromhex(sample["msgpack"]), Codec.MSGPACK)
        assert encode(message, Codec.JSON).decode() == sample["json"]


def test_what_a_newer_server_says_is_read_or_left_aside() -> None:
    for sample in recorded("tolerant"):
        message = decode_message(sample["json"], Codec.JSON)
        assert (
            message == decode_message(bytes.fromhex(sample["msgpack"]), Codec.MSGPACK) or not sample["reads"]
        )
        assert (type(message).__name__ not in ("Unreadable", "UnknownEvent")) is sample["reads"]
