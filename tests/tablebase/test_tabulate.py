"""Tables against dictionaries, random trees and random graphs with cycles."""

import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from circular import Place, circular_game
from cyclic import KINGS
from spielbaum import Game, load
from spielbaum.errors import InputError, PositionError, UnsupportedGameError
from spielbaum.game import State, Vector
from spielbaum.game.repetition import draw_utility
from spielbaum.tablebase import Tables, read_tables, tabulate
from spielbaum.tablebase.backup import Backup
from spielbaum.tablebase.explore import explore
from tiers import examples

MEMORY = 1 << 20


class Obvious:
    """All positions in a dictionary with the positions after each, and their values within a number of plies."""

    def __init__(self, game: Game, root: State) -> None:
        self.game, self.after, self.drawn = game, dict[State, list[State]](), draw_utility(game)
        waiting = [root]
        for state in waiting:
            if state not in self.after:
                ended = game.is_terminal(state)
                self.after[state] = [] if ended else [game.result(state, action) for action in game.actions(state)]
                waiting += self.after[state]

    def ends(self) -> set[State]:
        """Return the positions from which every line ends."""
        ending = set[State]()
        for _ in self.after:
            ending |= {state for state, after in self.after.items() if ending.issuperset(after)}
        return ending

    def forced(self, coalition: int, plies: int) -> dict[State, float]:
        """Return what a coalition can force if the game is a draw after a number of plies."""

        def worth(vector: Vector) -> float:
            return round(sum(number for player, number in enumerate(vector) if coalition >> player & 1), 12)

        values = {
            state: worth(self.drawn if after else self.game.utility(state)) for state, after in self.after.items()
        }
        for _ in range(plies):
            values = {
                state: (max if coalition >> self.game.to_move(state) & 1 else min)(values[child] for child in after)
                if after
                else values[state]
                for state, after in self.after.items()
            }
        return values

    def equilibria(self) -> dict[State, set[Vector]]:
        """Return the results of all equilibria of a game without cycles."""
        sets = dict[State, set[Vector]]()
        while len(sets) < len(self.after):
            for state, after in self.after.items():
                if not after:
                    sets[state] = {tuple(map(float, self.game.utility(state)))}
                elif all(child in sets for child in after):
                    sets[state] = self._chosen(self.game.to_move(state), [sets[child] for child in after])
        return sets

    def positional_equilibria(self) -> Iterator[dict[State, Vector]]:
        """Yield the results of every equilibrium in which players always do the same in the same position."""
        moving = [state for state, after in self.after.items() if after]
        for chosen in product(*(self.after[state] for state in moving)):
            plan = dict(zip(moving, chosen, strict=True))
            results = {state: self._result(plan, state) for state in self.after}
            if all(self._best(player, plan)[state] <= results[state][player]
                   for player in range(self.game.players) for state in moving):  # fmt: skip
                yield results

    def _result(self, plan: dict[State, State], state: State) -> Vector:
        for _ in self.after:
            if state in plan:
                state = plan[state]
        return tuple(map(float, self.drawn if state in plan else self.game.utility(state)))

    def _best(self, player: int, plan: dict[State, State]) -> dict[State, float]:
        """Return what a player can get at each position if all others follow a plan."""
        worth = {state: float((self.drawn if after else self.game.utility(state))[player])
                 for state, after in self.after.items()}  # fmt: skip
        for _ in range(2 * len(self.after)):
            worth |= {
                state: max(worth[child] for child in self.after[state])
                if self.game.to_move(state) == player
                else worth[following]
                for state, following in plan.items()
            }
        return worth

    @staticmethod
    def _chosen(player: int, after: list[set[Vector]]) -> set[Vector]:
        """Return what a player may choose, whichever equilibrium follows each action."""
        return {
            vector
            for expected in product(*after)
            for vector in expected
            if vector[player] == max(one[player] for one in expected)
        }


def backed_up(game: Game, root: State) -> tuple[Backup, list[State]]:
    """Return the values of all positions, and the positions."""
    graph = explore(game, root, memory=MEMORY)
    return Backup(graph, tuple(map(float, draw_utility(game)))), [
        graph.state_at(number) for number in range(graph.count)
    ]


def sets_of(backup: Backup) -> list[set[Vector]]:
    """Return the results of all equilibria of each position."""
    found = backup.equilibria()
    assert found is not None
    return [
        {tuple(outcome) for number, outcome in enumerate(backup.outcomes) if bits >> number & 1}
        for bits in found[: backup.graph.count]
    ]


def same_values(game: Game, root: State, plies: int) -> tuple[Obvious, Backup, list[State]]:
    """Compare what all coalitions can force."""
    known, (backup, states) = Obvious(game, root), backed_up(game, root)
    assert set(states) == set(known.after)
    for coalition in range(1, (1 << game.players) - 1):
        numbers, values = backup.forced(coalition)
        expected = known.forced(coalition, plies)
        assert {state: values[number] for state, number in zip(states, numbers, strict=False)} == expected
    return known, backup, states


@pytest.mark.interpreted
@examples(25)
@given(st.integers(0, 10**6), st.integers(2, 4), st.integers(2, 3))
def test_random_trees(seed: int, players: int, branching: int) -> None:
    game = load(f"random-tree:players={players},branching={branching},depth=4,low=0,high=2,seed={seed}")
    known, backup, states = same_values(game, game.initial(), 4)
    assert not backup.has_cycles
    expected = known.equilibria()
    assert dict(zip(states, sets_of(backup), strict=True)) == expected


@pytest.mark.interpreted
@examples(25)
@given(st.integers(0, 10**6), st.sampled_from([2, 3]))
def test_random_graphs_with_cycles(seed: int, players: int) -> None:
    """A draw after more plies than there are positions is a line that never ends."""
    known, backup, states = same_values(circular_game(players, size=6, estimates=False), Place(seed, 0, 0), 40)
    assert {state for state, endless in zip(states, backup.endless, strict=False) if not endless} == known.ends()


