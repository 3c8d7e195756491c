"""Links from pages to the documentation, if its address is known."""

from spielbaum.search.algorithms.choice import parse_algorithm

PAGES = {"figure": "tree"}
"""Games whose page has another name."""


class Documentation:
    """The addresses of the pages of the documentation.

    Parameters
    ----------
    address
        The root of the documentation; empty for no links.

    Examples
    --------
    >>> shown = Documentation("https://docs.example/")
    >>> shown.game("chess"), shown.algorithm("max-n-is")
    ('https://docs.example/games/chess/', 'https://docs.example/algorithms/max-n/')
    >>> Documentation("").game("chess")
    ''
    """

    def __init__(self, address: str = "") -> None:
        self.address = address.rstrip("/")

    def game(self, name: str) -> str:
        """Return the page of a built-in game."""
        return self._page("games", PAGES.get(name, name))

    def algorithm(self, text: str) -> str:
        """Return the page of an algorithm, which may have options."""
        return self._page("algorithms", parse_algorithm(text).algorithm.page)

    def _page(self, folder: str, name: str) -> str:
        return f"{self.address}/{folder}/{name}/" if self.address else ""
