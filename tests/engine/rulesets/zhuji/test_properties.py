"""What holds for every Zhuji hand: played at random from ``legal``, and scored again from its position."""

import copy
import json
import random
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.commands import PASS, WIN, Chow, Command, Discard
from engine.decide import play, run, start
from engine.events import HandStarted, Outcome
from engine.facts import facts_of
from engine.invariants import check
from engine.ledger import HOUSE, totals
from engine.legal import awaited, legal
from engine.melds import Meld, MeldKind
from engine.notation import format_tile, format_tiles, parse_tiles
from engine.ruleset import Ruleset
from engine.rulesets.registry import make_ruleset
from engine.scoring.facts import By, Facts
from engine.state import Phase, State
from tests.engine.positions import JSON, outcome

pytestmark = pytest.mark.no_cover  # nothing is covered by chance alone

OPTIONS: list[dict[str, object]] = [
    {},
    {"wild_kinds": 2, "min_tai": 2, "discard_wins": True},
    {"wild_kinds": 2, "wild": "4z", "rob": "added"},
    {"wild": "5p", "robbed_pays_all": True, "min_tai": 2},
]


def dealt(rules: Ruleset, chance: random.Random) -> HandStarted:
    """Begin a hand at random."""
    wall = rules.tile_set.tiles()
    chance.shuffle(wall)
    drawn = tuple((label, (chance.randrange(below),)) for label, below, _ in rules.chance)
    return HandStarted(chance.randrange(4), chance.randrange(3), False, tuple(wall), drawn)


