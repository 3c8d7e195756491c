"""Calls the compiled functions of a game, so that Python can compare their results."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from spielbaum.game import Action, Game, State
from spielbaum.kernel import (
    AsIntegers,
    AsRows,
    AsState,
    AsVector,
    Workspace,
    compile_kernel,
    new_workspace,
    pack,
    shape_of,
)
from spielbaum.kernel.workspace import Layout

MAX_ACTIONS = 4096

Note = Callable[[State, Workspace], None]

KEY = "key"
"""The one integer hook that is called for terminal states."""


@dataclass(frozen=True)
class Seen:
    """The results of all compiled functions for one state; None if a function is not called for it."""

    to_move: int
    terminal: bool
    actions: tuple[Action, ...]
    results: tuple[tuple[int, ...], ...]
    utility: tuple[float, ...] | None
    scores: tuple[float, ...] | None
    estimates: tuple[tuple[float, ...], ...]
    features: tuple[tuple[float, ...], ...]
    ranks: tuple[float, ...]
    noisy: tuple[bool, ...]
    gains: tuple[float, ...]
    may_stand_pat: bool
    extends: bool
    null_move: tuple[int, ...]
    numbers: Mapping[str, int]
    """The results of the integer hooks by name, as unsigned 64-bit integers."""


class Probe:
    """Calls the compiled functions of a game for one state at a time.

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
        self.start = game.initial()
        self.shape = shape_of(self.start)
        layout: Layout = {
            "to_move": ("i8", ()),
            "terminal": ("i8", ()),
            "count": ("i8", ()),
            "number": ("i8", (max(1, len(integer_hooks(game))),)),
            "action": ("i8", (MAX_ACTIONS,)),
            "rank": ("f8", (MAX_ACTIONS,)),
            "noisy": ("i8", (MAX_ACTIONS,)),
            "gain": ("f8", (MAX_ACTIONS,)),
            "may_stand_pat": ("i8", ()),
            "extends": ("i8", ()),
            "null_move": ("i8", (self.shape.size,)),
            "fields": ("i8", (MAX_ACTIONS, self.shape.size)),
            "vector": ("f8", (game.players,)),
            "estimate": ("f8", (len(game.evaluations) + 1, game.players)),
            "feature": ("f8", (game.players, max(1, len(game.features.names)))),
        }
        self.ws = new_workspace(layout, compiled=True)
        self._look = compile_kernel(self._make_look())

    def look(self, state: State) -> Seen:
        """Return the results of all functions for a state."""
        ws, fields = self.ws, pack(state, self.shape)
        self._look(fields, ws)
        terminal, count = bool(ws.terminal), int(ws.count)
        utility = tuple(map(float, ws.vector)) if terminal else None
        estimates = tuple(map(tuple, ws.estimate[: len(self.game.evaluations)].tolist()))
        return Seen(
            to_move=int(ws.to_move),
            terminal=terminal,
            actions=tuple(map(self.game.unpacked, ws.action[:count].tolist())),
            results=tuple(map(tuple, ws.fields[:count].tolist())),
            utility=utility,
            scores=tuple(ws.estimate.tolist()[-1]) if terminal and self.game.scores else None,
            estimates=estimates,
            features=tuple(map(tuple, ws.feature.tolist())) if self.game.features.function else (),
            ranks=tuple(ws.rank[:count].tolist()) if self.game.hints.order else (),
            noisy=tuple(map(bool, ws.noisy[:count])) if self.game.hints.noisy else (),
            gains=tuple(ws.gain[:count].tolist()) if self.game.hints.gain else (),
            may_stand_pat=bool(ws.may_stand_pat),
            extends=bool(ws.extends),
            null_move=tuple(ws.null_move.tolist()),
            numbers={
                name: int(ws.number[place]) % 2**64
                for place, name in enumerate(integer_hooks(self.game))
                if name == KEY or not terminal
            },
        )

    def _make_look(self) -> Callable[..., None]:
        game, players = self.game.numbered, self.game.players
        to_move, actions, result, order = game.to_move, game.actions, game.result, game.hints.order
        is_terminal, utility, noisy, may_stand_pat = (
            game.is_terminal,
            game.utility,
            game.hints.noisy,
            game.hints.may_stand_pat,
        )
        as_state, as_vector, as_integers = AsState(self.start), AsVector(players), AsIntegers(self.shape)
        width, ranked, noted = self.shape.size, order is not None, noisy is not None
        has_stand_pat, gain, extends = may_stand_pat is not None, game.hints.gain, game.hints.extends
        gains, extended = gain is not None, extends is not None
        note = _make_note(game)

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
                ws.may_stand_pat = 1 if not has_stand_pat or may_stand_pat(state) else 0  # type: ignore[misc]
                ws.extends = 1 if extended and extends(state) else 0  # type: ignore[misc]
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
                    if gains:
                        ws.gain[ws.count] = gain(state, action) if ws.noisy[ws.count] else 0  # type: ignore[misc]
                    ws.action[ws.count] = action
                    ws.count += 1
            note(state, ws)

        return look


def integer_hooks(game: Game) -> dict[str, Callable[[State], int]]:
    """Return the hooks of a game that map a state to an integer, by name."""
    hooks = {KEY: game.hints.key, "count": game.hints.count, "repetition.key": game.repetition and game.repetition.key}
    return {name: hook for name, hook in hooks.items() if hook}


def _make_note(game: Game) -> Note:
    """Return a function that notes the results of all other hooks, in the same kernel so that helpers compile once."""
    note: Note = _nothing if game.hints.null_move is None else _passing(game.hints.null_move, game.initial())
    for place, (name, hook) in enumerate(integer_hooks(game).items()):
        note = _with_number(note, hook, place, always=name == KEY)
    for place, evaluation in enumerate(game.evaluations.values()):
        note = _with_estimate(note, evaluation.function, place, game.players)  # type: ignore[union-attr]
    if game.scores:
        note = _with_estimate(note, game.scores, len(game.evaluations), game.players, at_the_end=True)
    return _with_features(note, game) if game.features.function else note


def _nothing(_state: State, _ws: Workspace) -> None:
    pass


def _passing(null_move: Callable[[State], State], start: State) -> Note:
    as_state, as_integers = AsState(start), AsIntegers(shape_of(start))
    width = shape_of(start).size

    def note(state: State, ws: Workspace) -> None:
        if not ws.terminal:
            passed = as_integers(as_state(null_move(state)))
            for field in range(width):
                ws.null_move[field] = passed[field]

    return note


def _with_number(before: Note, function: Callable[[State], int], place: int, *, always: bool) -> Note:
    def note(state: State, ws: Workspace) -> None:
        before(state, ws)
        if always or not ws.terminal:
            ws.number[place] = function(state)

    return note


def _with_estimate(
    before: Note, function: Callable[[State], Any], place: int, players: int, *, at_the_end: bool = False
) -> Note:
    as_vector = AsVector(players)

    def note(state: State, ws: Workspace) -> None:
        before(state, ws)
        if ws.terminal or not at_the_end:
            vector = as_vector(function(state))
            for player in range(players):
                ws.estimate[place, player] = vector[player]

    return note


def _with_features(before: Note, game: Game) -> Note:
    features, players, length = game.features.function, game.players, len(game.features.names)
    as_rows = AsRows(players, length, "features")

    def note(state: State, ws: Workspace) -> None:
        before(state, ws)
        rows = as_rows(features(state))  # type: ignore[misc]
        for player in range(players):
            for column in range(length):
                ws.feature[player, column] = rows[player][column]

    return note
