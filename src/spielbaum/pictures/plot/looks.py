"""The style of plots: classes of their parts, as a style sheet for light and dark pages."""

from collections.abc import Mapping
from types import MappingProxyType

from spielbaum.pictures.plot.axes import SIZE
from spielbaum.pictures.svg.theme import DARK, FONT, LIGHT, PLAYERS, PLAYERS_ON_DARK

DASHES = (None, "7 4", "2 3", "10 3 2 3", "5 2", "1 4")
MARKS = (
    "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0Z", "M-4.5 -4.5h9v9h-9Z", "M0 -6L6 4.5H-6Z", "M0 -6.5L6.5 0L0 6.5L-6.5 0Z",
    "M0 6L6 -4.5H-6Z", "M-6 -2h4v-4h4v4h4v4h-4v4h-4v-4h-4Z",
)  # fmt: skip
"""Disc, square, triangle, diamond, inverted triangle, cross, around the origin."""

HALO = 4
"""The width of the paper around a text, which separates it from the lines below it."""

CLASSES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "paper": {"fill": "plot-paper"},
        "grid": {"stroke": "plot-line", "stroke-width": "1"},
        "mark": {"stroke": "plot-quiet", "stroke-width": "1.5", "stroke-dasharray": "4 4"},
        **{f"s{i}": {"fill": f"series-{i}", "stroke": f"series-{i}"} for i in range(len(PLAYERS))},
        "quiet": {"stroke": "plot-quiet"},
        "line": {"fill": "none", "stroke-width": "2"},
        "whisker": {"fill": "none", "stroke-width": "2"},
        "heading": {"font-weight": "bold"},
    }
)
"""The properties of each class, where later ones take precedence; colours are names in ``colours``."""


def colours(*, dark: bool = False) -> dict[str, str]:
    """Return the colours of plots by name, for light or dark pages."""
    page, series = (DARK, PLAYERS_ON_DARK) if dark else (LIGHT, PLAYERS)
    named = {f"plot-{name}": page[name] for name in ("ink", "quiet", "line", "paper")}
    return named | {f"series-{i}": colour for i, colour in enumerate(series)}


def style() -> str:
    """Return the style sheet of all plots."""
    light, dark = (
        ".plot { " + " ".join(f"--{name}: {colour};" for name, colour in found.items()) + " }"
        for found in (colours(), colours(dark=True))
    )
    halo = f"stroke: var(--plot-paper); stroke-width: {HALO}; stroke-linejoin: round; paint-order: stroke;"
    rules = [
        light,
        f"@media (prefers-color-scheme: dark) {{ @media not print {{ {dark} }} }}",
        f".plot text {{ font: {SIZE}px {FONT}; fill: var(--plot-ink); {halo} }}",
    ]
    for name, parts in CLASSES.items():
        values = {part: f"var(--{value})" if value in colours() else value for part, value in parts.items()}
        rules.append(f".plot .{name} {{ {' '.join(f'{part}: {value};' for part, value in values.items())} }}")
    return "\n".join(rules)
