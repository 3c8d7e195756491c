"""A game whose functions note every state that a search visits.

Its states are nodes of a tree. They can be asked in every way that courses have: by functions, by methods of the state
or of a game, by those of CS188's states and of easyAI's games. A search that looks into a state finds nothing there.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Self

from spielbaum.adapters.names import GAME
from spielbaum.errors import Message
from spielbaum.grading.diagnosis import Stopped
from spielbaum.grading.interfaces.names import function_of
from spielbaum.grading.interfaces.own_game import NEEDED
from spielbaum.grading.interfaces.trees import LETTERS, Node


class LooksInside(Stopped):
    """Raised if a search reads or changes what only boards have."""

    def __init__(self) -> None:
        super().__init__(
            "missing-function",
            Message(
                "The search works on the board itself, so that the file must have a whole game: {}.", ", ".join(NEEDED)
            ),
        )


class Worth(int):
    """A utility that is a number, that of the first player, and has an entry for each player.

    Searches of two players expect the one or the other.
    """

    entries: tuple[float, ...]

    @classmethod
    def of(cls, entries: tuple[float, ...]) -> Self:
        """Return the worth with these entries."""
        made = cls(int(entries[0]))
        made.entries = entries
        return made

    def __getitem__(self, player: int) -> float:
        return self.entries[player]

    def __iter__(self) -> Iterator[float]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)


class Instrument:
    """The functions of the game of a tree; they note what they are asked.

    Parameters
    ----------
    players
        How many there are.
    labels
        What the submission calls the players; their numbers if it has no names for them.
    most
        The number of questions after which the search is ended.
    evaluates
        Whether the submission has an evaluation; otherwise the utility of a game that is not over is its estimate.
    view
        Whose value the utility of two players is if no player is named: ``"first"`` or ``"mover"``.

    Attributes
    ----------
    joint : bool
        Whether the evaluation of an end is its utility.
    asks_winner : bool
        Whether it was asked who has won: then values other than -1, 0 and 1 make no difference.
    hands_root : bool
        Whether the search is given the root, and so has no need to ask for the start.
    given : State or EasyGame
        The state that was given to the search last.
    table : dict or None
        The table that searches are given; each has one of its own if it is None.
    """

    def __init__(
        self,
        players: int = 2,
        labels: Sequence[Any] | None = None,
        most: int = 100_000,
        *,
        evaluates: bool = True,
        view: str = "first",
    ) -> None:
        self.players = players
        self.labels = tuple(range(players)) if labels is None else tuple(labels)
        self.most = most
        self.evaluates = evaluates
        self.view = view
        self.joint = self.asks_winner = self.hands_root = False
        self.given: Any = None
        self.table: dict[Any, Any] | None = None
        self.root: Node | None = None
        self.begin(None)

    def begin(self, root: Node | None) -> "State | None":
        """Forget all visits; return the state of a root."""
        self.visits: list[Node] = []
        self.touched: set[int] = set()
        self.asked = 0
        self.asked_at_end: list[Node] = []
        self.expanded: Counter[int] = Counter()
        self.tested = False
        self.root = root
        return None if root is None else State(root, self)

    def touch(self, state: Any) -> Node:
        """Note that a state is visited; return its node."""
        node = self.node_of(state)
        self.asked += 1
        if self.asked > self.most:
            raise Stopped(
                "too-many-states",
                Message("The search does not end: it asks for more than {:,} states of a small tree.", self.most),
            )
        if id(node) not in self.touched:
            self.touched.add(id(node))
            self.visits.append(node)
        return node

    def node_of(self, state: Any) -> Node:
        """Return the node of a state."""
        if state is None:
            raise LooksInside
        if not isinstance(state, State):
            raise TypeError(f"a function of the game is called with {state!r} in place of a state")
        return state.node

    # The functions, in the words of the standard names.

    def initial(self, *_: Any) -> "State":
        """Return the root, or the start of a game where the root is given: some searches take a shortcut there."""
        assert self.root is not None
        return State(Node(0, (0.0,) * self.players) if self.hands_root else self.root, self)

    def player(self, state: Any = None, *_: Any) -> Any:
        """Return the player to move, as the submission calls it."""
        return self.labels[self.node_of(state).mover]

    def winner(self, state: Any = None, *_: Any) -> Any:
        """Return the winner; None if there is none."""
        won = [one for one in range(self.players) if self._has_won(state, one)]
        return self.labels[won[0]] if won else None

    def has_won(self, state: Any = None, label: Any = None, *_: Any) -> bool:
        """Return whether a player has won."""
        if isinstance(label, State):
            state, label = label, state
        player = self.index(label)
        if player is None:
            raise LooksInside
        return self._has_won(state, player)

    def is_drawn(self, state: Any = None, *_: Any) -> bool:
        """Return whether the game is over and drawn."""
        payoff = self.touch(state).payoff
        return payoff is not None and not any(payoff)

    def _has_won(self, state: Any, player: int) -> bool:
        payoff = self.touch(state).payoff
        self.asks_winner = True
        return payoff is not None and payoff[player] > 0

    def actions(self, state: Any = None, *_: Any) -> list[str]:
        """Return the actions of a state."""
        node = self.touch(state)
        self.expanded[id(node)] += 1
        if node.payoff is not None:
            self.asked_at_end.append(node)
        return list(node.actions)

    def result(self, state: Any = None, action: Any = None, *_: Any) -> "State":
        """Return the state after an action."""
        if isinstance(action, State) and not isinstance(state, State):
            state, action = action, state
        child = self.node_of(None if action is None else state).after(action)
        if child is None:
            raise ValueError(f"{action!r} is no action of this state")
        return State(child, self)

    def terminal(self, state: Any = None, *_: Any) -> bool:
        """Return whether the game is over."""
        self.tested = True
        return self.touch(state).payoff is not None

    def utility(self, state: Any = None, *more: Any) -> Any:
        """Return what an end is worth: for a player, or for the first or all of them."""
        node = self.touch(state)
        entries = node.payoff
        if entries is None:
            entries = (0,) * self.players if self.evaluates else node.estimate
        return self._worth(node, entries, more)

    def evaluate(self, state: Any = None, *more: Any) -> Any:
        """Return the evaluation of a state, of ends, too."""
        node = self.touch(state)
        entries = node.payoff if self.joint and node.payoff is not None else node.estimate
        return self._worth(node, entries, more)

    def children(self, state: Any = None, *_: Any) -> list["State"]:
        """Return the states after each action."""
        return [State(child, self) for child in self.touch(state).children]

    def copy(self, state: Any, *_: Any) -> Any:
        """Return the state."""
        return state

    def _worth(self, node: Node, entries: tuple[float, ...], more: tuple[Any, ...]) -> Any:
        named = [self.index(one) for one in more if self.index(one) is not None]
        if named:
            return entries[named[0] or 0]
        if self.players > 2:
            return entries
        return Worth.of(entries if self.view == "first" else (entries[node.mover], -entries[node.mover]))

    def index(self, label: Any) -> int | None:
        """Return the number of a player; None if this is no player."""
        return self.labels.index(label) if label in self.labels and not isinstance(label, State) else None

    def function(self, standard: str) -> Callable[..., Any]:
        """Return a function of the game by its standard name."""
        found: Callable[..., Any] = getattr(self, standard)
        return found


class State:
    """A state of an instrumented game: a node, and whoever notes its visits."""

    __slots__ = ("_tool", "node")

    def __init__(self, node: Node, tool: Instrument) -> None:
        self.node = node
        self._tool = tool

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and other.node is self.node

    def __hash__(self) -> int:
        return id(self.node)

    def __repr__(self) -> str:
        return f"<state {self.node.shown} of tree {self.node.tree}>"

    def __copy__(self) -> "State":
        return self

    def __deepcopy__(self, _memory: Any) -> "State":
        return self

    def __getattr__(self, name: str) -> Any:
        """Return a function of the game as a method, or a field, of the state."""
        if name.startswith("__"):
            raise AttributeError(name)
        standard = function_of(name)
        if standard is None or standard == "initial":
            raise LooksInside
        if standard in ("player", "children"):
            return _field(self, standard)
        function = self._tool.function(standard)
        return lambda *more: function(self, *more)

    def _inside(self, *_: Any) -> Any:
        raise LooksInside

    __getitem__ = __setitem__ = __iter__ = __len__ = __contains__ = _inside


def _field(state: State, standard: str) -> Any:
    """Return the player to move, or the children, of a state, which some call and some read."""
    value = state._tool.function(standard)(state)
    kind = type(value)
    if kind is bool:
        return value
    called = type(kind.__name__, (kind,), {"__call__": lambda self, *_: self})
    return called(value)


class Game:
    """An object with the functions of an instrumented game as its methods."""

    def __init__(self, tool: Instrument) -> None:
        self._tool = tool
        self.num_players = self.players = tool.players

    @property
    def initial(self) -> State:
        """The root."""
        return self._tool.initial()

    def __getattr__(self, name: str) -> Any:
        """Return a function of the game by any of its names."""
        standard = function_of(name)
        if name.startswith("__") or standard is None:
            raise AttributeError(f"a game has no {name!r}: it has {', '.join(list(GAME)[:6])}")
        return self._tool.function(standard)


def is_action(value: object) -> bool:
    """Return whether a value is an action of a tree."""
    return isinstance(value, str) and len(value) == 1 and value in LETTERS
