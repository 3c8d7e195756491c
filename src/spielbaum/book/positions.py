"""All positions to a ply, each once, and how their values follow from one another.

All states are met in breadth-first order, mirror images too: what follows one image may have a key of its own. The
first state of a key stands for all, and its ply is that at which it is reached. Those at the last ply have to be
searched, and those before it follow from them by minimax, the last ply first. Where a position comes again that was met
no later, as in games that go round in circles, its predecessor is searched too.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from spielbaum.book.keys import BookKeys
from spielbaum.game import Action, Game, State, Vector
from spielbaum.game.notation import legal_actions

Path = tuple[Action, ...]


class Position(NamedTuple):
    """A position that stands for all of its key: a line of play to it, and its state."""

    path: Path
    state: State

    @property
    def ply(self) -> int:
        """Plies from the start."""
        return len(self.path)


class Edge(NamedTuple):
    """An action as it counts for the player to move: ``sign * (value of key + offset)``, or a pay-off without a key."""

    key: bytes | None
    sign: int
    offset: float

    def value(self, values: Mapping[bytes, float]) -> float:
        """Return what the action is worth; ``values`` holds those of all keys less their offsets."""
        return self.offset if self.key is None else self.sign * (values[self.key] + self.offset)


@dataclass(frozen=True)
class Positions:
    """All unfinished positions to a ply.

    Attributes
    ----------
    all
        By their keys, in the order in which they are met.
    edges
        The actions of those whose values follow from their successors.
    leaves
        The keys of the others, so that neighbours stand together.
    """

    all: Mapping[bytes, Position]
    edges: Mapping[bytes, tuple[Edge, ...]]
    leaves: tuple[bytes, ...]

    @property
    def by_ply(self) -> tuple[int, ...]:
        """How many there are at each ply."""
        counts: dict[int, int] = {}
        for position in self.all.values():
            counts[position.ply] = counts.get(position.ply, 0) + 1
        return tuple(counts.get(ply, 0) for ply in range(max(counts, default=-1) + 1))

    def complete(self, keys: BookKeys, searched: Mapping[bytes, float]) -> dict[bytes, float]:
        """Return the values of all positions, less their offsets, from those of the leaves.

        Parameters
        ----------
        keys
            Of the positions.
        searched
            The values of the leaves, for the player to move.
        """
        values = {key: value - keys.offset(self.all[key].state) for key, value in searched.items()}
        for key in reversed(list(self.edges)):
            best = max(edge.value(values) for edge in self.edges[key])
            values[key] = best - keys.offset(self.all[key].state)
        return values


def all_positions(
    game: Game,
    keys: BookKeys,
    plies: int,
    worth: Callable[[State], Vector],
    *,
    tell: Callable[[int], None] | None = None,
) -> Positions:
    """Return all positions of a game to a ply.

    Parameters
    ----------
    game, keys
        The game, and how its positions are known.
    plies
        How far from the start.
    worth
        What a finished position counts for each player.
    tell
        Called with the number of positions, now and then.
    """
    start = game.initial()
    layer = [] if game.is_terminal(start) else [Position((), start)]
    found = {keys.key(position.state): position for position in layer}
    edges: dict[bytes, tuple[Edge, ...]] = {}
    for _ in range(plies):
        met, following, before = set(), [], set(found)
        for position in layer:
            own = []
            for path, child, edge in _successors(game, keys, position, worth):
                own.append(edge)
                known = child if keys.joins else edge.key
                if edge.key is not None and edge.key not in before and known not in met:
                    met.add(known)
                    following.append(Position(path, child))
                    found.setdefault(edge.key, following[-1])
            if position is found[keys.key(position.state)] and not any(edge.key in before for edge in own):
                edges[keys.key(position.state)] = tuple(own)
        layer = following
        if tell is not None:
            tell(len(found))
    leaves = [key for key in found if key not in edges]
    return Positions(found, edges, tuple(sorted(leaves, key=lambda key: _order(found[key].path))))


def edges_of(game: Game, keys: BookKeys, state: State, worth: Callable[[State], Vector]) -> list[tuple[Action, Edge]]:
    """Return the actions of an unfinished state, and how each counts."""
    return [(path[-1], edge) for path, _, edge in _successors(game, keys, Position((), state), worth)]


def _successors(
    game: Game, keys: BookKeys, position: Position, worth: Callable[[State], Vector]
) -> Iterator[tuple[Path, State, Edge]]:
    path, state = position
    mover = game.to_move(state)
    for action in legal_actions(game, state):
        child = game.result(state, action)
        if game.is_terminal(child):
            edge = Edge(None, 1, worth(child)[mover])
        else:
            edge = Edge(keys.key(child), 1 if game.to_move(child) == mover else -1, keys.offset(child))
        yield (*path, action), child, edge


def _order(path: Path) -> tuple[tuple[str, Action], ...]:
    """Return what lines are sorted by: their actions, of whatever kind."""
    return tuple((type(action).__name__, action if isinstance(action, int) else repr(action)) for action in path)
