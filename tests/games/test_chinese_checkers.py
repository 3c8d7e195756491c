"""Chinese Checkers against sets of cells in axial coordinates, OpenSpiel, and known counts."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spielbaum import Evaluation, Searcher, check_game, perft, registry
from spielbaum.errors import InputError, PositionError
from spielbaum.game import Game, State
from spielbaum.game.click_path import click_path_of
from spielbaum.game.notation import format_state, parse_action, parse_state
from spielbaum.games._vectors import for_each
from spielbaum.games.chinese_checkers.features import FEATURE_NAMES, make_features
from spielbaum.games.chinese_checkers.moves import bit, first, holds, without_first
from spielbaum.games.chinese_checkers.rules import make_repetition_key
from spielbaum.games.chinese_checkers.star import SEATS, Race, Star, words
from spielbaum.kernel import U64, AsState, compile_kernel, pack, shape_of, signed
from spielbaum.search.choosing import search
from spielbaum.search.core.limits import Limits
from tiers import all_but, at_night, examples

Hex = tuple[int, int]
STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
NORTH_FIRST = ((1, -2), (2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1))
"""Where the tips of the arms lie in axial coordinates, times the rows of an arm, clockwise from the top."""

PERFT = {2: [14, 196, 4760, 115600], 3: [14, 196, 2744, 66640], 6: [14, 199, 2828, 40189]}
OPTIONS = ("players=2", "players=3,arm=3", "players=4,arm=2", "players=5,arm=3", "players=6", "players=3,arm=4,pegs=6",
           "players=2,arm=2,filled=all", "players=6,arm=2,filled=majority", "players=2,arm=1")  # fmt: skip


def steps_between(one: Hex, other: Hex) -> int:
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


class Pegs:
    """A reference implementation: whose peg stands on each cell, cells being (q, r) around the middle of the star."""

    def __init__(self, players: int, arm: int, rows: int, needed: int) -> None:
        self.players, self.needed, self.turns = players, needed, 0
        span = range(-2 * arm, 2 * arm + 1)
        plane = [(q, r) for q in span for r in span]
        upwards = {(q, r) for q, r in plane if q >= -arm and r >= -arm and q + r <= arm}
        downwards = {(q, r) for q, r in plane if q <= arm and r <= arm and q + r >= -arm}
        self.cells = upwards | downwards
        self.tips = [(arm * q, arm * r) for q, r in NORTH_FIRST]
        corners = [{cell for cell in self.cells if steps_between(cell, tip) < rows} for tip in self.tips]
        self.seats = SEATS[players]
        self.goals = [corners[(seat + 3) % 6] for seat in self.seats]
        self.owner = {cell: player for player, seat in enumerate(self.seats) for cell in corners[seat]}

    @property
    def mover(self) -> int:
        return self.turns % self.players

    def hops(self, source: Hex) -> set[Hex]:
        """Return the cells that a peg reaches by hops, its own among them."""
        others = {cell for cell in self.owner if cell != source}
        found, waiting = {source}, [source]
        while waiting:
            q, r = waiting.pop()
            for dq, dr in STEPS:
                landing = (q + 2 * dq, r + 2 * dr)
                if (q + dq, r + dr) in others and landing in self.cells - others and landing not in found:
                    found.add(landing)
                    waiting.append(landing)
        return found

    def turns_of(self, source: Hex) -> set[Hex]:
        steps = {(source[0] + dq, source[1] + dr) for dq, dr in STEPS}
        return ((steps & self.cells) - set(self.owner) | self.hops(source)) - {source}

    def legal(self) -> set[tuple[Hex, Hex]]:
        own = [cell for cell, owner in self.owner.items() if owner == self.mover]
        return {(source, target) for source in own for target in self.turns_of(source)}

    def move(self, turn: tuple[Hex, Hex] | None) -> None:
        if turn is not None:
            self.owner[turn[1]] = self.owner.pop(turn[0])
        self.turns += 1

    def home(self) -> list[int]:
        """Return the players who are home."""
        return [
            player
            for player, goal in enumerate(self.goals)
            if goal <= set(self.owner) and sum(self.owner[cell] == player for cell in goal) >= self.needed
        ]

    def remaining(self, player: int) -> int:
        tip = self.tips[(self.seats[player] + 3) % 6]
        return sum(steps_between(cell, tip) for cell, owner in self.owner.items() if owner == player)

    def as_read(self) -> list[Hex]:
        """Return the cells from the top left, row by row."""
        return sorted(self.cells, key=lambda cell: (cell[1], cell[0]))

    def symbols(self) -> str:
        return "".join("ABCDEF"[self.owner[cell]] if cell in self.owner else "." for cell in self.as_read())


def load(options: str = "") -> Game:
    return registry.load(f"chinese-checkers:{options}" if options else "chinese-checkers")


race = cache(Race)


def race_of(game: Game) -> Race:
    arm = int(game.options.get("arm", 4))
    pegs = int(game.options.get("pegs", 0)) or arm * (arm + 1) // 2
    return race(arm, game.players, next(rows for rows in range(5) if rows * (rows + 1) // 2 == pegs))


def obvious(game: Game) -> Pegs:
    race = race_of(game)
    needed = {"any": 1, "majority": race.pegs // 2 + 1, "all": race.pegs}[str(game.options.get("filled", "any"))]
    rows = next(rows for rows in range(5) if rows * (rows + 1) // 2 == race.pegs)
    return Pegs(game.players, race.arm, rows, needed)


def random_games(options: str, games: int, longest: int = 250) -> Iterator[tuple[Game, State, Pegs]]:
    """Yield positions of games that hurry home, so that all stages of the game are met."""
    generator, game = random.Random(options), load(f"{options},turns=1000")
    for _ in range(games):
        state, pegs = game.initial(), obvious(game)
        cells = pegs.as_read()
        yield game, state, pegs
        while not game.is_terminal(state) and pegs.turns < longest:
            turns = list(game.actions(state))
            best = max(game.hints.order(state, turn) for turn in turns)
            hurried = [turn for turn in turns if game.hints.order(state, turn) == best]
            turn = generator.choice(turns if generator.random() < 0.2 else hurried)
            state = game.result(state, turn)
            pegs.move((cells[turn >> 7], cells[turn & 127]) if turn else None)
            yield game, state, pegs


def expanded(text: str) -> str:
    return "".join("." * int(part) if part.isdigit() else part for part in _parts(text.split()[0]))


def _parts(rows: str) -> list[str]:
    parts = [""]
    for symbol in rows.replace("/", "|"):
        if symbol.isdigit() and parts[-1].isdigit():
            parts[-1] += symbol
        elif symbol == "|":
            parts.append("")
        else:
            parts.append(symbol)
    return parts


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, *(pytest.param(players, marks=pytest.mark.interpreted) for players in (3, 6))])
def test_perft_is_known(players: int) -> None:
    depth = 4 if players == 2 or at_night() else 3
    assert perft(load(f"players={players}"), depth=depth) == PERFT[players][:depth]


@pytest.mark.parametrize("options", OPTIONS)
def test_rules_match_sets_of_cells(options: str) -> None:
    winners = 0
    for game, state, pegs in random_games(options, games=3 if at_night() else 2):
        cells = pegs.as_read()
        assert expanded(game.notation.format_state(state)) == pegs.symbols()
        home = pegs.home()
        assert len(home) <= 1
        assert game.is_terminal(state) == bool(home)
        if home:
            winners += 1
            worst = -1 if game.players == 2 else 0
            assert game.utility(state) == tuple(1 if p == home[0] else worst for p in range(game.players))
            continue
        assert game.to_move(state) == pegs.mover
        turns = [(cells[turn >> 7], cells[turn & 127]) for turn in game.actions(state) if turn]
        assert turns == sorted(pegs.legal(), key=lambda turn: [cells.index(cell) for cell in turn])
        assert turns or list(game.actions(state)) == [0]
    assert winners > 0 or "all" in options or "majority" in options


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS)
def test_evaluations_count_the_steps_to_the_goal(options: str) -> None:
    for game, state, pegs in random_games(options, games=1):
        if game.is_terminal(state):
            continue
        start = obvious(game)
        points = [1 + start.remaining(p) - pegs.remaining(p) for p in range(game.players)]
        assert min(points) >= 1
        if game.players == 2:
            assert game.evaluations["distance"].function(state) == (points[0] - points[1], points[1] - points[0])
        else:
            assert game.evaluations["distance"].function(state) == tuple(points)
            shares = [point / sum(points) for point in points]
            assert game.evaluations["share-of-distance"].function(state) == pytest.approx(shares)


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS[:5])
def test_features_are_those_of_the_sets_of_cells(options: str) -> None:
    features = make_features(race_of(load(options)))
    for game, state, pegs in random_games(options, games=1):
        start = obvious(game)
        for player, numbers in enumerate(features(state)):
            own = [cell for cell, owner in pegs.owner.items() if owner == player]
            found = dict(zip(FEATURE_NAMES, numbers, strict=True))
            assert found["distance"] == pegs.remaining(player)
            assert found["stragglers"] == sum(start.owner.get(cell) == player for cell in own)
            assert found["home"] == len(pegs.goals[player] & set(own))
            assert found["hops"] == sum(len(pegs.hops(cell)) - 1 for cell in own)
            assert 0 <= found["centre"] <= len(own)


def test_centre_line_runs_from_arm_to_arm() -> None:
    race = Race(4, 6, 4)
    assert {len(race.line(player)) for player in range(6)} == {39}
    assert race.line(0) == sorted(race.line(3)) == race.line(0)
    assert {race.places[cell][1] - 12 for cell in race.line(0)} == {-2, -1, 0, 1, 2}


@pytest.mark.interpreted
def test_a_game_ends_by_the_first_who_is_home() -> None:
    game = load("players=2,arm=1")
    assert game.view.board(game.initial()) == "5    A\n4 . . . .\n3  . . .\n2 . . . .\n1    B\n  abcdefg"
    alone = parse_state(game, "1/B3/3/1A2/1 A")
    result = search(game, alone, algorithm="alpha-beta", limits=Limits(depth=5))
    assert result.action_text == "c2d1"
    after = game.result(alone, parse_action(game, alone, "c2d1"))
    assert game.is_terminal(after)
    assert game.utility(after) == (1, -1)


def test_a_full_goal_needs_one_own_peg_or_as_many_as_the_option_says() -> None:
    for filled, over in (("any", True), ("majority", False), ("all", False)):
        game = load(f"players=2,arm=2,filled={filled}")
        assert game.is_terminal(parse_state(game, "1/A1/6A/6/5/6/B6/BB/A A 4")) is over
        assert game.is_terminal(parse_state(game, "1/A1/7/6/5/6/BB5/BA/A A 4")) is (filled != "all")
        assert game.is_terminal(parse_state(game, "1/2/7/6/5/6/BBB4/AA/A A 4")) is True


def test_a_game_without_end_is_a_draw() -> None:
    for players, draw in ((2, (0, 0)), (3, (1 / 3,) * 3)):
        game = load(f"players={players},arm=2,turns=2")
        state = game.initial()
        for _ in range(2 * players):
            assert not game.is_terminal(state)
            state = game.result(state, next(iter(game.actions(state))))
        assert game.is_terminal(state)
        assert game.utility(state) == draw
        distance = game.evaluations["distance"].function(state)
        assert len(set(distance)) == 1


@pytest.mark.parametrize("options", ["arm=1", "players=3,arm=1", "players=6,arm=1"])
def test_a_draw_by_repetition_has_the_value_of_one_at_the_limit_of_turns(options: str) -> None:
    game = registry.load(f"chinese-checkers:{options},turns=3")
    children = [game.result(game.initial(), action) for action in game.actions(game.initial())]
    for name, evaluation in game.evaluations.items():
        assert isinstance(evaluation, Evaluation)
        at_the_limit = tuple(evaluation.function(game.initial()._replace(plies=3 * game.players)))
        assert evaluation.drawn == pytest.approx(at_the_limit)
        searcher = Searcher(replace(game, compiled=False), "max-n:transform=none", evaluation=name)
        found = searcher.search(limits=Limits(depth=1), history=[*children, *children])
        assert found.value == pytest.approx(at_the_limit)


def test_winning_sooner_is_worth_more() -> None:
    game = load("players=3,arm=1")
    early, late = (game.evaluations["distance"].function(parse_state(game, f"1/2C1/3/B3/A B {n}")) for n in (4, 7))
    assert early[0] > late[0] > max(early[1:])
    assert early[1:] == late[1:] == (1, 1)


def test_a_player_who_cannot_move_passes() -> None:
    game = load("players=6,arm=1")
    assert "pass" not in [game.notation.format_action(game.initial(), turn) for turn in game.actions(game.initial())]
    race, arm = Race(2, 6, 2), load("players=6,arm=2")
    walled = _walled_in(race)
    state = parse_state(arm, walled)
    assert [arm.notation.format_action(state, turn) for turn in arm.actions(state)] == ["pass"]
    after = arm.result(state, parse_action(arm, state, "pass"))
    assert after == state._replace(plies=state.plies + 1)


def _walled_in(race: Race) -> str:
    """Return a position in which A's three pegs in the upper arm are behind two rows of others."""
    symbols = list("AAA" + "BBBCCCD" + "DDEEEF" + "FF" + "." * 19)
    rows, position = [], 0
    for row in range(race.rows):
        length = sum(place[0] == row for place in race.places)
        cells, position = symbols[position : position + length], position + length
        rows.append("".join(cells).replace("." * length, str(length)))
    text = "/".join(rows)
    for dots in range(9, 0, -1):
        text = text.replace("." * dots, str(dots))
    return f"{text} A"


