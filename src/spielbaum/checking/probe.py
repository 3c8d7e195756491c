"""What compiled code makes of one state, laid out so that Python can compare it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from spielbaum.game import Game, State
from spielbaum.kernel import (
    AsIntegers,
    Asked,
    AsState,
    AsVector,
    Workspace,
    compile_kernel,
    new_workspace,
    pack,
    unsigned_fields,
)
from spielbaum.kernel.workspace import Layout

MAX_ACTIONS = 4096

NUMBERS = ("key", "count", "repetition")
"""Hooks that give one whole number for a state; of finished games only the key is asked."""


@dataclass(frozen=True)
class Seen:
    """One state as compiled code sees it; what is not asked of a state is None."""

    to_move: int
    terminal: bool
    actions: tuple[int, ...]
    results: tuple[tuple[int, ...], ...]
    utility: tuple[float, ...] | None
    estimates: tuple[tuple[float, ...], ...]
    features: tuple[tuple[float, ...], ...]
    ranks: tuple[float, ...]
    noisy: tuple[bool, ...]
    quiet: bool
    numbers: Mapping[str, int]
    """What the hooks of ``NUMBERS`` that the game has give, as unsigned 64-bit numbers."""


class Probe:
    """Compiled access to the functions of a game, one state at a time.

    Parameters
    ----------
    game
        A game with ``compiled=True``.

    Raises
    ------
    CompileError
        At the first look, if one of the functions cannot be compiled.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.state_class = type(game.initial())
        self.unsigned = unsigned_fields(self.state_class)
        layout: Layout = {
            "to_move": ("i8", ()),
            "terminal": ("i8", ()),
            "count": ("i8", ()),
            "number": ("i8", ()),
            "action": ("i8", (MAX_ACTIONS,)),
            "rank": ("f8", (MAX_ACTIONS,)),
            "noisy": ("i8", (MAX_ACTIONS,)),
            "quiet": ("i8", ()),
            "fields": ("i8", (MAX_ACTIONS, len(self.unsigned))),
            "vector": ("f8", (game.players,)),
        }
        self.ws = new_workspace(layout, compiled=True)
        self._look = compile_kernel(self._make_look())
        hooks = {hook: getattr(game, hook) for hook in NUMBERS}
        self._numbers = {
            hook: compile_kernel(self._make_number(function)) for hook, function in hooks.items() if function
        }
        self._estimate = [compile_kernel(self._make_estimate(e.function)) for e in game.evaluations.values()]  # type: ignore[union-attr]
        self._features = (
            Asked(game.features, self.state_class, rows=game.players, length=len(game.feature_names), source="features")
            if game.features
            else lambda _: ()
        )

    def look(self, state: State) -> Seen:
        """Return one state as compiled code sees it."""
        ws, fields = self.ws, pack(state, self.unsigned)
        self._look(fields, ws)
        terminal, count = bool(ws.terminal), int(ws.count)
        utility = tuple(map(float, ws.vector)) if terminal else None
        return Seen(
            to_move=int(ws.to_move),
            terminal=terminal,
            actions=tuple(ws.action[:count].tolist()),
            results=tuple(map(tuple, ws.fields[:count].tolist())),
            utility=utility,
            estimates=tuple(self._vector(estimate, fields) for estimate in self._estimate),
            features=self._features(state),
            ranks=tuple(ws.rank[:count].tolist()) if self.game.order else (),
            noisy=tuple(map(bool, ws.noisy[:count])) if self.game.noisy else (),
            quiet=bool(ws.quiet),
            numbers={hook: self._number(hook, fields) for hook in self._numbers if hook == "key" or not terminal},
        )

    def _number(self, hook: str, fields: tuple[Any, ...]) -> int:
        self._numbers[hook](fields, self.ws)
        return int(self.ws.number) % 2**64

    def _vector(self, estimate: Callable[..., None], fields: tuple[Any, ...]) -> tuple[float, ...]:
        estimate(fields, self.ws)
        return tuple(map(float, self.ws.vector))

    def _make_look(self) -> Callable[..., None]:
        game, players = self.game, self.game.players
        to_move, actions, result, order = game.to_move, game.actions, game.result, game.order
        is_terminal, utility, noisy, quiet = game.is_terminal, game.utility, game.noisy, game.quiet
        as_state, as_vector, as_integers = AsState(self.state_class), AsVector(players), AsIntegers(len(self.unsigned))
        width, ranked, noted, asked = len(self.unsigned), order is not None, noisy is not None, quiet is not None

        def look(fields: Any, ws: Workspace) -> None:
            state = as_state(fields)
            ws.to_move = to_move(state)
            ws.terminal = 1 if is_terminal(state) else 0
            ws.count = 0
            if ws.terminal:
                vector = as_vector(utility(state))
                for player in range(players):
                    ws.vector[player] = vector[player]
            else:
                ws.quiet = 1 if not asked or quiet(state) else 0  # type: ignore[misc]
                for action in actions(state):
                    if ws.count == MAX_ACTIONS:
                        break
                    child = as_integers(as_state(result(state, action)))
                    for field in range(width):
                        ws.fields[ws.count, field] = child[field]
                    if ranked:
                        ws.rank[ws.count] = order(state, action)  # type: ignore[misc]
                    if noted:
                        ws.noisy[ws.count] = 1 if noisy(state, action) else 0  # type: ignore[misc]
                    ws.action[ws.count] = action
                    ws.count += 1

        return look

    def _make_number(self, function: Callable[[State], int]) -> Callable[..., None]:
        as_state = AsState(self.state_class)

        def number_of(fields: Any, ws: Workspace) -> None:
            ws.number = function(as_state(fields))

        return number_of

    def _make_estimate(self, function: Callable[[State], Any]) -> Callable[..., None]:
        as_state, as_vector, players = AsState(self.state_class), AsVector(self.game.players), self.game.players

        def estimate(fields: Any, ws: Workspace) -> None:
            vector = as_vector(function(as_state(fields)))
            for player in range(players):
                ws.vector[player] = vector[player]

        return estimate
