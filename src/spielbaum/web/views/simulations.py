"""Monte-Carlo tree search simulation by simulation, as data for its viewer."""

from collections.abc import Sequence
from typing import NamedTuple

from spielbaum.game import Game, State
from spielbaum.game.notation import parse_action
from spielbaum.language import Translations
from spielbaum.pictures import Look
from spielbaum.pictures.growth.html import film_of, growth_data
from spielbaum.search.algorithms.choice import parse_algorithm
from spielbaum.search.trace.growth import Growth, record_growth
from spielbaum.web.http.json_body import json_bytes
from spielbaum.web.views.boards import board_picture
from spielbaum.web.views.players import player_name

MAX_SIMULATIONS = 1_000
MAX_SECONDS = 4.0
"""Seconds after which no other simulation begins."""

STEPS_EACH = 100
"""A position in the viewer is a number of simulations times this, and the steps of the next one."""


class Example(NamedTuple):
    """A position on the page of simulations: a game, and the moves from its start."""

    key: str
    game: str
    moves: tuple[str, ...] = ()

    def states(self, game: Game) -> tuple[State, ...]:
        """Return the states of the moves."""
        states = [game.initial()]
        for move in self.moves:
            states.append(game.result(states[-1], parse_action(game, states[-1], move)))
        return tuple(states)


EXAMPLES = {
    example.key: example
    for example in (
        Example("trap", "tic-tac-toe", ("0", "4", "8")),
        Example("empty", "tic-tac-toe"),
        Example("two-ends", "connect-four", ("4", "4", "3", "3")),
        Example("nim", "nim:heaps=1-2"),
    )
}
"""The positions by their keys in URLs."""


class Settings(NamedTuple):
    """The options of a search: the constant of UCT, the random seed, and whether proven nodes are noted."""

    exploration: float
    seed: int
    solver: bool

    @property
    def algorithm(self) -> str:
        """The algorithm as text."""
        solver = str(self.solver).lower()
        return f"mcts:exploration={self.exploration:g},seed={self.seed},solver={solver},reuse=false"


def grown_tree(game: Game, states: Sequence[State], settings: Settings) -> Growth:
    """Return the growth of the tree of the last state."""
    choice, history = parse_algorithm(settings.algorithm), tuple(states[:-1])
    return record_growth(game, states[-1], choice, simulations=MAX_SIMULATIONS, history=history, seconds=MAX_SECONDS)


def growth_json(t: Translations, game: Game, growth: Growth) -> bytes:
    """Return the growth of a tree as JSON for the viewer."""
    names = [player_name(t, game, player) for player in range(game.players)]
    note = t("simulations.stopped", seconds=MAX_SECONDS, count=len(growth.simulations)) if growth.stopped else ""
    return json_bytes(growth_data(growth, game, names=names, translations=t, note=note))


def boards_json(t: Translations, game: Game, states: Sequence[State], growth: Growth, number: int) -> bytes:
    """Return the boards of a simulation as JSON."""

    def draw(state: State, before: State | None) -> str:
        return board_picture(t, game, state, Look(before=before))

    plies, boards = film_of(growth, game, states, number, draw)
    return json_bytes({"plies": plies, "boards": boards})