@pytest.mark.slow
@pytest.mark.interpreted
@pytest.mark.parametrize(
    "options",
    all_but(["players=5,arm=3"], ["players=3,arm=4,pegs=6", "players=5,arm=3", "players=6,arm=2,filled=majority"]),
)
def test_laws_hold_on_random_play(options: str) -> None:
    assert check_game(load(f"{options},turns=15"), games=2).failures == ()


@given(st.sampled_from(OPTIONS), st.lists(st.integers(0, 10**6), max_size=40))
@examples(30)
def test_files_are_read_as_written(options: str, choices: list[int]) -> None:
    game = load(options)
    state = game.initial()
    for choice in choices:
        if game.is_terminal(state):
            break
        turns = list(game.actions(state))
        turn = turns[choice % len(turns)]
        text = game.notation.format_action(state, turn)
        assert parse_action(game, state, text) == parse_action(game, state, text.upper()) == turn
        assert "".join(click_path_of(game, state, turn)) == ("" if text == "pass" else text)
        state = game.result(state, turn)
    assert parse_state(game, game.notation.format_state(state)) == state
    assert parse_state(game, game.notation.format_state(state).lower()) == state


@given(st.sets(st.integers(0, 120), min_size=1))
@settings(deadline=None)
def test_words_are_sets_of_cells(cells: set[int]) -> None:
    low, high = words(cells)
    assert [cell for cell in range(121) if holds(low, high, cell)] == sorted(cells)
    assert first(low, high) == min(cells)
    assert without_first(low, high) == words(cells - {min(cells)})
    assert bit(min(cells)) == words({min(cells)})


