"""Focus against lists of letters by square, known counts, and positions with known outcomes."""

import random
from collections.abc import Iterator
from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spielbaum import check_game, perft, registry
from spielbaum.errors import InputError, PositionError
from spielbaum.game import Game, State
from spielbaum.game.click_path import click_path_of
from spielbaum.game.notation import parse_action, parse_state
from spielbaum.games.focus.features import FEATURE_NAMES
from tiers import all_but, at_night, examples

Square = tuple[int, int]

ROWS = ("  ####  ", " ###### ", *["########"] * 4, " ###### ", "  ####  ")
BOARD = {(row, column) for row, line in enumerate(ROWS) for column, there in enumerate(line) if there == "#"}
LETTERS = "RGBY"
OPTIONS = (
    "players=2",
    "players=3",
    "players=4",
    "players=2,ending=captures",
    "players=3,ending=captures",
    "players=4,ending=captures",
)

PERFT = {2: [68, 4460, 299912, 19521582], 3: [16, 240, 3360, 162960], 4: [44, 1895, 80983, 3387764]}


class Table:
    """A reference implementation: a list of letters from the bottom for each square, and for each player a pile."""

    def __init__(self, players: int, *, short: bool) -> None:
        self.letters, self.short, self.turn, self.turns = LETTERS[:players], short, 0, 0
        self.squares: dict[Square, list[str]] = {square: [] for square in BOARD}
        self.piles: dict[str, list[str]] = {letter: [] for letter in self.letters}
        self.winner = ""

    def set_up(self, text: str) -> None:
        """Put single pieces on the squares, row by row."""
        for square, letter in zip(sorted(BOARD), text, strict=True):
            self.squares[square] = [] if letter == "." else [letter]

    @property
    def mover(self) -> str:
        return self.letters[self.turn]

    def may_move(self, letter: str) -> bool:
        return letter in self.piles[letter] or any(stack[-1:] == [letter] for stack in self.squares.values())

    def legal(self) -> Iterator[tuple[Square, int, Square]]:
        """Yield source, number of pieces and target, ``(target, 0, target)`` for a piece from the pile."""
        opening = len(self.letters) == 3 and self.turns < 3 and self.mover in self.piles[self.mover]
        for (row, column), stack in self.squares.items():
            if stack[-1:] != [self.mover] or opening:
                continue
            for count in range(1, len(stack) + 1):
                for target in (
                    (row - count, column),
                    (row + count, column),
                    (row, column - count),
                    (row, column + count),
                ):
                    if target in BOARD:
                        yield (row, column), count, target
        if self.mover in self.piles[self.mover]:
            for square, stack in self.squares.items():
                if not opening or not stack:
                    yield square, 0, square

    def move(self, source: Square, count: int, target: Square) -> None:
        mover = self.mover
        if count:
            stack = self.squares[source]
            taken = stack[len(stack) - count :]
            self.squares[source] = stack[: len(stack) - count]
        else:
            taken = [mover]
            self.piles[mover].remove(mover)
        self.squares[target] = self.squares[target] + taken
        while len(self.squares[target]) > 5:
            self.piles[mover].append(self.squares[target].pop(0))
        self.turns += 1
        able = [letter for letter in self.letters if self.may_move(letter)]
        if able == [mover] or (self.short and self.captured_enough(mover)):
            self.winner = mover
            return
        while True:
            self.turn = (self.turn + 1) % len(self.letters)
            if self.mover in able:
                return

    def captured(self, letter: str) -> dict[str, int]:
        return {other: self.piles[letter].count(other) for other in self.letters if other != letter}

    def captured_enough(self, letter: str) -> bool:
        counts = self.captured(letter).values()
        if len(counts) == 1:
            return sum(counts) >= 6
        return sum(counts) >= 10 or min(counts) >= (3 if len(counts) == 2 else 2)

    def missing(self, letter: str) -> int:
        """Return the fewest captures that win, by trying all of them one after the other."""
        counts = list(self.captured(letter).values())
        each = {1: 6, 2: 3, 3: 2}[len(counts)]
        total = 6 if len(counts) == 1 else 10
        return min(sum(max(0, each - count) for count in counts), max(0, total - sum(counts)))


def load(options: str = "") -> Game:
    return registry.load(f"focus:{options}" if options else "focus")


