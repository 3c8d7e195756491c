"""The settings of the server, with the limits for one client."""

from contextlib import suppress
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, metadata


def documentation_address() -> str:
    """Return the address of the documentation in the metadata of the package; empty if it has none.

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
        Games that are listed first, as on the command line, including files.
    other_games
        Whether the other registered games are listed after them.
    models
        Files of evaluations: learned ones for their games, written ones for those in ``games``.
    engines
        Other programs to play against, as players. Clients cannot name others.
    books
        Files of opening books, at most one per game, for experts, hints and the API.
    database
        The URL of the database, or the path of an SQLite file; None for the user's own.
    hosts
        The accepted values of the Host header; empty accepts any. They protect a server on the loopback interface from
        DNS rebinding.
    games_per_minute
        The most games that a network address may start per minute, and in one burst; a whole class may share one
        address.
    searches_per_minute
        The most hints, analyses and trees that a network address may request per minute.
    windows_each
        The most windows with games that a network address may have open, which also bounds its concurrent searches.
    longest_search
        The time limit of any search, in seconds.
    stored
        Whether to show the games of tournaments and experiments in the database.
    documentation
        The address of the documentation that pages link to; empty for none.
    forget_after
        Days without a change after which a game is deleted; None keeps games for ever.
    root_path
        The path below which pages are reached, such as ``/games``; empty for the one that each request names
        (``root_path`` of ASGI).
    own_games
        The folder of games that are written in the page, which are Python and run with the rights of the server; empty
        if none can be.
    own_key
        The secret of those who may write them; empty if every visitor owns the machine.
    in_page
        Whether the application runs in the browser of its only visitor, in a page that shows its pages in a frame.
        What needs a server is not offered: watching and the API.
    shared_address
        What precedes the paths of links that are shared, such as ``https://example.org/games/#``; empty for the
        address of the request.
    """

    games: tuple[str, ...] = ()
    other_games: bool = True
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
    root_path: str = ""
    own_games: str = ""
    own_key: str = ""
    in_page: bool = False
    shared_address: str = ""
