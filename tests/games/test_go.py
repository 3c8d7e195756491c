"""Go against OpenSpiel, rules that are played point by point, and known figures."""

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from go_reference import Reference
from spielbaum import U64, Limits, Searcher, Solver, check_game, games, perft
from spielbaum.checking.hints import values_with_circles
from spielbaum.errors import InputError
from spielbaum.game import Game
from spielbaum.game.notation import parse_state
from spielbaum.game.repetition import RepetitionRule
from spielbaum.games.go.goban import Goban, Points, make_connected, make_empty, make_near, without
from spielbaum.games.go.key import YOUNG
from spielbaum.games.go.patterns import make_pattern
from spielbaum.games.go.rules import NO_KO, State
from spielbaum.kernel import compile_kernel
from tiers import all_but, at_night

KNOWN = json.loads(Path(__file__).with_name("go.json").read_text(encoding="utf-8"))


def stones_of(size: int, state: State) -> dict[tuple[int, int], int]:
    """Return the owner of the stone on each point."""
    goban = Goban(size)
    words = (state.black | state.black_high << goban.split, state.white | state.white_high << goban.split)
    return {divmod(p, size): player for p in range(size * size) for player in (0, 1) if words[player] >> p & 1}


def random_game(game: Game, generator: random.Random, passes: float) -> Iterator[tuple[State, int | None]]:
    """Yield the states of a game with their actions; some share of them are passes."""
    state = game.initial()
    while not game.is_terminal(state):
        actions = list(game.actions(state))
        action = actions[-1] if len(actions) == 1 or generator.random() < passes else generator.choice(actions[:-1])
        yield state, action
        state = game.result(state, action)
    yield state, None


@pytest.mark.parametrize("size", [2, 3, 5])
def test_a_pattern_is_a_point_and_the_stones_around_it(size: int) -> None:
    generator, game = random.Random(size), games.load(f"go:size={size},plies=-1")
    pattern, seen = make_pattern(Goban(size)), {}
    for _ in range(20):
        for state, _ in random_game(game, generator, 0.1):
            stones, mover = stones_of(size, state), game.to_move(state)
            for action in game.actions(state):
                row, column = divmod(action, size)
                near = ((r, c) for r in range(row - 1, row + 2) for c in range(column - 1, column + 2))
                around = tuple(stones[point] == mover if point in stones else None for point in near)
                known = (action, around) if action < size * size else action
                assert seen.setdefault(pattern(state, action), known) == known
    assert len(set(seen.values())) == len(seen)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "number"), [(3, 100), (5, 40), (7, 25), (9, 15)])
def test_every_state_of_random_games_matches_open_spiel(size: int, number: int) -> None:
    """Here the whole situation must come again for a draw, there it is enough that the stones do."""
    pyspiel = pytest.importorskip("pyspiel")
    generator, game = random.Random(size), games.load(f"go:size={size},komi=7.5")
    rule, plies, ends = RepetitionRule(game), 0, set()
    for _ in range(number):
        rival: Any = pyspiel.load_game(f"go(board_size={size},komi=7.5)").new_initial_state()
        states: list[State] = []
        for state, action in random_game(game, generator, 0.1):
            states.append(state)
            rows = [
                line.split()[1] for line in str(rival).splitlines() if line.split()[:1] and line[:2].strip().isdigit()
            ]
            assert [row.replace(" ", "")[1:] for row in game.view.board(state).splitlines()[:size]] == [
                row.replace("+", ".") for row in rows
            ]
            seen = state[:4] in [other[:4] for other in states[:-1]] and not state.passes
            if rule.is_draw(states):
                assert seen
            if seen:
                assert rival.is_terminal()
                assert rival.returns() == [0, 0]
                ends.add("repetition")
                break
            assert game.is_terminal(state) == rival.is_terminal()
            if action is None:
                assert list(game.utility(state)) == rival.returns()
                ends |= {"passes" if state.passes == 2 else "plies", game.utility(state)}
                break
            assert game.to_move(state) == rival.current_player()
            assert list(game.actions(state)) == rival.legal_actions()
            assert game.hints.count(state) == len(rival.legal_actions())
            for other in rival.legal_actions():
                assert f"{'BW'[game.to_move(state)]} {game.notation.format_action(state, other)}".upper() == (
                    rival.action_to_string(other).upper()
                )
            rival.apply_action(action)
            plies += 1
    assert plies > 900
    assert {"passes", "plies", (-1, 1)} <= ends
    assert ("repetition" in ends) == (size == 3)


