"""Trials of advice: the game with changed source must give the same answers, and is timed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from spielbaum.checking.trial import MOST_ACTIONS
from spielbaum.errors import Sentence, SpielbaumError
from spielbaum.game import Game
from spielbaum.profiling.advice import Candidate
from spielbaum.profiling.calls import CompiledCalls, Times, interpreted_times, shortest
from spielbaum.profiling.rules import Call, Rule, rules_of
from spielbaum.profiling.source import changed_game

LEAST_FACTOR = 1.1
LEAST_SHARE = 0.01
"""The least that a change must gain: a factor for a rule function, and a share of the search."""

LARGE_SHARE = 0.25
"""The share of the search from which on a function deserves advice that is not tried."""

MOST = 12
"""The number of candidates that are tried: the functions with the largest shares first."""

ROUNDS = 2

LEAST_NS = 0.1
"""The shortest time of a call that can be measured."""

Measure = Callable[[Rule], Times]


@dataclass(frozen=True)
class Trial:
    """A tried change.

    Attributes
    ----------
    rule
        The rule function that gains most.
    factor
        How many times as fast it becomes.
    gain
        The nanoseconds that all functions gain per node.
    """

    rule: str
    factor: float
    gain: float


class Trials:
    """Tries changes of a game.

    Parameters
    ----------
    game, rules, nodes
        The game, its counted rule functions, and the nodes of the searches in which they were counted.
    measure
        Returns the times of a call of a rule function of the game.
    compiled
        Whether the game is compiled.
    """

    def __init__(self, game: Game, rules: Sequence[Rule], nodes: int, measure: Measure, *, compiled: bool) -> None:
        self._game, self._measure, self._is_compiled = game, measure, compiled
        self._rules = [rule for rule in rules if rule.sample]
        self._calls = {rule.name: rule.calls / nodes for rule in rules}

    def chosen(self, found: Sequence[Candidate], shares: Mapping[str, float]) -> list[Candidate]:
        """Return the candidates to try: those with a change that may gain enough, the largest shares first."""
        ranked = sorted(found, key=lambda candidate: -_share(candidate, shares))
        return [one for one in ranked if one.change and _share(one, shares) >= LEAST_SHARE][:MOST]

    def advice(
        self, found: Sequence[Candidate], shares: Mapping[str, float], node_ns: float, step: Callable[[], None]
    ) -> list[str]:
        """Return the advice that is worth its while, the largest gain first.

        Parameters
        ----------
        found
            The candidates.
        shares, node_ns
            The shares of rule functions in the time of a node, and this time.
        step
            Called after each trial.
        """
        best: dict[tuple[str, int], tuple[float, str]] = {}
        for candidate in self.chosen(found, shares):
            trial = self.tried(candidate)
            step()
            if trial and trial.factor >= LEAST_FACTOR and trial.gain >= LEAST_SHARE * node_ns:
                sentence = Sentence("{}: {} is {} as fast", candidate.sentence, trial.rule, _times(trial.factor))
                place = (candidate.function.name, candidate.line)
                best[place] = max(best.get(place, (0.0, "")), (trial.gain, sentence))
        sentences = [sentence for _, sentence in sorted(best.values(), reverse=True)]
        untried = [one for one in found if not one.change and (not one.rules or _share(one, shares) >= LARGE_SHARE)]
        return sentences + [one.sentence for one in untried]

    def tried(self, candidate: Candidate) -> Trial | None:
        """Return the gain of a change; None if it cannot be tried, or the answers differ."""
        made = changed_game(self._game, candidate.change) if candidate.change else None
        if made is None:
            return None
        functions = {rule.name: rule.function for rule in rules_of(made)}
        own = [rule for rule in self._rules if rule.name in candidate.rules]
        changed = [replace(rule, function=functions[rule.name]) for rule in own]
        if not changed or not all(_answers(one) == _answers(other) for one, other in zip(own, changed, strict=True)):
            return None
        try:
            measure = CompiledCalls(made, changed).times if self._is_compiled else interpreted_times
            trials = list(self._compared(own, changed, measure))
        except SpielbaumError:  # it cannot be compiled
            return None
        best = max(trials, key=lambda trial: trial.gain)
        return replace(best, gain=sum(trial.gain for trial in trials))

    def _compared(self, own: Sequence[Rule], changed: Sequence[Rule], measure: Measure) -> Iterator[Trial]:
        for before, after in zip(own, changed, strict=True):
            both = [(self._measure(before), measure(after)) for _ in range(ROUNDS)]
            slow, fast = (shortest(times).ns for times in zip(*both, strict=True))
            gain = self._calls[before.name] * (slow - fast)
            yield Trial(before.name, max(slow, LEAST_NS) / max(fast, LEAST_NS), gain)


def _share(candidate: Candidate, shares: Mapping[str, float]) -> float:
    return sum(shares.get(name, 0.0) for name in candidate.rules)


def _times(factor: float) -> str:
    return Sentence("{:.1f} times", factor) if factor < 10 else Sentence("{:,.0f} times", factor)


def _answers(rule: Rule) -> list[Any]:
    """Return what a function returns for its sample, in a form that other classes of the same content equal."""
    try:
        return [_answer(rule, call) for call in rule.sample]
    except Exception as error:  # changed source may raise anything
        return [error]


def _answer(rule: Rule, call: Call) -> Any:
    answer = rule.function(call.state, call.action) if rule.takes_action else rule.function(call.state)
    if rule.returns == "iterator":
        return list(islice(answer, MOST_ACTIONS))
    if rule.returns == "truth":
        return bool(answer)
    return (
        tuple(answer)
        if isinstance(answer, list | tuple)
        else answer
        if isinstance(answer, int | float)
        else repr(answer)
    )
