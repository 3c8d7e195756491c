"""Playing one game between players."""

import platform
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec

from spielbaum import __version__
from spielbaum.arena.openings import Opening, random_opening
from spielbaum.arena.records import FINISHED, PLIES, REPETITION, GameRecord, MoveRecord
from spielbaum.arena.seatings import Seating
from spielbaum.errors import ForfeitError, GameError, Message
from spielbaum.game import Game, State
from spielbaum.game.notation import format_action, format_line, format_state, parse_state, states_of_line
from spielbaum.game.repetition import RepetitionRule, draw_utility
from spielbaum.players import Choice, Player


def play(
    game: Game,
    players: Mapping[int, Player],
    *,
    number: int = 0,
    seating: Seating = (),
    max_plies: int | None = None,
    opening: Opening | int = 0,
    seed: int = 0,
) -> GameRecord:
    """Play a game and return its record.

    Parameters
    ----------
    game
        The game.
    players
        The player of each seat that takes part.
    number, seating
        Copied to the record.
    max_plies
        Plies, the opening included, after which the game ends undecided; None for no limit.
    opening
        The opening, or the number of random legal actions before the first move, drawn with ``seed``; fewer if the game
        would end.
    seed
        The random seed, copied to the record.

    Raises
    ------
    GameError
        If the game cannot be played with these seats only.
    """
    started, clock = datetime.now(UTC), time.perf_counter()
    if isinstance(opening, int):
        first = start_of(game, tuple(sorted(players)))
        opening = Opening(
            format_state(game, first), format_line(game, first, random_opening(game, first, opening, seed))
        )
    states, rule = states_of_line(game, parse_state(game, opening.start), opening.actions), RepetitionRule(game)
    moves: list[MoveRecord] = []
    lost: ForfeitError | None = None
    seats = sorted(players)
    while (end := ending(game, states, rule)) is None and (max_plies is None or len(states) <= max_plies):
        state = states[-1]
        seat = game.to_move(state)
        try:
            choice = players[seat].choose(state, states[:-1])
        except ForfeitError as error:
            lost = error
            seats.remove(seat)
            break
        moves.append(_move_record(game, state, len(moves), seat, choice))
        states.append(game.result(state, choice.action))
    state, utility = states[-1], None if end is None else utility_at(game, states[-1], end)
    return GameRecord(
        number=number,
        game=game.spec,
        start=opening.start,
        seating=seating or tuple(seat if seat in players else None for seat in range(game.players)),
        opening=opening.actions,
        end=lost.end if lost else end or PLIES,
        reason=str(lost) if lost else None,
        utility=utility,
        survivors=tuple(seats) if lost else survivors(game, state, utility, tuple(seats)),
        position=format_state(game, state),
        seed=seed,
        versions=versions(),
        started=started.isoformat(timespec="milliseconds"),
        seconds=time.perf_counter() - clock,
        moves=tuple(moves),
    )


def ending(game: Game, states: Sequence[State], rule: RepetitionRule) -> str | None:
    """Return how a game has ended; None if it has not."""
    if game.is_terminal(states[-1]):
        return FINISHED
    return REPETITION if rule.is_draw(states) else None


def utility_at(game: Game, state: State, end: str) -> tuple[float, ...]:
    """Return the utility of each player in the last state of a game, given how it ended."""
    return tuple(float(x) for x in (draw_utility(game) if end == REPETITION else game.utility(state)))


def start_of(game: Game, seats: tuple[int, ...]) -> State:
    """Return the start of a game for the players of some seats.

    Raises
    ------
    GameError
        If the game needs all players.
    """
    if len(seats) == game.players:
        return game.initial()
    if game.start_with is None:
        raise GameError(Message("{} is for {} players, not for {}", game.spec, game.players, len(seats)))
    return game.start_with(seats)


def survivors(game: Game, state: State, utility: tuple[float, ...] | None, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats that share the win: those with the largest utility, or without one those still in the game."""
    if utility is not None:
        most = max(utility[seat] for seat in seats)
        return tuple(seat for seat in seats if utility[seat] == most)
    alive = game.active_players(state) if game.active_players else -1
    return tuple(seat for seat in seats if alive >> seat & 1)


def _move_record(game: Game, state: State, ply: int, seat: int, choice: Choice) -> MoveRecord:
    found = choice.result
    value = choice.value
    return MoveRecord(
        ply=ply,
        seat=seat,
        action=format_action(game, state, choice.action),
        value=tuple(float(x) for x in value) if isinstance(value, tuple) else None if value is None else float(value),
        depth=found.depth if found else None,
        nodes=found.nodes if found else 0,
        leaves=found.leaves if found else 0,
        seconds=choice.seconds,
    )


@cache
def versions() -> dict[str, str]:
    """Return the versions of Spielbaum, its libraries as far as they are installed, and Python."""
    libraries = {name: version(name) for name in ("numba", "numpy") if find_spec(name)}
    return {"spielbaum": __version__, **libraries, "python": platform.python_version()}
