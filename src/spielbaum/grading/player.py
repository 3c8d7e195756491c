"""The process of a submission in a tournament: it reads positions, one a line, and writes the moves that it chooses."""

import inspect
import json
import os
import random
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import inf
from types import FrameType
from typing import Any, NamedTuple

from spielbaum.adapters.adapt import find_adaptable
from spielbaum.checking.matching import Matching, Node, matchings
from spielbaum.errors import Message
from spielbaum.game import Action, State
from spielbaum.grading.assignment import TestSpec
from spielbaum.grading.crashes import crash_of, place_of
from spielbaum.grading.diagnosis import Diagnosis, Stopped
from spielbaum.grading.guards import Guards
from spielbaum.grading.interfaces.evaluations import MOVER, AskedEvaluation
from spielbaum.grading.interfaces.games import game_of
from spielbaum.grading.interfaces.names import role_of
from spielbaum.grading.request import AGAIN, Request, answer, read_request, take_output
from spielbaum.grading.submission import Submission
from spielbaum.registry import load

WIN = 1e6
"""What a win counts in units of an evaluation, so that none exceeds it."""

DEPTH = 3
"""The depth of a search with the evaluation of a submission, by default."""


class Followed(NamedTuple):
    """The same position in the game of a submission and in that of the tournament."""

    own: State
    reference: State


class Process:
    """A submission that chooses moves."""

    def __init__(self, request: Request, output: int) -> None:
        self.test, self.path, self.seed, self.output = request.test, request.path, request.seed, output
        self.submission = Submission(request.path, request.names)
        self.guards = Guards(self.test.limits.output, lambda: place_of(sys._getframe(), self.path))
        self.chooser: Chooser | None = None
        self.over = False

    def serve(self, requests: Any) -> None:
        """Answer each line, until there is none."""
        self._limit_memory()
        self.guards.set_up()
        for line in requests:
            self._send(self._answered(json.loads(line)["moves"]))
        os._exit(0)

    def _answered(self, moves: Sequence[str]) -> dict[str, Any]:
        """Return a move, or the diagnosis of why there is none."""
        random.seed(f"{self.seed} {len(moves)} {moves}")  # for submissions that break ties at random
        try:
            with suppress(ValueError, AttributeError):
                signal.signal(signal.SIGPROF, self._stop)
                signal.setitimer(signal.ITIMER_PROF, self.test.limits.seconds, AGAIN)
            if self.chooser is None:
                self.chooser = Chooser(self.test, self.submission)
            return {"move": self.chooser.choose(moves)}
        except BaseException as error:
            found = crash_of(error, self.path)
            if found is None:
                found = Diagnosis("wrong-type", Message("A function of the game returns something wrong: {}.", error))
            return {"diagnosis": found.to_dict()}
        finally:
            with suppress(ValueError, AttributeError):
                signal.setitimer(signal.ITIMER_PROF, 0)

    def _stop(self, _number: int, frame: FrameType | None) -> None:
        sentence = Message("A move takes more than {:g} s of processor time.", self.test.limits.seconds)
        if self.over:  # the program has caught the exception
            self._send({"diagnosis": Diagnosis("endless", sentence, place_of(frame, self.path)).to_dict()})
            os._exit(1)
        self.over = True
        raise Stopped("endless", sentence, place_of(frame, self.path))

    def _send(self, document: dict[str, Any]) -> None:
        self.over = False
        answer(self.output, document)

    def _limit_memory(self) -> None:
        with suppress(ImportError, ValueError, OSError):
            import resource

            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_AS, (self.test.limits.memory << 20,) * 2)


