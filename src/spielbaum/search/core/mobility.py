"""An evaluation to begin with, which every game has: how many actions the player to move can choose from."""

from spielbaum.game import Evaluation, Game, State, Vector
from spielbaum.kernel import with_entry

HALF = 20
"""With so many actions the mover has half of what an estimate can be."""


def make_mobility(game: Game) -> Evaluation:
    """Return the evaluation: from 0 to the smaller of 1 and the largest utility, growing with the number of actions.

    In a zero-sum game the others together have the same with the other sign, else nothing.
    """
    actions, to_move, players = game.actions, game.to_move, game.players
    most = 1.0 if game.max_utility is None else min(1.0, float(game.max_utility))
    others = -1.0 / max(1, players - 1) if game.zero_sum else 0.0
    nought = (0.0,) * players

    def mobility(state: State) -> Vector:
        count = 0
        for _ in actions(state):
            count += 1
        share = most * count / (count + HALF)
        vector = nought
        for player in range(players):
            vector = with_entry(vector, player, others * share)
        return with_entry(vector, to_move(state), share)

    return Evaluation(mobility, maximum=most, non_negative=not game.zero_sum)