def table_of(options: str) -> Table:
    players = int(options.partition("players=")[2][:1] or 2)
    table = Table(players, short="captures" in options)
    board = load(f"players={players}").view.board(load(f"players={players}").initial())
    table.set_up("".join(letter for line in board.splitlines()[:8] for letter in line[1:].split()))
    if players == 3:
        table.piles = {letter: [letter] for letter in "RGB"}
    return table


def number(square: Square) -> int:
    return 8 * square[0] + square[1]


def games_at_random(options: str, plies: int, seed: int = 0) -> Iterator[tuple[Game, State, Table]]:
    """Yield positions of games in which captures are likely, so that games end and reserves are used."""
    generator, game = random.Random(seed), load(f"{options},turns=1000")
    state, table = game.initial(), table_of(options)
    for _ in range(plies):
        yield game, state, table
        if game.is_terminal(state):
            state, table = game.initial(), table_of(options)
            continue
        legal = sorted(table.legal(), key=lambda move: (move[1] == 0, number(move[0]), number(move[2])))
        high = [move for move in legal if max(1, move[1]) + len(table.squares[move[2]]) > 3]
        source, count, target = generator.choice(high if high and generator.random() < 0.7 else legal)
        state = game.result(state, number(source) << 6 | number(target))
        table.move(source, count, target)


def assert_equal(game: Game, state: State, table: Table) -> None:
    """Compare contents, turn, legal actions, end, evaluations and scores."""
    rows = [[table.squares[square] for square in sorted(BOARD) if square[0] == row] for row in range(8)]
    texts = ["".join(f"({''.join(s)})" if len(s) > 1 else s[0] if s else "." for s in row) for row in rows]
    written = game.notation.format_state(state).split()
    assert expanded(written[0]) == "/".join(texts)
    piles = {letter: [table.piles[letter].count(other) for other in table.letters] for letter in table.letters}
    assert written[2].split(",") == [
        "".join(f"{n}{other}" for n, other in zip(piles[letter], LETTERS, strict=False) if n) or "-"
        for letter in table.letters
    ]
    assert game.is_terminal(state) == bool(table.winner)
    if table.winner:
        worst = -1 if game.players == 2 else 0
        assert game.utility(state) == tuple(1 if letter == table.winner else worst for letter in table.letters)
        return
    assert table.letters[game.to_move(state)] == table.mover
    legal = [number(source) << 6 | number(target) for source, _, target in table.legal()]
    found = list(game.actions(state))
    assert sorted(found) == sorted(legal)
    assert len(found) == len(set(found)) > 0


def expanded(rows: str) -> str:
    return "".join("." * int(symbol) if symbol.isdigit() else symbol for symbol in rows)


@pytest.mark.parametrize("options", OPTIONS)
def test_rules_match_lists_of_letters(options: str) -> None:
    winners = set()
    for game, state, table in games_at_random(options, 10_000 if at_night() else 1500):
        assert_equal(game, state, table)
        winners.add(table.winner)
    assert len(winners) > 1 or not at_night()


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS)
def test_evaluations_scores_and_features_are_counted(options: str) -> None:
    for game, state, table in games_at_random(options, 120, seed=1):
        if table.winner:
            continue
        tops = [stack[-1] for stack in table.squares.values() if stack]
        reserve = [table.piles[letter].count(letter) for letter in table.letters]
        captured = [sum(table.captured(letter).values()) for letter in table.letters]
        points = [600 - 100 * table.missing(letter) + tops.count(letter) for letter in table.letters]
        stacks = [tops.count(letter) + own for letter, own in zip(table.letters, reserve, strict=True)]
        for name, numbers in (("captures", points), ("stacks", stacks)):
            expected = [numbers[0] - numbers[1], numbers[1] - numbers[0]] if game.players == 2 else numbers
            assert list(game.evaluations[name].function(state)) == expected
        assert game.scores is not None
        assert list(game.scores(state)) == [1 + count for count in captured]
        assert game.features.function is not None
        for letter, own, numbers in zip(table.letters, reserve, game.features.function(state), strict=True):
            found = dict(zip(FEATURE_NAMES, numbers, strict=True))
            heights = [len(stack) for stack in table.squares.values() if stack[-1:] == [letter]]
            assert (found["stacks"], found["height"], found["reserve"]) == (len(heights), sum(heights), own)
            assert found["captured"] == sum(table.captured(letter).values())
            if letter == table.mover and not (game.players == 3 and table.turns < 3):
                assert found["targets"] == sum(count > 0 for _, count, _ in table.legal())


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_perft_is_known(players: int) -> None:
    depth = 4 if at_night() else 3
    assert perft(load(f"players={players}"), depth=depth) == PERFT[players][:depth]


