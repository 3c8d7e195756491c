"""Links for spectators: a token that identifies a game without disclosing the link to play."""

import hashlib
import re
from base64 import urlsafe_b64encode
from hmac import compare_digest

from starlette.requests import Request

from spielbaum.store import Plays
from spielbaum.web.http.errors import WebError, store_errors
from spielbaum.web.http.threads import run_in_threadpool
from spielbaum.web.live.live_game import LiveGame
from spielbaum.web.live.site import Site

PREFIX = 5
"""The characters of the id at the start of a token, to look the game up; the others, 98 bits, stay secret."""

_TOKEN = re.compile(r"[\w-]{27}", re.ASCII)


def watch_token(id: str) -> str:  # noqa: A002
    """Return the token of a game: the first characters of its id and a one-way hash of the whole id.

    Examples
    --------
    >>> watch_token("abcdefghijklmnopqrstuv")
    'abcdeLX56N4tv0MdB3siRL0kesA'
    """
    digest = hashlib.sha256(b"watch " + id.encode()).digest()[:16]
    return id[:PREFIX] + urlsafe_b64encode(digest).decode().rstrip("=")


def watched_id(plays: Plays, token: str) -> str | None:
    """Return the id of the game with a token; None if there is none."""
    if not _TOKEN.fullmatch(token):
        return None
    found = (id for id in plays.beginning_with(token[:PREFIX]) if compare_digest(watch_token(id), token))  # noqa: A001
    return next(found, None)


async def shown_game(site: Site, request: Request) -> LiveGame:
    """Return the game of a request, which names it by its id or by the token of spectators.

    Raises
    ------
    WebError
        404 if there is none; 410 if its game is no longer offered.
    """
    id, token = request.path_params.get("id"), request.path_params.get("token", "")  # noqa: A001
    if id is None:

        def find() -> str | None:
            with store_errors():
                return watched_id(Plays(site.store), token)

        id = await run_in_threadpool(find)  # noqa: A001
        if id is None:
            raise WebError(404, "no-game")
    return await site.games.find(id)