@pytest.mark.parametrize("size", [2, 3, 4, 6, 8, 9])
def test_rules_match_play_point_by_point(size: int) -> None:
    generator, game = random.Random(size), games.load(f"go:size={size},score=points,komi=0")
    kos = took = 0
    for _ in range(20 if size < 5 else 2 if size < 8 or at_night() else 1):
        slow = Reference(size, {})
        for state, action in random_game(game, generator, 0.02):
            assert stones_of(size, state) == slow.stones
            assert (state.ko == NO_KO) == (slow.ko is None)
            kos += slow.ko is not None
            moves = slow.moves()
            if slow.ko is not None:
                assert divmod(state.ko, size) == slow.ko
            lead = len(slow.area(0)) - len(slow.area(1))
            assert game.utility(state) == (lead, -lead)
            if action is None:
                break
            wanted = [size * size if point is None else size * point[0] + point[1] for point, _ in moves]
            assert list(game.actions(state)) == wanted
            after = moves[wanted.index(action)][1]
            took += len(after.stones) < len(slow.stones)
            slow = after
    assert kos > 0 or size not in (3, 4)
    assert took > 5


@pytest.mark.slow
@pytest.mark.parametrize("size", all_but(["9"], ["3", "8", "9"]))
def test_perft(size: str) -> None:
    counts = KNOWN["perft"][size][: None if at_night() else 3]
    assert perft(games.load(f"go:size={size}"), depth=len(counts)) == counts


@pytest.mark.interpreted
def test_perft_is_that_of_open_spiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")

    def count(state: Any, depth: int) -> int:
        actions = state.legal_actions()
        return len(actions) if depth == 1 else sum(count(state.child(action), depth - 1) for action in actions)

    for size, depth in ((3, 5), (5, 3), (9, 2)) if at_night() else ((3, 4), (5, 2), (9, 2)):
        start = pyspiel.load_game(f"go(board_size={size})").new_initial_state()
        assert perft(games.load(f"go:size={size}"), depth=depth)[-1] == count(start, depth)


def test_perft_matches_rules_played_point_by_point() -> None:
    assert [Reference(2, {}).perft(depth, 8) for depth in range(1, 9)] == KNOWN["perft"]["2"]
    assert [Reference(3, {}).perft(depth, 18) for depth in range(1, 5)] == KNOWN["perft"]["3"][:4]


def refusal(game: Game, state: State) -> str:
    """Return why a state is impossible, or an empty text."""
    try:
        game.notation.validate(state)
    except ValueError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("size", [2, 3])
def test_exactly_the_legal_positions_are_accepted(size: int) -> None:
    game, accepted = games.load(f"go:size={size}"), 0
    for owners in product((0, 1, 2), repeat=size * size):
        black, white = (sum(1 << p for p, owner in enumerate(owners) if owner == player) for player in (1, 2))
        accepted += not refusal(game, State(U64(black), U64(0), U64(white), U64(0), NO_KO, 0, 0)).endswith("no liberty")
    assert accepted == KNOWN["legal positions"][str(size)]


def test_the_number_of_legal_positions_of_sixteen_points() -> None:
    near, connected, empty = (make(Goban(4)) for make in (make_near, make_connected, make_empty))

    def choked(own: Points, other: Points) -> Points:
        return without(own, connected(near(empty(own, other)), own))

    def legal(points: int) -> int:
        total = 0
        for taken in range(1 << points):
            black = taken
            while True:  # all subsets, the empty one last
                own, other = (U64(black), U64(0)), (U64(taken ^ black), U64(0))
                total += not choked(own, other)[0] and not choked(other, own)[0]
                if black == 0:
                    break
                black = black - 1 & taken
        return total

    assert compile_kernel(legal)(16) == KNOWN["legal positions"]["4"]


