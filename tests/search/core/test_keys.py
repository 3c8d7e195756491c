"""The keys of tables: injective where that can be had, else hashes of which the chance to meet is told."""

import random
from collections.abc import Callable
from dataclasses import replace
from math import exp
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from changing import changed
from hex import Stones, hexagons
from spielbaum import Game, Limits, ProofHints, Searcher, SearchHints, Solver, check_game, games, registry
from spielbaum.errors import GameError
from spielbaum.game.numbering import Numbering, strict
from spielbaum.kernel import U64, Shape, scrambled, shape_of
from spielbaum.search.core.keys import ProofKeys, make_hash, make_other_hash, proof_keys, search_key
from spielbaum.search.core.packing import make_packed, packing_of

pytestmark = pytest.mark.slow

WORD = 2**64 - 1


def minus(**facts: Any) -> Game:
    """The first action wins or loses according to a number whose hash is that of another one."""

    def result(state: Any, action: int) -> Any:
        return (-action, 1, 1) if state[1] == 0 else (state[0], state[1] + 1, 1 - state[2])

    hooks: dict[str, Any] = {
        "initial": lambda: (0, 0, 0),
        "to_move": lambda state: state[2],
        "actions": lambda state: [1, 2] if state[1] == 0 else [0],
        "result": result,
        "is_terminal": lambda state: state[1] == 4,
        "utility": lambda state: (1, -1) if state[0] == -2 else (-1, 1),
    }
    return Game(name="minus", players=2, zero_sum=True, max_utility=1, **{"compiled": False, **hooks, **facts})


def test_minus_one_is_not_minus_two() -> None:
    assert Solver(minus()).solve().value == 1
    for algorithm in ("mtdf", "alpha-beta(replacement=new)", "pvs(replacement=two-big)", "paranoid(replacement=deep)"):
        assert Searcher(minus(), algorithm).search().value == 1
    assert Searcher(minus()).search(limits=Limits(seconds=5)).value == 1
    assert Searcher(minus(), "max-n(replacement=deep)").search().value == (1, -1)


def test_keys_of_interpreted_games_are_not_truncated() -> None:
    with pytest.raises(GameError, match="key of minus gives 18446744073709551616, which is not a whole number of 64"):
        Solver(minus(hints=SearchHints(key=lambda _state: 2**64))).solve()


@pytest.mark.parametrize("search", [lambda game: Solver(game).solve(), lambda game: Searcher(game, "mtdf").search()])
def test_unhashable_states_are_refused(search: Callable[[Game], Any]) -> None:
    game = minus()
    lists = {"result": lambda state, action: list(game.result(tuple(state), action)), "initial": lambda: [0, 0, 0]}
    with pytest.raises(GameError, match="minus: a state must have a hash, and list has none"):
        search(replace(game, **lists))


class Heap(NamedTuple):
    """Fields of all kinds, and room for none of them to be large."""

    flag: bool
    number: int
    board: U64


def heap(most: int) -> Game:
    def result(state: Heap, action: int) -> Heap:
        return Heap(not state.flag, state.number - action, U64(state.board + action))

    return Game(
        name="heap",
        players=2,
        initial=lambda: Heap(False, 3, U64(most)),
        to_move=lambda state: int(state.flag),
        actions=lambda _state: [1, 2],
        result=result,
        is_terminal=lambda state: state.number < 0,
        utility=lambda state: (1, -1) if state.flag else (-1, 1),
        zero_sum=True,
    )


def _a_large_heap() -> Heap:
    return Heap(False, 20, U64(2**60))


def _none(_state: Any) -> int:
    return 0


def test_states_that_fit_are_packed() -> None:
    packing = packing_of(heap(7))
    assert packing is not None
    assert packing == packing_of(heap(7))
    assert sum(packing.width) == 64
    assert packing.width[0] == 1
    assert packing.least[2] == 0
    assert (
        packing_of(heap(2**60))
        is packing_of(games.load("chameleon-chess"))
        is packing_of(games.load("othello"))
        is None
    )


