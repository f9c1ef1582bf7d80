"""Wins at the Nanning table: first turn, seals, passed and false wins, several winners, who deals next."""

from itertools import product

import pytest

from tests.engine.script import Case, Played, play

# Waits for 1s and 4s, and is concealed.
READY = "123456789m23s55z"
NO_PURE = "456789m123p23s55z"
# The dealer gives seat 2 three sets; it then waits for 5s and 7s on four tiles, and seat 0 is sealed.
GIVER = "1m9p6z"
SEALER = "11m99p66z5577s2z3z4z"
SEAL = """
0 discard 1m; 2 pong; 2 discard 2z; 3 <1p; 0 <4p discard 9p; 2 pong; 2 discard 3z
3 <2p; 0 <5p discard 6z; 2 pong; 2 discard 4z; 3 <1s;
"""
DEAD = {"options": {"dead_double": True}}
PENALTY = {"options": {"false_win": "penalty"}}

FIRST_TURN = [
    Case(
        "NN-8.1 天胡: the dealer wins on the tiles dealt, 4 x 2 each",
        [READY + "4s", "", "", ""],
        "? 0 discard win; 0 win",
        [24, -8, -8, -8], 0, [["heavenly"]],
    ),
    Case(
        "NN-8.2 地胡: another's concealed kong does not break it",
        ["9m", "111m", NO_PURE, ""],
        "0 discard 9m; 1 <1m kong 1m; 1 <<9p; 2 <4s win",
        [-9, -5, 23, -9], 2, [["earthly"]],
    ),
    Case(
        "NN-8.2 a pong before it breaks 地胡",
        ["9p", READY, "", "99p1z"],
        "0 discard 9p; 3 pong; 3 discard 1z; 0 <2z; 1 <4s win",
        [-4, 12, -4, -4], 1, [[]],
    ),
    Case(
        "NN-8.2 an exposed kong before it breaks 地胡",
        ["9p", READY, "", "999p"],
        "0 discard 9p; 3 kong; 3 <<1z; 0 <2z; 1 <4s win",
        [-5, 12, -4, -3], 1, [[]],
    ),
    Case(
        "NN-8.2 on his second draw it is an ordinary win",
        ["9p", READY, "", ""],
        "0 discard 9p; 1 <7z; 2 <7z; 3 <6z; 0 <6z; 1 <4s win",
        [-4, 12, -4, -4], 1, [[]],
    ),
    Case(
        "NN-8.3 人胡: the dealer's first discard is won, 4 x 3",
        ["4s", "", READY, ""],
        "0 discard 4s; 2 win",
        [-12, 0, 12, 0], 2, [["human"]],
    ),
    Case(
        "NN-8.3 after a kong of the dealer's it is 杠上炮 instead",
        ["1111p4s", "", READY, ""],
        "0 kong 1p; 0 <<9p discard 4s; 2 win",
        [-9, -1, 11, -1], 2, [["kong_cannon"]],
    ),
    Case(
        "NN-8.3 another's first discard is no 人胡",
        ["9p", "", READY, ""],
        "0 discard 9p; 1 <4s; 2 win",
        [0, -4, 4, 0], 2, [[]],
    ),
    Case(
        "NN-9.1 海底捞月 adds no 地胡",
        ["9p", READY, "", ""],
        "0 discard 9p; 1 <4s win",
        [-8, 24, -8, -8], 1, [["last_draw"]], more={"left": 1},
    ),
    Case(
        "NN-1.4 a dealer who has kept the deal pays and gets no more",
        ["4s", "", READY, ""],
        "0 discard 4s; 2 win",
        [-12, 0, 12, 0], 2, [["human"]], more={"streak": 3},
    ),
    Case(
        "NN-1.5 seven pairs win, four alike being two of them",
        ["4s", "", "1111m5577p2288s4s", ""],
        "0 discard 4s; 2 win",
        [-48, 0, 48, 0], 2, [["big_pairs_1 2", "human"]],
    ),
]  # fmt: skip

