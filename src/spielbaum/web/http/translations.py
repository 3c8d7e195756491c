"""The language of a page."""

import re

from spielbaum.language import LANGUAGES


def preferred(accepted: str) -> str:
    """Return the supported language with the largest quality in an ``Accept-Language`` header; English by default.

    Examples
    --------
    >>> preferred("fr-CH, de;q=0.8, en;q=0.5"), preferred("")
    ('de', 'en')
    """
    best, best_quality = "en", 0.0
    for part in accepted[:500].split(","):
        name, _, weight = part.strip().partition(";")
        language = name.strip().lower().partition("-")[0]
        match = re.fullmatch(r"\s*q=([01](?:\.\d{1,3})?)\s*", weight)
        quality = float(match[1]) if match else 0.0 if weight else 1.0
        if language in LANGUAGES and quality > best_quality:
            best, best_quality = language, quality
    return best
