"""Whether what a game says of its rule of repetition is true: what cannot come again, and what is the same for play."""

import random
from collections import Counter

from spielbaum.checking.visit import Visit
from spielbaum.game import Game, State

COMPARED_RESULTS = 20_000
"""So many states after states of equal key are compared."""

LONGEST_LINE = 200
"""No line from states of equal key is followed further."""

Signature = tuple[object, ...]


class RepetitionCheck:
    """Follows the random games of a check, and the lines from states that the rule takes for equal.

    Parameters
    ----------
    game
        The game; nothing is looked at unless it has a rule of repetition.
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
        """Begin a game."""
        self.states.clear()
        self.keys.clear()
        self.last.clear()

    def follow(self, state: State) -> str | None:
        """Enter the next state of the game, not a terminal one; say if it comes again although it is said not to."""
        if self.rule is None:
            return None
        ply, key = len(self.states), self.rule.key(state)
        self.states.append(state)
        self.keys.append(key)
        names = [(key,), (key, state)] if key else [(key, state)]
        before = max(self.last.get(name, -1) for name in names)
        self.last.update(dict.fromkeys(names, ply))
        return None if before < 0 else self._untrue(before, ply)

    def _untrue(self, before: int, now: int) -> str | None:
        """Return what is untrue if the position at one ply has come again at another one."""
        assert self.rule is not None
        again = f"{self.states[before]} comes again {now - before} plies later"
        for ply in range(before + 1, now + 1):
            if self.keys[ply] == 0:
                where = f"for {self.states[ply]} in between" if ply < now else "for it"
                return f"{again}, and repetition.key gives 0 {where}: 0 says that nothing comes again"
            reach = self.rule.reversible(self.states[ply]) if self.rule.reversible else now
            if reach < ply - before:
                where = f"for {self.states[ply]} in between" if ply < now else "then"
                return f"{again}, and repetition.reversible gives {reach} {where}, not {ply - before} or more"
        return None

    def whole_fault(self, visit: Visit) -> str | None:
        """Enter a state, and say if an earlier one of equal key is another one for play, where the rule denies that."""
        if self.rule is None or not self.rule.whole or visit.terminal or self.results >= COMPARED_RESULTS:
            return None
        key = self.rule.key(visit.state)
        earlier = self.first.setdefault(key, visit.state) if key else visit.state
        return None if earlier == visit.state else self._difference(earlier, visit.state, key)

    def _difference(self, one: State, other: State, key: int) -> str | None:
        """Follow one line from two states, and say where they differ."""
        here, there = one, other
        for plies in range(LONGEST_LINE):
            below = [self._below(here), self._below(there)]
            kinds = [Counter(signature for signature, _ in results) for results in below]
            if kinds[0] != kinds[1] or self.game.to_move(here) != self.game.to_move(there):
                return (
                    f"repetition.key gives {key} for {one} and for {other}, which {plies + 1} plies later are not the "
                    "same for play, and the game states whole=True"
                )
            ongoing = [(signature, state) for signature, state in below[0] if signature[0] == "on"]
            if not ongoing or self.results >= COMPARED_RESULTS:
                return None
            chosen, here = self.generator.choice(ongoing)
            there = next(state for signature, state in below[1] if signature == chosen)
        return None

    def _below(self, state: State) -> list[tuple[Signature, State]]:
        """Return the states after the actions, each with what must be alike in states of equal key."""
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
