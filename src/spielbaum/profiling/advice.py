"""Advice from the source of a game's functions: what costs time there, and what to write instead.

A pattern (:mod:`spielbaum.profiling.patterns`) yields candidates. Most of them change the source; such a candidate is
advice only if the changed game gives the same answers and is faster (:mod:`spielbaum.profiling.trials`).
"""

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from spielbaum.errors import Sentence
from spielbaum.profiling.rules import Rule
from spielbaum.profiling.source import Change, Function, functions_of
from spielbaum.profiling.syntax import Body, inlined


@dataclass(frozen=True)
class Candidate:
    """A piece of advice that may be given.

    Attributes
    ----------
    function
        The function that it is about.
    line
        The line.
    text
        What the function does there, and what to write; follows its name and the line.
    change
        What to write; None if that takes an author.
    rules
        The rule functions that it makes faster; empty if it is not about time.
    """

    function: Function
    line: int
    text: str
    change: Change | None
    rules: Sequence[str]

    @property
    def sentence(self) -> str:
        """The advice."""
        return Sentence("{}, line {}, {}", self.function.name, self.line, self.text)


class Program:
    """The functions of a game that searches call.

    Parameters
    ----------
    rules
        The rule functions, with samples of their calls.
    """

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.rules = {rule.name: rule for rule in rules}
        self.functions = functions_of(rules)
        self._by_function: dict[Any, Function] = {one.function: one for one in self.functions}

    def rule(self, name: str) -> Function | None:
        """Return the source of a rule function; None if it has none."""
        return self._by_function.get(self.rules[name].function) if name in self.rules else None

    def called(self, caller: Function, node: ast.expr) -> Function | None:
        """Return the function of the game that a call in another one calls."""
        found = caller.called(node)
        return self._by_function.get(found) if isinstance(found, FunctionType) else None

    def inlined(self, caller: Function, node: ast.expr) -> ast.expr:
        """Return the expression that a call of a function of the game returns, or else the call."""
        helper = self.called(caller, node)
        same_names = helper is not None and helper.function.__globals__ is caller.function.__globals__
        return inlined(node, helper.node if helper and same_names else None)


Found = tuple[int, str, Change | None]
"""The line of a candidate, its text and its change."""

Pattern = Callable[[Program, Function, Body], Iterator[Found]]
PATTERNS: dict[str, Pattern] = {}
"""Patterns of one function, by name."""

WholePattern = Callable[[Program], Iterator[Candidate]]
WHOLE_PATTERNS: dict[str, WholePattern] = {}
"""Patterns of a whole game, by name."""


def pattern(name: str) -> Callable[[Pattern], Pattern]:
    """Return a decorator that adds a pattern of one function."""

    def enter(find: Pattern) -> Pattern:
        PATTERNS[name] = find
        return find

    return enter


def whole_pattern(name: str) -> Callable[[WholePattern], WholePattern]:
    """Return a decorator that adds a pattern of a whole game."""

    def enter(find: WholePattern) -> WholePattern:
        WHOLE_PATTERNS[name] = find
        return find

    return enter


def candidates(program: Program) -> Iterator[Candidate]:
    """Yield all candidates for a game."""
    from spielbaum.profiling import patterns  # noqa: F401  # they register themselves

    for function in program.functions:
        body = Body(function.node)
        for find in PATTERNS.values():
            for line, text, change in find(program, function, body):
                yield Candidate(function, line, text, change, function.rules)
    for find_in_all in WHOLE_PATTERNS.values():
        yield from find_in_all(program)