@pytest.mark.slow
@pytest.mark.interpreted
@pytest.mark.parametrize("options", all_but(["players=3,ending=captures"], OPTIONS))
def test_laws_hold_on_random_play(options: str) -> None:
    assert check_game(load(f"{options},turns=4"), games=1).failures == ()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_perft_is_that_of_the_lists_of_letters(players: int) -> None:
    def count(table: Table, depth: int) -> int:
        if depth == 1:
            return sum(1 for _ in table.legal())
        total = 0
        for move in list(table.legal()):
            after = deepcopy(table)
            after.move(*move)
            total += count(after, depth - 1)
        return total

    for depth in (1, 2, 3) if at_night() else (1, 2):
        assert count(table_of(f"players={players}"), depth) == PERFT[players][depth - 1]


@given(st.sampled_from(OPTIONS), st.integers(0, 10**6))
@examples(30)
def test_positions_and_moves_are_read_as_written(options: str, seed: int) -> None:
    for game, state, table in games_at_random(options, 15, seed):
        text = game.notation.format_state(state)
        assert parse_state(game, text) == parse_state(game, text.lower()) == state
        if not table.winner:
            for action in list(game.actions(state))[:3]:
                written = game.notation.format_action(state, action)
                assert parse_action(game, state, written) == action
                assert "".join(click_path_of(game, state, action)) == written


def test_a_reserve_is_clicked_beside_the_board() -> None:
    game = load("players=3")
    names = {place.cell.name for place in game.view.places(game.initial())}
    action = parse_action(game, game.initial(), "+c8")
    assert click_path_of(game, game.initial(), action) == ("+", "c8")
    assert {"+", "c8"} <= names
    assert game.view.trail(game.initial(), action) == []


def test_a_high_move_captures_and_fills_the_reserve() -> None:
    game = load("players=3")
    state = parse_state(game, "4/6/8/(RGBR)3(BRG)3/8/8/6/4 R -,1R,- 9")
    action = parse_action(game, state, "a5e5")
    assert [str(reason) for reason in game.view.reasons(state, action)] == [
        "takes a piece",
        "puts 1 into the reserve",
        "takes over a stack of 3",
    ]
    after = game.result(state, action)
    assert game.notation.format_state(after) == "4/6/8/4(GRGBR)3/8/8/6/4 R 1R1B,1R,- 10"
    assert game.is_terminal(after)
    assert str(game.view.ending(after)) == "no other player can move"
    assert game.view.trail(state, action) == ["a5", "b5", "c5", "d5", "e5"]
    single = parse_state(game, "4/6/8/RG6/8/8/6/4 R -,-,- 9")
    assert [str(one) for one in game.view.reasons(single, parse_action(game, single, "a5b5"))] == ["takes over a piece"]


def test_a_player_who_cannot_move_is_passed_over_until_a_piece_is_uncovered() -> None:
    game = load("players=3")
    state = parse_state(game, "4/6/8/(BR)1G5/8/8/6/4 R -,-,- 9")
    assert game.player_name(game.to_move(state)) == "R"
    alone = game.result(state, parse_action(game, state, "a5c5"))
    assert game.is_terminal(alone)
    uncovered = game.result(state, parse_action(game, state, "a5a4"))
    assert game.player_name(game.to_move(uncovered)) == "G"
    passed = game.result(state._replace(to_move=1), parse_action(game, state._replace(to_move=1), "c5d5"))
    assert game.player_name(game.to_move(passed)) == "R"


def test_a_player_who_cannot_move_passes_after_a_null_move() -> None:
    game = load("players=3")
    state = parse_state(game, "4/6/8/(BR)1G5/8/8/6/4 R -,-,- 9")
    assert game.hints.null_move is not None
    stuck = game.hints.null_move(game.hints.null_move(state))
    assert [game.notation.format_action(stuck, action) for action in game.actions(stuck)] == ["pass"]
    assert game.result(stuck, 0) == state._replace(plies=10)
    assert game.hints.null_move(stuck) == state