SEALS = [
    Case(
        "NN-10.2 a win on another's discard: discarder and sealed player each pay the full value",
        [GIVER, "", SEALER, ""],
        SEAL + "0 <8p; 1 <7s; 2 win",
        [-9, -9, 18, 0], 2, [["all_triplets"]],
    ),
    Case(
        "NN-10.3 a win on the sealed player's discard: he pays twice",
        [GIVER, "", SEALER, ""],
        SEAL + "0 <7s; 2 win",
        [-18, 0, 18, 0], 2, [["all_triplets"]],
    ),
    Case(
        "NN-10.4 a self-draw: the sealed player pays all three shares",
        [GIVER, "", SEALER, ""],
        SEAL + "0 <8p; 1 <9s; 2 <7s win",
        [-18, 0, 18, 0], 2, [["all_triplets"]],
    ),
    Case(
        "NN-10.5 杠上花: the sealed player pays all, chain points included, whoever was konged",
        [GIVER, "", SEALER.replace("5577s", "5557s"), ""],
        SEAL + "0 <8p; 1 <5s; 2 kong; 2 <<7s win",
        [-37, 0, 37, 0], 2, [["all_triplets", "bloom"]],
    ),
    Case(
        "NN-10.6 robbing another's kong counts as his discard",
        [GIVER, "66s1z", SEALER.replace("5577s", "45s77z"), ""],
        """
        0 discard 1m; 2 pong; 2 discard 2z; 3 <6s; 1 pong; 1 discard 1z; 2 <2p; 3 <1p; 0 <4p discard 9p
        2 pong;
        2 discard 3z; 3 <2p; 0 <5p discard 6z; 2 pong; 2 discard 4z; 3 <1s; 0 <8p; 1 <6s kong 6s; 2 win
        """,
        [-9, -9, 18, 0], 2, [["robbed_kong"]],
    ),
    Case(
        "NN-10.6 robbing the sealed player's kong counts as his discard",
        [GIVER + "66s", "", SEALER.replace("5577s", "45s77z"), ""],
        """
        0 discard 1m; 2 pong; 2 discard 2z; 3 <6s; 0 pong; 0 discard 9p; 2 pong; 2 discard 3z; 3 <2p
        0 <5p discard 6z; 2 pong; 2 discard 4z; 3 <1s; 0 <6s kong 6s; 2 win
        """,
        [-18, 0, 18, 0], 2, [["robbed_kong"]],
    ),
    Case(
        "NN-10.7 another's win is paid as without the seal",
        [GIVER, READY, SEALER, ""],
        SEAL.replace("3 <1s", "3 <8s") + "0 <4s; 1 win",
        [-4, 4, 0, 0], 1, [[]],
    ),
    Case(
        "NN-10.9 dead double: the sealed player's discard, (9 x 2) x 2",
        [GIVER, "", SEALER, ""],
        SEAL + "0 <7s; 2 win",
        [-36, 0, 36, 0], 2, [["all_triplets"]], more=DEAD,
    ),
    Case(
        "NN-10.9 dead double: another's discard, sealed player 9 x 2, discarder 9",
        [GIVER, "", SEALER, ""],
        SEAL + "0 <8p; 1 <7s; 2 win",
        [-18, -9, 27, 0], 2, [["all_triplets"]], more=DEAD,
    ),
    Case(
        "NN-10.9 dead double: a self-draw, 18 x 2",
        [GIVER, "", SEALER, ""],
        SEAL + "0 <8p; 1 <9s; 2 <7s win",
        [-36, 0, 36, 0], 2, [["all_triplets"]], more=DEAD,
    ),
    Case(
        "NN-12.1 a seal changes nothing for another winner of the same tile",
        [GIVER, READY, SEALER.replace("5577s", "1177s"), ""],
        SEAL.replace("3 <1s", "3 <8s") + "0 <1s; 1 win; 2 win",
        [-22, 4, 18, 0], 0, [[], ["all_triplets"]],
    ),
]  # fmt: skip

SEVERAL = [
    Case(
        "NN-12.1 two winners on one tile are each paid, the discarder deals next (NN-13.2)",
        ["4s", READY, "123456789p23s66z", ""],
        "0 discard 4s; 2 win; 1 win",
        [-24, 12, 12, 0], 0, [["human"], ["human"]],
    ),
    Case(
        "NN-12.1 three winners on one tile",
        ["4s", READY, "123456789p23s66z", "111z222z777z23s44z"],
        "0 discard 4s; 3 win; 2 win; 1 win",
        [-36, 12, 12, 12], 0, [["human"], ["human"], ["human"]],
    ),
    Case(
        "NN-13.2 one winner deals next",
        ["9m", "4s", READY, ""],
        "0 discard 9m; 1 discard 4s; 2 win",
        [0, -4, 4, 0], 2, [[]],
    ),
]  # fmt: skip

