"""A template for a new game: it runs, and its rules are to be replaced."""

from string import Template

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


def skeleton(name: str, players: int = 2, rows: int = 3, columns: int = 3) -> tuple[str, str]:
    """Return the source of a game that runs, and of a test; the game is in a file of its name."""
    two = players == 2
    counts = ", ".join(f"row.count({player + 1})" for player in range(players))
    filled = {
        "name": name,
        "title": name.replace("-", " ").replace("_", " ").capitalize(),
        "rows": rows,
        "columns": columns,
        "players": players,
        "file": f"{name.replace('-', '_')}.py",
        "less": ", less those of the other" if two else "",
        "utility": "lead = row.count(1) - row.count(2)\n    return lead, -lead" if two else f"return {counts}",
        "facts": "zero_sum=True" if two else "non_negative=True",
    }
    return GAME.substitute(filled), TEST.substitute(filled)
