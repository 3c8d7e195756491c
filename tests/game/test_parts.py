"""Keys made of parts: equal for equal parts in any order, and different otherwise."""

from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from itertools import combinations_with_replacement, permutations, product
from operator import xor
from typing import Any, NamedTuple

import pytest

from spielbaum import Game, ProofHints, SearchHints, Solver, check_game, load
from spielbaum.game.parts import make_keys_of_parts

pytestmark = pytest.mark.interpreted
NUMBERS = (-1, 0, 1, 2, 2**63, 2**64 - 2)


class Rows(NamedTuple):
    """Two rows of pins, and the player to move."""

    one: int
    other: int
    to_move: int


def left(state: Rows) -> Iterator[int]:
    yield state.one
    yield state.other


def actions(state: Rows) -> Iterator[int]:
    for pins in range(1, state.one + 1):  # noqa: UP028
        yield pins
    if state.other:
        yield 0


def result(state: Rows, pins: int) -> Rows:
    if pins:
        return Rows(state.one - pins, state.other, 1 - state.to_move)
    return Rows(state.one, state.other - 1, 1 - state.to_move)


def build(parts: Any) -> Game:
    """Return a game with different rows: any number of pins is taken from one, one pin from the other."""
    return Game(
        name="rows", players=2, initial=lambda: Rows(4, 3, 0), to_move=lambda state: state.to_move, actions=actions,
        result=result, is_terminal=lambda state: state.one + state.other == 0, zero_sum=True, max_utility=1,
        utility=lambda state: (-1, 1) if state.to_move == 0 else (1, -1),
        hints=SearchHints(proof=ProofHints(parts=parts)),
    )  # fmt: skip


def test_keys_do_not_depend_on_the_order_of_the_parts() -> None:
    keys = make_keys_of_parts(lambda state: state)
    bags = [bag for count in range(4) for bag in combinations_with_replacement(NUMBERS, count)]
    found = [{keys(order) for order in permutations(bag)} for bag in bags]
    assert all(len(of_bag) == 1 for of_bag in found)
    first, second = zip(*(of_bag.pop() for of_bag in found), strict=True)
    # -1 has the same 64 bits as 2^64 - 1, which does not occur
    assert len(set(first)) == len(set(second)) == len(set(first) | set(second)) / 2 == len(bags)


@pytest.mark.slow
@pytest.mark.parametrize("misere", [pytest.param("False", marks=pytest.mark.compiled), "True"])
def test_nim_is_solved_as_bouton_proved(misere: str) -> None:
    game = load(f"nim:heaps=3-3-3-3,misere={misere}")
    solver = Solver(game, table="1MB")
    assert game.notation.parse_state
    for heaps in product(range(4), repeat=4):
        state = game.notation.parse_state("-".join(map(str, heaps)))
        if any(heaps):
            odd = reduce(xor, heaps) != 0
            wins = odd if misere == "False" or max(heaps) > 1 else not odd
            assert solver.solve(state).value == (1 if wins else -1), heaps


def test_parts_make_proofs_smaller_and_change_no_value() -> None:
    game = load("nim:heaps=5-5-5-5")
    without = replace(game, hints=SearchHints())
    one, other = (Solver(which, table="1MB").solve() for which in (game, without))
    assert one.score == other.score
    assert 3 * one.nodes < other.nodes


def test_parts_that_miss_a_difference_fail_the_check() -> None:
    report = check_game(build(left), games=50)
    assert [failure.law for failure in report.failures] == ["equal keys, equal values"]


def test_a_part_may_hold_what_distinguishes_states() -> None:
    def told_apart(state: Rows) -> Iterator[int]:
        yield state.one
        yield 100 + state.other

    assert check_game(build(told_apart), games=50).ok


def test_replaced_parts_make_new_keys_and_removed_parts_remove_them() -> None:
    game = load("nim:heaps=1-2-3")
    proof, state = game.hints.proof, game.initial()
    others = replace(game, hints=SearchHints(proof=replace(proof, parts=lambda state: iter((state.heaps,)))))
    assert others.hints.proof.key
    assert proof.key
    assert others.hints.proof.key(state) != proof.key(state)
    assert replace(game, hints=SearchHints(proof=replace(proof, parts=None))).hints.proof == ProofHints()


def test_a_key_of_the_game_takes_precedence() -> None:
    game = build(left)
    proof = ProofHints(parts=left, key=lambda state: 8 * state.one + state.other, key_kind="injective")
    kept = replace(game, hints=SearchHints(proof=proof))
    assert kept.hints.proof.key is proof.key
    assert Solver(kept, table="1MB").solve().keys == "certain"
    assert Solver(game, table="1MB").solve().keys == "game"
