"""Whether a mutant differs from its original: both play and search tic-tac-toe, and every call of a rule is noted.

This knows nothing of the grader. A mutant that gives the same values and actions, and asks the rules for the same, is
equivalent to its original on this game.
"""

import hashlib
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from math import inf
from types import ModuleType
from typing import Any

from mutants import BEHAVIOURS, Mutant, Solution, mutants

MOST_CALLS = 40_000
"""Calls of rules after which a search is taken as one that does not end."""


class EndlessError(Exception):
    pass


def wrong_mutants(solution: Solution) -> tuple[list[Mutant], int]:
    """Return the mutants that differ from their original, and how many do not.

    Mutants with the same behaviour share their diagnoses: no grader can tell them apart by what they do.
    """
    found, original = mutants(solution), {}
    by_behaviour: dict[object, list[Mutant]] = {}
    equivalent = 0
    for mutant in found:
        if mutant.operator in UNLIKE:
            by_behaviour[mutant.number] = [mutant]
            continue
        if mutant.role not in original:
            original[mutant.role] = behaviour(solution, solution.text, mutant.role)
        shown = behaviour(solution, mutant.text, mutant.role)
        if shown == original[mutant.role] and mutant.operator != "ties":  # which may answer the same action here
            equivalent += 1
        else:
            by_behaviour.setdefault((mutant.role, shown), []).append(mutant)
    wrong = []
    for alike in by_behaviour.values():
        codes = {code for mutant in alike for code in mutant.codes}
        wrong += [replace(mutant, codes=(*mutant.codes, *sorted(codes - {*mutant.codes}))) for mutant in alike]
    return sorted(wrong, key=lambda mutant: mutant.number), equivalent


UNLIKE = (*BEHAVIOURS, "syntax-error", "missing-function")
"""Operators whose mutants are not run here: they differ by construction, and some would not end."""


def behaviour(solution: Solution, text: str, role: str) -> str:
    """Return a hash of what a file does in the place of one of its tests."""
    module = module_of(text)
    if role == "rules":
        shown = [attempt(list, facts(solution, module, seed)) for seed in range(60)]
    else:
        shown = [searched(solution, module, call, seed) for call in solution.table["calls"][role] for seed in range(24)]
    return hashlib.sha256(repr(shown).encode()).hexdigest()


def module_of(text: str) -> ModuleType:
    module = ModuleType("solution")
    exec(compile(text, "solution", "exec"), vars(module))
    return module


def attempt(function: Callable[..., Any], *arguments: Any) -> Any:
    try:
        return function(*arguments)
    except Exception as error:
        return type(error).__name__


# --- The rules of a solution, called in one way


class Rules:
    """The rules of a module, whatever their form."""

    def __init__(self, solution: Solution, module: ModuleType) -> None:
        self.solution, self.module = solution, module
        game = solution.table.get("game")
        self.names = vars(module) | {"inf": inf}
        self.owner = eval(game, self.names) if game else module
        self.names["g"] = self.owner

    def start(self) -> Any:
        return eval(self.solution.table["start"], self.names)

    def function(self, role: str) -> Callable[..., Any]:
        return getattr(self.owner, self.solution.rules[role][0].rpartition(".")[2])

    def mover(self, state: Any) -> Any:
        if self.solution.name == "easy":
            return state.current_player
        if self.solution.name == "pacman":  # the caller says who moves
            return None
        return self.function("player")(state) if "player" in self.solution.rules else None

    def actions(self, state: Any) -> list[Any]:
        if self.solution.name == "easy":
            return list(state.possible_moves())
        if self.solution.name == "pacman":
            return list(state.getLegalActions(turn_of(state)))
        return sorted(self.function("actions")(state))

    def result(self, state: Any, action: Any) -> Any:
        if self.solution.name == "easy":
            after = state.copy()
            after.make_move(action)
            after.switch_player()
            return after
        if self.solution.name == "pacman":
            return state.generateSuccessor(turn_of(state), action)
        return self.function("result")(state, action)

    def terminal(self, state: Any) -> bool:
        if self.solution.name == "easy":
            return state.is_over()
        if self.solution.name == "pacman":
            return state.isWin() or state.isLose() or not state.getLegalActions(turn_of(state))
        return bool(self.function("terminal")(state))

    def utility(self, state: Any) -> Any:
        if self.solution.name == "easy":
            return state.scoring()
        if self.solution.name == "pacman":
            return state.getScore()
        if self.solution.name == "aima_style":
            return self.owner.utility(state, "X"), self.owner.utility(state, "O")
        return self.function("utility")(state)