@pytest.mark.interpreted
@examples(12)
@given(st.integers(0, 10**6))
def test_equilibria_of_graphs_with_cycles(seed: int) -> None:
    """No equilibrium is missed, and no set is empty."""
    game, root = circular_game(3, size=5, estimates=False), Place(seed, 3, 0)
    known, (backup, states) = Obvious(game, root), backed_up(game, root)
    sets = dict(zip(states, sets_of(backup), strict=True))
    assert all(sets.values())
    for results in known.positional_equilibria():
        assert all(result in sets[state] for state, result in results.items())


@pytest.mark.interpreted
def test_plies_to_the_end() -> None:
    """The horizon from which on a win or a loss is seen is its distance."""
    known, (backup, states) = Obvious(KINGS, KINGS.initial()), backed_up(KINGS, KINGS.initial())
    numbers, values = backup.forced(1)
    plies = backup.distances(1, numbers, values.index(0))
    seen = [known.forced(1, horizon) for horizon in range(12)]
    for number, state in enumerate(states):
        value = values[numbers[number]]
        first = next(horizon for horizon in range(12) if seen[horizon][state] == value)
        assert plies[number] == (first if value else 0)
    assert max(plies) > 1
    assert backup.has_cycles


def test_known_counts(tmp_path: Path) -> None:
    """The positions of tic-tac-toe, mirror images included, compiled."""
    made = tabulate("tic-tac-toe", tmp_path / "a.table")
    facts = made.tables.facts
    assert (facts.positions, facts.finished) == (5478, 958)
    assert made.own_counts == {1: 2836, 0: 1068, -1: 1574}
    assert made.longest == (5, "XXO...... O")


@pytest.mark.interpreted
def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    game = load("mnk:players=3")
    root = game.notation.parse_state("XO./.Y./.X.")  # type: ignore[misc]
    made = tabulate(game, tmp_path / "a.table", root)
    read = read_tables(tmp_path / "a.table", game)
    assert read.facts == made.tables.facts
    assert read.root == root
    known = Obvious(game, root)
    equilibria, forced = known.equilibria(), {one: known.forced(one, 9) for one in range(1, 7)}
    for state in known.after:
        entry = read.known(state)
        assert entry.forced == {one: pytest.approx(values[state]) for one, values in forced.items()}
        assert set(entry.equilibria or ()) == equilibria[state]
        assert all(
            entry.plies[player] > 0 for player in range(3) if known.after[state] and entry.value(player) in (0, 1)
        )
    assert read.entry(game.initial()) is None
    with pytest.raises(InputError, match=r"does not have the position"):
        read.known(game.initial())


@pytest.mark.interpreted
def test_damaged_and_foreign_files(tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    tabulate("nim:heaps=1-2", path)
    with pytest.raises(InputError, match=r"table of nim:heaps=1-2, not of nim:heaps=2-2"):
        read_tables(path, load("nim:heaps=2-2"))
    content = path.read_bytes()
    path.write_bytes(content[:-40] + b"x" + content[-39:])
    with pytest.raises(InputError, match=r"cut off or damaged"):
        read_tables(path, load("nim:heaps=1-2"))
    path.write_bytes(b"another file")
    with pytest.raises(InputError, match=r"no table of Spielbaum"):
        read_tables(path, load("nim:heaps=1-2"))


@pytest.mark.interpreted
def test_refusals_leave_the_old_file(tmp_path: Path) -> None:
    path, game = tmp_path / "a.table", load("tic-tac-toe")
    path.write_text("old")
    with pytest.raises(InputError, match=r"need more than 10,000 bytes"):
        tabulate(game, path, memory=10_000)
    with pytest.raises(PositionError, match=r"over"):
        tabulate(game, path, game.notation.parse_state("XXX.OO..."))  # type: ignore[misc]
    with pytest.raises(UnsupportedGameError, match=r"NamedTuples of whole numbers"):
        tabulate(circular_game(compiled=False), path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def play(tables: Tables, state: State, player: int, seed: int) -> Vector:
    """Return the utilities of a game in which a player follows the table, and the others play at random."""
    game, drawing = tables.game, random.Random(seed)
    for _ in range(60):
        if game.is_terminal(state):
            return game.utility(state)
        known, actions = tables.result(state), list(game.actions(state))
        assert known is not None
        state = game.result(state, known.action if game.to_move(state) == player else drawing.choice(actions))
    return draw_utility(game)


ENDLESS_RACE = pytest.param("chinese-checkers:players=3,arm=1,turns=0", marks=pytest.mark.long)


@pytest.mark.interpreted
@pytest.mark.parametrize("name", ["nim:heaps=2-3-3", "kings", "mnk:width=4,height=3,players=3", ENDLESS_RACE])
def test_a_player_gets_at_least_what_it_can_force(name: str, tmp_path: Path) -> None:
    """In each position of a random game; and a forced win ends, though play may go on forever."""
    game, path, drawing = KINGS if name == "kings" else load(name), tmp_path / "a.table", random.Random(1)
    root = game.notation.parse_state("XYO./.O.X/Y...") if "mnk" in name else game.initial()  # type: ignore[misc]
    tabulate(game, path, root)
    tables, forced = read_tables(path, game), 0
    for _ in range(3):
        state = root
        while not game.is_terminal(state):
            for player in range(game.players):
                value = tables.known(state).value(player)
                assert play(tables, state, player, seed=forced)[player] >= value - 1e-9
                forced += value == 1
            state = game.result(state, drawing.choice(list(game.actions(state))))
    assert forced