FALSE = [
    Case(
        "NN-11.2 a false win on a discard costs 10 to each and the false winner deals next",
        ["9m", "", "", ""],
        "0 discard 9m; ? 1 win pass; ? 2 win pass; ? 3 win pass; 1 pass; 2 win; @ over",
        [10, 10, -30, 10], 2, outcome="false_win", more=PENALTY,
    ),
    Case(
        "NN-11.2 a false win on one's own draw, at other points",
        ["9m", "", "", ""],
        "0 discard 9m; 1 pass; 2 pass; 3 pass; 1 <7z _; ? 1 discard win; 1 win",
        [7, -21, 7, 7], 1, outcome="false_win",
        more={"options": {"false_win": "penalty", "false_win_points": 7}},
    ),
    Case(
        "NN-11.2 a lawful win on the same tile comes first",
        ["4s", "", "", READY],
        "0 discard 4s; 1 win; 2 win; 3 win",
        [-12, 0, 0, 12], 3, [["human"]], more=PENALTY,
    ),
    Case(
        "NN-11.2 of two false winners the nearest in turn pays",
        ["9m", "", "", ""],
        "0 discard 9m; 3 win; 2 win; 1 pass",
        [10, 10, -30, 10], 2, outcome="false_win", more=PENALTY,
    ),
    Case(
        "NN-11.2 a sealed player's call is a false win; kong points are paid",
        [GIVER, "", SEALER, ""],
        SEAL + "0 <8p win",
        [-30, 10, 10, 10], 0, outcome="false_win", more=PENALTY,
    ),
    Case(
        "NN-11.2 kong points are paid beside the penalty",
        ["9m", "111m", "", ""],
        "0 discard 9m; 1 <1m kong 1m; 1 <<7z; 2 win",
        [10 - 1, 10 + 3, -30 - 1, 10 - 1], 2, outcome="false_win", more=PENALTY,
    ),
    Case(
        "NN-11.2 a barred player's call is a false win",
        ["9p", READY, "", ""],
        "0 discard 9p; 1 <7z; 2 <7z; 3 <4s; 1 pass; 0 <1s; 1 win; @ over",
        [10, -30, 10, 10], 1, outcome="false_win", more=PENALTY,
    ),
    Case(
        "NN-11.2 nobody answers an unlawful win by letting time run out",
        ["9m", "", "", ""],
        "0 discard 9m; 1 timeout; 2 timeout; 3 timeout; 1 <7z timeout",
        [0, 0, 0, 0], 1, outcome="draw", more={"left": 1, **PENALTY},
    ),
]  # fmt: skip

DRAWN = [
    Case(
        "NN-13.1 after a drawn hand who drew the last tile deals",
        ["9m", "", "", ""],
        "0 discard 9m; 1 <7z; 2 <6z; @ over",
        [0, 0, 0, 0], 2, outcome="draw", more={"left": 2},
    ),
    Case(
        "NN-13.1 draw_dealer = stay: the dealer deals again",
        ["9m", "", "", ""],
        "0 discard 9m; 1 <7z; 2 <6z; @ over",
        [0, 0, 0, 0], 0, outcome="draw", more={"left": 2, "options": {"draw_dealer": "stay"}},
    ),
    Case(
        "NN-13.1 a replacement from the tail is the last tile too",
        ["9m", "", "999m", ""],
        "0 discard 9m; 2 kong; 2 <<7z; @ over",
        [-1, 0, 1, 0], 2, outcome="draw", more={"left": 1},
    ),
]  # fmt: skip


def says(case: Case) -> str:
    """Name a case by its clause and rule."""
    return case.says


@pytest.mark.parametrize("case", [*FIRST_TURN, *SEALS, *SEVERAL, *FALSE, *DRAWN], ids=says)
def test_a_hand_comes_to(case: Case) -> None:
    case.check()


def test_two_may_seal_each_other_and_then_neither_can_win() -> None:
    """NN-10.8, NN-10.1: not on a discard and not by drawing; both may still claim."""
    play(
        """
        0 discard 1m; 2 pong; 2 discard 2z; 0 pong; 0 discard 9p; 2 pong; 2 discard 3z; 0 pong; 0 discard 6z
        2 pong; 2 discard 4z; 0 pong; 0 discard 1z; 1 <7s; ? 2 pong pass; ! 2 win = sealed; 2 pass
        2 <5s _; ? 2 discard; ! 2 win = sealed; 2 discard 5s; 3 <8s; ? 0 pong pass; ! 0 win = sealed; 0 pass
        0 <9s _; ? 0 discard; ! 0 win = sealed
        """,
        ["1m9p6z22z33z44z1z8899s", "", SEALER, ""],
    )


