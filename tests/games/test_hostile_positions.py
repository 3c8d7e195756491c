"""Absurd positions: refused with a sentence, or states with which everything works."""

import random
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from spielbaum.errors import PositionError
from spielbaum.game import Game, State
from spielbaum.game.notation import format_state, parse_state
from spielbaum.games import load, names
from spielbaum.pictures import draw_board

HEX = Path(__file__).parents[2] / "examples" / "hex.py"
"""A game whose board is a tuple, as the tutorial teaches."""

POSITIONS = 300
PLIES = 8
NUMBERS = (
    *(0, 1, -1, 2, 7, 63, 64, 512, 10**5, 2**32, 2**63 - 1, 2**63, 2**64 - 1, 2**64, -(2**63), -(2**64)),
    *("true", "false", "null", "0.5", "1.0", "1e300", "1e999", "NaN", '"1"', '""', "[]", "{}", "[[1]]", "9" * 5000),
    *(2**bit for bit in range(3, 60, 8)),
)
PIECES = (*" -/019abcxkKWO.,:;[](){}\"'é²١𝟙\0\n", "9" * 30, "9" * 5000, "-1")


def played(game: Game, generator: random.Random) -> State:
    state = game.initial()
    for _ in range(generator.randrange(PLIES)):
        if not game.is_terminal(state):
            state = game.result(state, generator.choice(list(game.actions(state))))
    return state


def as_numbers(state: State, generator: random.Random) -> str:
    """Return the fields of a state, one or two of them changed."""
    fields = {name: written(value) for name, value in state._asdict().items()}
    for name in generator.choices(list(fields), k=generator.randrange(1, 3)):
        fields[name] = changed(getattr(state, name), generator)
    return "{" + ", ".join(f'"{name}": {value}' for name, value in fields.items()) + "}"


def written(value: Any) -> str:
    """Return a field of a state, a number or a tuple, as JSON."""
    return f"[{', '.join(map(written, value))}]" if isinstance(value, tuple) else str(int(value))


def changed(value: Any, generator: random.Random) -> str:
    """Return another number as JSON; of a tuple one entry is changed, left out or added, or it is a number."""
    if not isinstance(value, tuple) or not value:
        flipped = int(value or 0) ^ 1 << generator.randrange(64)
        return str(generator.choice((*NUMBERS, flipped, int(value or 0) + 1)))
    place = generator.randrange(len(value))
    other = generator.choice(([changed(value[place], generator)], [], [written(value[place]), "0"], None))
    if other is None:
        return str(generator.choice(NUMBERS))
    entries = [*map(written, value)]
    return f"[{', '.join([*entries[:place], *other, *entries[place + 1 :]])}]"


def as_text(game: Game, state: State, generator: random.Random) -> str:
    """Return the notation of a state, in one or two places changed."""
    text = format_state(game, state)
    for _ in range(generator.randrange(1, 3)):
        place = generator.randrange(len(text) + 1)
        text = text[:place] + generator.choice(PIECES) + text[place + generator.randrange(3) :]
    return text


def use(game: Game, state: State) -> None:
    """Ask a state whatever a page or a search may ask."""
    assert parse_state(game, format_state(game, state)) == state
    draw_board(game, state)
    for _ in range(3):
        if game.is_terminal(state):
            assert len(game.utility(state)) == game.players
            return
        assert 0 <= game.to_move(state) < game.players
        actions = list(islice(game.actions(state), 5000))
        assert 0 < len(actions) < 5000
        assert game.hints.count is None or game.hints.count(state) == len(actions)
        estimates = [found.function for found in game.evaluations.values()]
        for ask in filter(
            None, (game.hints.key, game.features.function, game.hints.bounds, game.hints.uniform, *estimates)
        ):
            ask(state)
        state = game.result(state, actions[-1])


@pytest.mark.parametrize("name", names())
def test_a_position_is_refused_or_works(name: str) -> None:
    game, generator = load(name), random.Random(16)
    for number in range(POSITIONS):
        state = played(game, generator)
        text = as_text(game, state, generator) if number % 2 else as_numbers(state, generator)
        try:
            state = parse_state(game, text)
        except PositionError:
            continue
        use(game, state)


def test_a_changed_tuple_is_refused_or_read() -> None:
    game, generator, read = load(str(HEX)), random.Random(16), 0
    for _ in range(POSITIONS):
        state = played(game, generator)
        try:
            found = parse_state(game, as_numbers(state, generator))
        except PositionError:
            continue
        assert len(found.board) == len(state.board)  # type: ignore[attr-defined]
        read += 1
    assert 0 < read < POSITIONS


@pytest.mark.parametrize("game", ["figure", "tree"])
@pytest.mark.parametrize(("node", "ply"), [(512, 0), (-1, 0), (1, 0), (0, 1), (10**18, 2)])
def test_a_node_that_a_tree_does_not_have(game: str, node: int, ply: int) -> None:
    with pytest.raises(PositionError, match=rf"node {node}[: ]"):
        parse_state(load(game), f'{{"node": {node}, "ply": {ply}}}')


@pytest.mark.parametrize(("node", "ply"), [(1, 7), (1, -1), (-1, 1), (2**32, 1), (1, 0)])
def test_a_node_that_a_random_tree_does_not_have(node: int, ply: int) -> None:
    with pytest.raises(PositionError, match=r"ply must be from 0 to 6|the root is node"):
        parse_state(load("random-tree"), f'{{"node": {node}, "ply": {ply}}}')
