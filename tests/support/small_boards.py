"""Boards on which games are short."""

SMALL: dict[str, dict[str, object]] = {
    "blokus": {"size": 5, "largest": 2},
    "chameleon-chess": {"players": "RB"},
    "chinese-checkers": {"arm": 1, "turns": 20},
    "connect-four": {"width": 4, "height": 4},
    "domineering": {"rows": 3, "columns": 3},
    "dots-and-boxes": {"rows": 1, "columns": 2},
    "draughts": {"quiet": 6},
    "focus": {"turns": 5},
    "go": {"size": 3},
    "othello": {"size": 4},
    "random-tree": {"depth": 3},
    "rolit": {"size": 4},
}
