"""PGN, by python-chess for games of chess.

Other games have their moves, as their notation writes them, in a comment, so that any program of chess can list the
file.

python-chess is free software under the GPL, version 3 or later. It comes with the extra ``pgn`` and is imported here
alone, when a game of chess is read or written.
"""

from collections.abc import Callable, Iterable
from functools import partial
from io import StringIO
from typing import Any

from spielbaum.errors import InputError
from spielbaum.formats.played import PlayedGame, at_line, checked, result_text, shares_of, white_first
from spielbaum.formats.tagged import NUMBER, WIDTH, TaggedGame, folded, numbered, read_tagged, write_tagged
from spielbaum.game import Game
from spielbaum.game.notation import format_state, states_of_line
from spielbaum.spec import parse_spec

CHESS = "chess"
ROSTER = ("Event", "Site", "Date", "Round")
KNOWN = frozenset({*ROSTER, "White", "Black", "Result", "Game", "Variant", "Start", "SetUp", "FEN"})


def write(game: Game, games: Iterable[PlayedGame]) -> str:
    """Return games as PGN.

    Raises
    ------
    InputError
        If python-chess is missing and the game is chess.
    """
    write_one = _chess_text if _is_chess(game) else _other_text
    return "".join(write_one(game, played) for played in games)


parts = read_tagged
"""Yields the games of a text, of which `reader` reads one."""


def reader(game: Game) -> Callable[[TaggedGame], PlayedGame]:
    """Return what reads one game of a text in PGN; of variations the main line.

    It raises an InputError if something cannot be read, or a move is not legal; the sentence names the line.

    Raises
    ------
    InputError
        If python-chess is missing and the game is chess.
    """
    return partial(_read_chess, load_chess(), game) if _is_chess(game) else partial(_read_other, game)


def tags_of(played: PlayedGame) -> dict[str, str]:
    """Return the tags that every game has, those that are not known as ``?``."""
    unknown = {"Date": "????.??.??"}
    return {name: played.tags.get(name) or unknown.get(name, "?") for name in ROSTER}


def load_chess() -> Any:
    """Return the module ``chess`` of python-chess, with ``chess.pgn``.

    Raises
    ------
    InputError
        If it is not installed.
    """
    try:
        import chess.pgn
    except ImportError as error:
        raise InputError("PGN of chess needs python-chess: pip install 'spielbaum[pgn]'") from error
    return chess


def _is_chess(game: Game) -> bool:
    return game.name == CHESS and (getattr(game.actions, "__module__", None) or "").startswith("spielbaum.games.chess")


def _chess_text(game: Game, played: PlayedGame) -> str:
    chess = load_chess()
    written = chess.pgn.Game()
    start = played.first_state(game)
    if played.start is not None:
        written.setup(chess.Board(format_state(game, start)))
    white, black = played.players or ("?", "?")
    for name, value in {**tags_of(played), "White": white, "Black": black, **_more(played)}.items():
        written.headers[name] = value
    written.headers["Result"] = result_text(played.shares)
    node = written
    comments = played.comments or ("",) * len(played.moves)
    for move, comment in zip(played.moves, comments, strict=True):
        node = node.add_variation(chess.Move.from_uci(move), comment=comment)
    exporter = chess.pgn.StringExporter(columns=WIDTH, headers=True, comments=True, variations=False)
    return f"{written.accept(exporter)}\n\n"


def _other_text(game: Game, played: PlayedGame) -> str:
    start = played.first_state(game)
    first = 0 if game.is_terminal(start) or game.players > 2 else int(game.to_move(start))
    states_of_line(game, start, played.moves)  # refuses what is no game
    unfit = next((move for move in played.moves if set(move) & set("{}") or NUMBER.fullmatch(move)), None)
    if unfit is not None:
        raise InputError(f"the move {unfit!r} cannot stand in a comment of PGN")
    names = ("White", "Black") if game.players == 2 else tuple(f"Player{seat}" for seat in range(game.players))
    players = dict(zip(names, white_first(game, played.players or ("?",) * len(names)), strict=True))
    result = result_text(white_first(game, played.shares or ()))
    tags = {**tags_of(played), **players, "Result": result, "Game": game.spec}
    if played.shares is not None and game.players != 2:
        tags["Shares"] = " ".join(f"{share:.6g}" for share in played.shares)
    if played.start is not None:
        tags["Start"] = played.start
    said = "\n".join(folded(["{", *numbered(played.moves, first), "}"])) if played.moves else ""
    return write_tagged({**tags, **_more(played)}, [said] if said else [], result)


