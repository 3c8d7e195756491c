"""The evaluations of a game by name: its own, mobility, and those in files."""

from pathlib import Path

from spielbaum.errors import Message, UnknownNameError
from spielbaum.game import NONE, Evaluation, Game, State, Vector, is_learned_file, path_of
from spielbaum.kernel import with_entry

MOBILITY = "mobility"
HALF = 20
"""The number of actions at which mobility is half of its maximum."""


def find_evaluation(game: Game, name: str | None = None) -> Evaluation | None:
    """Return an evaluation by name, by default the game's first; None if there is none.

    A name that ends in ``.json`` is the path of a learned evaluation, one that ends in ``.py`` that of a Python file
    with a function, whose name may follow behind a colon. ``none`` is no evaluation: all unfinished
    positions count the same. ``mobility``, which every game has, counts the actions of the player to move.

    Raises
    ------
    UnknownNameError
        If there is no such evaluation.
    InputError
        If the file holds no evaluation of this game.
    """
    if name is None or name in game.evaluations:
        return game.evaluation(name)
    if is_learned_file(name):
        from spielbaum.learning.models.file import read_evaluation

        return read_evaluation(game, Path(name))
    if path_of(name) is not None:
        from spielbaum.search.core.evaluation_file import read_evaluation as read_written

        return read_written(game, name)
    if name == NONE:
        return None
    if name == MOBILITY:
        return make_mobility(game)
    known = [*game.evaluations, NONE, *({MOBILITY} - set(game.evaluations))]
    raise UnknownNameError(Message("evaluation of {!r}", game.name), name, known)


def make_mobility(game: Game) -> Evaluation:
    """Return the evaluation ``mobility``, which grows with the number of actions of the player to move.

    It ranges from 0 to 1, or to the largest utility if that is smaller. In a zero-sum game the others share the same
    with the opposite sign; otherwise they get 0.
    """
    actions, to_move, players = game.actions, game.to_move, game.players
    most = 1.0 if game.max_utility is None else min(1.0, float(game.max_utility))
    others = -1.0 / max(1, players - 1) if game.zero_sum else 0.0
    zeros = (0.0,) * players

    def mobility(state: State) -> Vector:
        count = 0
        for _ in actions(state):
            count += 1
        share = most * count / (count + HALF)
        vector = zeros
        for player in range(players):
            vector = with_entry(vector, player, others * share)
        return with_entry(vector, to_move(state), share)

    return Evaluation(mobility, maximum=most, non_negative=not game.zero_sum)
