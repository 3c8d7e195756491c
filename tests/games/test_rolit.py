"""Rolit against dictionaries of balls, and known counts."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spielbaum import Searcher, perft, registry
from spielbaum.errors import PositionError
from spielbaum.game import Evaluation, Game, State
from spielbaum.game.click_path import click_path_of
from spielbaum.game.notation import parse_action, parse_state
from spielbaum.games.othello.evaluations import FEATURE_NAMES
from spielbaum.search.core.limits import Limits
from tiers import at_night, examples

Square = tuple[int, int]
AROUND = [(down, over) for down in (-1, 0, 1) for over in (-1, 0, 1) if down or over]
SEATS = {2: "RG", 3: "RYG", 4: "RYGB"}
PERFT = {
    2: [3, 24, 114, 649, 3220, 22138],
    3: [3, 20, 136, 630, 3956, 27778],
    4: [3, 20, 136, 1366, 7427, 44154],
}


class Balls:
    """A reference implementation: the colour of the ball on each square, a row and a column."""

    def __init__(self, players: int, size: int) -> None:
        self.colours, self.size, self.turns = SEATS[players], size, 0
        middle = size // 2
        self.on = {
            (middle - 1, middle - 1): "R",
            (middle - 1, middle): "Y",
            (middle, middle): "G",
            (middle, middle - 1): "B",
        }

    @property
    def mover(self) -> str:
        return self.colours[self.turns % len(self.colours)]

    def free(self) -> list[Square]:
        return [
            (row, column) for row in range(self.size) for column in range(self.size) if (row, column) not in self.on
        ]

    def enclosed(self, square: Square, colour: str) -> list[Square]:
        """Return the balls that a new one rolls over."""
        found = []
        for down, over in AROUND:
            line: list[Square] = []
            row, column = square[0] + down, square[1] + over
            while self.on.get((row, column), colour) != colour:
                line.append((row, column))
                row, column = row + down, column + over
            found += line if (row, column) in self.on else []
        return found

    def legal(self, colour: str) -> list[Square]:
        captures = [square for square in self.free() if self.enclosed(square, colour)]
        return captures or [
            (row, column) for row, column in self.free() if any((row + d, column + o) in self.on for d, o in AROUND)
        ]

    def put(self, square: Square) -> None:
        colour = self.mover
        for place in [square, *self.enclosed(square, colour)]:
            self.on[place] = colour
        self.turns += 1

    def count(self, colour: str) -> int:
        return list(self.on.values()).count(colour)

    def shares(self) -> list[float]:
        counts = [self.count(colour) for colour in self.colours]
        winners = counts.count(max(counts))
        return [(count == max(counts)) / winners for count in counts]

    def text(self) -> str:
        return "".join(self.on.get((row, c), ".") for row in range(self.size) for c in range(self.size))


def load(players: int, size: int = 8) -> Game:
    return registry.load(f"rolit:players={players},size={size}")


def random_games(players: int, size: int, positions: int) -> Iterator[tuple[Game, State, Balls]]:
    game, generator = load(players, size), random.Random(players)
    while positions > 0:
        state, balls = game.initial(), Balls(players, size)
        yield game, state, balls
        while not game.is_terminal(state):
            square = generator.choice(list(game.actions(state)))
            state = game.result(state, square)
            balls.put(divmod(square, size))
            positions -= 1
            yield game, state, balls


def expanded(game: Game, state: State) -> str:
    text = game.notation.format_state(state).split()[0].replace("/", "")
    return "".join("." * int(symbol) if symbol.isdigit() else symbol for symbol in text)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("size", [4, 6, 8])
def test_rules_match_dictionaries_of_balls(players: int, size: int) -> None:
    for game, state, balls in random_games(players, size, 10_000 if at_night() else 150):
        assert expanded(game, state) == balls.text()
        assert game.scores is not None
        assert game.scores(state) == tuple(map(balls.count, balls.colours))
        assert game.is_terminal(state) == (not balls.free())
        if game.is_terminal(state):
            shares = balls.shares()
            lead = (shares[0] - shares[1], shares[1] - shares[0])
            assert game.utility(state) == pytest.approx(lead if players == 2 else shares)
            continue
        assert game.view.player_names[game.to_move(state)][0].upper() == balls.mover
        assert [divmod(square, size) for square in game.actions(state)] == balls.legal(balls.mover)
        assert game.hints.count is not None
        assert game.hints.count(state) == len(balls.legal(balls.mover))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_features_and_evaluations_are_those_of_the_dictionaries(players: int) -> None:
    for game, state, balls in random_games(players, 8, 1000 if at_night() else 120):
        assert game.features.function is not None
        for colour, numbers in zip(balls.colours, game.features.function(state), strict=True):
            found = dict(zip(FEATURE_NAMES, numbers, strict=True))
            own = {square for square, ball in balls.on.items() if ball == colour}
            assert found["discs"] == len(own)
            assert found["moves"] == sum(bool(balls.enclosed(square, colour)) for square in balls.free())
            assert found["corners"] == len(own & {(0, 0), (0, 7), (7, 0), (7, 7)})
        for evaluation in game.evaluations.values():
            assert isinstance(evaluation, Evaluation)
            assert evaluation.maximum is not None
            values = evaluation.function(state)
            assert max(values) <= evaluation.maximum < evaluation.utility_weight
            if players == 2:
                assert sum(values) == 0
            else:
                assert min(values) >= 0
                assert sum(values) > 0
                assert sum(values) <= (evaluation.maximal_sum or 0)


@pytest.mark.parametrize("players", [4, *(pytest.param(n, marks=pytest.mark.interpreted) for n in (2, 3))])
def test_perft_is_known(players: int) -> None:
    depth = 6 if players == 4 or at_night() else 4
    assert perft(load(players), depth=depth) == PERFT[players][:depth]


def counted(balls: Balls, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for square in balls.legal(balls.mover):
        child = Balls(len(balls.colours), balls.size)
        child.on, child.turns = dict(balls.on), balls.turns
        child.put(square)
        total += counted(child, depth - 1)
    return total


@pytest.mark.parametrize("players", [2, 3, 4])
def test_perft_is_that_of_the_dictionaries(players: int) -> None:
    assert counted(Balls(players, 8), 4 if at_night() else 3) == PERFT[players][3 if at_night() else 2]


def test_who_has_no_ball_left_plays_next_to_any_ball() -> None:
    game = load(4, 4)
    state = parse_state(game, "4/1GG1/1GB1/4 R")
    squares = [game.notation.format_action(state, square) for square in game.actions(state)]
    assert squares == ["a1", "b1", "c1", "d1", "a2", "d2", "a3", "d3", "a4", "b4", "c4", "d4"]
    after = game.result(state, parse_action(game, state, "a1"))
    assert game.notation.format_state(after) == "R3/1GG1/1GB1/4 Y"


def test_winners_share_the_win() -> None:
    game = load(3, 4)
    assert game.utility(parse_state(game, "RRRR/RYYY/YYGG/GGBB R")) == (1 / 2, 1 / 2, 0)
    assert game.utility(parse_state(game, "RRRR/YYYY/GGGG/BBBB R")) == pytest.approx((1 / 3,) * 3)
    assert game.utility(parse_state(game, "BBBB/BBBB/BBBR/RYYG R")) == (1 / 2, 1 / 2, 0)
    two = load(2, 4)
    assert two.utility(parse_state(two, "RRRR/GGGG/YYYY/BBBB R")) == (0, 0)


def test_the_player_to_move_is_named() -> None:
    game = load(3, 4)
    for player, name in enumerate(game.view.player_names):
        state = parse_state(game, "4/1RY1/1BG1/4", to_move=name)
        assert state == parse_state(game, f"4/1RY1/1BG1/4 {name[0]}")
        assert game.to_move(state) == player


@pytest.mark.parametrize("text", ["8/8 R", "4/1RY1/1BG1/4", "4/1RY1/1BG1/4 B", "4/4/1BG1/4 R", "4/1RX1/1BG1/4 R"])
def test_impossible_positions_are_refused(text: str) -> None:
    with pytest.raises(PositionError):
        parse_state(load(3, 4), text)


@given(st.sampled_from([2, 3, 4]), st.sampled_from([4, 6]), st.lists(st.integers(0, 10**6), max_size=32))
@examples(30)
def test_positions_and_actions_are_read_as_written(players: int, size: int, choices: list[int]) -> None:
    game = load(players, size)
    state = game.initial()
    for choice in choices:
        if game.is_terminal(state):
            break
        squares = list(game.actions(state))
        square = squares[choice % len(squares)]
        text = game.notation.format_action(state, square)
        assert parse_action(game, state, text) == parse_action(game, state, text.upper()) == square
        assert tuple(click_path_of(game, state, square)) == (text,)
        state = game.result(state, square)
        assert parse_state(game, game.notation.format_state(state)) == state


@pytest.mark.interpreted
def test_max_n_solves_the_end_of_a_game() -> None:
    game = load(3, 4)
    state = parse_state(game, "RRYG/RRYG/BBYG/1Y1G R")
    found = Searcher(game, "max-n", evaluation="none").search(state, limits=Limits())
    values = {}
    for first in game.actions(state):
        after = game.result(state, first)
        values[first] = game.utility(game.result(after, next(iter(game.actions(after)))))[0]
    assert found.action == max(values, key=lambda square: values[square])