@pytest.mark.parametrize(
    ("options", "piles", "won"),
    [
        ("players=2", "6G,-", True),
        ("players=2", "5G,5R", False),
        ("players=3", "3G3B,-,-", True),
        ("players=3", "7G2B,-,-", False),
        ("players=3", "9G1B,-,-", True),
        ("players=4", "2G2B2Y,-,-,-", True),
        ("players=4", "8G1B,-,-,-", False),
        ("players=4", "8G1B1Y,-,-,-", True),
        ("players=4", "2R2B1Y,-,-,-", False),
    ],
)
def test_captures_end_the_short_game_only(options: str, piles: str, won: bool) -> None:
    position = f"1R2/1G4/8/8/8/8/6/4 R {piles} 20"
    for short in (True, False):
        game = load(f"{options},ending={'captures' if short else 'last'}")
        state = parse_state(game, position)
        assert game.is_terminal(state) is (won and short)
        if won and short:
            assert game.utility(state)[0] == max(game.utility(state)) == 1
            assert str(game.view.ending(state)) == "enough pieces are captured"
            assert max(game.scores(state)) == game.scores(state)[0] > 30


def test_a_game_without_end_is_a_draw() -> None:
    for players, draw in ((2, (0, 0)), (3, (1 / 3,) * 3)):
        game = load(f"players={players},turns=2")
        state = game.initial()
        for _ in range(2 * players):
            assert not game.is_terminal(state)
            state = game.result(state, next(iter(game.actions(state))))
        assert game.is_terminal(state)
        assert game.utility(state) == draw
        assert str(game.view.ending(state)) == "no player has won after 2 turns each"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("players=5", "2 to 4 players can play, not 5"),
        ("players=1", "2 to 4 players can play, not 1"),
        ("turns=0", "a game has at least 1 turn of each player, not 0"),
        ("ending=soon", "last"),
    ],
)
def test_impossible_options_are_refused(options: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        load(options)


START = "4/RRGGRR/1GGRRGG1/1RRGGRR1/1GGRRGG1/1RRGGRR1/GGRRGG/4"


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("", "write 8 rows of 4, 6, 8, 8, 8, 8, 6, 4 squares"),
        (START.replace("4/R", "5/R"), "write 8 rows"),
        (START.replace("RRG", "BRG", 1), "write 8 rows"),
        (START.replace("RRG", "(RRRRRR)RG", 1), "write 8 rows"),
        (START.replace("RRG", "()RG", 1), "write 8 rows"),
        (f"{START} B", "after the rows come the player to move"),
        (f"{START} R 2G", "after the rows come the player to move"),
        (f"{START} R -,- x", "after the rows come the player to move"),
        (f"{START} R -,- {'1' * 5000}", "after the rows come the player to move"),
        (f"{START} R 1R,- 3", "R has 19 pieces, more than 18"),
        (f"{START} R -,- 201", "a game ends after 200 turns, and 201 were taken"),
        ("4/6/8/G7/8/8/6/1R2 G 99G,- 3", "G has 100 pieces, more than 18"),
        ("4/6/8/G7/8/8/6/1R2 G 999999999999G,- 3", "after the rows come the player to move"),
        ("4/6/8/8/8/8/6/4", "R cannot move"),
        ('{"stacks": [STACKS], "tops": [0, 0], "beside": [0, 0], "to_move": 2, "winner": -1, "plies": 0}',
         "the player to move is a number from 0 to 1, not 2"),
        ('{"stacks": [STACKS], "tops": [4, 8], "beside": [0, 0], "to_move": 0, "winner": -1, "plies": 0}',
         "the fields of the state contradict each other"),
    ],
)  # fmt: skip
def test_impossible_positions_are_refused(position: str, sentence: str) -> None:
    empty = ", ".join([str(0x1000100010001)] * 16)
    with pytest.raises(PositionError, match=sentence):
        parse_state(load(), position.replace("STACKS", empty))


def test_two_players_cannot_both_have_captured_enough() -> None:
    with pytest.raises(PositionError, match="two players cannot both have captured enough"):
        parse_state(load("ending=captures"), "4/R5/8/8/8/8/6/3G R 6G,6R 40")