@given(*(st.tuples(st.booleans(), st.integers(-(2**63), 2**63 - 1), st.integers(0, WORD)) for _ in range(2)))
def test_packed_states_have_different_keys(one: Any, other: Any) -> None:
    packing = packing_of(heap(7))
    assert packing is not None
    key = make_packed(packing, shape_of(heap(7).initial()), _none)
    for state in (one, other):
        fits = all(0 <= x - low < 1 << width for x, low, width in zip(state, packing.least, packing.width, strict=True))
        bits = sum((x - low) << at for x, low, at in zip(state, packing.least, packing.shift, strict=True))
        assert key(state) == (scrambled(U64(bits)) if fits else 0)
    assert one == other or key(one) != key(other) or key(one) == 0


@given(st.integers(0, WORD))
def test_scrambling_is_injective(number: int) -> None:
    def unshifted(word: int, shift: int) -> int:
        found = word
        for _ in range(64 // shift):
            found = word ^ found >> shift
        return found

    word = unshifted(scrambled(U64(number)), 31)
    word = unshifted(word * pow(0x94D049BB133111EB, -1, 2**64) & WORD, 27)
    assert unshifted(word * pow(0xBF58476D1CE4E5B9, -1, 2**64) & WORD, 30) == number


PAIR = Shape((None, None), (False, False), (False, False))


def test_two_hashes_have_the_bits_of_both() -> None:
    """Of 50,000 states with two fields hardly two agree in 20 bits of each hash, as chance has it: 0.001 pairs."""
    chance, first, second = random.Random(1), make_hash(PAIR), make_other_hash(PAIR)
    states = {(chance.randrange(1000), chance.randrange(-1000, 1000)) for _ in range(50_000)}
    hashes = [(first(state), second(state)) for state in states]
    cut = {(one & 0xFFFFF, other & 0xFFFFF) for one, other in hashes}
    assert len(states) - len(cut) < 3
    for hashed in zip(*hashes, strict=True):
        by_chance = 65536 * (1 - exp(-len(states) / 65536))
        assert abs(len({number & 0xFFFF for number in hashed}) - by_chance) < 400


@pytest.mark.parametrize(
    ("spec", "kind", "place"),
    [
        ("tic-tac-toe", "certain", False),
        ("mnk", "certain", False),
        ("nim", "game", True),
        ("othello", "game", True),
        ("domineering", "game", True),
        ("connect-four", "game", True),
    ],
)
def test_a_proof_reports_the_certainty_of_its_keys(spec: str, kind: str, place: bool) -> None:
    keys = proof_keys(registry.load(spec), compiled=False)
    assert (keys.sure, keys.place is not None) == (kind, place)


@pytest.mark.interpreted
def test_the_probability_of_a_false_proof_is_reported() -> None:
    solution = Solver(hexagons(3, keyed=True)).solve()
    assert solution.keys == "game"
    assert 0 < solution.key_collision < 1e-10
    certain = Solver(changed(hexagons(3, keyed=True), {"hints.key_kind": "injective"})).solve()
    assert (certain.keys, certain.key_collision) == ("certain", 0)
    wide = ProofKeys(_none, _none, "hash")
    assert wide.chance(10**9, 2**28, 1) < 1e-6 < wide._replace(place=None).chance(10**9, 2**28, 1)
    assert 0 < wide._replace(sure="certain").chance(10**9, 2**28, 2) < 1e-9


@pytest.mark.parametrize("path", ["hints.key_kind", "hints.proof.key_kind"])
def test_an_unknown_kind_of_key_is_refused(path: str) -> None:
    with pytest.raises(GameError, match=f"{path} of game 'minus' must be 'any', 'hash', 'injective', not 'perfect'"):
        changed(minus(), {path: "perfect"})


@pytest.mark.interpreted
@pytest.mark.parametrize("table_bytes", [1 << 10, 1 << 14])
def test_a_key_that_packs_the_board_costs_no_nodes(table_bytes: int) -> None:
    nodes: dict[bool, list[int]] = {}
    for keyed in (False, True):
        game = hexagons(3, keyed=keyed)
        nodes[keyed] = [Solver(game, table=table_bytes).solve().nodes]
        searcher = Searcher(game, "pvs(replacement=two-deep)", table=table_bytes)
        nodes[keyed].append(searcher.search().nodes)
    assert all(own <= 1.1 * plain for own, plain in zip(nodes[True], nodes[False], strict=True)), nodes


@pytest.mark.long
def test_a_key_that_packs_a_larger_board_costs_no_nodes() -> None:
    own, plain = (
        Solver(hexagons(4, keyed=keyed), table=1 << 18).solve(Stones(1, 16, 0)).nodes for keyed in (True, False)
    )
    assert own <= 1.1 * plain


def test_running_numbers_are_freed_and_never_reused() -> None:
    key, found = Numbering("test", kept=10), {}
    for number in range(100):
        found[key((number,))] = number
    assert len(found) == 100
    assert found[key((99,))] == 99
    assert key((0,)) not in found


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ((1, 2), (True, 2)),
        ((1,), (1.0,)),
        ((0.0,), (-0.0,)),
        (Stones(1, 2, 0), (1, 2, 0)),
        ((Stones(1, 2, 0), 1), ((1, 2, 0), 1)),
        ((), ((),)),
        (("a",), (b"a",)),
    ],
)
def test_states_of_different_types_are_not_equal(one: Any, other: Any) -> None:
    key = Numbering("test")
    assert key(one) != key(other)
    assert key(one) == key(one)
    assert strict(one) == strict(one)


