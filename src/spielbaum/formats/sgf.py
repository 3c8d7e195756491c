"""SGF, the Smart Game Format, for games whose moves are points of a board: Go, Othello, Hex, m,n,k.

The tokenizer is that of sgfmill, which comes with the extra ``sgf``. Black is player 0. Only the main line of a tree is
read.

Source: A. Hollosi, SGF FF[4], with its pages on Go, Othello and Hex.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from string import ascii_letters, ascii_lowercase
from typing import Any, NamedTuple

from spielbaum.errors import InputError, Message, Sentence
from spielbaum.formats.played import PlayedGame, at_line, checked, each_read, result_text
from spielbaum.game import Game, State
from spielbaum.game.board import Cell
from spielbaum.game.click_path import places_of
from spielbaum.game.notation import PASS, format_action, format_state, parse_action, states_of_line
from spielbaum.spec import parse_spec

NUMBERS = {"go": 1, "othello": 2, "tic-tac-toe": 4, "mnk": 4, "hex": 11}
"""The numbers of games in SGF's property GM. Four is Gomoku and its relatives."""

BY_NUMBER = frozenset({"hex"})
"""Games whose points are a letter and a number instead of two letters."""

PASS_ON_SMALL_BOARDS, SMALL = "tt", 19
"""Another value for a pass, besides the empty one, on boards up to a size."""

SIZES = {"go": "19"}
"""Default sizes of boards."""

SCORE = "Score"
TAGS = {
    "Event": "EV", "Site": "PC", "Date": "DT", "Round": "RO", "BlackRank": "BR", "WhiteRank": "WR", "Rules": "RU",
    "Komi": "KM", "TimeLimit": "TM", SCORE: "RE",
}  # fmt: skip
"""SGF properties of the tags of a game."""

COLOURS = "BW"
SETUP = {"AB": 0, "AW": 1, "AE": None, "PL": None}
"""The properties that set up a position, and the owners of their stones."""

WIDTH = 79

_BEGIN = re.compile(rb"\(\s*;")
_ROOT = re.compile(rb"\(\s*;\s*(?:FF|GM|CA|AP|SZ|GN|EV|PB|PW|DT|KM|RU)\s*\[")
"""The beginning of a game, as opposed to a variation."""

_REST = re.compile(rb"[\s)]*(?:;\s*)?(?!(?:FF|GM|CA|AP|SZ)\b)[A-Za-z]+\s*\[")
"""Nodes after the end of a game that was closed too early."""

_PROPERTY = re.compile(rb"\b([A-Z]{1,2})\s*\[[^\[\]]*\]")


class Point(NamedTuple):
    """A point of a board: column and row from the upper left, from 0."""

    column: int
    row: int


class Board(NamedTuple):
    """The points of a game: their names by column and row, and the numbers of columns and rows."""

    names: dict[Point, str]
    columns: int
    rows: int

    @property
    def points(self) -> dict[str, Point]:
        """The points by their names."""
        return {name: point for point, name in self.names.items()}


class Property(NamedTuple):
    """A property of a node in the main line, with its values, line and node number."""

    name: str
    values: list[str]
    line: int
    node: int


class SgfGame(NamedTuple):
    """The main line of a game, with its first line and its first error."""

    line: int
    properties: list[Property]
    fault: InputError | None = None


def board_of(game: Game) -> Board:
    """Return the points of a game.

    Raises
    ------
    InputError
        If its moves are not points of a board.
    """
    start = game.initial()
    places = [place for place in places_of(game, start) if place.cell.name not in ("", PASS)]
    columns, rows = (sorted({getattr(place, axis) for place in places}) for axis in "xy")
    names = {Point(columns.index(place.x), rows.index(place.y)): place.cell.name for place in places}
    moves = {format_action(game, start, action) for action in game.actions(start)} - {PASS}
    whole = len(names) == len(set(names.values())) == len(columns) * len(rows) > 0
    if not whole or not moves <= set(names.values()) or game.players != 2:
        raise InputError(
            Message("SGF is for two players whose moves are points of a board, not for {}: use PGN", game.name)
        )
    return Board(names, len(columns), len(rows))


