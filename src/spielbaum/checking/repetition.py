"""Tests the rule of repetition: irreversible actions, and states that are equal for play."""

import random
from collections import Counter

from spielbaum.checking.visit import Visit
from spielbaum.errors import Sentence
from spielbaum.game import Game, State

COMPARED_RESULTS = 20_000
"""The number of states below states of equal key that are compared."""

LONGEST_LINE = 200
"""The length of the longest line that is followed from states of equal key."""

Signature = tuple[object, ...]


class RepetitionCheck:
    """Tests the rule along random games, and along lines from states of equal key.

    Parameters
    ----------
    game
        The game; nothing is tested unless it has a rule of repetition.
    """

    def __init__(self, game: Game) -> None:
        self.game, self.rule = game, game.repetition
        self.states: list[State] = []
        self.keys: list[int] = []
        self.last: dict[object, int] = {}
        self.first: dict[int, State] = {}
        self.results = 0
        self.generator = random.Random(0)

    def begin(self) -> None:
        """Start a new game."""
        self.states.clear()
        self.keys.clear()
        self.last.clear()

    def follow(self, state: State) -> str | None:
        """Add the next state, not a terminal one; return the fault if it recurs against the rule."""
        if self.rule is None:
            return None
        ply, key = len(self.states), self.rule.key(state)
        self.states.append(state)
        self.keys.append(key)
        names = [(key,), (key, state)] if key else [(key, state)]
        before = max(self.last.get(name, -1) for name in names)
        self.last.update(dict.fromkeys(names, ply))
        return None if before < 0 else self._fault(before, ply)

    def _fault(self, before: int, now: int) -> str | None:
        """Return what is false if the position at one ply recurs at another."""
        assert self.rule is not None
        again = Sentence("{} recurs {} plies later", self.states[before], now - before)
        for ply in range(before + 1, now + 1):
            if self.keys[ply] == 0:
                where = Sentence("for {} in between", self.states[ply]) if ply < now else Sentence("for it")
                return Sentence(
                    "{}, and repetition.key returns 0 {}: 0 means that no earlier position recurs", again, where
                )
            reach = self.rule.reversible(self.states[ply]) if self.rule.reversible else now
            if reach < ply - before:
                where = Sentence("for {} in between", self.states[ply]) if ply < now else Sentence("then")
                return Sentence(
                    "{}, and repetition.reversible returns {} {}, not {} or more", again, reach, where, ply - before
                )
        return None

    def whole_fault(self, visit: Visit) -> str | None:
        """Add a state; with ``whole`` return the fault if an earlier one of equal key differs in play."""
        if self.rule is None or not self.rule.whole or visit.terminal or self.results >= COMPARED_RESULTS:
            return None
        key = self.rule.key(visit.state)
        earlier = self.first.setdefault(key, visit.state) if key else visit.state
        return None if earlier == visit.state else self._difference(earlier, visit.state, key)

    def _difference(self, one: State, other: State, key: int) -> str | None:
        """Follow one line from two states and return how they differ."""
        here, there = one, other
        for plies in range(LONGEST_LINE):
            below = [self._below(here), self._below(there)]
            kinds = [Counter(signature for signature, _ in results) for results in below]
            if kinds[0] != kinds[1] or self.game.to_move(here) != self.game.to_move(there):
                return Sentence(
                    "repetition.key returns {} for {} and for {}, which differ in play {} plies later, and "
                    "the game states whole=True",
                    key,
                    one,
                    other,
                    plies + 1,
                )
            ongoing = [(signature, state) for signature, state in below[0] if signature[0] == "on"]
            if not ongoing or self.results >= COMPARED_RESULTS:
                return None
            chosen, here = self.generator.choice(ongoing)
            there = next(state for signature, state in below[1] if signature == chosen)
        return None

    def _below(self, state: State) -> list[tuple[Signature, State]]:
        """Return the states after the actions, each with a signature that must agree for states of equal key."""
        found = []
        for action in self.game.actions(state):
            child = self.game.result(state, action)
            self.results += 1
            found.append((self._signature(child), child))
        return found

    def _signature(self, state: State) -> Signature:
        assert self.rule is not None
        if self.game.is_terminal(state):
            return "end", *map(float, self.game.utility(state))
        key = self.rule.key(state)
        return ("on", key) if key else ("moved",)
