"""The committed deal, held against a second implementation of CO-5.2 written from its wording alone."""

import hashlib
from collections import Counter

import pytest

from engine.rulesets.registry import RULESETS, make_ruleset
from engine.shuffle import commitment, draw_numbers, shuffled_wall
from engine.tiles import TileSet

SECRETS = [bytes(32), bytes(range(32)), b"\xff" * 32]
NONCES = [[b"", b"", b"", b""], [b"\x01" * 32, b"", b"\x02" * 32, b"abc"]]


def numbers(label: str, secret: bytes, nonces: list[bytes], hand: int, bounds: list[int]) -> list[int]:
    """Draw one number below each bound, as the clause says."""
    text = b"sifang/deal/1\x00" + label.encode() + b"\x00" + secret
    for nonce in nonces:
        text += len(nonce).to_bytes(1, "big") + nonce
    stream = hashlib.shake_256(text + hand.to_bytes(4, "big")).digest(100_000)
    drawn, place = [], 0
    for bound in bounds:
        while True:
            number, place = int.from_bytes(stream[place : place + 2], "big"), place + 2
            if number < 65536 // bound * bound:
                break
        drawn.append(number % bound)
    return drawn


def reference_wall(tiles: list[int], secret: bytes, nonces: list[bytes], hand: int) -> list[int]:
    """Shuffle from the last index down."""
    wall = list(tiles)
    places = list(range(len(wall) - 1, 0, -1))
    for last, other in zip(
        places, numbers("wall", secret, nonces, hand, [place + 1 for place in places]), strict=True
    ):
        wall[last], wall[other] = wall[other], wall[last]
    return wall


@pytest.mark.parametrize("key", RULESETS)
@pytest.mark.parametrize("nonces", NONCES, ids=["no nonces", "some nonces"])
@pytest.mark.parametrize("secret", SECRETS, ids=["zeros", "rising", "ones"])
def test_the_wall_is_that_of_the_document(key: str, nonces: list[bytes], secret: bytes) -> None:
    """CO-5.1, CO-5.2."""
    tile_set = make_ruleset(key, {}).tile_set
    for hand in (1, 2, 300):
        wall = shuffled_wall(tile_set, secret, nonces, hand)
        assert list(wall) == reference_wall(tile_set.tiles(), secret, nonces, hand)
        assert Counter(wall) == Counter(tile_set.tiles())


@pytest.mark.parametrize("bound", [2, 4, 34, 40_000])
def test_other_draws_come_from_labels_of_their_own(bound: int) -> None:
    """CO-5.2: numbers at or above the largest multiple are refused, 40,000 most often."""
    for nonces in NONCES:
        drawn = draw_numbers("wild", bound, 400, SECRETS[1], nonces, 7)
        assert list(drawn) == numbers("wild", SECRETS[1], nonces, 7, [bound] * 400)
        assert drawn != draw_numbers("dice", bound, 400, SECRETS[1], nonces, 7)


def test_one_nonce_or_the_hands_number_changes_the_wall() -> None:
    tiles = make_ruleset("nanning", {}).tile_set
    walls = {shuffled_wall(tiles, SECRETS[0], nonces, hand) for nonces in NONCES for hand in (1, 2)}
    assert len(walls) == 4


def test_a_wall_of_one_tile_is_that_tile() -> None:
    alone = TileSet((1, *(0,) * 41), frozenset())
    assert shuffled_wall(alone, SECRETS[0], NONCES[0], 1) == (0,)


def test_the_commitment_is_the_secrets_sha_256() -> None:
    """CO-5.1; the digest of 32 zero bytes, as any tool gives it."""
    assert commitment(bytes(32)).hex() == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"


def test_every_tile_comes_to_every_place_about_as_often() -> None:
    """L-16: chi-square over 2,000 walls of the first place's 34 kinds, 99.99 % bound for 33 degrees of
    freedom."""
    tiles = make_ruleset("nanning", {}).tile_set
    walls = 2000
    first = Counter(
        shuffled_wall(tiles, number.to_bytes(32, "big"), NONCES[0], 1)[0] for number in range(walls)
    )
    expected = walls / 34
    assert sum((first[kind] - expected) ** 2 / expected for kind in range(34)) < 74
