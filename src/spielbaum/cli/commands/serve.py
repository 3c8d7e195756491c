"""Playing in the browser."""

import re
import secrets
import socket
from typing import Annotated

import click

from spielbaum.cli.shared.extras import importing_web
from spielbaum.cli.shared.options import Database, Json, Verbose, complete_game
from spielbaum.cli.shared.output import print_json
from spielbaum.cli.shared.parameters import Argument, Option
from spielbaum.language import tr

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
MAX_PORT = 65535
_PATH = re.compile(r"(/[\w.~-]+)+", re.ASCII)

GamesToServe = Annotated[
    list[str] | None,
    Argument(
        metavar="[GAME]...",
        help="Games or files to show first; all registered games are offered.",
        complete=complete_game,
    ),
]
Port = Annotated[int, Option("--port", metavar="N", min=0, max=MAX_PORT, help="Port to listen on; 0 for any free one.")]
Host = Annotated[
    str, Option("--host", metavar="ADDRESS", help="Address to listen on; 0.0.0.0 to answer other machines too.")
]
Name = Annotated[
    list[str] | None,
    Option(
        "--name",
        metavar="NAME",
        help="A name by which the server is reached, such as that of a proxy; may be repeated.",
    ),
]
Models = Annotated[
    list[str] | None,
    Option(
        "--evaluation",
        metavar="FILE",
        help="A learned evaluation to offer with its game, or a written one for each GAME.",
    ),
]
Engines = Annotated[
    list[str] | None,
    Option(
        "--engine",
        metavar="PLAYER",
        help="Another program to offer as an opponent: 'uci:stockfish(time=0.5)'; may be repeated.",
    ),
]
Books = Annotated[
    list[str] | None,
    Option(
        "--book",
        metavar="FILE",
        help="A book for experts, hints and programs to look positions up in; may be repeated.",
    ),
]
Tables = Annotated[
    list[str] | None,
    Option("--tables", metavar="FILE", help="A table for the same purposes; may be repeated."),
]
Stored = Annotated[
    bool | None,
    Option(
        "--stored/--no-stored",
        help="Show the stored games of tournaments; by default only if the server answers this machine alone.",
    ),
]
ForgetAfter = Annotated[
    int | None,
    Option(
        "--forget-after",
        metavar="DAYS",
        min=1,
        help="Delete games that were not continued for DAYS days; by default never.",
    ),
]
Path = Annotated[
    str,
    Option(
        "--path",
        metavar="PATH",
        help="The path below which a proxy serves the pages, such as /games; by default none.",
    ),
]
OwnGames = Annotated[
    str | None,
    Option(
        "--own-games",
        metavar="FOLDER",
        help="Let games be written in the page, as files in FOLDER; only on a server for this machine alone.",
    ),
]
Documentation = Annotated[
    str | None,
    Option(
        "--docs", metavar="URL", help="The address of the documentation, for links; by default that of the package."
    ),
]


def serve(
    games: GamesToServe = None,
    port: Port = 8000,
    host: Host = "127.0.0.1",
    name: Name = None,
    path: Path = "",
    evaluation: Models = None,
    engine: Engines = None,
    book: Books = None,
    tables: Tables = None,
    database: Database = None,
    stored: Stored = None,
    forget_after: ForgetAfter = None,
    docs: Documentation = None,
    own_games: OwnGames = None,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Play in the browser, against algorithms or other people, or watch; ask why, and explore the tree."""
    from spielbaum.errors import InputError, Message

    with importing_web("serve"):
        from spielbaum.web import Settings, make_app
        from spielbaum.web.server import run
        from spielbaum.web.settings import documentation_address
    root = path.rstrip("/")
    if root and not _PATH.fullmatch(root):
        raise InputError(Message("--path {!r} is no path: write it like /games or /~name/games", path))
    with _listening(host, port) as listener:
        address, number = listener.getsockname()[:2]
        open_to_all = not (address.startswith("127.") or address == "::1")
        if own_games and (open_to_all or name):
            raise InputError(
                Message(
                    "--own-games runs the Python that is written in the page, so it is for a server that "
                    "answers this machine alone: leave out --host and --name"
                )
            )
        hosts = () if open_to_all and not name else (*LOOPBACK, address, *(name or ()))
        settings = Settings(
            games=tuple(games or ()),
            models=tuple(evaluation or ()),
            engines=tuple(engine or ()),
            books=(*(book or ()), *(tables or ())),
            database=database,
            hosts=hosts,
            stored=not (open_to_all or name) if stored is None else stored,
            forget_after=forget_after,
            documentation=documentation_address() if docs is None else docs,
            root_path=root,
            own_games=own_games or "",
            own_key=secrets.token_urlsafe(16) if own_games else "",
        )
        app = make_app(settings)
        shown = f"[{address}]" if ":" in address else address
        url = f"http://{'localhost' if address in ('0.0.0.0', '::') else shown}:{number}{root}/"
        if json:
            print_json({"url": url, **({"own": f"{url}own?key={settings.own_key}"} if own_games else {})})
        else:
            _tell(url, open_to_all)
            if own_games:
                click.echo(tr("Write your own game at {}own?key={}", url, settings.own_key))
        run(app, listener, verbose=verbose)


def _tell(url: str, open_to_all: bool) -> None:
    click.echo(tr("Spielbaum is at {} until you press Ctrl-C.", url))
    if open_to_all:
        click.echo(
            tr("It answers other machines too: whoever reaches it can start games and searches on this computer.")
        )


def _listening(host: str, port: int) -> socket.socket:
    """Return a listening socket.

    Raises
    ------
    InputError
        If the address is not one of this machine, or the port is in use.
    """
    import errno

    from spielbaum.errors import InputError, Message

    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (socket.gaierror, UnicodeError):
        raise InputError(
            Message("there is no address {!r}: --host takes one of this machine, such as 127.0.0.1", host)
        ) from None
    listener = socket.socket(family, kind, protocol)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
        listener.listen(512)
    except OSError as error:
        listener.close()
        reasons = {
            errno.EADDRINUSE: tr("port {} of {} is taken: choose another with --port, or 0 for any", port, host),
            errno.EACCES: tr("port {} is reserved: choose one from 1024 with --port", port),
        }
        reason = reasons.get(error.errno or 0, tr("cannot listen on {}, port {}: {}", host, port, error.strerror))
        raise InputError(reason) from None
    return listener
