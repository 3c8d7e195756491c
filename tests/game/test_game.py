"""The record of a game: its groups, and what it refuses."""

from collections.abc import Callable
from dataclasses import replace
from inspect import signature
from typing import Any

import pytest

from changing import changed
from spielbaum import Evaluation, Features, Game, Notation, ProofHints, Repetition, SearchHints, View, games
from spielbaum.errors import GameError, UnknownNameError

NIM = games.load("nim")
RULES: dict[str, Any] = {
    "name": "mine",
    "players": 2,
    **{name: getattr(NIM, name) for name in ("initial", "to_move", "actions", "result", "is_terminal", "utility")},
}


def test_a_game_with_rules_alone_has_empty_groups() -> None:
    game = Game(**RULES)
    assert (game.hints, game.notation, game.view, game.features) == (SearchHints(), Notation(), View(), Features())
    assert game.repetition is None
    assert game.hints.proof == ProofHints()


@pytest.mark.parametrize(
    ("build", "sentence"),
    [
        (lambda: Evaluation(len, finished=True), "Evaluation has no field 'finished': there is function, "),  # type: ignore[call-arg]
        (lambda: Game(**RULES, colour="red"), "Game has no field 'colour': there is name, players, initial, to_move"),
        (lambda: Game(**RULES, order=max), "Game has no field 'order': write hints=SearchHints(order=...)"),
        (lambda: replace(NIM, cells=len), "Game has no field 'cells': write view=View(cells=...)"),
        (lambda: SearchHints(candidates=max), "SearchHints has no field 'candidates': write proof=ProofHints(candi"),  # type: ignore[call-arg]
        (lambda: Game(**RULES, utility_summ=0), "Game has no field 'utility_summ': did you mean utility_sum?"),
        (lambda: SearchHints(oder=max), "SearchHints has no field 'oder': did you mean order?"),  # type: ignore[call-arg]
        (lambda: replace(View(), cell=len), "View has no field 'cell': did you mean cells?"),  # type: ignore[call-arg]
    ],
)
def test_an_unknown_field_is_refused_with_a_suggestion(build: Callable[[], Any], sentence: str) -> None:
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
        ({"hints.second_key": len}, "hints.second_key of game 'nim' goes with hints.key: it is a second hash of"),
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
def test_wrong_values_are_refused_with_the_full_field_name(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(GameError) as caught:
        changed(NIM, changes)
    assert str(caught.value).startswith(sentence)


def test_the_signature_is_that_of_the_dataclass() -> None:
    assert list(signature(Game).parameters)[:3] == ["name", "players", "initial"]
    with pytest.raises(TypeError, match=r"missing 1 required keyword-only argument: 'utility'"):
        Game(**{name: given for name, given in RULES.items() if name != "utility"})


def test_evaluations_are_found_by_name() -> None:
    game = games.load("connect-four")
    assert game.evaluation() is game.evaluation(next(iter(game.evaluations)))
    assert NIM.evaluation() is None
    with pytest.raises(UnknownNameError, match="unknown evaluation of 'connect-four' 'nothing': there is "):
        game.evaluation("nothing")
