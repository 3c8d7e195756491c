"""Sharing a game: links to play, to watch and to begin from its position, and pictures."""

from collections.abc import Mapping
from html import escape
from typing import Any
from urllib.parse import urlencode

from spielbaum.web.http.request_context import RequestContext
from spielbaum.web.live.catalogue import Catalogue
from spielbaum.web.live.live_game import LiveGame
from spielbaum.web.live.watching import watch_token
from spielbaum.web.views.game import game_context, game_page, step_asked


def share_links(ctx: RequestContext, page: dict[str, Any], live: LiveGame) -> dict[str, str]:
    """Return the URLs for sharing a game at the position on its page."""
    view = {"ply": page["shown_ply"], "flip": ctx.flipped}
    return {
        "watch": ctx.shared(f"/watch/{watch_token(live.record.id)}"),
        "position": ctx.origin + page["from_address"].removeprefix(ctx.root),
        "picture": ctx.link(f"{page['path']}/picture.svg", **view),
        "film": ctx.link(f"{page['path']}/film.svg", flip=ctx.flipped),
        "name": "".join(letter if letter.isalnum() else "-" for letter in live.session.game.name),
    }


def embed_code(ctx: RequestContext, new_address: str, fields: Mapping[str, object]) -> str:
    """Return the HTML of a frame with a tree, for other pages; empty if no game can begin from its root.

    ``new_address`` sets up a game from the root; ``fields`` are the algorithms and the depth.
    """
    path, _, query = new_address.removeprefix(ctx.root).partition("?")
    if not path.startswith("/new/"):
        return ""
    asked = "&".join(filter(None, (query, urlencode(fields))))
    source = f"{ctx.origin}/embed/tree/{path.removeprefix('/new/')}?{asked}"
    return f'<iframe src="{escape(source)}" width="800" height="600" title="Spielbaum"></iframe>'


def watch_context(ctx: RequestContext, catalogue: Catalogue, live: LiveGame) -> dict[str, Any]:
    """Return the context of the page of spectators, which does not disclose the link to play."""
    page = game_page(ctx, catalogue, live, still=True)
    path = f"/watch/{watch_token(live.record.id)}"
    view = ctx.link(f"{path}/view", ply=ctx.ply, flip=ctx.flipped, **step_asked(ctx))
    withheld: dict[str, Any] = {"tabs": (), "address": "", "scores_address": "", "rematch": ""}
    shown = {**page, **withheld, "path": path, "view_address": view}
    return {**game_context(ctx, shown, live), "share": share_links(ctx, shown, live), "command_url": None}
