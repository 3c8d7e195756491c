"""Ladders: ratings of all players in many games and budgets, from games that go where they decide most."""

from spielbaum.arena.ladder.claims import Claim, Verdict, verdict
from spielbaum.arena.ladder.design import Ladder, LadderCell, Piece, read_ladder
from spielbaum.arena.ladder.plan import Played, is_reached, next_pieces, standing

__all__ = [
    "Claim",
    "Ladder",
    "LadderCell",
    "Piece",
    "Played",
    "Verdict",
    "is_reached",
    "next_pieces",
    "read_ladder",
    "standing",
    "verdict",
]