def test_the_error_of_a_false_entry_names_its_cause() -> None:
    asked: list[int] = []

    def utility(_state: Any) -> tuple[int, int]:
        asked.append(1)
        return (1, -1) if len(asked) % 3 else (-1, 1)

    with pytest.raises(GameError, match="not confirmed by a search without it: a function of it answers otherwise"):
        Solver(minus(utility=utility), verify=True).solve()
    with pytest.raises(GameError, match="its key is the same for states of different value"):
        Solver(minus(hints=SearchHints(key=lambda state: 2 - state[1])), verify=True).solve()


@pytest.mark.interpreted
def test_check_tries_to_refute_an_injective_key() -> None:
    game = hexagons(3, keyed=True)
    assert check_game(changed(game, {"hints.key_kind": "injective"}), games=30).ok
    hints = SearchHints(key=lambda state: state.red + state.blue, key_kind="injective")
    wrong = replace(game, hints=hints, compiled=False)
    (fault,) = check_game(wrong, games=30).failures
    assert fault.law == "equal keys, equal futures"
    assert "futures differ, and the game states key_kind='injective'" in fault.detail
    seen = replace(game, hints=SearchHints(proof=ProofHints(key=hints.key, key_kind="injective")))
    (fault,) = check_game(seen, games=300).failures
    assert fault.law == "equal keys, equal values"
    assert "and the proof hints state key_kind='injective'" in fault.detail


def test_keys_of_two_words_are_equal_compiled_and_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    game = replace(heap(2**60), initial=_a_large_heap)
    compiled = Solver(game, table=1 << 10).solve()
    monkeypatch.setenv("SPIELBAUM_JIT", "0")
    interpreted = Solver(game, table=1 << 10).solve()
    assert (compiled.nodes, compiled.keys) == (interpreted.nodes, "hash")
    assert 0 < compiled.key_collision == interpreted.key_collision < 1e-12


@pytest.mark.long
def test_keys_are_equal_compiled_and_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = Solver(hexagons(3, keyed=False), table=1 << 10).solve()
    monkeypatch.setenv("SPIELBAUM_JIT", "0")
    interpreted = Solver(hexagons(3, keyed=False), table=1 << 10).solve()
    assert (compiled.nodes, compiled.keys) == (interpreted.nodes, "certain")


def test_an_injective_key_is_scrambled() -> None:
    assert search_key(hexagons(3, keyed=True), compiled=False)(Stones(1, 0, 1)) == scrambled(U64(1))
