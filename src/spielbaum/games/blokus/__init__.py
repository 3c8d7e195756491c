"""Blokus: players place pieces that touch their own at corners only; whoever has the fewest squares left wins."""

from spielbaum import Game
from spielbaum.games.blokus.board import CLASSIC, DUO, Board
from spielbaum.games.blokus.notation import make_notation
from spielbaum.games.blokus.rules import make_rules


def game(players: int = 4, *, duo: bool = False, size: int = 0, largest: int = 5) -> Game:
    """Return Blokus."""
    board = Board(size or (DUO if duo else CLASSIC), 2 if duo else 4, players, largest)
    rules = make_rules(board)
    from spielbaum.games.blokus.scores import make_placed
    from spielbaum.games._vectors import for_each
    from spielbaum import Evaluation
    return Game(
        name="blokus",
        players=players,
        initial=rules.initial,
        to_move=rules.to_move,
        actions=rules.actions,
        result=rules.result,
        is_terminal=rules.is_terminal,
        utility=rules.utility,
        zero_sum=players == 2,
        max_utility=1,
        utility_sum=0 if players == 2 else 1,
        non_negative=players > 2,
        distinct_actions=len(board.orientations) * board.size**2 + 1,
        evaluations={"squares": Evaluation(for_each(range(players), make_placed(board)), utility_weight=100,
            non_negative=True, maximum=89, maximal_sum=356)} if players > 2 else {},
        notation=make_notation(board),
        doc=__doc__ or "",
    )
