"""A file to begin a game with."""

from pathlib import Path
from string import Template
from typing import Annotated

import typer

from spielbaum.cli.shared.output import console, plain

GAME = Template('''"""$title: say in one line how it is played and who wins."""

from typing import NamedTuple

from spielbaum import Game, View, replaced

ROWS, COLUMNS, PLAYERS = $rows, $columns, $players


class State(NamedTuple):
    board: tuple[int, ...]  # 0 for an empty square, else a player's number plus one
    to_move: int


def initial():
    return State((0,) * ROWS * COLUMNS, 0)


def to_move(state):
    return state.to_move


def actions(state):  # Which squares may be taken? Here: every empty one.
    for square in range(ROWS * COLUMNS):
        if state.board[square] == 0:
            yield square


def result(state, square):  # What does a move change? Here: one square, and the next player moves.
    return State(replaced(state.board, square, state.to_move + 1), (state.to_move + 1) % PLAYERS)


def is_terminal(state):  # When is the game over? Here: when no square is empty.
    return 0 not in state.board


def utility(state):  # What has each player at the end? Here: pieces in the upper row$less.
    row = state.board[:COLUMNS]
    $utility


game = Game(
    name="$name",
    players=PLAYERS,
    initial=initial,
    to_move=to_move,
    actions=actions,
    result=result,
    is_terminal=is_terminal,
    utility=utility,
    $facts,
    max_utility=COLUMNS,
    view=View(shape=(ROWS, COLUMNS)),
)
''')
TEST = Template('''"""$title keeps the contract of a game, and is searched."""

from pathlib import Path

from spielbaum import check_game, load, search

GAME = load(str(Path(__file__).parent / "$file"))


def test_the_contract_is_kept():
    assert check_game(GAME, games=50).ok


def test_a_search_finds_a_legal_action():
    assert search(GAME, depth=2).action in list(GAME.actions(GAME.initial()))
''')


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the game is called, such as hex.")],
    players: Annotated[int, typer.Option("--players", metavar="N", min=2, max=8, help="How many play.")] = 2,
    board: Annotated[str, typer.Option("--board", metavar="RxC", help="Rows and columns of the board.")] = "3x3",
) -> None:
    """Write a game that runs, with its rules to fill in, and a test beside it."""
    from spielbaum.errors import InputError

    rows, columns = _shape(board)
    stem = name.replace("-", "_")
    if not stem.isidentifier():
        raise InputError(f"a game is called by letters, digits and hyphens, such as my-game, not {name!r}")
    own, test = Path(f"{stem}.py"), Path(f"test_{stem}.py")
    for path in (own, test):
        if path.exists():
            raise InputError(f"{path} is there already: take another name, or move it away")
    two = players == 2
    counts = ", ".join(f"row.count({player + 1})" for player in range(players))
    filled = {
        "name": name,
        "title": name.replace("-", " ").replace("_", " ").capitalize(),
        "rows": rows,
        "columns": columns,
        "players": players,
        "file": own.name,
        "less": ", less those of the other" if two else "",
        "utility": "lead = row.count(1) - row.count(2)\n    return lead, -lead" if two else f"return {counts}",
        "facts": "zero_sum=True" if two else "non_negative=True",
    }
    own.write_text(GAME.substitute(filled), encoding="utf-8")
    test.write_text(TEST.substitute(filled), encoding="utf-8")
    out = console()
    out.print(f"wrote {plain(own)} and {plain(test)}: fill in the rules, then", markup=False)
    for command in (f"spielbaum check {own}", f"spielbaum play {own}", f"python -m pytest {test}"):
        out.print(f"  {command}", markup=False)


def _shape(board: str) -> tuple[int, int]:
    from spielbaum.errors import InputError

    rows, _, columns = board.lower().partition("x")
    if not (rows.isdecimal() and columns.isdecimal()):
        raise InputError(f"--board is rows x columns, such as 5x5, not {board!r}")
    if not (1 <= int(rows) <= 26 and 1 <= int(columns) <= 26):
        raise InputError(f"a board has 1 to 26 rows and columns, not {board}")
    return int(rows), int(columns)