@pytest.mark.slow
def test_features_and_repetition_key_are_the_same_compiled() -> None:
    game = load("players=3,arm=2")
    features, key = make_features(race_of(game)), make_repetition_key(3)
    state_of = AsState(game.initial())

    def everything(fields: tuple[int, ...]) -> tuple[object, ...]:
        state = state_of(fields)
        return features(state), signed(U64(key(state)))

    kernel, shape = compile_kernel(everything), shape_of(game.initial())
    for _, state, _ in random_games("players=3,arm=2", games=1):
        assert kernel(pack(state, shape)) == (features(state), signed(key(state)))


def test_the_repetition_key_ignores_the_turns_only() -> None:
    key, game = make_repetition_key(3), load("players=3,arm=2")
    keys: dict[int, tuple[object, ...]] = {}
    for _ in range(20):
        for _, state, pegs in random_games("players=3,arm=2", games=1):
            position = (pegs.symbols(), pegs.mover)
            assert keys.setdefault(key(state), position) == position
            assert key(state) == key(state._replace(plies=state.plies + 3)) != 0
            assert key(state) != key(state._replace(plies=state.plies + 1))
    assert game.initial().plies == 0


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("players=7", "2 to 6 players can play, not 7"),
        ("arm=5", "an arm has 1 to 4 rows, not 5"),
        ("arm=0", "an arm has 1 to 4 rows, not 0"),
        ("pegs=4", "on arms of 4 rows a player has 1, 3, 6, 10 pegs, or 0 for a full arm, not 4"),
        ("arm=2,pegs=6", "on arms of 2 rows a player has 1, 3 pegs, or 0 for a full arm, not 6"),
        ("turns=-1", "a game has at least 1 turn of each player, or 0 for no limit, not -1"),
        ("filled=some", "any"),
    ],
)
def test_impossible_options_are_refused(options: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        load(options)


START = "A/AA/AAA/AAAA/13/12/11/10/9/10/11/12/13/BBBB/BBB/BB/B"


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("", "write 17 rows of 1, 2, 3, 4, 13, 12"),
        (START.replace("13", "12"), "write 17 rows"),
        (START.replace("BBBB", "BBBC"), "write 17 rows"),
        (START.replace("BBBB", "99999999999B"), "write 17 rows"),
        (START.replace("BBBB", "BBB1"), "B has 9 pegs there instead of 10"),
        (f"{START} C", "after the rows come the player to move and the turns taken, not 'C'"),
        (f"{START} A B", "after the rows come the player to move and the turns taken, not 'A B'"),
        (f"{START} A 3", "after 3 turns it is B to move, not A"),
        (f"{START} A {'1' * 5000}", "after the rows come the player to move and the turns taken"),
        (START.replace("13", "1" * 5000), "write 17 rows of 1, 2, 3, 4, 13, 12"),
        (f"{START} A 300", "a game ends after 200 turns, and 300 were taken"),
        ('{"ones_low": 1, "ones_high": 0, "twos_low": 0, "twos_high": 0, "fours_low": 0, "fours_high": 0, "plies": -1}',
         "no field of a state is negative"),
        ('{"ones_low": 0, "ones_high": 0, "twos_low": 0, "twos_high": 0, "fours_low": 1, "fours_high": 0, "plies": 0}',
         "there are pegs of more than 2 players"),
        (f'{{"ones_low": {1 << 61}, "ones_high": 0, "twos_low": 0, "twos_high": 0, "fours_low": 0, "fours_high": 0, '
         '"plies": 0}', "the star has 121 cells, and a peg lies outside"),
        (f'{{"ones_low": 0, "ones_high": {1 << 60}, "twos_low": 0, "twos_high": 0, "fours_low": 0, "fours_high": 0, '
         '"plies": 0}', "the star has 121 cells, and a peg lies outside"),
    ],
)  # fmt: skip
def test_impossible_positions_are_refused(position: str, sentence: str) -> None:
    with pytest.raises(PositionError, match=sentence):
        parse_state(load(), position)


