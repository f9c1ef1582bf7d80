"""The tables of docs/protocol.md: messages with their fields, reject codes, close codes, put between markers.

What stands between ``<!-- generated: NAME -->`` and ``<!-- end -->`` is replaced.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from protocol.schemas import Schema

__all__ = ["fill"]

_SECTION = re.compile(r"(<!-- generated: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def fill(page: str, documents: Mapping[str, Schema]) -> str:
    """Put each generated section's text in its place."""
    return _SECTION.sub(lambda match: f"{match[1]}{_SECTIONS[match[2]](documents)}\n{match[3]}", page)


def _rejects(documents: Mapping[str, Schema]) -> str:
    rows = [f"| `{code}` | {meaning} |" for code, meaning in documents["codes"]["reject"].items()]
    return "\n".join(["| code | meaning |", "|---|---|", *rows])


def _closes(documents: Mapping[str, Schema]) -> str:
    rows = [
        f"| {number} | `{close['name']}` | {close['reconnect']} | {close['meaning']} |"
        for number, close in documents["codes"]["close"].items()
    ]
    return "\n".join(["| number | reason | reconnect | meaning |", "|---|---|---|---|", *rows])


def _inbound(documents: Mapping[str, Schema]) -> str:
    document = documents["to_server"]
    return "\n".join(_messages(document, _members(document)))


def _outbound(documents: Mapping[str, Schema]) -> str:
    document = documents["to_client"]
    return "\n".join(_messages(document, _members(document)))


def _named(union: str) -> Callable[[Mapping[str, Schema]], str]:
    def section(documents: Mapping[str, Schema]) -> str:
        document = documents["to_client"]
        return "\n".join(_messages(document, _members(document["$defs"][union])))

    return section


def _parts(documents: Mapping[str, Schema]) -> str:
    """Everything that is no message itself and has fields or a closed set of values."""
    merged = {**documents["to_client"]["$defs"], **documents["to_server"]["$defs"]}
    tagless = [name for name in sorted(merged) if "t" not in merged[name].get("properties", {"t": 0})]
    rows = [f"- **`{name}`** — {_said(merged[name])} {_fields(merged[name])}" for name in tagless]
    return "\n".join(rows)


def _members(union: Schema) -> list[str]:
    return [each["$ref"].rpartition("/")[2] for each in union["anyOf"]]


def _messages(document: Schema, names: list[str]) -> Iterator[str]:
    yield "| `t` | fields | meaning |"
    yield "|---|---|---|"
    for name in names:
        schema = document["$defs"][name]
        yield f"| `{schema['properties']['t']['enum'][0]}` | {_fields(schema)} | {_said(schema)} |"


def _said(schema: Schema) -> str:
    return " ".join(schema["description"].replace("``", "`").split())


def _fields(schema: Schema) -> str:
    required = schema["required"]
    names = [name for name in schema["properties"] if name != "t"]
    shown = [
        f"`{name}{'' if name in required else '?'}`: {_kind(schema['properties'][name])}" for name in names
    ]
    return ", ".join(shown) or "–"


def _kind(schema: Schema) -> str:
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema:
        return " or ".join(_kind(each) for each in schema["anyOf"])
    if "enum" in schema:
        return " / ".join(f"`{value}`" for value in schema["enum"])
    if schema["type"] == "array":
        four = "4 × " if schema.get("minItems") == schema.get("maxItems") == 4 else ""
        return f"[{four}{_kind(schema['items'])}]"
    return str(schema["type"])


_SECTIONS = {
    "rejects": _rejects,
    "closes": _closes,
    "inbound": _inbound,
    "outbound": _outbound,
    "events": _named("Event"),
    "actions": _named("Action"),
    "results": _named("Result"),
    "parts": _parts,
}
