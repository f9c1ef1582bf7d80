"""The SDK's own deal against the engine's: two implementations of one published algorithm (CO-5.2)."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients.sdk.deal import SETS, commitment, dealt_hands, drawn_kind, first_dealer, wall_of
from engine import shuffle
from engine.decide import run, start
from engine.events import Dealt, HandStarted
from engine.match import first_dealer as engines_first_dealer
from engine.notation import parse_tile
from engine.rulesets.registry import RULESETS, make_ruleset

SECRETS = st.binary(min_size=32, max_size=32)
NONCES = st.tuples(*[st.sampled_from((b"", b"\x01" * 32)) | st.binary(min_size=32, max_size=32)] * 4)
HANDS = st.integers(1, 9999)


@given(SECRETS, NONCES, HANDS)
def test_both_shuffle_every_ruleset_to_the_same_wall(
    secret: bytes, nonces: tuple[bytes, ...], hand: int
) -> None:
    for key in RULESETS:
        wall = wall_of(SETS[key], secret, nonces, hand)
        tiles = make_ruleset(key, {}).tile_set
        assert tuple(map(parse_tile, wall)) == shuffle.shuffled_wall(tiles, secret, nonces, hand)


@given(SECRETS, NONCES)
def test_both_throw_the_same_dealer(secret: bytes, nonces: tuple[bytes, ...]) -> None:
    assert first_dealer(secret, nonces, 1) == engines_first_dealer(secret, nonces)


@given(SECRETS, NONCES, HANDS)
def test_both_draw_the_same_wild_kind(secret: bytes, nonces: tuple[bytes, ...], hand: int) -> None:
    (number,) = shuffle.draw_numbers("wild", 34, 1, secret, nonces, hand)
    assert parse_tile(drawn_kind("wild", secret, nonces, hand)) == number


@given(SECRETS)
def test_the_commitment_is_sha_256_of_the_secret(secret: bytes) -> None:
    assert commitment(secret) == hashlib.sha256(secret).hexdigest() == shuffle.commitment(secret).hex()


@pytest.mark.parametrize("dealer", range(4))
def test_both_deal_the_same_hands_from_the_wall(dealer: int) -> None:
    wall = wall_of(SETS["nanning"], b"\x07" * 32, (b"",) * 4, 3)
    rules = make_ruleset("nanning", {})
    kinds = tuple(map(parse_tile, wall))
    state = start(rules, HandStarted(dealer, 0, False, kinds))
    (dealt,) = [event for event in run(rules, state) if isinstance(event, Dealt)]
    hands, rest = dealt_hands(wall, dealer)
    assert tuple(tuple(map(parse_tile, hand)) for hand in hands) == dealt.hands
    assert tuple(map(parse_tile, rest)) == kinds[53:]


def test_the_sets_are_those_of_the_rules_documents() -> None:
    sizes = {key: len(tiles) for key, tiles in SETS.items()}
    assert sizes == {"nanning": 136, "nanjing": 144, "zhuji": 136, "longjiang": 112}
    assert SETS["nanning"][:5] == ("1m", "1m", "1m", "1m", "2m")
    assert SETS["longjiang"][-5:] == ("9s", "7z", "7z", "7z", "7z")
    assert SETS["nanjing"][-8:] == ("1f", "2f", "3f", "4f", "5f", "6f", "7f", "8f")
