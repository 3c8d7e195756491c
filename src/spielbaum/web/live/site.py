"""What all pages share, and how an endpoint gets it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from spielbaum.store import Store
from spielbaum.web.http.assets import Assets
from spielbaum.web.http.rate_limits import Buckets, Queue, Windows
from spielbaum.web.http.rendering import Pages
from spielbaum.web.live.catalogue import Shelf
from spielbaum.web.live.plays import Games
from spielbaum.web.settings import Settings

Endpoint = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True)
class Site:
    """The parts of a server.

    Attributes
    ----------
    new_games, searches
        How often an address may ask for them.
    windows
        How many an address has open.
    trees
        For traced searches, which run interpreted and hold up all others while they do.
    """

    settings: Settings
    shelf: Shelf
    store: Store
    games: Games
    assets: Assets
    pages: Pages
    new_games: Buckets
    searches: Buckets
    windows: Windows
    trees: Queue


def site_of(request: Request) -> Site:
    """Return the parts of the server that answers a request."""
    site: Site = request.app.state.site
    return site


async def has_left(request: Request) -> bool:
    """Return whether a visitor does not wait for the answer any more."""
    await request.body()  # else that would be what comes next
    return await request.is_disconnected()


async def form_of(request: Request) -> str:
    """Return the body of a form; what is no ASCII in it is unreadable later."""
    return (await request.body()).decode("latin-1")
