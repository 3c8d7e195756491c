"""Games with a false rule of repetition, and keys that are not hashes."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from circular import Place, circular_game
from spielbaum import Game, Repetition, SearchHints, check_game, games
from spielbaum.checking.keys import HashCheck
from spielbaum.checking.repetition import RepetitionCheck
from spielbaum.checking.visit import Visit
from spielbaum.kernel import U64, scrambled
from tiers import at_night

STEPS = circular_game(compiled=False, estimates=False, counts=True)
CIRCLES = circular_game(compiled=False, estimates=False)
SEEDS = range(1, 26 if at_night() else 4)
AGAIN, SAME = "what comes again", "equal in the rule of repetition, equal for play"


def key_of(place: Place) -> int:
    assert CIRCLES.repetition is not None
    return CIRCLES.repetition.key(place)


def saying(game: Game, seed: int, **said: Any) -> Game:
    """Return a game with cycles and some rule of repetition."""
    rule = Repetition(**{"key": key_of, **said})
    return replace(game, initial=lambda: Place(seed, 0, 0), repetition=rule, hints=SearchHints())


class Timed(NamedTuple):
    """A place and a ply count."""

    place: Place
    ply: int


def timed(seed: int, last: int) -> Game:
    """Return a game with a clock that its rule of repetition ignores."""
    game = CIRCLES
    return replace(
        saying(game, seed),
        initial=lambda: Timed(Place(seed, 0, 0), 0),
        to_move=lambda state: game.to_move(state.place),
        actions=lambda state: game.actions(state.place),
        result=lambda state, action: Timed(game.result(state.place, action), state.ply + 1),
        is_terminal=lambda state: game.is_terminal(state.place) or state.ply >= last,
        utility=lambda state: game.utility(state.place) if game.is_terminal(state.place) else (0, 0),
        repetition=Repetition(key=lambda state: key_of(state.place), whole=True),
    )


@pytest.mark.parametrize(
    ("make", "law", "words"),
    [
        (
            lambda seed: saying(STEPS, seed, reversible=lambda s: s.steps // 2),
            AGAIN,
            r"reversible returns \d+ .* or more",
        ),
        (lambda seed: saying(STEPS, seed, reversible=lambda s: max(0, s.steps - 1)), AGAIN, "reversible returns"),
        (lambda seed: saying(STEPS, seed, reversible=lambda s: min(4, s.steps)), AGAIN, "reversible returns 4 "),
        (lambda seed: saying(CIRCLES, seed, key=lambda s: s.node % 3 and key_of(s)), AGAIN, "key returns 0 for"),
        (lambda seed: saying(CIRCLES, seed, key=lambda s: 0), AGAIN, "key returns 0 for"),
        (lambda seed: timed(seed, 8), SAME, "plies later, and the game states whole=True"),
        (lambda seed: timed(seed, 30), SAME, "which differ in play"),
    ],
    ids=["half", "one too few", "four at most", "0 for a third", "0 for all", "a near end", "a far end"],
)
def test_a_false_repetition_rule_is_found(make: Callable[[int], Game], law: str, words: str) -> None:
    for seed in SEEDS:
        report = check_game(make(seed), games=200)
        (failure,) = report.failures
        assert failure.law == law
        assert re.search(words, failure.detail)


def test_a_true_repetition_rule_passes() -> None:
    for seed in SEEDS:
        for game in (
            saying(STEPS, seed, reversible=lambda s: s.steps),
            saying(CIRCLES, seed),
            saying(CIRCLES, seed, whole=True),
            replace(timed(seed, 30), repetition=Repetition(key=lambda state: key_of(state.place))),
        ):
            assert check_game(game, games=100 if at_night() else 30).ok


def test_mirror_images_are_equal_for_play() -> None:
    game = games.load("go:size=2,score=points")
    check = RepetitionCheck(game)
    state = game.initial()
    for action in (0, 3, 1, 4):
        if not game.is_terminal(state):
            assert check.whole_fault(Visit(game, state, None)) is None
            state = game.result(state, list(game.actions(state))[action % 2])


def scattered(number: int, salt: int = 0) -> int:
    return int(scrambled(U64(number * 0x9E3779B97F4A7C15 + salt & (1 << 64) - 1)))


@pytest.mark.parametrize(
    ("key", "second", "words"),
    [
        (scattered, lambda _n: 7, "second_key returns 7 for .* whose keys differ"),
        (scattered, lambda n: scattered(n) & 255, "whose keys differ"),
        (scattered, scattered, "second_key follows from hints.key"),
        (scattered, lambda n: scattered(n) ^ 0xABCDEF, "second_key follows from hints.key"),
        (scattered, lambda n: (n + 1) << 20, r"bits 0 to 15 of hints.second_key are not random"),
        (lambda n: n + 1, lambda n: scattered(n, 5), r"bits 16 to 31 of hints.key are not random.* key_kind='hash'"),
    ],
    ids=["constant", "one byte", "the same", "the same but for some bits", "counted", "a key that is counted"],
)
def test_keys_that_are_not_hashes_are_found(
    key: Callable[[int], int], second: Callable[[int], int], words: str
) -> None:
    check = HashCheck("hints", SearchHints(key=key, second_key=second, key_kind="hash"))
    found = [wrong for number in range(400) if (wrong := check.fault(number))]
    assert found
    assert re.search(words, found[0])


def test_good_hashes_pass() -> None:
    check = HashCheck("hints", SearchHints(key=scattered, second_key=lambda n: scattered(n, 5), key_kind="hash"))
    assert not any(map(check.fault, range(3000)))
    assert not any(map(HashCheck("hints", SearchHints(key=lambda n: n)).fault, range(1000)))


def test_a_constant_second_key_is_found_in_a_game() -> None:
    game = games.load("connect-four:width=4,height=4")
    proof = replace(game.hints.proof, second_key=lambda _state: 7, both_keys=None)
    report = check_game(replace(game, compiled=False, hints=replace(game.hints, proof=proof)), games=3)
    assert [failure.law for failure in report.failures] == ["keys are hashes"]
    assert "hints.proof.second_key returns 7 for" in report.failures[0].detail
