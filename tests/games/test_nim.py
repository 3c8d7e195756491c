"""Nim against Bouton's theorem and a recursion over heaps."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spielbaum import registry
from spielbaum.errors import InputError
from spielbaum.search.searcher import Searcher
from tiers import at_night, examples

HEAPS = st.tuples(*[st.integers(0, 5)] * 3).filter(lambda heaps: sum(heaps) <= (10 if at_night() else 7))
NORMAL = registry.load("nim:heaps=5-5-5")
MISERE = registry.load("nim:heaps=5-5-5,misere=true")


@cache
def searcher(misere: bool) -> Searcher:
    return Searcher(MISERE if misere else NORMAL)


@cache
def recursive(heaps: tuple[int, ...], misere: bool) -> int:
    """Return 1 if the player to move wins, else -1; after the last counter the previous player has won, or lost."""
    if sum(heaps) == 0:
        return 1 if misere else -1
    left = ((*heaps[:i], size, *heaps[i + 1 :]) for i, heap in enumerate(heaps) for size in range(heap))
    return max(-recursive(tuple(sorted(rest)), misere) for rest in left)


def bouton(heaps: tuple[int, ...], misere: bool) -> int:
    """Return the value by the binary sum; in misère play the rule turns round when no heap is above one."""
    total = heaps[0] ^ heaps[1] ^ heaps[2]
    if misere and max(heaps) <= 1:
        return 1 if total == 0 else -1
    return 1 if total else -1


@pytest.mark.interpreted
@pytest.mark.parametrize("misere", [False, True])
@examples(60)
@given(heaps=HEAPS, player=st.integers(0, 1))
def test_the_value_follows_boutons_rule(misere: bool, heaps: tuple[int, int, int], player: int) -> None:
    game = searcher(misere).game
    result = searcher(misere).search(game.notation.parse_state(f"{'-'.join(map(str, heaps))} {player}"))
    assert result.is_proven
    assert result.value == bouton(heaps, misere) == recursive(tuple(sorted(heaps)), misere)


@pytest.mark.parametrize(("spec", "wins"), [("nim:heaps=5-5-5", 0), ("nim:heaps=5-5-5,misere=true", 1)])
def test_the_player_who_takes_the_last_counter_wins_or_loses_in_misere_play(spec: str, wins: int) -> None:
    game = registry.load(spec)
    state = game.result(game.notation.parse_state("0-1-0 0"), 64 + 1)
    assert game.is_terminal(state)
    assert game.utility(state)[wins] == 1
    assert game.utility(state)[1 - wins] == -1


def test_actions_are_ordered_by_heap_and_then_by_counters() -> None:
    state = NORMAL.notation.parse_state("2-0-3")
    assert [NORMAL.notation.format_action(state, action) for action in NORMAL.actions(state)] == [
        "a1",
        "a2",
        "c1",
        "c2",
        "c3",
    ]
    results = [NORMAL.notation.format_state(NORMAL.result(state, action)) for action in NORMAL.actions(state)]
    assert results == ["1-0-3 1", "0-0-3 1", "2-0-2 1", "2-0-1 1", "2-0-0 1"]


def test_ten_heaps_of_63_fit() -> None:
    game = registry.load("nim:heaps=63-63-63-63-63-63-63-63-63-63")
    actions = list(game.actions(game.initial()))
    assert len(actions) == 630
    assert game.notation.format_state(game.result(game.initial(), actions[-1])) == "63-63-63-63-63-63-63-63-63-0 1"


@pytest.mark.parametrize("heaps", ["64", "3--4", "a", "3-x", "1-1-1-1-1-1-1-1-1-1-1", "-3"])
def test_impossible_heaps_are_refused(heaps: str) -> None:
    with pytest.raises(InputError, match="1 to 10 heaps of 0 to 63 counters"):
        registry.load(f"nim:heaps={heaps}")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1-2", "there are 3 heaps, not 2"),
        ("1-2-3-4", "not 4"),
        ("1-2-3 2", "player 0 or 1"),
        ("1-2-x", "write 1 to 10"),
    ],
)
def test_text_that_is_not_a_position_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        NORMAL.notation.parse_state(text)