def write(game: Game, games: Iterable[PlayedGame]) -> str:
    """Return games as SGF.

    Raises
    ------
    InputError
        If the moves of the game are not points of a board, or a position is not determined by its stones.
    """
    board = board_of(game)
    return "".join(_text(game, board, played) for played in games)


def each_game(game: Game, text: str) -> Iterator[PlayedGame | InputError]:
    """Yield the main line of each game of a text, or its error with the line.

    Raises
    ------
    InputError
        If the moves of the game are not points of a board, or sgfmill is missing.
    """
    load_sgfmill()
    return each_read(_games(text), partial(_played, game, board_of(game)))


def _games(text: str) -> Iterator[SgfGame]:
    """Yield the content of each game of a text; nothing extends beyond the root of another game."""
    data, line, found = text.encode(errors="surrogateescape"), 1, False
    for begin, end in pairwise([0, *(root.start() for root in _ROOT.finditer(data) if root.start()), len(data)]):
        for game in _games_of_section(data[begin:end], line):
            found = True
            yield game
        line += data.count(b"\n", begin, end)
    if not found:
        yield SgfGame(1, [], at_line(1, Sentence("there is no game: SGF begins with (;")))


def _games_of_section(data: bytes, line: int) -> Iterator[SgfGame]:
    """Yield the games in a part of a text that begins at a line; errors belong to their games."""
    grammar, position = load_sgfmill(), 0
    while True:
        found = _BEGIN.search(data, position)
        begin = found.start() if found else len(data)
        outside = _PROPERTY.search(data, position, begin)
        if outside:
            place = line + data.count(b"\n", position, outside.start())
            yield SgfGame(
                place, [], at_line(place, Sentence("{} is outside of a game, before its (;", outside[1].decode()))
            )
        if not found:
            return
        line += data.count(b"\n", position, begin)
        tokens, end = grammar.tokenise(data, begin)
        properties, fault = _properties(tokens, data, begin, line)
        stopped = line + data.count(b"\n", begin, end)
        if sum({b"(": 1, b")": -1}.get(token, 0) for kind, token in tokens if kind == "D"):
            fault = at_line(stopped, Sentence("the game is not closed, or cannot be read from here"))
            end = len(data)
        elif _REST.match(data, end):
            fault = fault or at_line(stopped, Sentence("the game is closed before its end"))
            after = _BEGIN.search(data, end)
            end = after.start() if after else len(data)
        yield SgfGame(line, properties, fault)
        line, position = line + data.count(b"\n", begin, end), end


def root_of(text: str) -> dict[str, str]:
    """Return the properties of the root of the first game of a text, such as SZ and KM, with their first values.

    Raises
    ------
    InputError
        If there is no game, or sgfmill is missing.
    """
    first = next(_games(text))
    if first.fault and not first.properties:
        raise first.fault
    return _root(first.properties)


def size_of(game: Game, root: Mapping[str, str]) -> tuple[str, str]:
    """Return columns and rows from the root of a game; empty if unknown."""
    number = str(NUMBERS.get(game.name))
    usual = SIZES.get(game.name, "") if root.get("GM", number) == number else ""
    columns, _, rows = root.get("SZ", usual).partition(":")
    return columns.strip(), (rows or columns).strip()


def read_first(game: Game, text: str) -> PlayedGame:
    """Return the first game of a text.

    Raises
    ------
    InputError
        If there is none, it cannot be read, a move is illegal, or sgfmill is missing.
    """
    found = next(each_game(game, text))
    if isinstance(found, InputError):
        raise found
    return found


def position_in(game: Game, text: str) -> State:
    """Return the position at the end of the main line of the first game of a text.

    Raises
    ------
    ValueError
        If there is none.
    InputError
        If sgfmill is missing.
    """
    load_sgfmill()
    try:
        played = read_first(game, text)
    except InputError as error:
        raise ValueError(str(error)) from None
    return states_of_line(game, played.first_state(game), played.moves)[-1]


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
        raise InputError(Message("SGF needs sgfmill: pip install 'spielbaum[sgf]'")) from error
    return sgf_grammar


