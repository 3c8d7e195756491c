"""An engine in a worker of the browser: it searches for the application, which runs in another worker."""

import logging
import pickle
from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from spielbaum.browser.messages import Answer, Asked, Call, File, Ready, Reply, Sent
from spielbaum.errors import SpielbaumError
from spielbaum.registry import raised_by_game
from spielbaum.search.core.progress import Progress, Stop
from spielbaum.search.searcher import Searcher
from spielbaum.search_pool.requests import Request
from spielbaum.search_pool.searcher_cache import SearcherCache, SearcherSpec

GAMES, SEARCHERS, KERNELS = 8, 32, 1000
"""The most games and searchers that are kept, and the most kernels that are loaded."""

log = logging.getLogger(__name__)


class Engine:
    """The engine of a worker, for JavaScript.

    Parameters
    ----------
    post
        Sends a message to the application.
    is_stopped
        Returns whether the present search is to stop.
    """

    def __init__(self, post: Callable[[bytes], object], is_stopped: Callable[[], bool]) -> None:
        self._post, self._is_stopped = post, is_stopped
        self._searchers = lru_cache(1)(partial(SearcherCache, SEARCHERS, kernels=KERNELS))
        self._game = lru_cache(GAMES)(pickle.loads)
        self._send(Ready())

    def receive(self, message: bytes) -> None:
        """Do what a message asks, and send the answer, if it has one."""
        try:
            asked: Sent = pickle.loads(message)
            if isinstance(asked, File):
                Path(asked.path).parent.mkdir(parents=True, exist_ok=True)
                Path(asked.path).write_text(asked.text, "utf-8")
                return
            answer = pickle.dumps(Answer(self._answer(asked)))
        except SpielbaumError as error:
            answer = pickle.dumps(Answer(error=error))
        except Exception as error:
            log.error("an engine failed", exc_info=True)
            answer = pickle.dumps(Answer(error=SpielbaumError(raised_by_game(error) or repr(error))))
        self._post(answer)

    def _answer(self, asked: Asked) -> Any:
        if isinstance(asked, Call):
            return asked.function(*asked.arguments)
        spec = SearcherSpec(self._game(asked.game), asked.algorithm, asked.evaluation, name=None)
        searcher = self._searchers(asked.table_bytes).get_or_compile(spec)
        return None if asked.request is None else self._search(searcher, pickle.loads(asked.request))

    def _search(self, searcher: Searcher, request: Request) -> Any:
        stop = Stop()

        def report(progress: Progress) -> None:
            if self._is_stopped():
                stop.set()
            self._send(progress)

        if self._is_stopped():
            stop.set()
        return request.answer(searcher, report, stop)

    def _send(self, message: Reply) -> None:
        self._post(pickle.dumps(message))
