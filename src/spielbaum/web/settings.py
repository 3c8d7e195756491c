"""The settings of the server, with the limits for one client."""

from contextlib import suppress
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, metadata


def documentation_address() -> str:
    """Return where the documentation of this release is, as the package says; empty if it says nothing.

    Examples
    --------
    >>> documentation_address().endswith("/")
    False
    """
    with suppress(PackageNotFoundError):
        for entry in metadata("spielbaum").get_all("Project-URL") or ():
            label, _, address = entry.partition(", ")
            if label.casefold() == "documentation":
                return str(address).rstrip("/")
    return ""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of the server.

    Parameters
    ----------
    games
        Games listed first, named as on the command line; files too.
    models
        Files of learned evaluations to offer.
    engines
        Other programs to play against, as players; nobody else can name a command.
    books
        Files of books, one a game, in which experts, hints and programs that ask look positions up.
    database
        The URL of the database, or the path of an SQLite file; None for the user's own.
    hosts
        The accepted values of the Host header; empty for any. They protect a server on the loopback interface from
        DNS rebinding.
    games_per_minute
        How many games a network address may start in a minute, or at once; a whole class may share one address.
    searches_per_minute
        How many hints, analyses and trees a network address may ask for.
    windows_each
        How many windows with games a network address may have open, which also bounds its concurrent searches.
    longest_search
        The time limit of any search, in seconds.
    stored
        Whether the games of tournaments and experiments in the database are shown.
    documentation
        The address of the documentation, to which pages link; empty for none.
    forget_after
        Days without a change after which a game is deleted; None for never.
    """

    games: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    engines: tuple[str, ...] = ()
    books: tuple[str, ...] = ()
    database: str | None = None
    hosts: tuple[str, ...] = ()
    games_per_minute: int = 300
    searches_per_minute: int = 120
    windows_each: int = 100
    longest_search: float = 30
    stored: bool = True
    documentation: str = field(default_factory=documentation_address)
    forget_after: int | None = None