def _cells(game: Game, state: State) -> list[Cell]:
    """Return the named cells."""
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
    if game.options.get("handicap") and played.start is None:
        root["HA"] = [str(game.options["handicap"])]
    if played.start is not None or "HA" in root:
        root |= _stones(game, board, state)
    nodes, points = [root], board.points
    for ply, move in enumerate(played.moves):
        point = "" if move == PASS else _written(game, points[move])
        nodes.append({COLOURS[int(game.to_move(state))]: [point]})
        if played.comments and played.comments[ply]:
            nodes[-1]["C"] = [played.comments[ply]]
        state = game.result(state, parse_action(game, state, move))
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
        If the position is not determined by its stones, as with a ko.
    """
    points, found = board.points, {"AB": list[str](), "AW": list[str]()}
    for cell in _cells(game, state):
        if cell.owner is not None and cell.name in points:
            found[f"A{COLOURS[cell.owner]}"].append(_written(game, points[cell.name]))
    mover = int(game.to_move(state))
    owners = {cell.name: cell.owner for cell in _cells(game, state) if cell.name in points}
    if _put_together(game, owners, mover) != state:
        raise InputError(
            Message(
                "the position {} is more than its stones: an SGF game cannot begin with it", format_state(game, state)
            )
        )
    return {name: stones for name, stones in found.items() if stones} | {"PL": [COLOURS[mover]]}


def _put_together(game: Game, owners: dict[str, int | None], mover: int) -> State:
    """Return the state of a board with stones."""
    if game.view.from_cells is None:
        raise InputError(Message("{} has no hook from_cells, which SGF positions need", game.name))
    start = game.initial()
    cells = [Cell(ground=cell.ground, name=cell.name, owner=owners.get(cell.name)) for cell in _cells(game, start)]
    return game.view.from_cells(start, cells, mover)


def _properties(
    tokens: Sequence[tuple[str, bytes]], data: bytes, position: int, line: int
) -> tuple[list[Property], InputError | None]:
    """Return the properties to the end of the first variation, with their lines, and the first error."""
    properties, node, faults = list[Property](), -1, list[InputError]()
    for kind, token in tokens:
        if kind == "D" and token == b")":
            break
        sign = b"[" + token + b"]" if kind == "V" else token[:1]
        place = data.index(sign, position)
        line, position = line + data.count(b"\n", position, place), place + len(sign)
        if kind == "I":
            if not token:
                faults.append(at_line(line, Sentence("a property is written in capital letters, such as B[aa]")))
            properties.append(Property(token.decode(), [], line, node))
        elif kind == "V":
            if not properties or properties[-1].node != node:
                faults.append(at_line(line, Sentence("a value has no property")))
            else:
                properties[-1].values.append(token.decode(errors="surrogateescape"))
            line += token.count(b"\n")
        elif token == b";":
            node += 1
    for known in properties:
        if not known.values:
            faults.append(at_line(known.line, Sentence("{} has no value", known.name)))
        elif known.name in COLOURS and len(known.values) > 1:
            faults.append(at_line(known.line, Sentence("{} is one move, not {}", known.name, len(known.values))))
        elif re.search("[\udc80-\udcff]", "".join(known.values)):
            faults.append(at_line(known.line, Sentence("{} is not in the encoding of CA", known.name)))
    return properties, next(iter(faults), None)


def _plain(value: str) -> str:
    """Return a value without escape characters; an escaped line break is removed."""
    return re.sub(r"\\(.)", lambda found: found[1].strip("\n"), value, flags=re.DOTALL)


def _in_one_line(value: str) -> str:
    return " ".join(_plain(value).split("\n")).strip()


def _played(game: Game, board: Board, found: SgfGame) -> PlayedGame:
    if found.fault:
        raise found.fault
    root = _root(found.properties)
    _refuse_other(game, board, root, found.line)
    start = None
    stones = [known for known in found.properties if known.name in SETUP]
    if stones:
        start = format_state(game, _setup(game, board, stones, root))
    moves, said = list[Property](), dict[int, list[str]]()
    for known in found.properties:
        if known.name in SETUP and moves:
            raise at_line(known.line, Sentence("stones are set up by {} after the first move", known.name))
        if known.name in COLOURS:
            moves.append(known)
        elif known.name == "C":
            said.setdefault(known.node, []).append(_plain(known.values[0]))
    played = PlayedGame(
        start=start,
        moves=tuple(_move(board, known) for known in moves),
        players=(root.get("PB", "?"), root.get("PW", "?")),
        shares=_shares(root.get("RE", "")),
        tags={name: root[short] for name, short in TAGS.items() if short in root},
        comments=_comments([known.node for known in moves], said),
        line=found.line,
    )
    return checked(game, played, [known.line for known in moves], movers=[COLOURS.index(known.name) for known in moves])


def _comments(nodes: Sequence[int], said: Mapping[int, Sequence[str]]) -> tuple[str, ...]:
    """Return the comment on each move, with those of later nodes without moves; the first also has those before it."""
    texts = [list[str]() for _ in nodes]
    for node, comments in said.items():
        if nodes:
            texts[max(0, bisect_right(nodes, node) - 1)] += comments
    return tuple(map(" ".join, texts)) if any(texts) else ()


def _root(properties: Sequence[Property]) -> dict[str, str]:
    return {known.name: _in_one_line(known.values[0]) for known in properties if known.node == 0 and known.values}


def _refuse_other(game: Game, board: Board, root: dict[str, str], line: int) -> None:
    """Raise an error if a file is for another game or another board."""
    number = NUMBERS.get(game.name)
    if number is not None and root.get("GM", str(number)) != str(number):
        raise at_line(line, Sentence("it is a game of GM[{}], and {} is GM[{}]", root["GM"], game.name, number))
    if number is None and parse_spec(root.get("GN") or game.name).name != game.name and "GM" not in root:
        raise at_line(line, Sentence("it is a game of {}, not of {}", root["GN"], game.name))
    columns, rows = size_of(game, root)
    if columns and (columns, rows) != (str(board.columns), str(board.rows)):
        size = Sentence("{} columns and {} rows", board.columns, board.rows)
        why = "" if "SZ" in root else Sentence(", since SZ is missing")
        raise at_line(
            line,
            Sentence("its board is of size {}{}, and that of {} has {}", root.get("SZ", columns), why, game.spec, size),
        )


def _setup(game: Game, board: Board, stones: Sequence[Property], root: Mapping[str, str]) -> State:
    """Return the position of the setup properties; White moves after a handicap."""
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
        raise at_line(stones[0].line, Sentence("the stones are not a legal position: {}", error)) from None
    return state


def _move(board: Board, known: Property) -> str:
    """Return the move of a property: the name of a point, or a pass."""
    value = _plain(known.values[0]).strip()
    small = max(board.columns, board.rows) <= SMALL
    if value == "" or value.lower() == PASS or (value == PASS_ON_SMALL_BOARDS and small):
        return PASS
    return _name(board, value, known)


def _name(board: Board, value: str, known: Property) -> str:
    """Return the name of the point that a value denotes: two letters, or a letter and a number."""
    letters = re.fullmatch(r"([a-zA-Z])([a-zA-Z])", value)
    by_number = re.fullmatch(r"([a-zA-Z])(\d{1,2})", value)
    point = None
    if letters:
        point = Point(ascii_letters.index(letters[1]), ascii_letters.index(letters[2]))
    elif by_number:
        point = Point(ascii_lowercase.index(by_number[1].lower()), int(by_number[2]) - 1)
    if point not in board.names:
        raise at_line(known.line, Sentence("{}[{}] is not a point of the board", known.name, value[:20]))
    return board.names[point]


def _points(board: Board, known: Property) -> Iterator[str]:
    """Yield the names of the points in a list, which may give rectangles by two corners."""
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
        raise at_line(known.line, Sentence("PL must be B or W, not {!r}", value[:20]))
    return colour


def _shares(result: str) -> tuple[float, ...] | None:
    found: dict[str, tuple[float, ...]] = {"B": (1, 0), "W": (0, 1), "0": (0.5, 0.5), "D": (0.5, 0.5)}
    return found.get(result[:1].upper()) if result[1:2] == "+" or result in ("0", "Draw", "draw") else None
