"""The pages that a class can follow, and their addresses for others: without the language, answers and secrets."""

import re
from urllib.parse import urlencode

from spielbaum.exercises.query import FIELDS
from spielbaum.web.http.forms import read_fields
from spielbaum.web.live.watching import watch_token

GAME = re.compile(r"/game/([\w-]{22})(/tree)?", re.ASCII)
PUBLIC = re.compile(r"/(?:watch/[\w-]{27}(?:/tree)?|understand/[\w-]+(?:/[\w-]+)?|stored/game/\d+(?:/tree)?)", re.ASCII)
LESSONS = "/understand/"
KEPT = {
    "/exercise": (*FIELDS, "solution"),
    "/puzzle": ("game", "position", "seed", "level"),
    "/simulations": ("example", "exploration", "seed"),
}
"""Pages with answers, and the fields that are not answers."""


def for_others(address: str) -> str:
    """Return the address under which others see the same page; empty if they cannot.

    A game that is played becomes one to watch: the link to play remains secret.

    Raises
    ------
    WebError
        400 if the query string is invalid.

    Examples
    --------
    >>> for_others("/exercise?kind=values&seed=1&v-a=3&lang=de"), for_others("/class/CODE")
    ('/exercise?kind=values&seed=1', '')
    >>> for_others("/understand/minimax#3")
    '/understand/minimax#3'
    >>> for_others("/game/abcdefghijklmnopqrstuv?ply=3")
    '/watch/abcdeLX56N4tv0MdB3siRL0kesA?ply=3'
    """
    asked, _, part = address.partition("#")
    path, _, query = asked.partition("?")
    fields = {name: value for name, value in read_fields(query, ("*",)).items() if name != "lang"}
    played = GAME.fullmatch(path)
    if played:
        path = f"/watch/{watch_token(played[1])}{played[2] or ''}"
    elif path in KEPT:
        fields = {name: value for name, value in fields.items() if name in KEPT[path]}
    elif not PUBLIC.fullmatch(path):
        return ""
    asked = f"{path}?{urlencode(fields)}" if fields else path
    return f"{asked}#{part}" if path.startswith(LESSONS) and part.isdecimal() else asked
