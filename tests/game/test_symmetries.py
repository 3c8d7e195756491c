"""Keys made of symmetries: shared by all images of a state, and by no other state."""

import random
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from spielbaum import Evaluation, Game, SearchHints, Solver, View, check_game, load, search
from spielbaum.checking import check
from spielbaum.errors import GameError
from spielbaum.game.symmetries import find_images, images_of_squares, make_symmetric_keys

HEX = load(str(Path(__file__).parent.parent.parent / "examples" / "hex.py"))
LINES = (0b111, 0b111000, 0b111000000, 0b001001001, 0b010010010, 0b100100100, 0b100010001, 0b001010100)


class Bits(NamedTuple):
    crosses: int
    noughts: int
    to_move: int
    last: int = 0


def has_won(pieces: int) -> bool:
    for line in LINES:  # noqa: SIM110
        if pieces & line == line:
            return True
    return False


def actions(state: Bits) -> Any:
    for square in range(9):
        if not (state.crosses | state.noughts) >> square & 1:
            yield square


def result(state: Bits, square: int) -> Bits:
    if state.to_move == 0:
        return Bits(state.crosses | 1 << square, state.noughts, 1, square)
    return Bits(state.crosses, state.noughts | 1 << square, 0, square)


def utility(state: Bits) -> tuple[int, int]:
    lead = int(has_won(state.crosses)) - int(has_won(state.noughts))
    return lead, -lead


BITS = Game(
    name="bits", players=2, initial=lambda: Bits(0, 0, 0), to_move=lambda state: state.to_move, actions=actions,
    result=result, utility=utility, zero_sum=True, max_utility=1, hints=SearchHints(symmetries="square"),
    is_terminal=lambda s: has_won(s.crosses) or has_won(s.noughts) or s.crosses | s.noughts == 511,
    view=View(shape=(3, 3), bits=("crosses", "noughts")),
)  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "shape", "images"),
    [
        ("square", (3, 3), 8),
        ("rectangle", (3, 3), 4),
        ("rectangle", (2, 3), 4),
        ("mirror", (2, 3), 2),
        ("turn", (2, 3), 2),
    ],
)
def test_symmetries_are_a_group_that_keeps_neighbours(kind: Any, shape: tuple[int, int], images: int) -> None:
    found = images_of_squares(shape, kind)
    assert len(set(found)) == images
    assert found[0] == tuple(range(shape[0] * shape[1]))
    for one, other in product(found, repeat=2):
        assert tuple(one[square] for square in other) in found
    squares = [divmod(square, shape[1]) for square in range(shape[0] * shape[1])]
    for image in found:
        for a, b in product(range(len(squares)), repeat=2):
            assert apart(squares[image[a]], squares[image[b]]) == apart(squares[a], squares[b])


def apart(one: tuple[int, int], other: tuple[int, int]) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


class Boards(NamedTuple):
    board: tuple[int, ...]
    crosses: int
    noughts: int
    to_move: int


@pytest.mark.parametrize("kind", ["square", "rectangle", "mirror", "turn"])
def test_images_share_both_keys_and_other_states_share_none(kind: Any) -> None:
    draw = random.Random(kind)
    start = Boards((0,) * 9, 0, 0, 0)
    images = find_images(start, kind, "game 'x'", (3, 3), ("crosses", "noughts"))
    keys = make_symmetric_keys(start, images)
    of_class: dict[tuple[Boards, ...], tuple[int, int]] = {}
    for _ in range(300):
        board = tuple(draw.choice((0, 0, 0, 1, 2)) for _ in range(9))
        state = Boards(board, draw.getrandbits(9) & draw.getrandbits(9), draw.getrandbits(9) >> 7, draw.getrandbits(1))
        alike = images.of(state)
        found = {(keys[0](image), keys[1](image)) for image in alike}
        assert len(found) == 1
        of_class[tuple(sorted(alike))] = found.pop()
    for which in (0, 1):
        assert len({pair[which] for pair in of_class.values()}) == len(of_class)
    assert len(of_class) > 100


@pytest.mark.slow
@pytest.mark.interpreted
@pytest.mark.parametrize("game", [BITS, replace(HEX, hints=SearchHints(symmetries="turn"))], ids=["bits", "tuple"])
def test_a_true_symmetry_passes_the_check_and_changes_no_value(game: Game) -> None:
    assert check_game(game, games=5).ok
    plain = replace(game, hints=SearchHints())
    states, draw = [game.initial()], random.Random(5)
    for _ in range(4):
        states.append(game.result(states[-1], draw.choice(list(game.actions(states[-1])))))
    depth = 5 if game is BITS else 2
    for state in states:
        table = search(game, state, depth=depth, algorithm="alpha-beta:replacement=two-deep")
        assert table.value == search(plain, state, depth=depth, algorithm="alpha-beta").value
    assert search(game, depth=depth, algorithm="alpha-beta:replacement=two-deep").nodes < (
        search(plain, depth=depth, algorithm="alpha-beta:replacement=two-deep").nodes
    )


@pytest.mark.interpreted
def test_a_proof_searches_images_once() -> None:
    with_images, without = (Solver(game, table=1 << 20).solve() for game in (BITS, replace(BITS, hints=SearchHints())))
    assert with_images.score == without.score == 0
    assert with_images.nodes < without.nodes / 2


def rewarded_corner(state: Bits) -> tuple[int, int]:
    return (1, -1) if state.last == 0 else (-1, 1)


def corner(state: Bits) -> tuple[float, float]:
    return (0.5, -0.5) if state.crosses & 1 else (0.0, 0.0)


@pytest.mark.slow
@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("game", "what"),
    [
        (replace(HEX, hints=SearchHints(symmetries="square")), "futures differ"),
        (replace(BITS, utility=rewarded_corner), "futures differ"),
        (replace(BITS, evaluations={"corner": Evaluation(corner)}), "evaluations differ"),
    ],
    ids=["hex is no square", "the last square counts", "an evaluation of one corner"],
)
def test_a_false_symmetry_is_found(game: Game, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "SHORTENING_STATES", 300)  # the shortest line is not needed
    failures = check_game(game, games=60).failures
    assert [failure.law for failure in failures] == ["symmetries"]
    assert what in failures[0].detail


class NoBoard(NamedTuple):
    count: int
    to_move: int


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"hints": SearchHints(symmetries="round")}, "must be 'square', 'rectangle', 'mirror', 'turn', not 'round'"),  # type: ignore[arg-type]
        ({"initial": lambda: NoBoard(0, 0), "view": View()}, "needs a board"),
        ({"view": View(shape=(2, 3), bits=("crosses",))}, "write 'rectangle'"),
    ],
)
def test_impossible_symmetries_are_refused(changes: dict[str, Any], says: str) -> None:
    hints = {"hints": SearchHints(symmetries="square")}
    with pytest.raises(GameError, match=says):
        replace(BITS, **(hints | changes))


def test_a_key_of_the_game_takes_precedence_over_symmetries() -> None:
    def own(state: Bits) -> int:
        return state.crosses << 9 | state.noughts

    game = replace(BITS, hints=SearchHints(symmetries="square", key=own))
    assert game.hints.key is own