def _more(played: PlayedGame) -> dict[str, str]:
    return {name: value for name, value in played.tags.items() if name not in KNOWN}


def _read_chess(chess: Any, game: Game, tagged: TaggedGame) -> PlayedGame:
    class Builder(chess.pgn.GameBuilder[Any]):  # type: ignore[misc]
        """Keeps errors without logging them."""

        def handle_error(self, error: Exception) -> None:
            self.game.errors.append(error)

    if "FEN" in tagged.tags:
        checked(game, PlayedGame(start=tagged.tags["FEN"], line=tagged.line))
    found = chess.pgn.read_game(StringIO(tagged.text), Visitor=Builder)
    if found is None:
        raise at_line(tagged.line, "there is no game of chess")
    if found.errors:
        raise at_line(_line_of(tagged, found), _said(found))
    if found.board().chess960 or found.headers.get("Variant", "Standard").lower() not in ("standard", "chess"):
        raise at_line(tagged.line, f"it is a game of {found.headers.get('Variant', 'Chess960')}, not of chess")
    nodes = list(found.mainline())
    comments = tuple(node.comment for node in nodes)
    headers = dict(found.headers)
    played = PlayedGame(
        start=headers.get("FEN"),
        moves=tuple(node.move.uci() for node in nodes),
        players=(headers.pop("White", "?"), headers.pop("Black", "?")),
        shares=shares_of(headers.get("Result", tagged.result)),
        tags={name: value for name, value in headers.items() if name not in KNOWN - set(ROSTER)},
        comments=comments if any(comments) else (),
        line=tagged.line,
    )
    return checked(game, played, _lines(tagged))


def _said(found: Any) -> str:
    """Return the first thing that python-chess has against a game."""
    return " ".join(str(found.errors[0]).split())


def _line_of(tagged: TaggedGame, found: Any) -> int:
    """Return where the move stands that could not be read: the one after those that could."""
    lines, read = _lines(tagged), sum(1 for _ in found.mainline())
    return lines[read] if read < len(lines) else tagged.line


def _lines(tagged: TaggedGame) -> list[int]:
    return [line for _, line in tagged.words]


def _read_other(game: Game, tagged: TaggedGame) -> PlayedGame:
    variant = tagged.tags.get("Game") or tagged.tags.get("Variant") or game.spec
    if parse_spec(variant).name != game.name:
        raise at_line(tagged.line, f"it is a game of {variant}, not of {game.name}")
    words = tagged.words or [
        (word, line + number)
        for text, line in tagged.comments
        for number, row in enumerate(text.split("\n"))
        for word in row.split()
        if not NUMBER.fullmatch(word)
    ]
    tags = tagged.tags
    names = ("White", "Black") if game.players == 2 else tuple(f"Player{seat}" for seat in range(game.players))
    played = PlayedGame(
        start=tags.get("Start") or tags.get("FEN"),
        moves=tuple(word for word, _ in words),
        players=white_first(game, [tags.get(name, "?") for name in names]),
        shares=white_first(game, _shares(tags) or shares_of(tags.get("Result", tagged.result)) or ()) or None,
        tags={name: value for name, value in tags.items() if name not in (KNOWN - set(ROSTER)) | {*names, "Shares"}},
        line=tagged.line,
    )
    return checked(game, played, [line for _, line in words])


def _shares(tags: dict[str, str]) -> tuple[float, ...] | None:
    try:
        return tuple(float(word) for word in tags.get("Shares", "").split()) or None
    except ValueError:
        return None
