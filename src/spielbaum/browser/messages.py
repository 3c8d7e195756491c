"""The messages between the application and its engines, which are pickled: both run the same build."""

import pickle
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from spielbaum.search.algorithms.choice import AlgorithmChoice
from spielbaum.search.core.progress import Progress
from spielbaum.search_pool.requests import Request
from spielbaum.search_pool.searcher_cache import SearcherSpec


@dataclass(frozen=True)
class Search:
    """Asks for a search.

    Attributes
    ----------
    game
        The game, pickled: equal bytes are the same game, whose searchers are kept.
    algorithm, evaluation
        The searcher.
    table_bytes
        Memory for the transposition table of the engine.
    request
        The request, pickled, since its states may need the module of the game; None to make the searcher only.
    """

    game: bytes
    algorithm: AlgorithmChoice
    evaluation: str | None
    table_bytes: int
    request: bytes | None

    @classmethod
    def of(cls, spec: SearcherSpec, table_bytes: int, request: Request | None) -> "Search":
        """Return the message of a request."""
        asked = None if request is None else pickle.dumps(request)
        return cls(pickle.dumps(spec.game), spec.algorithm, spec.evaluation, table_bytes, asked)

    @property
    def key(self) -> tuple[bytes, str, str | None]:
        """What tells searchers apart."""
        return self.game, str(self.algorithm), self.evaluation


@dataclass(frozen=True)
class Call:
    """Asks for a call of a function of a module."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]


@dataclass(frozen=True)
class File:
    """Brings the file of a game, which later messages need; it has no answer."""

    path: str
    text: str


@dataclass(frozen=True)
class Ready:
    """Says that an engine is loaded."""


@dataclass(frozen=True)
class Answer:
    """The answer to a search or a call: its result, or its error."""

    result: Any = None
    error: Exception | None = None


Asked = Search | Call
Sent = Asked | File
Reply = Ready | Progress | Answer