def eager(rules: Ruleset, state: State, seat: int, chance: random.Random) -> Command:
    """Choose as somebody who wants to win, roughly: a win, else often a claim, else what goes with least."""
    offers = legal(rules, state, seat)
    if WIN in offers and chance.random() < 0.9:
        return WIN
    others = [offer for offer in offers if offer not in (PASS, WIN) and not isinstance(offer, Discard | Chow)]
    if others and chance.random() < 0.8:
        return chance.choice(others)
    discards = [offer for offer in offers if isinstance(offer, Discard)]
    if not discards:
        return PASS if chance.random() < 0.7 else chance.choice(offers)
    counts, wild = state.hands[seat].counts, facts_of(rules, state).wilds

    def company(kind: int) -> int:
        near = [kind + step for step in (-1, 1) if 0 <= kind + step < 27 and (kind + step) // 9 == kind // 9]
        return 9 * (kind in wild) + 3 * counts[kind] + sum(counts[other] > 0 for other in near if kind < 27)

    return min(discards, key=lambda offer: (company(offer.tile), chance.random()))


def played(rules: Ruleset, chance: random.Random, checked: bool = True) -> State:
    """Play a hand to its end, books checked after every step."""
    state = start(rules, dealt(rules, chance))
    while state.phase is not Phase.OVER:
        if not run(rules, state):
            seat = chance.choice(awaited(rules, state))
            choose = chance.choice(legal(rules, state, seat)) if chance.random() < 0.1 else None
            play(rules, state, seat, choose or eager(rules, state, seat, chance))
        if checked:
            check(state)
            barred = set(facts_of(rules, state).wilds)
            assert not any(barred & set(meld.tiles) for melds in state.melds for meld in melds)
            assert state.left >= 14
    return state


def exported(facts: Facts, options: Mapping[str, object]) -> JSON:
    """Write a finished hand as a position, everybody's tiles in it."""
    data: JSON = {
        "format": "sifang.position/1", "ruleset": "zhuji", "options": dict(options), "dealer": facts.dealer,
        "by": facts.by.value, "wins": [], "others": {}, "streak": facts.streak, "wall_left": facts.wall_left,
        "wild": format_tiles(facts.wilds), "first_turn": facts.first_turn,
        "chain": [meld.as_json() for meld in facts.chain],
    }  # fmt: skip
    if facts.tile is not None:
        data["tile"] = format_tile(facts.tile)
    if facts.source is not None:
        data["from"] = facts.source
    for seat, own in enumerate(facts.seats):
        assert own.concealed is not None
        lies = {"concealed": format_tiles(own.concealed), "melds": [meld.as_json() for meld in own.melds]}
        if seat in facts.winners:
            data["wins"].append({"seat": seat, **lies})
        else:
            data["others"][str(seat)] = lies
    if facts.by is By.DRAW:
        data["chain"] = []  # nobody drew or discarded last
    found: JSON = json.loads(json.dumps(data))
    return found


@pytest.mark.parametrize("options", OPTIONS, ids=["plain", "two kinds", "fixed", "pays all"])
def test_hands_played_at_random_end_and_their_positions_come_to_the_same(options: dict[str, object]) -> None:
    """Tiles, payments and phases are checked after every step; a win at the table is one on paper."""
    rules = make_ruleset("zhuji", options)
    chance = random.Random(str(options))
    seen = set()
    for _ in range(60):
        state = played(rules, chance)
        facts = facts_of(rules, state)
        sums = totals(state.ledger)
        assert sum(sums) == 0
        found = outcome(exported(facts, options))
        assert found.get("totals") == sums[:HOUSE], found
        if state.outcome is Outcome.WIN:
            (win,) = state.scores
            assert found["wins"][0]["value"] == win.value
            assert win.value == rules.scorer.settle(facts).wins[0].value
        seen.add(state.win_by)
        expected = state.winners[0] if state.winners else state.dealer
        streak = state.streak + 1 if expected == state.dealer else 0
        assert (state.next_dealer, state.next_streak, state.next_heated) == (expected, streak, False)
    assert {None, By.SELF_DRAW} <= seen


def test_robbing_happens_in_play_and_comes_to_the_same_on_paper() -> None:
    """Until open and added kongs have both been robbed."""
    options: dict[str, object] = {"wild_kinds": 2, "min_tai": 2}
    rules = make_ruleset("zhuji", options)
    chance = random.Random(1)
    robbed: set[MeldKind] = set()
    for _ in range(1500):
        state = played(rules, chance, checked=False)
        if state.win_by is By.ROB_KONG:
            facts = facts_of(rules, state)
            kong: Meld = facts.chain[-1]
            assert kong.kind is not MeldKind.OPEN_KONG or kong.source not in facts.winners
            found = outcome(exported(facts, options))
            assert found.get("totals") == totals(state.ledger)[:HOUSE], found
            robbed.add(kong.kind)
        if len(robbed) == 2:
            return
    pytest.fail(f"only {robbed} were robbed")


# Positions.


@st.composite
def positions(draw: st.DrawFn) -> JSON:
    """Draw the position of a hand that was played to its end."""
    number = draw(st.integers(0, 40))
    options = draw(st.sampled_from(OPTIONS))
    chance = random.Random(number)
    rules = make_ruleset("zhuji", options)
    return exported(facts_of(rules, played(rules, chance, checked=False)), options)


def turned(data: JSON, step: int) -> JSON:
    """Return the position with everybody so many seats further on."""
    moved: JSON = copy.deepcopy(data)

    def melds(laid: list[JSON]) -> list[JSON]:
        return [{**meld, "from": (meld["from"] + step) % 4} if "from" in meld else meld for meld in laid]

    moved["dealer"] = (data["dealer"] + step) % 4
    if "from" in data:
        moved["from"] = (data["from"] + step) % 4
    moved["chain"] = melds(data["chain"])
    moved["wins"] = [
        {**win, "seat": (win["seat"] + step) % 4, "melds": melds(win["melds"])} for win in data["wins"]
    ]
    moved["others"] = {
        str((int(seat) + step) % 4): {**lies, "melds": melds(lies["melds"])}
        for seat, lies in data["others"].items()
    }
    return moved


@given(positions(), st.integers(1, 3))
@settings(max_examples=40, deadline=None)
def test_the_seats_names_do_not_matter(data: JSON, step: int) -> None:
    found = outcome(turned(data, step))["totals"]
    assert [found[(seat + step) % 4] for seat in range(4)] == outcome(data)["totals"]


@given(positions())
@settings(max_examples=40, deadline=None)
def test_tiles_may_be_written_in_any_order(data: JSON) -> None:
    other = copy.deepcopy(data)
    for place in [*other["wins"], *other["others"].values()]:
        tiles = place["concealed"]
        place["concealed"] = "".join(reversed([format_tile(kind) for kind in parse_tiles(tiles)]))
        place["melds"].reverse()
    assert outcome(other)["totals"] == outcome(data)["totals"]


BROKEN = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 99), st.text(max_size=6), st.sampled_from(["1z", "5s6s", "9p"]),
    st.lists(st.integers(0, 4), max_size=2), st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)  # fmt: skip


@given(positions(), st.data())
@settings(max_examples=150, deadline=None)
def test_broken_positions_are_refused_or_scored_never_a_fault(data: JSON, more: st.DataObject) -> None:
    name = more.draw(st.sampled_from([*data, "wild", "streak", "first_turn", "chain"]))
    place = data
    if name in ("wins", "others") and data[name] and more.draw(st.booleans()):
        members = data[name] if name == "wins" else list(data[name].values())
        place = more.draw(st.sampled_from(members))
        name = more.draw(st.sampled_from([*place]))
    place[name] = more.draw(BROKEN)
    found = outcome(data)
    assert "error" not in found or found["error"]["exit"] in (2, 3)
    assert "totals" not in found or sum(found["totals"]) == 0