def turn_of(state: Any) -> int:
    return (9 - state.squares.count(None)) % 2


def written(state: Any) -> str:
    """Return the contents of a state."""
    return repr(sorted(vars(state).items())) if hasattr(state, "__dict__") else repr(state)


def facts(solution: Solution, module: ModuleType, seed: int) -> Iterator[Any]:
    """Yield what the rules say along a random line of play."""
    rules, chance = Rules(solution, module), random.Random(seed)
    state = rules.start()
    for _ in range(12):
        before = written(state)
        actions, over = rules.actions(state), rules.terminal(state)
        yield rules.mover(state), actions, over, rules.utility(state) if over else None
        if over or not actions:
            return
        after = rules.result(state, chance.choice(actions))
        yield written(state) == before
        state = after


# --- Searches


class Vectors:
    """A game for three players: a tree whose utilities follow from a seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def player(self, state: str) -> int:
        return len(state) % 3

    def actions(self, state: str) -> str:
        return "abc"[: 2 + self.seed % 2]

    def result(self, state: str, action: str) -> str:
        return state + action

    def terminal(self, state: str) -> bool:
        return len(state) == 4

    def utility(self, state: str) -> tuple[int, ...]:
        chance = random.Random(f"{self.seed}{state}")
        return tuple(chance.randint(0, 9) for _ in range(3))


def searched(solution: Solution, module: ModuleType, call: str, seed: int) -> Any:
    """Return the answer of a search, and the states that it asked the rules for."""
    rules, chance = Rules(solution, module), random.Random(seed)
    vectors = Vectors(seed)
    plies, state = 0, rules.start()
    if "(v," in call:
        state = ""
    else:
        for _ in range(9 if "evaluation" in call else chance.randint(3 if "table" in call else 4, 7)):
            actions = rules.actions(state)
            if rules.terminal(state) or not actions:
                break
            state = rules.result(state, chance.choice(actions))
            plies += 1
    noted: list[str] = []
    functions = [(owner, name, getattr(owner, name)) for owner, name in watched(solution, rules, vectors)]
    for owner, name, function in functions:
        setattr(owner, name, noting(function, name, noted))
    names = rules.names | vars(module) | {
        "s": state, "d": (0, 1, 2, 3, 5)[seed % 5], "v": vectors, "x": plies % 2 == 0, "inf": inf, "g": rules.owner,
    }  # fmt: skip
    answer = attempt(lambda: written(eval(call, names)))
    for owner, name, function in functions:
        setattr(owner, name, function)
    return answer, noted


def watched(solution: Solution, rules: Rules, vectors: Vectors) -> list[tuple[Any, str]]:
    """Return the functions whose calls are noted."""
    if solution.name == "easy":
        return [(rules.module.TicTacToe, "make_move")]
    if solution.name == "pacman":
        return [(rules.module.GameState, "generateSuccessor")]
    return [(rules.owner, solution.rules["result"][0].rpartition(".")[2]), (vectors, "result")]


def noting(function: Callable[..., Any], name: str, noted: list[str]) -> Callable[..., Any]:
    def noticed(*arguments: Any) -> Any:
        if len(noted) >= MOST_CALLS:
            raise EndlessError
        noted.append(f"{name} {' '.join(map(written, arguments))}")
        return function(*arguments)

    return noticed
