"""Connect Four: drop stones into columns, four in a row wins."""

from spielbaum import Game
from spielbaum.games.connect_four.evaluations import make_evaluations
from spielbaum.games.connect_four.features import make_features
from spielbaum.games.connect_four.insight import make_insight
from spielbaum.games.connect_four.notation import make_notation
from spielbaum.games.connect_four.rules import Board, make_has_four, make_rules


def game(width: int = 7, height: int = 6) -> Game:
    """Return Connect Four on a board of any size that fits into 64 bits: ``width * (height + 1) <= 64``."""
    if width < 1 or height < 1:
        raise ValueError(f"width and height must be at least 1, not {width} and {height}")
    if width * (height + 1) > 64:
        raise ValueError(f"width * (height + 1) must not exceed 64, and {width} * {height + 1} does")
    size = Board(width, height)
    return Game(
        name="connect-four",
        players=2,
        zero_sum=True,
        utility_sum=0,
        max_utility=max(1, (width * height + 2 - 7) // 2),
        evaluations=make_evaluations(size),
        player_names=("X", "O"),
        player_colours=("#ffd24a", "#ff7a66"),
        **make_features(size),
        **make_rules(size),
        **make_insight(size),
        **make_notation(size, make_has_four(size)),
    )
