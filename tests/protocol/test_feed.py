"""The feed's payloads, its topics, and addresses of brokers."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest
from jsonschema import Draft202012Validator

from protocol.events import Discarded
from protocol.feed import Feed, FeedEvent, FeedLobby, FeedNode, FeedRoom, FeedState
from protocol.mqtt import (
    LOBBY,
    BadBroker,
    Broker,
    events_topic,
    key_of,
    node_topic,
    read_broker,
    state_topic,
)
from protocol.schemas import DOCUMENTS
from protocol.view import TableView

ABOUT = FeedRoom("a1b2", "match", "nanning", ("Ann", "", "Bo", "Cy"), 2, 8)
SAMPLES: list[Feed] = [
    FeedState("a1b2", "north-0", 1, 17, ABOUT, TableView(phase="lobby")),
    FeedEvent("a1b2", "a1b2/1/18", 1, 18, Discarded(2, "3m", True)),
    FeedLobby("north-0", (ABOUT,)),
    FeedNode("north-0", "offline"),
]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: type(sample).__name__)
def test_a_payload_is_read_as_it_was_written_and_keeps_to_the_schema(sample: Feed) -> None:
    written = msgspec.json.encode(sample)
    assert msgspec.json.decode(written, type=Feed) == sample
    Draft202012Validator(DOCUMENTS["feed"]()).validate(json.loads(written))


def test_topics_are_those_that_displays_listen_to() -> None:
    assert state_topic("a1b2") == "sifang/v1/rooms/a1b2/state"
    assert events_topic("a1b2") == "sifang/v1/rooms/a1b2/events"
    assert node_topic("north-0") == "sifang/v1/nodes/north-0/status"


def test_a_name_cannot_make_a_topic_mean_another() -> None:
    assert events_topic("a/b#+") == "sifang/v1/rooms/a_b__/events"
    assert node_topic("a/+") == "sifang/v1/nodes/a__/status"


def test_an_events_key_says_which_it_is() -> None:
    assert key_of("a1b2", 3, 17) == "a1b2/3/17"


@pytest.mark.parametrize(
    ("url", "broker"),
    [
        ("mqtt://broker.example", Broker("broker.example", 1883, False, None, None)),
        ("mqtts://broker.example/", Broker("broker.example", 8883, True, None, None)),
        ("mqtt://[::1]:2883", Broker("::1", 2883, False, None, None)),
        ("mqtt://club@127.0.0.1", Broker("127.0.0.1", 1883, False, "club", None)),
        ("mqtts://club:p%40ss@b:1", Broker("b", 1, True, "club", "p@ss")),
    ],
)
def test_a_brokers_address_is_read(url: str, broker: Broker) -> None:
    assert read_broker(url) == broker


@pytest.mark.parametrize(
    "url",
    [
        "", "broker.example", "http://broker.example", "mqtt://", "mqtt://b:none", "mqtt://b:70000",
        "mqtt://b:0", "mqtt://[::1", "mqtt://b/topic", "mqtt://b?x=1", "mqtt://b#x", "mqtt://:secret@b",
    ],
)  # fmt: skip
def test_what_is_no_brokers_address_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(BadBroker) as caught:
        read_broker(url)
    assert "secret" not in str(caught.value) and str(caught.value)


PAGE = (Path(__file__).parents[2] / "docs" / "feed.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```json\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_the_document_has_one_example_of_each_payload() -> None:
    schema = Draft202012Validator(DOCUMENTS["feed"]())
    for example in EXAMPLES:
        schema.validate(json.loads(example))
        told = msgspec.json.decode(example, type=Feed)
        assert json.loads(msgspec.json.encode(told)) == json.loads(example)
    found = [type(msgspec.json.decode(example, type=Feed)) for example in EXAMPLES]
    assert found == [type(sample) for sample in SAMPLES]


def test_the_document_names_every_topic() -> None:
    topics = {state_topic("ROOM"), events_topic("ROOM"), LOBBY, node_topic("NODE")}
    assert set(re.findall(r"^\| `(sifang/v1/[^`]*)`", PAGE, re.MULTILINE)) == topics
