"""What a Nanjing position owes on the spot (NJ-7, NJ-9.2), its options, several winners (NJ-8.1)."""

import pytest

from tests.engine.positions import JSON, added_kong, concealed_kong, error, open_kong, pong, totals
from tests.engine.rulesets.nanjing.hands import PLAIN, Hand, discarded, nanjing, paid, robbed, winner

Lies = dict[str, JSON]


def seat(*melds: JSON, flowers: str = "") -> JSON:
    """Return what lies before a seat."""
    return {"melds": list(melds), "flowers": flowers}


SPOT = [
    ("NJ-7.1 an open kong: its giver", {"0": seat(open_kong("9s", 2))}, [20, 0, -20, 0]),
    ("NJ-7.1 an added kong: who gave the pong", {"3": seat(added_kong("9s", 0))}, [-20, 0, 0, 20]),
    ("NJ-7.1 a pong earns nothing", {"3": seat(pong("9s", 0))}, [0, 0, 0, 0]),
    ("NJ-7.2 a concealed kong: each of the others", {"3": seat(concealed_kong("9s"))}, [-20, -20, -20, 60]),
    ("NJ-7.3 春夏秋冬", {"2": seat(flowers="234f6z1f")}, [-20, -20, 60, -20]),
    ("NJ-7.3 梅兰竹菊", {"2": seat(flowers="5678f")}, [-20, -20, 60, -20]),
    ("NJ-7.3 白", {"2": seat(flowers="5555z")}, [-20, -20, 60, -20]),
    ("NJ-7.3 发", {"2": seat(flowers="6666z")}, [-20, -20, 60, -20]),
    ("NJ-7.3 中", {"2": seat(flowers="7777z")}, [-20, -20, 60, -20]),
    ("NJ-7.3 two and two make none", {"2": seat(flowers="1256f5566z")}, [0, 0, 0, 0]),
    ("NJ-7.3 three make none", {"2": seat(flowers="123f777z")}, [0, 0, 0, 0]),
    ("NJ-7.3 a set over two players makes none",
     {"2": seat(flowers="12f"), "3": seat(flowers="34f")}, [0, 0, 0, 0]),
    ("NJ-7.3 two sets", {"2": seat(flowers="5678f7777z")}, [-40, -40, 120, -40]),
    (
        "NJ-7 all of it",
        {"0": seat(concealed_kong("9s"), open_kong("1z", 1), flowers="6666z"),
         "3": seat(added_kong("2z", 0))},
        [60 + 20 + 60 - 20, -20 - 20 - 20, -20 - 20, -20 - 20 + 20],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "others", "expected"), SPOT, ids=[row[0] for row in SPOT])
def test_what_is_paid_on_the_spot(rule: str, others: Lies, expected: list[int]) -> None:
    """NJ-9.2: in a drawn hand it is all there is; a win comes on top."""
    assert totals(nanjing("draw", others=others)) == expected
    won = totals(discarded(PLAIN._replace(flowers=""), others={k: v for k, v in others.items() if k != "1"}))
    assert won == [points + share for points, share in zip(expected, [0, 80, 0, -80], strict=True)]


def test_nj_7_2_and_7_3_options_say_what_each_pays_and_nought_is_no_payment() -> None:
    others = {"3": seat(concealed_kong("9s"), flowers="6666z")}

    def drawn_hand(**options: int) -> list[tuple[int, int, int, str]]:
        return paid(nanjing("draw", others=others, options=options))

    assert drawn_hand(concealed_kong_each=10) == [
        (0, 3, 10, "NJ-7.2"), (1, 3, 10, "NJ-7.2"), (2, 3, 10, "NJ-7.2"),
        (0, 3, 20, "NJ-7.3"), (1, 3, 20, "NJ-7.3"), (2, 3, 20, "NJ-7.3"),
    ]  # fmt: skip
    assert drawn_hand(concealed_kong_each=0, flower_kong_each=0) == []
    found = drawn_hand(concealed_kong_each=0, flower_kong_each=5, flower_value=4)
    assert found == [(0, 3, 20, "NJ-7.3"), (1, 3, 20, "NJ-7.3"), (2, 3, 20, "NJ-7.3")]


def test_nj_7_1_a_robbed_kong_is_not_paid() -> None:
    assert [move for move in paid(robbed(PLAIN)) if move[3].startswith("NJ-7")] == []


OPTIONS = [
    ("flower_value", 0), ("flower_value", 1001), ("flower_value", "1"), ("flower_value", True),
    ("bixiahu", "old"), ("concealed_kong_each", -1), ("concealed_kong_each", 101), ("flower_kong_each", 101),
    ("multiple_wins", 1), ("dealer_keeps", "always"), ("preset", "nanjing-old"), ("codes", 2),
]  # fmt: skip


@pytest.mark.parametrize(("name", "worth"), OPTIONS, ids=str)
def test_an_option_out_of_range_is_malformed(name: str, worth: object) -> None:
    assert error(discarded(PLAIN, options={name: worth})) == (2, "malformed", f"$.options.{name}")


def test_nj_8_1_several_win_on_one_discard_and_each_is_paid_unless_the_option_says_one() -> None:
    second = winner(Hand("56m789s123p567p22s", "4m", (), "23f"), 3)
    third = winner(Hand("35m789p234s999s11p", "4m", (), "4f"), 2)
    data = nanjing("discard", winner(PLAIN), third, second, source=0, tile="4m")
    assert totals(data) == [-130, 42, 44, 44]
    data["options"] = {"multiple_wins": False}
    assert error(data) == (3, "not_offered", "")
    data["wins"] = data["wins"][:1]
    assert totals(data) == [-42, 42, 0, 0]


def test_nj_8_1_one_hand_that_does_not_win_spoils_the_position() -> None:
    bad = winner(Hand("56m789s123p567p23s", "4m"), 3)
    assert (
        error(nanjing("discard", winner(PLAIN._replace(flowers="2f")), bad, source=0, tile="4m"))[1]
        == "not_a_win"
    )
