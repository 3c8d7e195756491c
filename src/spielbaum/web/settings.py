"""What the server is started with, and how much of it one visitor may use."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How the server is to be run.

    Parameters
    ----------
    games
        Games that are shown first, as they are named on the command line: files too.
    models
        Files of learned evaluations that are offered.
    database
        The URL of the database, or the path of an SQLite file; None for the user's own.
    hosts
        The names under which requests may come in; empty for any. A page elsewhere must not be able to reach a server
        on the loopback by a name of its own.
    games_per_minute
        So many games an address may begin, also as many at once; a class of a school has one address.
    searches_per_minute
        So many hints, analyses and trees an address may ask for.
    windows_each
        So many windows with games an address may have open: what is thought for it at once is bounded by that.
    longest_search
        Seconds that any search may take.
    stored
        Whether the games of tournaments and experiments in the database are shown.
    forget_after
        Days after which a game is removed in which nobody did anything; None for never.
    """

    games: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    database: str | None = None
    hosts: tuple[str, ...] = ()
    games_per_minute: int = 300
    searches_per_minute: int = 120
    windows_each: int = 100
    longest_search: float = 30
    stored: bool = True
    forget_after: int | None = None
