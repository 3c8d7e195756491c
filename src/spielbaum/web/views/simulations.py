"""Monte-Carlo tree search simulation by simulation, as data for its viewer."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from spielbaum.game import Game, State
from spielbaum.game.notation import parse_action
from spielbaum.pictures import Look
from spielbaum.pictures.svg.theme import ink_on, player_colour
from spielbaum.search.algorithms.choice import parse_algorithm
from spielbaum.search.trace.growth import Growth, record_growth
from spielbaum.web.http.json_body import json_bytes
from spielbaum.web.http.translations import Translations
from spielbaum.web.views.boards import board_picture
from spielbaum.web.views.players import player_name

MAX_SIMULATIONS = 1_000
MAX_SECONDS = 4.0
"""Seconds after which no other simulation begins."""

STEPS_EACH = 100
"""A position in the viewer is a number of simulations times this, and the steps of the next one."""

MAX_LETTERS = 400_000
"""The most letters of the boards of a simulation, approximately; of a longer playout some are left out."""

FIRST_BOARDS = 8
"""The boards of these plies are always shown."""

WORDS = "simulations.viewer."
"""The prefix of the texts of the viewer."""


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
    texts: dict[str, int] = {}

    def place(text: str | None) -> int:
        return -1 if text is None else texts.setdefault(text, len(texts))

    nodes, made = growth.nodes, growth.simulations
    document = {
        "words": {key.removeprefix(WORDS): text for key, text in t.entries.items() if key.startswith(WORDS)},
        "language": t.language,
        "players": [_player(t, game, player) for player in range(game.players)],
        "rootPlayer": growth.root_player,
        "exploration": growth.exploration,
        "parent": [-1 if node.parent is None else node.parent for node in nodes],
        "action": [place(node.action) for node in nodes],
        "toMove": [-1 if node.to_move is None else node.to_move for node in nodes],
        "added": [node.added for node in nodes],
        "leaf": [one.leaf for one in made],
        "playout": [[place(action) for action in one.playout] for one in made],
        "value": [one.value for one in made],
        "proven": [(number, *found) for number, one in enumerate(made, 1) for found in one.proven],
        "complete": growth.complete,
        "note": t("simulations.stopped", seconds=MAX_SECONDS, count=len(made)) if growth.stopped else "",
        "texts": list(texts),
    }
    return json_bytes(document)


def boards_json(t: Translations, game: Game, states: Sequence[State], growth: Growth, number: int) -> bytes:
    """Return the boards of a simulation as JSON: the root, and a board after each action in the tree and the playout.

    ``plies`` has the number of actions before each board.
    """
    line = [states[-1]]
    for action in growth.simulations[number - 1].actions:
        line.append(game.result(line[-1], action))
    before = (states[-2] if len(states) > 1 else None, *line[:-1])

    def board(ply: int) -> str:
        return board_picture(t, game, line[ply], Look(before=before[ply]))

    step = max(1, len(line) * len(board(0)) // MAX_LETTERS)
    plies = [ply for ply in range(len(line)) if ply < FIRST_BOARDS or ply % step == 0 or ply == len(line) - 1]
    boards = [board(ply) for ply in plies]
    return json_bytes({"plies": plies, "boards": boards})


def _player(t: Translations, game: Game, player: int) -> dict[str, Any]:
    colour = player_colour(game, player)
    return {"name": player_name(t, game, player), "colour": colour, "on": ink_on(colour)}
