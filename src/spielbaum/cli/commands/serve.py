"""Playing in the browser."""

import socket
from typing import Annotated

import click

from spielbaum.cli.shared.options import Database, Json, Verbose, complete_game
from spielbaum.cli.shared.output import print_json
from spielbaum.cli.shared.parameters import Argument, Option

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
MAX_PORT = 65535

GamesToServe = Annotated[
    list[str] | None,
    Argument(
        metavar="[GAME]...",
        help="Games that are shown first, also files; all registered games are offered besides.",
        complete=complete_game,
    ),
]
Port = Annotated[
    int, Option("--port", metavar="N", min=0, max=MAX_PORT, help="Where to listen; 0 for any that is free.")
]
Host = Annotated[
    str, Option("--host", metavar="ADDRESS", help="On which address; 0.0.0.0 for all, also from other machines.")
]
Name = Annotated[
    list[str] | None,
    Option("--name", metavar="NAME", help="A name under which the server is reached, such as that of a proxy."),
]
Models = Annotated[
    list[str] | None,
    Option("--evaluation", metavar="FILE", help="A learned evaluation to offer with its game; may be repeated."),
]
Engines = Annotated[
    list[str] | None,
    Option(
        "--engine",
        metavar="PLAYER",
        help="Another program to offer as an opponent, such as 'uci:stockfish(time=0.5)'; may be repeated.",
    ),
]
Books = Annotated[
    list[str] | None,
    Option(
        "--book",
        metavar="FILE",
        help="A book of a game, for experts, hints and programs to look positions up; may be repeated.",
    ),
]
Stored = Annotated[
    bool | None,
    Option(
        "--stored/--no-stored",
        help="Show the database's games of tournaments; without it where the server answers to this machine alone.",
    ),
]
ForgetAfter = Annotated[
    int | None,
    Option(
        "--forget-after", metavar="DAYS", min=1, help="Remove games in which nothing was done for so long; else never."
    ),
]


Documentation = Annotated[
    str | None,
    Option(
        "--docs", metavar="URL", help="Where the documentation is, for links to it; without it what the package says."
    ),
]


def serve(
    games: GamesToServe = None,
    port: Port = 8000,
    host: Host = "127.0.0.1",
    name: Name = None,
    evaluation: Models = None,
    engine: Engines = None,
    book: Books = None,
    database: Database = None,
    stored: Stored = None,
    forget_after: ForgetAfter = None,
    docs: Documentation = None,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Play in the browser: against algorithms, against others, or watch; ask why, and see the tree."""
    from spielbaum.errors import InputError

    try:
        from spielbaum.web import Settings, make_app
        from spielbaum.web.server import run
        from spielbaum.web.settings import documentation_address
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("starlette", "uvicorn", "jinja2", "markupsafe", "anyio"):
            raise
        raise InputError("spielbaum serve needs pip install 'spielbaum[web]'") from None
    with _listening(host, port) as listener:
        address, number = listener.getsockname()[:2]
        open_to_all = not (address.startswith("127.") or address == "::1")
        hosts = () if open_to_all and not name else (*LOOPBACK, address, *(name or ()))
        settings = Settings(
            games=tuple(games or ()),
            models=tuple(evaluation or ()),
            engines=tuple(engine or ()),
            books=tuple(book or ()),
            database=database,
            hosts=hosts,
            stored=not (open_to_all or name) if stored is None else stored,
            forget_after=forget_after,
            documentation=documentation_address() if docs is None else docs,
        )
        app = make_app(settings)
        shown = f"[{address}]" if ":" in address else address
        url = f"http://{'localhost' if address in ('0.0.0.0', '::') else shown}:{number}/"
        if json:
            print_json({"url": url})
        else:
            _tell(url, open_to_all)
        run(app, listener, verbose=verbose)


def _tell(url: str, open_to_all: bool) -> None:
    click.echo(f"Spielbaum is at {url} until you press Ctrl-C.")
    if open_to_all:
        click.echo("It answers to other machines too: whoever reaches it can begin games and let this computer search.")


def _listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens.

    Raises
    ------
    InputError
        If the address is not one of this machine, or the port is taken.
    """
    import errno

    from spielbaum.errors import InputError

    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (socket.gaierror, UnicodeError):
        raise InputError(f"there is no address {host!r}: --host takes one of this machine, such as 127.0.0.1") from None
    listener = socket.socket(family, kind, protocol)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
        listener.listen(512)
    except OSError as error:
        listener.close()
        reasons = {
            errno.EADDRINUSE: f"port {port} of {host} is taken: choose another with --port, or 0 for any",
            errno.EACCES: f"port {port} is reserved: choose one from 1024 with --port",
        }
        reason = reasons.get(error.errno or 0, f"cannot listen on {host}, port {port}: {error.strerror}")
        raise InputError(reason) from None
    return listener