class Chooser:
    """Chooses moves with a function, a class or an evaluation of a submission.

    Parameters
    ----------
    test
        The test: its options ``game``, ``plays``, ``function`` and ``depth``.
    submission
        The submission.
    """

    def __init__(self, test: TestSpec, submission: Submission) -> None:
        self.test, self.submission = test, submission
        self.reference = load(test.text("game"))
        self.game = game_of(submission, test)
        self.matching: Matching = matchings(self.game, self.reference, test.options.get("moves"))[0]
        self.found = find_adaptable(submission.module, submission.names)
        self.depth = test.whole_number("depth", DEPTH)
        self.move_of = self._searching() if test.text("plays", "moves") == "evaluation" else self._choosing()

    def choose(self, moves: Sequence[str]) -> str:
        """Return the move of the submission after some moves, as the reference writes it."""
        at = Followed(self.game.initial(), self.reference.initial())
        for move in moves:
            at = self._after(at, move)
        own, reference = self._nodes(at)
        chosen = self.move_of(own)
        for mine, theirs in self.matching.pairs(own, reference).both:
            if own.actions[mine] == chosen:
                return reference.texts[theirs]
        raise Stopped("illegal", Message("The move {} is not legal.", own.texts[own.actions.index(chosen)]))

    def _nodes(self, at: Followed) -> tuple[Node, Node]:
        own = Node(self.game, at.own, terminal=bool(self.game.is_terminal(at.own)))
        return own, Node(self.reference, at.reference, terminal=False)

    def _after(self, at: Followed, move: str) -> Followed:
        own, reference = self._nodes(at)
        for mine, theirs in self.matching.pairs(own, reference).both:
            if reference.texts[theirs] == move:
                after = self.game.result(at.own, own.actions[mine])
                return Followed(after, self.reference.result(at.reference, reference.actions[theirs]))
        raise Stopped("actions-missing", Message("The move {} is missing in the game of the submission.", move))

    def _searching(self) -> Callable[[Node], Action]:
        """Return a search with the evaluation of the submission."""
        from dataclasses import replace

        from spielbaum.game import Evaluation
        from spielbaum.search.choosing import search

        asked = AskedEvaluation(self.test, self.submission, self.reference)

        def both(state: State) -> tuple[float, float]:
            mover = self.game.to_move(state)
            value = asked.value(getattr(state, "theirs", state), mover)
            first = -value if asked.side == MOVER and mover == 1 else value
            return first, -first

        judged = Evaluation(both, utility_weight=WIN)
        game = replace(self.game, evaluations={"own": judged}, compiled=False, zero_sum=True)

        def move_of(own: Node) -> Action:
            return search(game, own.state, algorithm="alpha-beta", depth=self.depth, evaluation="own").action

        return move_of

    def _choosing(self) -> Callable[[Node], Action]:
        name = self.test.text("function", self.submission.names.get("choose", "choose"))
        function = self.submission.find(name) or getattr(self.found, name, None)
        if isinstance(function, type):
            function = self._agent(function)
        if not callable(function):
            raise self.submission.missing(name)

        def move_of(own: Node) -> Action:
            theirs = getattr(own.state, "theirs", own.state)
            given = function(*self._arguments(function, theirs, self.game.to_move(own.state)))
            return _chosen(given, own, name)

        return move_of

    def _agent(self, kind: type) -> Any:
        """Return how an agent of CS188 or an algorithm of easyAI chooses."""
        made = kind(*(self.depth if role_of(name) == "depth" else self._theirs() for name in _needed(kind)))
        return getattr(made, "getAction", made)

    def _theirs(self) -> Any:
        """Return the game of the submission as it is written: a module or an object."""
        return self.found() if isinstance(self.found, type) else self.found

    def _arguments(self, function: Callable[..., Any], state: Any, mover: int) -> list[Any]:
        """Return the arguments of a function by the names of its parameters; those with defaults keep them."""
        roles = {
            "game": self._theirs(),
            "depth": self.depth,
            "alpha": -inf,
            "beta": inf,
            "maximises": mover == 0,
            "colour": 1 if mover == 0 else -1,
            "player": self.game.player_name(mover) if self.game.view.player_names else mover,
        }
        needed = _needed(function)
        more = [roles.get(role_of(name) or "") for name in needed[1:]]
        first = state.copy() if hasattr(state, "switch_player") else state
        if needed and role_of(needed[0]) == "game" and len(needed) > 1:
            return [roles["game"], first, *more[1:]]
        return [first, *more]


def _chosen(given: Any, own: Node, name: str) -> Action:
    """Return the action that a function returns, alone or beside a value."""
    moves: dict[Any, Action] = {}
    known = getattr(own.state, "moves", None)
    for i, action in enumerate(own.actions):
        moves[_hashable(known.theirs[action] if known else action)] = own.actions[i]
    if _hashable(given) in moves:
        return moves[_hashable(given)]
    parts = given if isinstance(given, tuple | list) else ()
    found = [moves[_hashable(part)] for part in parts if _hashable(part) in moves]
    if not found:
        is_value = isinstance(given, int | float) and not all(isinstance(move, int) for move in moves)
        code = "action-not-returned" if given is None or is_value else "illegal"
        sentence = "{} returns {!r}, and it should return a legal move."
        raise Stopped(code, Message(sentence, name, given))
    return found[-1]  # values come first


def _needed(function: Callable[..., Any]) -> list[str]:
    """Return the names of the parameters without a default."""
    parameters = inspect.signature(function).parameters.values()
    several = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return [one.name for one in parameters if one.default is one.empty and one.kind not in several]


def _hashable(move: Any) -> Any:
    try:
        hash(move)
    except TypeError:
        return repr(move)
    return move


def main() -> None:
    """Serve the submission of the first line."""
    requests = os.fdopen(os.dup(0))
    output = take_output()
    request = read_request(requests.readline())
    os.chdir(request.path.parent)
    Process(request, output).serve(requests)


if __name__ == "__main__":
    main()
