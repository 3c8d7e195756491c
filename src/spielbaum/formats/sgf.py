"""SGF, the Smart Game Format: games in which a move is a point of a board, such as Go, Othello, Hex and m,n,k.

Files are split into tokens by sgfmill, which comes with the extra ``sgf``. Black is player 0. Of a tree of variations
the main line is read.

Source: A. Hollosi, SGF FF[4], with its pages on Go, Othello and Hex.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from string import ascii_letters, ascii_lowercase
from typing import Any, NamedTuple

from spielbaum.errors import InputError, PositionError
from spielbaum.formats.played import PlayedGame, at_line, checked, result_text
from spielbaum.game import Game, State
from spielbaum.game.board import Cell
from spielbaum.game.click_path import places_of
from spielbaum.game.notation import format_action, format_state, parse_action
from spielbaum.spec import parse_spec

NUMBERS = {"go": 1, "othello": 2, "tic-tac-toe": 4, "mnk": 4, "hex": 11}
"""What SGF calls games: GM. Four is Gomoku, with its relatives."""

BY_NUMBER = frozenset({"hex"})
"""Games whose points are a letter and a number, not two letters."""

PASS, NO_PASS = "pass", "tt"
SCORE = "Score"
TAGS = {
    "Event": "EV", "Site": "PC", "Date": "DT", "Round": "RO", "BlackRank": "BR", "WhiteRank": "WR", "Rules": "RU",
    "Komi": "KM", "TimeLimit": "TM", SCORE: "RE",
}  # fmt: skip
"""What is known of a game beside players and moves, as SGF calls it."""

COLOURS = "BW"
SETUP = {"AB": 0, "AW": 1, "AE": None, "PL": None}
"""The properties that set up a position, and whose stones they lay."""

WIDTH = 79


class Point(NamedTuple):
    """A point of a board, column and row counted from the upper left, from 0."""

    column: int
    row: int


class Board(NamedTuple):
    """The points of a game: their names by column and row, and how many of both there are."""

    names: dict[Point, str]
    columns: int
    rows: int

    @property
    def points(self) -> dict[str, Point]:
        """The points by their names."""
        return {name: point for point, name in self.names.items()}


class Property(NamedTuple):
    """A property of a node of the main line, its values, and where it stands."""

    name: str
    values: list[str]
    line: int
    node: int


def board_of(game: Game) -> Board:
    """Return the points of a game.

    Raises
    ------
    InputError
        If its moves are not the points of a board.
    """
    start = game.initial()
    places = [place for place in places_of(game, start) if place.cell.name not in ("", PASS)]
    columns, rows = (sorted({getattr(place, axis) for place in places}) for axis in "xy")
    names = {Point(columns.index(place.x), rows.index(place.y)): place.cell.name for place in places}
    moves = {format_action(game, start, action) for action in game.actions(start)} - {PASS}
    whole = len(names) == len(set(names.values())) == len(columns) * len(rows) > 0
    if not whole or not moves <= set(names.values()) or game.players != 2:
        raise InputError(f"SGF is for two players whose moves are points of a board, and not for {game.name}: use PGN")
    return Board(names, len(columns), len(rows))


def write(game: Game, games: Iterable[PlayedGame]) -> str:
    """Return games as SGF.

    Raises
    ------
    InputError
        If the moves of the game are not points of a board, or a position is more than its stones.
    """
    board = board_of(game)
    return "".join(_text(game, board, played) for played in games)


def parts(text: str) -> Iterator[list[Property]]:
    """Yield the properties of the main line of each game of a text, of which `reader` reads one.

    Raises
    ------
    InputError
        If a text is no SGF, or ends too early.
    """
    grammar, data, position = load_sgfmill(), text.encode(), 0
    found = False
    while True:
        tokens, end = grammar.tokenise(data, position)
        if not tokens:
            break
        begin = data.index(b"(", position)
        line = 1 + data.count(b"\n", 0, begin)
        if sum({b"(": 1, b")": -1}.get(token, 0) for kind, token in tokens if kind == "D"):
            raise at_line(1 + data.count(b"\n", 0, end), "the game is not closed, or cannot be read from here on")
        yield _properties(tokens, data, begin, line)
        found, position = True, end
    if not found:
        raise at_line(1, "there is no game: SGF begins with (;")


def reader(game: Game) -> Callable[[Sequence[Property]], PlayedGame]:
    """Return what reads one game of a text in SGF.

    It raises an InputError if something cannot be read, or a move is not legal; the sentence names the line.

    Raises
    ------
    InputError
        If the moves of the game are not points of a board, or sgfmill is missing.
    """
    load_sgfmill()
    return partial(_played, game, board_of(game))


def root_of(text: str) -> dict[str, str]:
    """Return the properties of the root of the first game of a text, such as SZ and KM, the first value of each.

    Raises
    ------
    InputError
        If there is no game, or sgfmill is missing.
    """
    return _root(next(parts(text)))


def position_in(game: Game, text: str) -> State:
    """Return the position at the end of the main line of the first game of a text.

    Raises
    ------
    ValueError
        With a sentence, if there is none.
    InputError
        If sgfmill is missing.
    """
    load_sgfmill()
    try:
        played = reader(game)(next(parts(text)))
    except InputError as error:
        raise ValueError(str(error)) from None
    state = played.first_state(game)
    for move in played.moves:
        state = game.result(state, _action(game, state, move))
    return state


def load_sgfmill() -> Any:
    """Return the module ``sgf_grammar`` of sgfmill.

    Raises
    ------
    InputError
        If it is not installed.
    """
    try:
        from sgfmill import sgf_grammar
    except ImportError as error:
        raise InputError("SGF needs sgfmill: pip install 'spielbaum[sgf]'") from error
    return sgf_grammar


def _action(game: Game, state: State, text: str) -> int:
    return next(action for action in game.actions(state) if format_action(game, state, action) == text)


def _cells(game: Game, state: State) -> list[Cell]:
    """Return the cells that have a name."""
    return [place.cell for place in places_of(game, state) if place.cell.name]


def _text(game: Game, board: Board, played: PlayedGame) -> str:
    grammar = load_sgfmill()
    played = checked(game, played)
    state = played.first_state(game)
    size = str(board.columns) if board.columns == board.rows else f"{board.columns}:{board.rows}"
    root: dict[str, list[str]] = {"FF": ["4"], "CA": ["UTF-8"], "AP": ["Spielbaum"], "SZ": [size], "GN": [game.spec]}
    number = NUMBERS.get(game.name)
    if number is not None:
        root["GM"] = [str(number)]
    if "komi" in game.options:
        root["KM"] = [str(game.options["komi"])]
    root |= {short: [played.tags[name]] for name, short in TAGS.items() if played.tags.get(name)}
    root |= {f"P{colour}": [name] for colour, name in zip(COLOURS, played.players, strict=False)}
    if played.shares is not None and _shares(played.tags.get(SCORE, "")) != played.shares:
        root["RE"] = [{"1-0": "B+", "0-1": "W+"}.get(result_text(played.shares), "0")]
    if played.start is not None:
        root |= _stones(game, board, state)
    nodes, points = [root], board.points
    for ply, move in enumerate(played.moves):
        point = "" if move == PASS else _written(game, points[move])
        nodes.append({COLOURS[int(game.to_move(state))]: [point]})
        if played.comments and played.comments[ply]:
            nodes[-1]["C"] = [played.comments[ply]]
        state = game.result(state, _action(game, state, move))
    tree = grammar.Coarse_game_tree()
    tree.sequence = [
        {name: [grammar.escape_text(value.encode()) for value in values] for name, values in node.items()}
        for node in nodes
    ]
    return grammar.serialise_game_tree(tree, wrap=WIDTH).decode()  # type: ignore[no-any-return]


def _written(game: Game, point: Point) -> str:
    if game.name in BY_NUMBER:
        return f"{ascii_lowercase[point.column]}{point.row + 1}"
    return ascii_letters[point.column] + ascii_letters[point.row]


def _stones(game: Game, board: Board, state: State) -> dict[str, list[str]]:
    """Return the properties that set up a position.

    Raises
    ------
    InputError
        If the position is more than its stones, such as one with a ko.
    """
    points, found = board.points, {"AB": list[str](), "AW": list[str]()}
    for cell in _cells(game, state):
        if cell.owner is not None and cell.name in points:
            found[f"A{COLOURS[cell.owner]}"].append(_written(game, points[cell.name]))
    mover = int(game.to_move(state))
    owners = {cell.name: cell.owner for cell in _cells(game, state) if cell.name in points}
    if _put_together(game, owners, mover) != state:
        raise InputError(f"the position {format_state(game, state)} is more than its stones: SGF cannot begin there")
    return {name: stones for name, stones in found.items() if stones} | {"PL": [COLOURS[mover]]}


def _put_together(game: Game, owners: dict[str, int | None], mover: int) -> State:
    """Return the state of a board with some stones."""
    if game.view.from_cells is None:
        raise InputError(f"{game.name} has no hook from_cells: positions in SGF are put together by it")
    start = game.initial()
    cells = [Cell(ground=cell.ground, name=cell.name, owner=owners.get(cell.name)) for cell in _cells(game, start)]
    return game.view.from_cells(start, cells, mover)


def _properties(tokens: Sequence[tuple[str, bytes]], data: bytes, position: int, line: int) -> list[Property]:
    """Return the properties up to where the first variation ends, with the lines in which they stand."""
    properties, node = list[Property](), -1
    for kind, token in tokens:
        if kind == "D" and token == b")":
            break
        place = data.index(b"[" + token + b"]" if kind == "V" else token[:1], position)
        line += data.count(b"\n", position, place)
        position = place
        if kind == "I":
            properties.append(Property(token.decode(), [], line, node))
        elif kind == "V":
            if not properties or properties[-1].node != node:
                raise at_line(line, "a value stands there without a property")
            properties[-1].values.append(re.sub(r"\\(.)", r"\1", token.decode(errors="replace"), flags=re.DOTALL))
        elif token == b";":
            node += 1
    return properties


def _played(game: Game, board: Board, properties: Sequence[Property]) -> PlayedGame:
    root = _root(properties)
    first = properties[0].line if properties else 1
    _refuse_other(game, board, root, first)
    state, start = game.initial(), None
    stones = [known for known in properties if known.name in SETUP]
    if stones:
        state = _setup(game, board, stones, root)
        start = format_state(game, state)
    moves, lines, nodes = list[str](), list[int](), list[int]()
    for known in properties:
        if known.name in SETUP and moves:
            raise at_line(known.line, f"stones are set up by {known.name} after the first move")
        if known.name not in COLOURS:
            continue
        for text in _moves(game, board, state, known):
            moves.append(text)
            lines.append(known.line)
            nodes.append(known.node)
            state = game.result(state, _legal(game, state, text, known.line, len(moves)))
    said = {known.node: known.values[0] for known in properties if known.name == "C" and known.values}
    comments = tuple(said.get(node, "") for node in nodes)
    played = PlayedGame(
        start=start,
        moves=tuple(moves),
        players=(root.get("PB", "?"), root.get("PW", "?")),
        shares=_shares(root.get("RE", "")),
        tags={name: root[short] for name, short in TAGS.items() if short in root},
        comments=comments if any(comments) else (),
        line=first,
    )
    return checked(game, played, lines)


def _root(properties: Sequence[Property]) -> dict[str, str]:
    return {known.name: known.values[0].strip() for known in properties if known.node == 0 and known.values}


def _refuse_other(game: Game, board: Board, root: dict[str, str], line: int) -> None:
    """Raise an error if a file is of another game, or of another board."""
    number = NUMBERS.get(game.name)
    if number is not None and root.get("GM", str(number)) != str(number):
        raise at_line(line, f"it is a game of GM[{root['GM']}], and {game.name} is GM[{number}]")
    if number is None and parse_spec(root.get("GN") or game.name).name != game.name and "GM" not in root:
        raise at_line(line, f"it is a game of {root['GN']}, not of {game.name}")
    columns, _, rows = root.get("SZ", f"{board.columns}:{board.rows}").partition(":")
    if (columns.strip(), (rows or columns).strip()) != (str(board.columns), str(board.rows)):
        size = f"{board.columns} columns and {board.rows} rows"
        raise at_line(line, f"its board is of size {root['SZ']}, and that of {game.spec} has {size}")


def _setup(game: Game, board: Board, stones: Sequence[Property], root: Mapping[str, str]) -> State:
    """Return the position that is set up; after a handicap White moves."""
    owners, mover = dict[str, int | None](), int(root.get("HA", "0") not in ("0", "1"))
    for known in stones:
        if known.name == "PL":
            mover = _colour(known)
        else:
            owners |= dict.fromkeys(_points(board, known), SETUP[known.name])
    try:
        state = _put_together(game, owners, mover)
        if game.notation.validate:
            game.notation.validate(state)
    except ValueError as error:
        raise at_line(stones[0].line, f"the stones make no position: {error}") from None
    return state


def _moves(game: Game, board: Board, state: State, known: Property) -> list[str]:
    """Return the move of a property, after a pass that the file leaves out."""
    colour, value = COLOURS.index(known.name), known.values[0].strip() if known.values else ""
    small = max(board.columns, board.rows) <= 19
    move = PASS if value == "" or (value == NO_PASS and small) or value.lower() == PASS else _name(board, value, known)
    if game.is_terminal(state) or int(game.to_move(state)) == colour:
        return [move]
    legal = [format_action(game, state, action) for action in game.actions(state)]
    if PASS not in legal:
        raise at_line(known.line, f"{known.name} moves, and {COLOURS[1 - colour]} is to move")
    return [PASS, move]


def _legal(game: Game, state: State, text: str, line: int, number: int) -> int:
    try:
        return parse_action(game, state, text)
    except PositionError as error:
        raise at_line(line, f"move {number}: {error}") from None


def _name(board: Board, value: str, known: Property) -> str:
    """Return the name of the point that a value means: two letters, or a letter and a number."""
    letters = re.fullmatch(r"([a-zA-Z])([a-zA-Z])", value)
    by_number = re.fullmatch(r"([a-zA-Z])(\d{1,2})", value)
    point = None
    if letters:
        point = Point(ascii_letters.index(letters[1]), ascii_letters.index(letters[2]))
    elif by_number:
        point = Point(ascii_lowercase.index(by_number[1].lower()), int(by_number[2]) - 1)
    if point not in board.names:
        raise at_line(known.line, f"{known.name}[{value[:20]}] is no point of the board")
    return board.names[point]


def _points(board: Board, known: Property) -> Iterator[str]:
    """Yield the names of the points of a list, in which a rectangle is written by two corners."""
    for value in known.values:
        first, _, last = value.strip().partition(":")
        corners = [board.points[_name(board, corner, known)] for corner in (first, last or first)]
        for column in range(corners[0].column, corners[1].column + 1):
            for row in range(corners[0].row, corners[1].row + 1):
                yield board.names[Point(column, row)]


def _colour(known: Property) -> int:
    value = known.values[0].strip() if known.values else ""
    colour = COLOURS.find(value.upper()[:1] or "-")
    if colour < 0:
        raise at_line(known.line, f"PL is B or W, not {value[:20]!r}")
    return colour


def _shares(result: str) -> tuple[float, ...] | None:
    found: dict[str, tuple[float, ...]] = {"B": (1, 0), "W": (0, 1), "0": (0.5, 0.5), "D": (0.5, 0.5)}
    return found.get(result[:1].upper()) if result[1:2] == "+" or result in ("0", "Draw", "draw") else None
