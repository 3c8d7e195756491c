"""Models made by hand, for tests."""

from spielbaum.learning.models import TO_MOVE, Categories, Counts, Linear, Model

LINEAR = Model(
    game="tic-tac-toe",
    features=("lines-1", "lines-2", TO_MOVE),
    body=Linear(weights=((0.25, 1.0, 0.5),)),
    method="linear",
)
"""One row of weights."""

PHASES = Model(
    game="tic-tac-toe",
    features=("lines-2", TO_MOVE),
    body=Linear(weights=((1.0, 0.0), (3.0, 1.0)), phase="lines-1", knots=(2.0, 6.0)),
    method="linear",
)
"""Two rows, blended by the open lines with one stone."""

COUNTED = Model(
    game="tic-tac-toe",
    features=("lines-2", TO_MOVE),
    body=Categories(
        thresholds=((-0.5, 0.5), (0.0,)),
        cells={
            0: Counts(10, 0, 50, 10.0, 60),
            1: Counts(20, 10, 20, 25.0, 50),
            4: Counts(20, 10, 20, 25.0, 50),
            5: Counts(50, 0, 10, 50.0, 60),
            2: Counts(1, 0, 3, 1.0, 4),
            3: Counts(3, 0, 1, 3.0, 4),
        },
        games=({0: 70, 1: 6, 2: 80}, {0: 90}),
        players=2,
        fewest=5,
    ),
    method="categories",
)
"""Three bins of lines times the player to move; the middle ones are rare."""

MODELS = (LINEAR, PHASES, COUNTED)