@pytest.mark.long
def test_black_wins_all_of_nine_points_from_the_centre() -> None:
    """In fewer than 18 plies no cycle helps a player, so this is also the value with superko."""
    game = games.load("go:size=3,score=points,komi=0")
    result = Searcher(game, "alpha-beta(replacement=two-deep)", evaluation="none").search(limits=Limits(depth=18))
    assert (result.value, result.action_text) == (9, "B2")


@pytest.mark.parametrize("komi", ["0", "0.5", "1"])
def test_four_points_are_drawn_by_repetition(komi: str) -> None:
    """With superko Black wins by a point; here the loser repeats positions."""
    game = replace(games.load(f"go:size=2,komi={komi}"), compiled=False)
    result = Searcher(game, "alpha-beta", evaluation="none").search(limits=Limits(depth=8))
    assert result.value == 0


def test_whole_komi_can_draw_and_half_points_cannot() -> None:
    state = "XXXX/XXXX/OOOO/O1O1"
    for komi, utility in (("0", (0, 0)), ("0.5", (-1, 1)), ("auto", (-1, 1))):
        game = games.load(f"go:size=4,komi={komi}")
        assert game.utility(game.notation.parse_state(f"{state} X - 2 2")) == utility
    game = games.load("go:size=4,komi=2.5,score=points")
    assert game.utility(game.notation.parse_state("4/1X2/4/4 X - 2 2")) == (13.5, -13.5)
    assert game.utility(game.notation.parse_state("4/1X2/4/3O X - 2 2")) == (-2.5, 2.5)


def test_a_limit_of_plies_ends_the_game_with_the_current_score() -> None:
    game = games.load("go:size=3,plies=3,komi=0")
    state = game.initial()
    for action in (4, 0, 9):
        assert not game.is_terminal(state)
        state = game.result(state, action)
    assert game.is_terminal(state)
    assert game.utility(state) == (0, 0)
    assert games.load("go:size=3").is_terminal(state._replace(passes=0, plies=18))


