"""All distinct positions up to a ply, and how their values are backed up.

States are generated breadth first, mirror images included, as successors of an image may have different keys. The first
state of a key represents it, and its ply is that of the key. Positions at the last ply are searched; the values of the
others are backed up by minimax, last ply first. The predecessor of a position that was generated at the same or an
earlier ply, as in games with cycles, is searched too.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from spielbaum.book.keys import BookKeys
from spielbaum.game import Action, Game, State, Vector
from spielbaum.game.notation import legal_actions

Path = tuple[Action, ...]


class Position(NamedTuple):
    """The representative of a key: a line of play to it, and its state."""

    path: Path
    state: State

    @property
    def ply(self) -> int:
        """The number of plies from the start."""
        return len(self.path)


class Edge(NamedTuple):
    """The value of an action for the player to move: ``sign * (value of key + offset)``, or a utility without a key."""

    key: bytes | None
    sign: int
    offset: float

    def value(self, values: Mapping[bytes, float]) -> float:
        """Return the value of the action; ``values`` has those of all keys, minus their offsets."""
        return self.offset if self.key is None else self.sign * (values[self.key] + self.offset)


@dataclass(frozen=True)
class Positions:
    """All unfinished positions up to a ply.

    Attributes
    ----------
    all
        Positions by key, in the order of generation.
    edges
        The actions of positions with backed-up values.
    leaves
        The keys of the other positions, neighbours together.
    """

    all: Mapping[bytes, Position]
    edges: Mapping[bytes, tuple[Edge, ...]]
    leaves: tuple[bytes, ...]

    @property
    def by_ply(self) -> tuple[int, ...]:
        """The number of positions at each ply."""
        counts: dict[int, int] = {}
        for position in self.all.values():
            counts[position.ply] = counts.get(position.ply, 0) + 1
        return tuple(counts.get(ply, 0) for ply in range(max(counts, default=-1) + 1))

    def complete(self, keys: BookKeys, searched: Mapping[bytes, float]) -> dict[bytes, float]:
        """Return the values of all positions, minus their offsets, backed up from the leaves.

        Parameters
        ----------
        keys
            The keys of the game.
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
    """Return all positions of a game up to a ply.

    Parameters
    ----------
    game, keys
        The game and its keys.
    plies
        The last ply.
    worth
        Returns the value of a terminal state for each player.
    tell
        Called with the number of positions after each ply.
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
    """Return the actions of a non-terminal state with their edges."""
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
    """Return the sort key of a line: its actions, of any kind."""
    return tuple((type(action).__name__, action if isinstance(action, int) else repr(action)) for action in path)
