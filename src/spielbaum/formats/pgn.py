"""PGN for chess, and for any other game with the moves in a comment, so that chess programs can list the file."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from math import nan

from spielbaum.errors import InputError, Message, Sentence
from spielbaum.formats.played import PlayedGame, at_line, checked, each_read, result_text, shares_of, white_first
from spielbaum.formats.tagged import (
    NUMBER,
    WORDS,
    Dialect,
    TaggedGame,
    folded,
    numbered,
    read_tagged,
    write_tagged,
)
from spielbaum.game import Game
from spielbaum.game.notation import format_state, parse_action, states_of_line
from spielbaum.games.chess.notation import san
from spielbaum.spec import parse_spec

CHESS = "chess"
STANDARD = ("standard", "chess", "normal", "from position")
"""Names of chess in other programs."""

WORDS_OF_CHESS = Dialect(mark=r"[!?]+|[+#=]+|\+/?[-=]|[-=]/?\+|[±∓⩲⩱∞□]|e\.?p\.?")
ROSTER = ("Event", "Site", "Date", "Round")
KNOWN = frozenset({*ROSTER, "White", "Black", "Result", "Game", "Variant", "Start", "SetUp", "FEN"})
UNKNOWN = ("", "?", "*")
"""Values of an unknown result."""


def write(game: Game, games: Iterable[PlayedGame]) -> str:
    """Return games as PGN.

    Raises
    ------
    InputError
        If a move is illegal, or cannot be part of a comment.
    """
    write_one = _chess_text if _is_chess(game) else _other_text
    return "".join(write_one(game, played) for played in games)


def each_game(game: Game, text: str) -> Iterator[PlayedGame | InputError]:
    """Yield the main line of each game of a text, or its error with the line."""
    if _is_chess(game):
        return each_read(read_tagged(text, WORDS_OF_CHESS), partial(_read_chess, game))
    return each_read(read_tagged(text, WORDS), partial(_read_other, game))


def tags_of(played: PlayedGame) -> dict[str, str]:
    """Return the tags of every game; unknown values are ``?``."""
    unknown = {"Date": "????.??.??"}
    return {name: played.tags.get(name) or unknown.get(name, "?") for name in ROSTER}


def more_tags(played: PlayedGame) -> dict[str, str]:
    """Return the tags that are copied unchanged."""
    return {name: value for name, value in played.tags.items() if name not in KNOWN}


def shares_in(tagged: TaggedGame) -> tuple[float, ...] | None:
    """Return the shares of the first and the second player, according to the tag and the last word.

    Raises
    ------
    InputError
        If one of them is not a result, or they differ.
    """
    result, line = tagged.tags.get("Result", "").strip(), tagged.line_of("Result")
    shares = shares_of(result)
    if shares is None and result not in (*UNKNOWN, "0-0"):
        raise at_line(line, Sentence("a result is 1-0, 0-1, 1/2-1/2 or *, not {!r}", result))
    if result in UNKNOWN or tagged.result in UNKNOWN:
        return shares or shares_of(tagged.result)
    if shares != shares_of(tagged.result):
        raise at_line(line, Sentence("the result is {} by its tag, but {} after the moves", result, tagged.result))
    return shares


def read_words(
    game: Game,
    tagged: TaggedGame,
    *,
    words: Sequence[tuple[str, int]],
    comments: Sequence[str],
    start: str = "FEN",
    players: Sequence[str] = ("White", "Black"),
    shares: tuple[float, ...] | None = None,
    known: Iterable[str] = (),
) -> PlayedGame:
    """Return the game with the given moves.

    Parameters
    ----------
    game
        The game.
    tagged
        The content of the file.
    words
        The moves with their lines.
    comments
        A comment for each move, or none.
    start, players
        The tags of the position and of the players, White first.
    shares
        The shares, if they do not follow from the result.
    known
        More tags that are dropped, since they follow from the game.

    Raises
    ------
    InputError
        If something cannot be read, or a move is illegal; the message names the line.
    """
    if tagged.fault:
        raise tagged.fault
    dropped = (KNOWN - set(ROSTER)) | {*players, *known}
    played = PlayedGame(
        start=tagged.tags.get(start),
        moves=tuple(word for word, _ in words),
        players=white_first(game, [tagged.tags.get(name, "?") for name in players]),
        shares=white_first(game, shares or shares_in(tagged) or ()) or None,
        tags={name: value for name, value in tagged.tags.items() if name not in dropped},
        comments=tuple(comments),
        line=tagged.line,
    )
    return checked(game, played, [line for _, line in words], start_line=tagged.line_of(start))


def _is_chess(game: Game) -> bool:
    return game.name == CHESS and (getattr(game.actions, "__module__", None) or "").startswith("spielbaum.games.chess")


def _chess_text(game: Game, played: PlayedGame) -> str:
    state = played.first_state(game)
    white, black = played.players or ("?", "?")
    result = result_text(played.shares)
    tags = {**tags_of(played), "White": white, "Black": black, "Result": result}
    if played.start is not None:
        tags |= {"FEN": format_state(game, state), "SetUp": "1"}
    moves, first, number = list[str](), state.to_move, state.number
    for move in played.moves:
        action = parse_action(game, state, move)
        moves.append(san(state, action))
        state = game.result(state, action)
    words = numbered(moves, first, number=number, comments=played.comments)
    return write_tagged({**tags, **more_tags(played)}, words, result)


def _read_chess(game: Game, tagged: TaggedGame) -> PlayedGame:
    variant = tagged.tags.get("Variant", CHESS)
    if variant.lower() not in STANDARD:
        raise at_line(tagged.line_of("Variant"), Sentence("it is a game of {}, not of chess", variant))
    return read_words(game, tagged, words=tagged.words, comments=tagged.comments_of_words())


def _other_text(game: Game, played: PlayedGame) -> str:
    start = played.first_state(game)
    first = 0 if game.is_terminal(start) or game.players > 2 else int(game.to_move(start))
    states_of_line(game, start, played.moves)  # raises an error for an illegal move
    unfit = next((move for move in played.moves if set(move) & set("{}") or NUMBER.fullmatch(move)), None)
    if unfit is not None:
        raise InputError(Message("the move {!r} cannot be part of a PGN comment", unfit))
    names = ("White", "Black") if game.players == 2 else tuple(f"Player{seat}" for seat in range(game.players))
    players = dict(zip(names, white_first(game, played.players or ("?",) * len(names)), strict=True))
    result = result_text(white_first(game, played.shares or ()))
    tags = {**tags_of(played), **players, "Result": result, "Game": game.spec}
    if played.shares is not None and game.players != 2:
        tags["Shares"] = " ".join(f"{share:.6g}" for share in played.shares)
    if played.start is not None:
        tags["Start"] = played.start
    moves = numbered(played.moves, first, players=max(2, game.players))
    said = "\n".join(folded(["{", *moves, "}"])) if moves else ""
    return write_tagged({**tags, **more_tags(played)}, [said] if said else [], result)


def _read_other(game: Game, tagged: TaggedGame) -> PlayedGame:
    variant = tagged.tags.get("Game") or tagged.tags.get("Variant") or game.spec
    if parse_spec(variant).name != game.name:
        raise at_line(tagged.line_of("Game"), Sentence("it is a game of {}, not of {}", variant, game.name))
    words = tagged.words or [
        (word, line + number)
        for text, line in tagged.comments
        for number, row in enumerate(text.split("\n"))
        for word in row.split()
        if not NUMBER.fullmatch(word)
    ]
    names = ("White", "Black") if game.players == 2 else tuple(f"Player{seat}" for seat in range(game.players))
    return read_words(
        game,
        tagged,
        words=words,
        comments=(),
        start="Start" if "Start" in tagged.tags else "FEN",
        players=names,
        shares=_shares(game, tagged),
        known=("Shares",),
    )


def _shares(game: Game, tagged: TaggedGame) -> tuple[float, ...] | None:
    words = tagged.tags.get("Shares", "").split()
    try:
        shares = tuple(map(float, words))
    except ValueError:
        shares = (nan,)
    if words and not (len(shares) == game.players and all(0 <= share <= 1 for share in shares)):
        line = tagged.line_of("Shares")
        raise at_line(line, Sentence("shares are {} numbers from 0 to 1, not {!r}", game.players, " ".join(words)))
    return shares or None
