"""The record of a game: its groups, what it refuses, and games that were written before it had groups."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from inspect import signature
from typing import Any

import pytest

from changing import changed
from spielbaum import Evaluation, Features, Game, Notation, ProofHints, Repetition, SearchHints, View, games
from spielbaum.errors import GameError
from spielbaum.game import record

NIM = games.load("nim")
RULES: dict[str, Any] = {
    "name": "mine",
    "players": 2,
    **{name: getattr(NIM, name) for name in ("initial", "to_move", "actions", "result", "is_terminal", "utility")},
}
GROUPS = {
    "hints": SearchHints,
    "repetition": Repetition,
    "notation": Notation,
    "view": View,
    "features": Features,
}


def test_a_game_of_rules_alone_has_empty_groups() -> None:
    game = Game(**RULES)
    assert (game.hints, game.notation, game.view, game.features) == (SearchHints(), Notation(), View(), Features())
    assert game.repetition is None
    assert game.hints.proof == ProofHints()


@pytest.mark.parametrize("name", record.MOVED)
def test_a_field_that_has_moved_is_named_with_its_place(name: str) -> None:
    group, _, own = record.MOVED[name].rpartition(".")
    now = "proof=ProofHints(...)" if own == "proof" else f"{own}=..."
    now = f"{group}={GROUPS[group].__name__}({now})" if group else now
    for build in (partial(Game, **RULES), partial(replace, NIM, name="mine")):
        with pytest.raises(GameError) as caught:
            build(**{name: len})
        assert str(caught.value) == f"{name} of game 'mine' has moved: write {now}"


def test_all_fields_that_have_moved_are_named_at_once() -> None:
    old: dict[str, Any] = {"key": hash, "order": max, "quiet": any, "cells": list, "alive": len, "repetition": hash}
    with pytest.raises(GameError) as caught:
        Game(**RULES, **old)
    assert str(caught.value) == (
        "key, order, quiet, repetition, cells and alive of game 'mine' have moved: write hints=SearchHints(key=..., "
        "order=..., may_stand_pat=...), repetition=Repetition(key=...), view=View(cells=...), active_players=..."
    )


@pytest.mark.parametrize(
    ("build", "sentence"),
    [
        (
            lambda: Evaluation(len, finished=True),
            "finished of Evaluation has a new name: write Evaluation(terminal=...)",
        ),  # type: ignore[call-arg]
        (lambda: SearchHints(quiet=len), "quiet of SearchHints has a new name: write SearchHints(may_stand_pat=...)"),  # type: ignore[call-arg]
        (lambda: View(touches=len), "touches of View has a new name: write View(click_path=...)"),  # type: ignore[call-arg]
        (lambda: Game(**RULES, colour="red"), "Game has no field 'colour': there is name, players, initial, to_move"),
        (lambda: Game(**RULES, utility_summ=0), "Game has no field 'utility_summ': did you mean utility_sum?"),
        (lambda: SearchHints(oder=max), "SearchHints has no field 'oder': did you mean order?"),  # type: ignore[call-arg]
        (lambda: replace(View(), cell=len), "View has no field 'cell': did you mean cells?"),  # type: ignore[call-arg]
    ],
)
def test_a_field_that_there_is_not_is_told(build: Callable[[], Any], sentence: str) -> None:
    with pytest.raises(GameError) as caught:
        build()
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"hints": None}, "hints of game 'nim' must be SearchHints(...), not None"),
        ({"repetition": 3}, "repetition of game 'nim' must be Repetition(...), not 3"),
        ({"features": ("a",)}, "features of game 'nim' must be Features(...), not ('a',)"),
        ({"hints.key": 3}, "hints.key of game 'nim' must be a function, not 3"),
        ({"hints.proof": 3}, "hints.proof of game 'nim' must be ProofHints(...), not 3"),
        ({"hints.proof.settled": 3}, "hints.proof.settled of game 'nim' must be a function, not 3"),
        ({"hints.second_key": len}, "hints.second_key of game 'nim' goes with hints.key, of which it is another hash"),
        (
            {"hints.proof.offset": len, "hints.proof.parts": None},
            "hints.proof.offset of game 'nim' goes with hints.proof.key",
        ),
        ({"hints.proof.fastest_first": -1}, "hints.proof.fastest_first of game 'nim' must be a number of plies"),
        ({"hints.proof.history": -1}, "hints.proof.history of game 'nim' must be a number, 0 or more, not -1"),
        (
            {"hints.proof.both_keys": len, "hints.proof.second_key": None},
            "hints.proof.both_keys of game 'nim' goes with a second_key",
        ),
        ({"hints.may_stand_pat": len}, "hints.may_stand_pat of game 'nim' goes with hints.noisy"),
        ({"repetition": Repetition(key=3)}, "repetition.key of game 'nim' must be a function, not 3"),  # type: ignore[arg-type]
        ({"repetition": Repetition(key=len, times=1)}, "repetition.times of game 'nim' must be a whole number of"),
        ({"notation.validate": 3}, "notation.validate of game 'nim' must be a function, not 3"),
        ({"view.cells": "X"}, "view.cells of game 'nim' must be a function, not 'X'"),
        ({"view.player_names": ("A",)}, "view.player_names of game 'nim' has 1 entries for 2 players"),
        ({"view.player_colours": ("#000000",) * 3}, "view.player_colours of game 'nim' has 3 entries for 2 players"),
        ({"features.names": ("a",)}, "game 'nim' needs both features.names and features.function, or neither"),
        ({"features": Features(names=("a", "a"), function=len)}, "features.names of game 'nim' must be different"),  # type: ignore[arg-type]
        ({"utility": None}, "utility of game 'nim' must be a function, not None"),
        ({"active_players": 3}, "active_players of game 'nim' must be a function, not 3"),
    ],
)
def test_what_does_not_fit_is_named_in_full(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(GameError) as caught:
        changed(NIM, changes)
    assert str(caught.value).startswith(sentence)


def test_the_signature_stays() -> None:
    assert list(signature(Game).parameters)[:3] == ["name", "players", "initial"]
    with pytest.raises(TypeError, match=r"missing 1 required keyword-only argument: 'utility'"):
        Game(**{name: given for name, given in RULES.items() if name != "utility"})
