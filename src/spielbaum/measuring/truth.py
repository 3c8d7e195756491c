"""How often players choose actions that a table proves right: truth to measure play against, not only rivals.

An action may be right in three ways. It keeps what the player can force *alone*, against all others together. It keeps
what a *coalition* with some of the others can force. Or it belongs to an *equilibrium*: some subgame-perfect one
begins with it. A position asks a question only if some actions are right and others wrong.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import isclose
from statistics import fmean
from typing import NamedTuple

from spielbaum.game import State
from spielbaum.game.notation import format_action, format_state
from spielbaum.measuring.suite import SuitePosition, Tell, run_suite
from spielbaum.players import PlayerSpec
from spielbaum.tablebase import Entry, Tables
from spielbaum.tablebase.explore import explore

ALONE, COALITION, EQUILIBRIUM = CRITERIA = ("alone", "coalition", "equilibrium")

SAMPLE = 1000
"""The number of positions, unless another one is given."""


class Question(NamedTuple):
    """What a table says of the actions of a position.

    Attributes
    ----------
    position
        The position.
    right
        By criterion, for each question the texts of the right actions: one for each coalition with others, else one.
    before, after
        What the player can force alone in the position, and after each action.
    """

    position: SuitePosition
    right: dict[str, list[frozenset[str]]]
    before: float
    after: dict[str, float]


@dataclass
class Answers:
    """The answers of a player.

    Attributes
    ----------
    player
        The player; empty for one who draws actions at random.
    right
        By criterion, for each question the probability of a right action: 0 or 1 for a player who searches.
    lost
        For each position what the action gives away of what the player can force alone.
    """

    player: str
    right: dict[str, list[float]] = field(default_factory=lambda: {criterion: [] for criterion in CRITERIA})
    lost: list[float] = field(default_factory=list)

    def add(self, question: Question, chances: dict[str, float]) -> None:
        """Add the answer to a position: the actions with their probabilities."""
        for criterion, sets in question.right.items():
            self.right[criterion] += [sum(chances.get(action, 0) for action in right) for right in sets]
        self.lost.append(sum(chance * (question.before - question.after[action]) for action, chance in chances.items()))

    @property
    def lost_mean(self) -> float:
        """What an action gives away in the mean."""
        return fmean(self.lost) if self.lost else 0.0


def questions(tables: Tables, *, sample: int, seed: int, memory: int) -> list[Question]:
    """Return what a table says of a random sample of its unfinished positions; of all if there are no more."""
    graph = explore(tables.game, tables.root, memory=memory)
    unfinished = [number for number in range(graph.count) if not graph.is_finished(number)]
    drawn = unfinished if sample >= len(unfinished) else random.Random(seed).sample(unfinished, sample)
    return [question(tables, graph.state_at(number)) for number in sorted(drawn)]


def question(tables: Tables, state: State) -> Question:
    """Return what a table says of the actions of a position."""
    game, player, entry = tables.game, tables.game.to_move(state), tables.known(state)
    after = {format_action(game, state, action): found for action, found in tables.children(state)}
    own = 1 << player
    coalitions = [one for one in entry.forced if one & own and one != own]
    right = {
        ALONE: [_keeping(own, entry, after)],
        COALITION: [_keeping(coalition, entry, after) for coalition in coalitions],
        EQUILIBRIUM: [] if entry.equilibria is None else [_in_equilibrium(player, after)],
    }
    asked = {criterion: [one for one in sets if len(one) < len(after)] for criterion, sets in right.items()}
    kept = {action: found.value(player) for action, found in after.items()}
    return Question(SuitePosition(state, format_state(game, state)), asked, entry.value(player), kept)


def _keeping(coalition: int, entry: Entry, after: dict[str, Entry]) -> frozenset[str]:
    before = entry.forced[coalition]
    return frozenset(action for action, found in after.items() if isclose(found.forced[coalition], before))


def _in_equilibrium(player: int, after: dict[str, Entry]) -> frozenset[str]:
    """Return the actions with which some equilibrium begins: their best result is not below the worst of any other."""
    results = {action: [one[player] for one in found.equilibria or ()] for action, found in after.items()}
    least = max(min(own) for own in results.values())
    return frozenset(action for action, own in results.items() if max(own) >= least)


def ask(
    tables: Tables, asked: Sequence[Question], players: Sequence[PlayerSpec], *, tell: Tell | None = None
) -> Iterator[tuple[Answers, ...]]:
    """Ask players for an action at each position, and yield the answers of all after each position.

    The first answers are those of a player who draws every action with equal probability.

    Parameters
    ----------
    tables, asked
        The table, and its questions.
    players
        The players; each starts every position with an empty table.
    tell
        Called with progress.

    Raises
    ------
    InputError
        If a player does not search, or does not suit the game.
    """
    answers = (Answers(""), *(Answers(str(player)) for player in players))
    positions = [one.position for one in asked]
    for solution in run_suite(tables.game, positions, players=players, tell=tell):
        now = asked[solution.number - 1]
        if solution.player == 0:
            answers[0].add(now, dict.fromkeys(now.after, 1 / len(now.after)))
        answers[1 + solution.player].add(now, {solution.result.action_text or "": 1.0})
        if solution.player == len(players) - 1:
            yield answers
