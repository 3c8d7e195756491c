"""Converts tournament games to games for the files of other programs, and back."""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from math import isclose

from spielbaum.arena.play import ending, survivors, utility_at
from spielbaum.arena.records import TOLD, GameRecord, MoveRecord
from spielbaum.arena.seatings import Seating
from spielbaum.errors import InputError
from spielbaum.formats import PlayedGame
from spielbaum.formats.played import at_line
from spielbaum.game import Game, State
from spielbaum.game.notation import format_state, states_of_line
from spielbaum.game.repetition import RepetitionRule

NOBODY = "-"
"""The player name of an empty seat."""

_ENDS = {"R": "resignation", "T": "time", "F": "forfeit"}
"""The ends of games in SGF results that are not scores."""

_COMMENT = re.compile(r"([+-]\d[\d.e+-]*)(?:/(\d{1,9}))? (\d{1,9}\.\d{3})s")


def as_played(game: Game, record: GameRecord, *, title: str, players: Sequence[str]) -> PlayedGame:
    """Return a tournament game as a game for the files of other programs.

    Parameters
    ----------
    game, record
        The game, and the record of a played game.
    title
        The title of the tournament.
    players
        The names of its players, in order.
    """
    said = ("",) * len(record.opening) + tuple(map(_comment, record.moves))
    own = {"Event": title, "Site": "Spielbaum", "Date": _date(record.started), "Round": str(record.number + 1)}
    return PlayedGame(
        start=None if record.start == format_state(game, game.initial()) else record.start,
        moves=(*record.opening, *(move.action for move in record.moves)),
        players=tuple(NOBODY if number is None else players[number] for number in record.seating),
        shares=tuple(seat in record.survivors and 1 / len(record.survivors) for seat in range(game.players)),
        tags=own if record.tags is None else record.tags,
        comments=said if any(said) else (),
    )


def _comment(move: MoveRecord) -> str:
    """Return the comment of a move: value, depth and time as other programs write them, or the text of a file."""
    if move.comment is not None:
        return move.comment
    if move.value is None:
        return ""
    value = move.value[move.seat] if isinstance(move.value, tuple) else move.value
    depth = "" if move.depth is None else f"/{move.depth}"
    return f"{value:+.6g}{depth} {move.seconds:.3f}s"


def _date(started: str) -> str:
    return started[:10].replace("-", ".")


@dataclass(frozen=True)
class FileGames:
    """The games of a file as tournament games.

    Attributes
    ----------
    records
        The records of finished games, with their numbers in the file, from 0.
    players
        The names of the players, in order of appearance.
    faults
        The errors of the other games, by number.
    """

    records: tuple[GameRecord, ...]
    players: tuple[str, ...]
    faults: dict[int, InputError]


def as_records(game: Game, games: Iterable[PlayedGame | InputError]) -> FileGames:
    """Return the games of a file as tournament games.

    Parameters
    ----------
    game
        The game.
    games
        Games or their errors, from ``spielbaum.formats.files.each_game``.
    """
    records, faults, players = list[GameRecord](), dict[int, InputError](), dict[str, int]()
    for number, played in enumerate(games):
        if isinstance(played, InputError):
            faults[number] = played
            continue
        names = played.players or ("?",) * game.players
        known = {**players, **{name: len(players) + place for place, name in enumerate(_new(game, names, players))}}
        seating = tuple(None if _is_empty_seat(game, name) else known[name] for name in names)
        try:
            records.append(_record(game, played, number, seating))
        except InputError as error:
            faults[number] = error
        else:
            players = known
    return FileGames(tuple(records), tuple(players), faults)


def _new(game: Game, names: Sequence[str], known: dict[str, int]) -> list[str]:
    """Return the unknown players, each once."""
    return [name for name in dict.fromkeys(names) if name not in known and not _is_empty_seat(game, name)]


def _is_empty_seat(game: Game, name: str) -> bool:
    return name == NOBODY and game.start_with is not None


def _record(game: Game, played: PlayedGame, number: int, seating: Seating) -> GameRecord:
    start = played.first_state(game)
    states = states_of_line(game, start, played.moves)
    seats = tuple(seat for seat, player in enumerate(seating) if player is not None)
    end = ending(game, states, RepetitionRule(game))
    utility = None if end is None else utility_at(game, states[-1], end)
    won = None if utility is None else survivors(game, states[-1], utility, seats)
    stated = _stated(played)
    if won is None and stated is None:
        raise at_line(played.line, "the game is not over, and the file has no result")
    by_rules = end is not None and stated in (None, won)
    why = played.tags.get("Termination") or _ENDS.get(played.tags.get("Score", "").partition("+")[2][:1].upper())
    moves = tuple(_move(game, played, ply, state) for ply, state in enumerate(states[:-1]))
    return GameRecord(
        number=number,
        game=game.spec,
        start=format_state(game, start),
        seating=seating,
        end=end if by_rules and end is not None else TOLD,
        reason=None if by_rules else f"as its file says{f', by {why}' if why else ''}",
        utility=utility if by_rules else None,
        survivors=stated or won or (),
        position=format_state(game, states[-1]),
        seed=number,
        versions={},
        started=_day(played.tags.get("Date", "")),
        seconds=sum(move.seconds for move in moves),
        tags=dict(played.tags),
        moves=moves,
    )


def _stated(played: PlayedGame) -> tuple[int, ...] | None:
    """Return the seats that share the win according to the file; None if it has no result."""
    parts = {seat: share for seat, share in enumerate(played.shares or ()) if share > 0}
    if any(not isclose(share, 1 / len(parts), rel_tol=1e-3) for share in parts.values()):
        raise at_line(played.line, "winners must have equal parts")
    return tuple(parts) or None


def _move(game: Game, played: PlayedGame, ply: int, state: State) -> MoveRecord:
    """Return the record of a move; a comment in our format is parsed as value, depth and time."""
    made = MoveRecord(ply=ply, seat=int(game.to_move(state)), action=played.moves[ply])
    said = played.comments[ply] if played.comments else ""
    if not said:
        return made
    ours = _COMMENT.fullmatch(said)
    with suppress(ValueError):
        if ours:
            depth = None if ours[2] is None else int(ours[2])
            read = MoveRecord(**{**vars(made), "value": float(ours[1]), "depth": depth, "seconds": float(ours[3])})
            if _comment(read) == said:
                return read
    return MoveRecord(**{**vars(made), "comment": said})


def _day(text: str) -> str:
    """Return a date in ISO 8601; empty for anything else.

    Examples
    --------
    >>> _day("2026.11.25"), _day("2026-11-25"), _day("????.??.??")
    ('2026-11-25', '2026-11-25', '')
    """
    try:
        return date.fromisoformat(text[:10].replace(".", "-")).isoformat()
    except ValueError:
        return ""
