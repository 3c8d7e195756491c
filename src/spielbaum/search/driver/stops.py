"""What is said of a search that stopped because it could not go on."""

from spielbaum.errors import EndlessGameError, GameError
from spielbaum.search.core.limits import MAX_PLY
from spielbaum.search.core.workspace import ENDLESS, FALSE_ENTRY, OUT_OF_MEMORY, UNFIT_VALUE

FAULTS = (
    "a function of it answers otherwise when asked again, or its bounds are wrong, which spielbaum check may show",
    "its key is the same for states of different value, which spielbaum check may show",
)
"""Why a table may be wrong without a key of the game's own, and with one."""


def refuse_stopped(stop: int, game: str, *, unfit: str, advice: str, keyed: bool) -> None:
    """Raise an error if a search stopped for a reason that lies in the game.

    Parameters
    ----------
    stop
        The flag of its workspace.
    game
        What was searched.
    unfit
        What gave which value that cannot be used.
    advice
        What to do about a game without end.
    keyed
        Whether it has a key of its own.

    Raises
    ------
    EndlessGameError
        If a line of play was longer than any search can follow.
    GameError
        If a value was unfit, there were too many actions, or the table did not tell the truth.
    """
    if stop == ENDLESS:
        raise EndlessGameError(f"{game} has lines of play of more than {MAX_PLY - 1} plies: {advice}")
    if stop == UNFIT_VALUE:
        raise GameError(unfit)
    if stop == OUT_OF_MEMORY:
        raise GameError(f"{game} has more actions on one line of play than a search has room for")
    if stop == FALSE_ENTRY:
        raise GameError(f"a value from the table of {game} is not confirmed by a search without it: {FAULTS[keyed]}")