def test_two_players_cannot_both_be_home() -> None:
    with pytest.raises(PositionError, match="the game ends when A is home, so B cannot be home too"):
        parse_state(load("arm=1"), "B/4/3/4/A")


def test_impossible_turns_are_refused() -> None:
    game = load()
    for text in ("m17", "m17m99", "z1a1", "m17-m17", "hop"):
        with pytest.raises(InputError):
            parse_action(game, game.initial(), text)


@pytest.mark.parametrize("arm", [1, 2, 3, 4])
def test_star_is_the_obvious_one_from_every_arm(arm: int) -> None:
    star, obvious_star = Star(arm), Pegs(6, arm, arm, 1)
    cells = obvious_star.as_read()
    near = [{(q + dq, r + dr) for dq, dr in STEPS} & obvious_star.cells for q, r in cells]
    assert [{cells[other] for other in star.near(cell)} for cell in range(len(cells))] == near
    for tip, their_tip in zip(star.tips, obvious_star.tips, strict=True):
        assert [star.distance(cell, tip) for cell in range(len(cells))] == [steps_between(c, their_tip) for c in cells]


def test_vectors_have_an_entry_for_every_player() -> None:
    assert for_each(range(4), lambda state, player: state + player)(10) == (10, 11, 12, 13)


@pytest.mark.interpreted
def test_without_a_limit_states_do_not_count_turns() -> None:
    counted, endless = load("players=3,arm=2"), load("players=3,arm=2,turns=0")
    state, other, generator = counted.initial(), endless.initial(), random.Random(1)
    for ply in range(250):
        assert other == state._replace(plies=ply % 3) == parse_state(endless, format_state(counted, state))
        assert endless.is_terminal(other) == counted.is_terminal(state)
        if endless.is_terminal(other):
            break
        turn = generator.choice(list(counted.actions(state)))
        assert turn in list(endless.actions(other))
        state, other = counted.result(state, turn), endless.result(other, turn)
    assert ply > 10
