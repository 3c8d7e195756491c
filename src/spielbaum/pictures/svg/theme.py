"""Colours and fonts of all pictures.

The colours of players and of cuts can be distinguished by colour-blind readers; pages add signs to discs on request.
"""

from collections.abc import Mapping
from types import MappingProxyType

from spielbaum.game import Game
from spielbaum.language import Translations, current_texts

FONT = "system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif"

PLAYERS = ("#d55e00", "#0072b2", "#b08c00", "#008f68", "#b1589a", "#5b6b7a")
"""The colours of players whose game names none, after M. Okabe and K. Ito (2008), dark enough for white paper."""

PLAYERS_ON_DARK = ("#ff9a52", "#6cb8f5", "#e3c63f", "#4fd6a4", "#e59ac8", "#b4c0cc")
"""The same, bright enough for dark paper."""

LIGHT: Mapping[str, str] = MappingProxyType(
    {
        "paper": "#ffffff",
        "ink": "#1c2430",
        "quiet": "#5d6b7b",
        "line": "#c3ccd6",
        "panel": "#f3f5f8",
        "accent": "#0b5c72",
        "cut": "#c44e00",
        "best": "#00754f",
    }
)
DARK: Mapping[str, str] = MappingProxyType(
    {
        "paper": "#14181d",
        "ink": "#e8edf2",
        "quiet": "#9fadbb",
        "line": "#414d5a",
        "panel": "#1e252d",
        "accent": "#6ccbe0",
        "cut": "#ff9a52",
        "best": "#4fd6a4",
    }
)

MOODS: Mapping[str, str] = MappingProxyType(
    {
        "mood-win": "#00754f",
        "mood-good": "#7fd1ae",
        "mood-even": "#f0dd7a",
        "mood-bad": "#f5a65b",
        "mood-loss": "#b3261e",
        "mood-unknown": "#c3ccd6",
    }
)
"""From good to bad: with white letters on wins and losses, and dark ones on the rest."""

STAR = "#ffc845"
"""The second colour of the brand: the best move."""

MONOSPACED = "ui-monospace, 'DejaVu Sans Mono', monospace"

BOARD: Mapping[str, str] = MappingProxyType(
    {"frame": "#2f3741", "label": "#d5dde6", "ink": "#15171a", "light": "#ffffff", "neutral": "#e3c08a"}
)
"""A board has its own ground, so it looks the same on light and dark pages."""


def player_text(game: Game, player: int, t: Translations | None = None) -> str:
    """Return the name of a player, in English as the game writes it."""
    t, name = t or current_texts(), game.shown_name(player)
    return name if t.language == "en" else t.named("player", name)


def player_colour(game: Game, player: int) -> str:
    """Return the colour of a player's pieces and numbers, ``#rrggbb``."""
    colours = game.view.player_colours or PLAYERS
    return colours[player % len(colours)]


def ink_on(ground: str) -> str:
    """Return black or white, whichever is more legible on a colour.

    Examples
    --------
    >>> ink_on("#ffffff"), ink_on("#0072b2")
    ('#15171a', '#ffffff')
    """
    parts = [int(ground[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return BOARD["ink"] if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.19 else BOARD["light"]
