"""Games of tournaments as files of other programs have them."""

from collections.abc import Sequence

from spielbaum.arena.records import GameRecord, MoveRecord
from spielbaum.formats import PlayedGame
from spielbaum.game import Game
from spielbaum.game.notation import format_state


def as_played(game: Game, record: GameRecord, *, title: str, players: Sequence[str]) -> PlayedGame:
    """Return a game of a tournament.

    Parameters
    ----------
    game, record
        The game, and what is kept of one that was played.
    title
        Of the tournament.
    players
        Their names, in the order of the tournament's list.
    """
    said = ("",) * len(record.opening) + tuple(map(_comment, record.moves))
    return PlayedGame(
        start=None if record.start == format_state(game, game.initial()) else record.start,
        moves=(*record.opening, *(move.action for move in record.moves)),
        players=tuple("-" if number is None else players[number] for number in record.seating),
        shares=tuple(seat in record.survivors and 1 / len(record.survivors) for seat in range(game.players)),
        tags={"Event": title, "Site": "Spielbaum", "Date": _date(record.started), "Round": str(record.number + 1)},
        comments=said if any(said) else (),
    )


def _comment(move: MoveRecord) -> str:
    """Return what the mover expected, as other programs write it: value, depth and time."""
    if move.value is None:
        return ""
    value = move.value[move.seat] if isinstance(move.value, tuple) else move.value
    depth = "" if move.depth is None else f"/{move.depth}"
    return f"{value:+.6g}{depth} {move.seconds:.3f}s"


def _date(started: str) -> str:
    return started[:10].replace("-", ".")