def test_a_ko_is_forbidden_for_one_ply_and_no_suicide_is_legal() -> None:
    game = games.load("go:size=5")
    state = game.notation.parse_state("5/1XO2/X1XO1/1XO2/5 O")
    taken = game.result(state, 11)
    assert game.notation.format_state(taken) == "5/1XO2/XO1O1/1XO2/5 X C3 0 2"
    assert 12 not in game.actions(taken)
    assert 12 in game.actions(game.result(game.result(taken, 0), 24))
    surrounded = game.notation.parse_state("5/1X3/X1X2/1X3/5 O")
    assert 11 not in game.actions(surrounded)
    assert 11 in game.actions(surrounded._replace(plies=2))


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ("size=10", "one of 7, 2, 3, 4, 5, 6, 8, 9"),
        ("komi=x", "komi is a number of whole or half points from -100 to 100, or auto, not 'x'"),
        ("komi=0.25", "whole or half"),
        ("komi=-100.5", "whole or half"),
        ("komi=101", "from -100 to 100"),
        ("komi=nan", "whole or half"),
        ("komi=inf", "whole or half"),
        ("plies=-2", "at least 1 ply and at most 10000, or -1 for no limit, not -2"),
        ("plies=1000000000000000000000", "at most"),
        ("score=stones", "win, points"),
    ],
)
def test_impossible_options_are_refused(options: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        games.load(f"go:{options}")


@pytest.mark.parametrize("size", [3, 8, 9])
def test_images_of_an_early_position_have_equal_keys_and_others_do_not(size: int) -> None:
    generator, game, last = random.Random(size), games.load(f"go:size={size}"), size - 1
    turns: list[Callable[[int, int], tuple[int, int]]] = [
        lambda r, c: (r, last - c),
        lambda r, c: (last - r, c),
        lambda r, c: (c, r),
        lambda r, c: (last - c, r),
    ]
    keys = {}
    for _ in range(60):
        states = [game.initial() for _ in range(5)]
        for _ in range(generator.randrange(2 * YOUNG)):
            action = generator.choice(list(game.actions(states[0])))
            moved = [action if action == size * size else point_of(size, turn(*divmod(action, size))) for turn in turns]
            states = [game.result(state, a) for state, a in zip(states, [action, *moved], strict=True)]
            if game.is_terminal(states[0]):
                break
        state, young = states[0], states[0].plies <= YOUNG and states[0].ko == NO_KO
        images = {game.hints.key(image) for image in (states if young else states[:1])}
        assert len(images) == 1
        if not young:
            assert len({game.hints.key(image) for image in states}) == len(set(states))
        least = min(least_image(size, one) for one in states) if young else state
        assert keys.setdefault(images.pop(), least) == least
        assert game.repetition.key(state) != game.repetition.key(state._replace(plies=state.plies + 1))
        assert game.repetition.key(state) == game.repetition.key(state._replace(plies=state.plies + 2))
    assert len(keys) > 20


def point_of(size: int, place: tuple[int, int]) -> int:
    return size * place[0] + place[1]


def least_image(size: int, state: State) -> tuple[object, ...]:
    """Return a value that is equal for all images of a state, and for these only."""
    boards = []
    for image in range(8):
        stones = set()
        for (r, c), owner in stones_of(size, state).items():
            y, x = (c, r) if image & 1 else (r, c)
            stones.add((size - 1 - y if image & 2 else y, size - 1 - x if image & 4 else x, owner))
        boards.append(sorted(stones))
    return min(boards), state.passes, state.plies


@pytest.mark.slow
@pytest.mark.interpreted
def test_contract_on_two_words() -> None:
    assert check_game(games.load("go:size=9,komi=7,score=points"), games=2).failures == ()


@pytest.mark.parametrize("seen", [True, False])
def test_bounds_know_living_stones_only(seen: bool) -> None:
    """What was not seen before eyes were answered, proved without that; and what two eyes that fail would promise."""
    game = games.load("go:size=4,plies=-1,score=points,komi=0")
    assert game.hints.proof.bounds is not None
    for text, points in KNOWN["seen on 4 x 4" if seen else "not seen on 4 x 4"].items():
        bounds = game.hints.proof.bounds(parse_state(game, text))
        assert bounds == (points, points) if seen else bounds[0] <= points <= bounds[1], text


@pytest.mark.long
def test_bounds_hold_in_all_states_of_nine_points() -> None:
    game, exact = games.load("go:size=3,plies=-1,score=points,komi=0"), 0
    assert game.hints.proof.bounds is not None
    for state, value in values_with_circles(game, game.initial()).items():
        if not game.is_terminal(state):
            low, high = game.hints.proof.bounds(state)
            assert low <= (value if game.to_move(state) == 0 else -value) <= high, state
            exact += low == high
    assert exact > 6000


@pytest.mark.long
def test_bounds_hold_in_random_games_on_sixteen_points() -> None:
    """The first bounds of a game are proved without bounds."""
    game, generator, checked = games.load("go:size=4,plies=-1,score=points,komi=0"), random.Random(4), 0
    bounds = game.hints.proof.bounds
    assert bounds is not None
    solver = Solver(replace(game, hints=replace(game.hints, proof=replace(game.hints.proof, bounds=None))))
    while checked < 60:
        for state, _ in random_game(game, generator, 0.05):
            if game.is_terminal(state) or bounds(state) == (-16, 16):
                continue
            solution = solver.solve(state, strong=True, with_action=False)
            assert solution.score is not None
            assert bounds(state)[0] <= solution.score <= bounds(state)[1], state
            checked += 1
            break