def test_two_sets_from_a_player_seal_nobody_and_an_added_kong_makes_no_third() -> None:
    """NN-10.1: an added kong keeps its source and is no further set."""
    play(
        """
        0 discard 1m; 2 pong; 2 discard 2z; 3 <1p; 0 <9p; 2 pong; 2 discard 3z; 3 <2p; 0 <9s; 1 <7p
        2 <1m kong 1m; 2 <<8p; 3 <8s; 0 <4s _; ? 0 discard win
        """,
        ["1m234m678m567p23s55z", "", SEALER, ""],
    )


def test_a_seal_is_shown_to_all_at_once() -> None:
    """NN-10.1."""
    played = play(SEAL, [GIVER, "", SEALER, ""])
    seal = next(mechanic for mechanic in played.match.rules.mechanics if mechanic.key == "seal")
    assert all(seal.view(played.state, viewer) == {"seals": [[2, 0]]} for viewer in (0, 1, 2, 3, None))


PASSED = "0 discard 9p; 1 <7z; 2 <7z; 3 <4s;"


@pytest.mark.parametrize(
    ("hand", "script"),
    [
        (READY, "? 1 win pass; 1 pass; 0 <1s; @ turn 1; 1 <9s; 2 <1s; ? 1 win pass"),
        ("123456789m44s55z", "? 1 win pong pass; 1 pong; 1 discard 5z; 2 <5z; @ turn 3"),
        ("123456789m44s55z", "1 pong; 1 discard 5z; 2 <9s; 3 <9s; 0 <8s; 1 <8s; 2 <5z; ? 1 win pass"),
        ("111m555m99m23s444s", "? 1 win kong pong pass; 1 kong; 1 <<7z; 2 <1s; ? 1 win pass"),
    ],
    ids=["a pass", "a pong", "a pong, then a draw", "a kong's replacement lifts it"],
)
def test_a_declined_win_bars_until_the_next_own_draw(hand: str, script: str) -> None:
    """NN-11.1, P-05."""
    play(PASSED + script, ["9p", hand, "", ""])


def test_the_bar_ends_with_the_hand() -> None:
    """P-04: the next hand begins with nobody barred."""
    played = play(PASSED + "1 pass; 0 <1s; @ turn 1", ["9p", READY, "", ""])
    passed_win = next(mechanic for mechanic in played.match.rules.mechanics if mechanic.key == "passed_win")
    assert passed_win.view(played.state, 1) is None  # has drawn
    assert passed_win.begin(played.state) == frozenset()


def test_a_self_draw_is_never_barred_and_declining_one_bars_nothing() -> None:
    """NN-11.1: seat 1 passes a win, draws its tile and throws it, and may win on the next."""
    play(
        PASSED + "1 pass; 0 <6z; 1 <1s _; ? 1 discard win; 1 discard 1s; 2 <4s; ? 1 win pass",
        ["9p", READY, "", ""],
    )


def test_a_player_who_is_barred_is_told_so_and_nobody_else() -> None:
    """P-06, CO-4.2."""
    played = play(PASSED + "1 pass; 0 <9s _", ["9p", READY, "", ""])
    passed_win = next(mechanic for mechanic in played.match.rules.mechanics if mechanic.key == "passed_win")
    seen = [passed_win.view(played.state, viewer) for viewer in (0, 1, 2, 3, None)]
    assert seen == [None, {"barred": True}, None, None, None]


@pytest.mark.parametrize("answers", list(product(("win", "pass", "timeout"), repeat=3)), ids=" ".join)
def test_every_mix_of_three_answers_gives_one_result_in_whatever_order(answers: tuple[str, ...]) -> None:
    """M-01, CO-2.1, NN-12.1: three may win; a timeout wins too, or passes where the room says so (CO-3.1)."""
    hands = ["4s", READY, "123456789p23s66z", "111z222z777z23s44z"]
    orders = ((1, 2, 3), (3, 2, 1), (2, 3, 1))
    for timeout_wins in (True, False):
        wins = [answer == "win" or (answer == "timeout" and timeout_wins) for answer in answers]
        played = [_answer(order, answers, hands, timeout_wins) for order in orders]
        assert all(one.totals == [-12 * sum(wins), *(12 * won for won in wins)] for one in played)
        assert all(one.match.running is not any(wins) for one in played)


def _answer(order: tuple[int, ...], answers: tuple[str, ...], hands: list[str], timeout_wins: bool) -> Played:
    script = "; ".join(["0 discard 4s", *(f"{seat} {answers[seat - 1]}" for seat in order)])
    return play(script, hands, auto_pass=False, options={"timeout_wins": timeout_wins})
