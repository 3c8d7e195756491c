"""Games with Zobrist keys: what a move updates is what is computed of the whole board, and nothing else changes."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from spielbaum import U64, Searcher, check_game, load
from spielbaum.game import Game, State
from spielbaum.game.zobrist import make_xor, random_words
from spielbaum.kernel import popcount
from tiers import all_but, at_night

SPECS = ("connect-four", "go:size=4", "go:size=9", "chess")


def with_option(spec: str) -> str:
    return spec + ("," if ":" in spec else ":") + "keys=zobrist"


def from_scratch(game: Game, state: State) -> int:
    """Return the key of a position that is set up, not played."""
    text, parse = game.notation.format_state, game.notation.parse_state
    assert text
    assert parse
    found: int = parse(text(state)).zobrist
    return found


def random_game(game: Game, rng: random.Random, plies: int = 200) -> Iterator[tuple[State, int, State]]:
    state = game.initial()
    for _ in range(plies):
        if game.is_terminal(state):
            break
        action = rng.choice(list(game.actions(state)))
        after = game.result(state, action)
        yield state, action, after
        state = after


@pytest.mark.parametrize("spec", SPECS)
def test_the_incremental_key_is_that_of_the_position_set_up(spec: str) -> None:
    game, rng = load(with_option(spec)), random.Random(7)
    places: dict[int, State] = {}
    for _ in range(3):
        for _, _, after in random_game(game, rng):
            assert after.zobrist == from_scratch(game, after)
            same = places.setdefault(after.zobrist, after)
            assert _place(spec, same) == _place(spec, after)
    assert len(places) > 30


def _place(spec: str, state: State) -> tuple[object, ...]:
    """Return what the key is of: no clocks, and of plies only whose turn it is."""
    if spec == "chess":
        return (*state[:9], state.to_move)
    return (*state[:6], state.plies & 1) if spec.startswith("go") else state[:2]


CHESS_MOVES = (
    ("castling, short", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1"),
    ("castling, long, of Black", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8"),
    ("a rook that takes the right of both", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8"),
    ("a leap that can be captured in passing", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4"),
    ("a capture in passing", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3"),
    ("a promotion", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q"),
    ("a promotion with a capture", "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n"),
)


@pytest.mark.parametrize(
    ("move", "fen"), [(move, fen) for _, fen, move in CHESS_MOVES], ids=[m[0] for m in CHESS_MOVES]
)
def test_each_kind_of_move_in_chess_updates_the_key(fen: str, move: str) -> None:
    game = load("chess:keys=zobrist")
    assert game.notation.parse_state
    state = game.notation.parse_state(fen)
    found = {}
    for action in game.actions(state):
        after = game.result(state, action)
        source, target = action & 63, action >> 6 & 63
        flip = 56 * state.to_move
        name = "".join("abcdefgh"[s & 7] + str((s >> 3) + 1) for s in (source ^ flip, target ^ flip))
        found[name + " nbrq"[action >> 12].strip()] = after
    after = found[move]
    assert after.zobrist == from_scratch(game, after) != state.zobrist
    assert len({other.zobrist for other in found.values()}) == len(found)


def test_random_games_of_go_capture_groups_meet_ko_and_pass() -> None:
    """What the first test is worth in Go: all of it occurs in its games, or in these."""
    game, rng = load("go:size=4,keys=zobrist,plies=200"), random.Random(1)
    groups = kos = passes = 0
    for _ in range(20):
        for before, _, after in random_game(game, rng):
            assert after.zobrist == from_scratch(game, after)
            stones = [popcount(U64(s.black)) + popcount(U64(s.white)) for s in (before, after)]
            groups += stones[1] < stones[0]
            kos += after.ko >= 0
            passes += after.passes > 0
    assert min(groups, kos, passes) > 0


@pytest.mark.slow
@pytest.mark.interpreted
@pytest.mark.parametrize(("spec", "depth"), [("connect-four", 4), ("go:size=4", 3), ("chess", 2)])
def test_searches_give_the_same_with_both_keys(spec: str, depth: int) -> None:
    rng = random.Random(3)
    one, other = load(spec), load(with_option(spec))
    searchers = [Searcher(game, "pvs:replacement=two-deep", table="2^14") for game in (one, other)]
    parse = other.notation.parse_state
    text = one.notation.format_state
    assert parse
    assert text
    for _ in range(4):
        state = one.initial()
        for state, _, _ in random_game(one, rng, plies=rng.randrange(2, 16)):  # noqa: B007
            pass
        found, again = (
            searcher.search(s, depth=depth) for searcher, s in zip(searchers, (state, parse(text(state))), strict=True)
        )
        assert (found.value, found.action) == (again.value, again.action)


@pytest.mark.slow
@pytest.mark.interpreted
@pytest.mark.parametrize("spec", all_but(SPECS[:3], SPECS))
def test_games_with_zobrist_keys_keep_the_contract(spec: str) -> None:
    report = check_game(load(with_option(spec)), games=2 if at_night() else 1)
    assert report.failures == ()
    assert report.ok


def test_words_differ_by_seed_and_squares() -> None:
    words = [word for seed in range(10) for word in random_words(64, seed)]
    assert len({*words}) == 640
    assert all(290 < sum(word >> bit & 1 for word in words) < 350 for bit in range(64))


def test_xor_takes_away_what_it_added() -> None:
    xor, words = make_xor(9), random_words(9)
    assert xor(U64(0), U64(0b100000001)) == words[0] ^ words[8]
    assert xor(xor(U64(5), U64(0b110)), U64(0b110)) == 5


def test_example_of_the_tutorial_has_the_key_of_its_board() -> None:
    page = (Path(__file__).parents[2] / "docs" / "tutorial.md").read_text(encoding="utf-8")
    section = page.split("## An incremental key\n")[1]
    code = section.split("```python\n")[1].split("```")[0]
    found: dict[str, Any] = {"NamedTuple": NamedTuple}
    exec(code, found)
    state = found["State"](U64(0), U64(0), 0, U64(0))
    for square in (4, 0, 8, 2, 6):
        state = found["result"](state, square)
        assert found["key"](state) == found["xor_noughts"](found["xor_crosses"](U64(0), state.crosses), state.noughts)
    assert found["key"](state) != 0
    assert found["hints"].key_kind == "hash"
