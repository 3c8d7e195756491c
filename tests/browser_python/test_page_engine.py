"""The engine of a page, without a page: messages go in and come out."""

import pickle
from typing import Any

import pytest

from spielbaum import games
from spielbaum.browser import engine as engine_module
from spielbaum.browser.engine import Engine
from spielbaum.browser.messages import Answer, Call, Ready, Search
from spielbaum.errors import InputError, SpielbaumError, UnknownNameError
from spielbaum.game import Game
from spielbaum.search.algorithms.choice import parse_algorithm
from spielbaum.search.core.limits import Limits
from spielbaum.search.core.progress import Progress
from spielbaum.search.searcher import Searcher
from spielbaum.search_pool.requests import AnalysisRequest, ChoiceRequest, Request
from spielbaum.search_pool.searcher_cache import SearcherSpec

pytestmark = pytest.mark.interpreted

GAME = games.load("tic-tac-toe")


class Replies:
    """An engine and what it says."""

    def __init__(self, *, stops: bool = False) -> None:
        self.said: list[Any] = []
        self.engine = Engine(lambda message: self.said.append(pickle.loads(message)), lambda: stops)

    def asked(self, message: Any) -> Answer:
        self.engine.receive(pickle.dumps(message))
        answer = self.said[-1]
        assert isinstance(answer, Answer)
        return answer


def search(request: Request | None, algorithm: str = "alpha-beta", evaluation: str | None = None) -> Search:
    return Search.of(SearcherSpec(GAME, parse_algorithm(algorithm), evaluation, None), 1 << 20, request)


def choice(limits: Limits) -> ChoiceRequest:
    return ChoiceRequest(GAME.initial(), limits, ())


def test_an_engine_answers_as_a_searcher_does_and_reports_the_end() -> None:
    replies = Replies()
    found = replies.asked(search(choice(Limits(depth=3)))).result
    result = Searcher(GAME, "alpha-beta").search(depth=3)
    assert (found.action, found.value, found.result.nodes) == (result.action, result.value, result.nodes)
    assert isinstance(replies.said[0], Ready)
    assert isinstance(replies.said[-2], Progress)
    assert replies.said[-2].nodes == result.nodes
    lines = replies.asked(search(AnalysisRequest(GAME.initial(), Limits(depth=2), ()))).result
    assert [line.value for line in lines] == [
        line.value for line in Searcher(GAME, "alpha-beta").action_values(depth=2)
    ]


def test_searchers_are_made_once_and_before_they_are_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    class Noted(Searcher):
        def __init__(self, game: Game, algorithm: Any, **options: Any) -> None:
            made.append(str(algorithm))
            super().__init__(game, algorithm, **options)

    monkeypatch.setattr("spielbaum.search_pool.searcher_cache.Searcher", Noted)
    replies = Replies()
    assert replies.asked(search(None)) == Answer(None)
    for _ in range(2):
        assert replies.asked(search(choice(Limits(depth=2)))).error is None
    replies.asked(search(choice(Limits(depth=2)), "pvs"))
    assert made == ["alpha-beta", "pvs"]


def test_a_search_that_is_stopped_before_it_begins_has_a_move() -> None:
    found = Replies(stops=True).asked(search(choice(Limits(seconds=20)))).result
    assert found.result.depth == 1


def test_errors_are_answers() -> None:
    replies = Replies()
    error = replies.asked(Call(games.load, ("no-game",))).error
    assert isinstance(error, InputError)
    assert str(error).startswith("unknown game 'no-game'")
    error = replies.asked(search(choice(Limits(depth=2)), evaluation="unknown")).error
    assert isinstance(error, UnknownNameError)
    assert replies.asked(Call(divmod, (7, 2))).result == (3, 1)


def test_what_is_no_error_of_ours_is_logged_and_answered(caplog: pytest.LogCaptureFixture) -> None:
    replies = Replies()
    error = replies.asked(Call(divmod, (1, 0))).error
    assert type(error) is SpielbaumError
    assert "ZeroDivisionError" in str(error)
    assert "cannot pickle" in str(replies.asked(Call(memoryview, (b"ab",))).error)
    assert [record.name for record in caplog.records] == [engine_module.__name__] * 2
