"""Blokus against sets of squares, and known counts."""

import copy
import random
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import count, islice, product

import pytest

from spielbaum import perft, registry
from spielbaum.errors import InputError, PositionError
from spielbaum.game import Game, State
from spielbaum.game.click_path import click_paths, drawn_names, places_of
from spielbaum.game.notation import format_action, format_state, parse_action, parse_state
from spielbaum.games.blokus.board import Board
from tiers import all_but

Square = tuple[int, int]
OPTIONS = (
    "",
    "players=3",
    "players=2",
    "players=2,board=duo",
    "players=2,board=duo,size=8,largest=4",
    "size=11,largest=3",
)
PERFT = {
    "": [58, 58**2, 58**3, 58**4],
    "players=2,board=duo": [414, 414**2],
    "players=2,board=duo,size=8,largest=4": [97, 9_389, 611_488],
}


def moved(squares: frozenset[Square], down: int, over: int) -> frozenset[Square]:
    return frozenset((row + down, column + over) for row, column in squares)


def at_origin(squares: frozenset[Square]) -> frozenset[Square]:
    return moved(squares, -min(row for row, _ in squares), -min(column for _, column in squares))


def images(squares: frozenset[Square]) -> set[frozenset[Square]]:
    """Return a shape in all orientations."""
    found = set()
    for _ in range(4):
        squares = at_origin(frozenset((column, -row) for row, column in squares))
        found |= {squares, at_origin(frozenset((row, -column) for row, column in squares))}
    return found


def around(squares: set[Square] | frozenset[Square], steps: tuple[Square, ...]) -> set[Square]:
    return {(row + down, column + over) for row, column in squares for down, over in steps}


EDGES, CORNERS = ((-1, 0), (0, -1), (0, 1), (1, 0)), ((-1, -1), (-1, 1), (1, -1), (1, 1))


@cache
def polyominoes(largest: int) -> list[set[frozenset[Square]]]:
    """Return all polyominoes, each in all its orientations: they grow square by square."""
    found, grown = [], {frozenset({(0, 0)})}
    for size in range(1, largest + 1):
        pieces = {frozenset(images(shape)) for shape in grown}
        found += [set(piece) for piece in sorted(pieces, key=lambda piece: sorted(map(sorted, piece)))]
        grown = {at_origin(shape | {square}) for shape in grown for square in around(shape, EDGES) - shape}
        assert all(len(shape) == size + 1 for shape in grown)
    return found


@cache
def placements(size: int, largest: int) -> list[tuple[int, frozenset[Square]]]:
    board = set(product(range(size), range(size)))
    return [
        (number, placed)
        for number, piece in enumerate(polyominoes(largest))
        for shape in piece
        for down, over in board
        if (placed := moved(shape, down, over)) <= board
    ]


@cache
def covering(size: int, largest: int) -> dict[Square, list[tuple[int, frozenset[Square]]]]:
    """Return the placements by each of their squares."""
    found: dict[Square, list[tuple[int, frozenset[Square]]]] = defaultdict(list)
    for piece, squares in placements(size, largest):
        for square in squares:
            found[square].append((piece, squares))
    return found


class Pieces:
    """A reference implementation: the colour on each covered square, and the pieces that each colour has placed."""

    def __init__(self, size: int, starts: list[Square], players: int, largest: int) -> None:
        self.size, self.players, self.largest, self.starts = size, players, largest, starts
        self.covered: dict[Square, int] = {}
        self.placed: list[list[int]] = [[] for _ in starts]
        self.passed: set[int] = set()
        self.colour = 0

    def mover(self) -> int:
        if self.players == 3 and self.colour == 3:
            return len(self.placed[3]) % 3
        return self.colour % self.players

    def legal(self) -> set[frozenset[Square]]:
        own = {square for square, colour in self.covered.items() if colour == self.colour}
        corners = around(own, CORNERS) if own else {self.starts[self.colour]}
        blocked = set(self.covered) | around(own, EDGES)
        return {
            squares
            for corner in corners - blocked
            for piece, squares in covering(self.size, self.largest)[corner]
            if piece not in self.placed[self.colour] and not squares & blocked
        }

    def place(self, squares: frozenset[Square] | None) -> None:
        if squares is None:
            self.passed.add(self.colour)
        else:
            self.covered |= dict.fromkeys(squares, self.colour)
            self.placed[self.colour] += [
                n for n, piece in enumerate(polyominoes(self.largest)) if at_origin(squares) in piece
            ]
        done = self.out()
        after = [(self.colour + step) % len(self.starts) for step in range(1, len(self.starts) + 1)]
        self.colour = next((colour for colour in after if colour not in done), after[0])

    def out(self) -> set[int]:
        return {colour for colour in range(len(self.starts)) if colour in self.passed or self.score(colour) >= 15}

    def score(self, colour: int) -> int:
        """Return the points of a colour: -1 for each square left, or 15, or 20 if the monomino was last."""
        pieces = polyominoes(self.largest)
        left = set(range(len(pieces))) - set(self.placed[colour])
        if left:
            return -sum(len(next(iter(pieces[piece]))) for piece in left)
        return 20 if self.placed[colour][-1] == 0 else 15

    def utility(self) -> tuple[float, ...]:
        mine = {
            player: [c for c in range(len(self.starts)) if c % self.players == player] for player in range(self.players)
        }
        if self.players == 3:
            mine[0] = [0]
        points = [sum(map(self.score, colours)) for colours in mine.values()]
        winners = [player for player, own in enumerate(points) if own == max(points)]
        if self.players == 2:
            return (0, 0) if len(winners) == 2 else (1, -1) if winners == [0] else (-1, 1)
        return tuple(1 / len(winners) if player in winners else 0 for player in range(self.players))


def load(options: str = "") -> Game:
    return registry.load(f"blokus:{options}" if options else "blokus")


def obvious(game: Game) -> Pieces:
    duo = "board" in game.options
    size, largest = int(game.options.get("size", 14 if duo else 20)), int(game.options.get("largest", 5))
    last, inset = size - 1, size * 4 // 14
    corners = [(0, 0), (0, last), (last, last), (last, 0)]
    return Pieces(size, [(inset, inset), (last - inset, last - inset)] if duo else corners, game.players, largest)


def squares_of(game: Game, state: State, action: int) -> frozenset[Square] | None:
    """Return the squares that an action's text names."""
    text = format_action(game, state, action)
    if text == "pass":
        return None
    size, names = obvious(game).size, []
    for letter in text:
        if letter.isalpha():
            names.append(letter)
        else:
            names[-1] += letter
    return frozenset((size - int(name[1:]), ord(name[0]) - ord("a")) for name in names)


def random_games(options: str, positions: int) -> Iterator[tuple[Game, State, Pieces]]:
    """Yield positions of random games."""
    generator, game = random.Random(options), load(options)
    left = positions
    for _ in count():
        state, pieces = game.initial(), obvious(game)
        while True:
            yield game, state, pieces
            left -= 1
            if left <= 0:
                return
            if game.is_terminal(state):
                break
            action = generator.choice(list(game.actions(state)))
            pieces.place(squares_of(game, state, action))
            state = game.result(state, action)


def check_rules(options: str, positions: int) -> None:
    """Compare players, actions and ends in positions of random games."""
    for game, state, pieces in random_games(options, positions):
        assert game.is_terminal(state) == (len(pieces.out()) == len(pieces.starts))
        if game.is_terminal(state):
            assert game.utility(state) == pytest.approx(pieces.utility())
            continue
        assert game.to_move(state) == pieces.mover()
        found = [squares_of(game, state, action) for action in game.actions(state)]
        assert len(found) == len(set(found))
        assert set(found) == (pieces.legal() or {None})


@pytest.mark.parametrize("options", OPTIONS)
def test_actions_are_those_of_the_obvious_counter(options: str) -> None:
    check_rules(options, 100 if "size" in options else 40)


@pytest.mark.long
@pytest.mark.parametrize("options", OPTIONS)
def test_actions_are_those_of_the_obvious_counter_in_two_thousand_positions(options: str) -> None:
    check_rules(options, 2000)


def tree_size(game: Game, state: State, depth: int) -> int:
    """Return the number of sequences, counted with the obvious interpreter."""

    def below(pieces: Pieces, depth: int) -> int:
        moves = pieces.legal() or {None}
        if depth == 1:
            return len(moves)
        total = 0
        for move in moves:
            after = copy.deepcopy(pieces)
            after.place(move)
            total += below(after, depth - 1)
        return total

    assert state == game.initial()
    return below(obvious(game), depth)


def test_trees_have_the_size_that_the_obvious_counter_finds() -> None:
    game = load("players=2,board=duo,size=8,largest=4")
    assert PERFT["players=2,board=duo,size=8,largest=4"][1] == tree_size(game, game.initial(), 2)


@pytest.mark.parametrize("options", PERFT)
def test_trees_have_the_known_size(options: str) -> None:
    game, counts = load(options), PERFT[options]
    assert perft(game, depth=len(counts)) == counts


@pytest.mark.parametrize(("options", "expected"), [("", 30_433), ("players=2,board=duo", 13_729),
                                                   ("players=2,board=duo,size=8,largest=4", 1_269)])  # fmt: skip
def test_placements_are_as_many_as_in_other_programs(options: str, expected: int) -> None:
    """Pentobi has 30,433 and 13,729; irori/blokus has 13,730 and 1,270 with the pass."""
    game = obvious(load(options))
    board = Board(game.size, len(game.starts), game.players, game.largest)
    assert len(board.placements) == len(placements(game.size, game.largest)) == expected


@pytest.mark.parametrize("options", all_but(OPTIONS[2:5], OPTIONS))
def test_positions_and_actions_are_read_as_they_are_written(options: str) -> None:
    for game, state, _ in random_games(options, 60):
        assert parse_state(game, format_state(game, state)) == state
        if not game.is_terminal(state):
            action = random.Random(str(state)).choice(list(game.actions(state)))
            text = format_action(game, state, action)
            assert parse_action(game, state, text) == parse_action(game, state, text.upper()) == action


def test_squares_are_read_in_any_order_and_as_pentobi_writes_them() -> None:
    game = load()
    start = game.initial()
    for text in ("c20,a20,b20", "B20c20A20"):
        assert format_action(game, start, parse_action(game, start, text)) == "a20b20c20"
    with pytest.raises(PositionError, match="write the squares that a piece covers, such as a20b20c20"):
        parse_action(game, start, "a20c20")


@pytest.mark.parametrize(("options", "player", "letter"), [("", "red", "R"), ("players=2", "yellow-green", "Y"),
                                                           ("players=2,board=duo", "orange", "O")])  # fmt: skip
def test_the_player_to_move_is_named(options: str, player: str, letter: str) -> None:
    game = load(options)
    rows = format_state(game, game.initial()).split()[0]
    assert format_state(game, parse_state(game, rows, to_move=player)) == f"{rows} {letter} -"


SMALL = "size=5,largest=2"


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("5/5/5/5", "write 5 rows of 5 squares"),
        ("5/5/5/5/4X", "write 5 rows of 5 squares"),
        ("5/5/5/5/5 X", "after the rows come the colour to move"),
        ("BBB2/5/5/5/5", "the B squares a5 b5 c5 are no piece"),
        ("BB3/2BB1/5/5/5", "B has placed the piece 2 twice"),
        ("1BB2/5/5/5/5", "the B piece on b5 is not joined by corners to one on a5"),
        ("BB3/4B/5/5/5", "the B piece on e4 is not joined by corners to one on a5"),
        ("BB3/5/5/5/5 Y B", "B cannot have passed: a piece fits on c4"),
        ("BB3/5/5/5/5 Y - B", "only colours that have placed all their pieces placed the monomino last"),
        ("BB3/2B2/5/5/5 B", "B has passed and is not to move"),
    ],
)
def test_impossible_positions_are_refused(position: str, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        parse_state(load(SMALL), position)


@pytest.mark.parametrize("options", ["players=1", "players=5", "players=3,board=duo", "size=4", "size=21", "largest=6"])
def test_impossible_boards_are_refused(options: str) -> None:
    with pytest.raises(InputError):
        load(options)


def test_bonuses_are_for_all_pieces_and_for_the_monomino_last() -> None:
    game = load(SMALL)
    done = parse_state(game, "BB2Y/2B1Y/1G1Y1/G1R2/G2RR B - BG")
    assert game.is_terminal(done)
    assert game.scores is not None
    assert game.scores(done) == (3 + 20, 3 + 15, 3 + 15, 3 + 20)
    assert game.utility(done) == (0.5, 0, 0, 0.5)


def test_three_players_take_turns_with_the_fourth_colour() -> None:
    game = load("players=3")
    state, movers = game.initial(), []
    for _ in range(12):
        movers.append(game.to_move(state))
        state = game.result(state, next(iter(game.actions(state))))
    assert movers == [0, 1, 2, 0, 0, 1, 2, 1, 0, 1, 2, 2]


@pytest.mark.parametrize("options", ["", "players=2,board=duo"])
def test_a_piece_is_clicked_and_then_the_squares_that_show_how_it_lies(options: str) -> None:
    for game, state, _ in islice(random_games(options, 30), 0, None, 7):
        paths = click_paths(game, state)
        drawn = set(drawn_names(game, state))
        assert all(set(path) <= drawn for path in paths.values())
        assert len(set(paths.values())) == len(paths)
        starts = {path[:n] for path in paths.values() for n in range(len(path))}
        assert not starts & set(paths.values())


def test_a_board_set_up_by_hand_is_read() -> None:
    for game, state, _ in islice(random_games("", 30), 0, None, 9):
        cells = [place.cell for place in places_of(game, state) if place.cell.name]
        assert game.view.from_cells is not None
        assert game.view.from_cells(state, cells, state.colour) == state


@pytest.mark.parametrize("options", ["", "players=2,board=duo"])
def test_large_pieces_come_first_and_of_equal_ones_those_near_the_centre(options: str) -> None:
    for game, state, pieces in islice(random_games(options, 30), 0, None, 7):
        middle = (pieces.size - 1) / 2
        ranks = {}
        for action in game.actions(state):
            squares = squares_of(game, state, action) or frozenset()
            far = sum(abs(row - middle) + abs(column - middle) for row, column in squares)
            ranks[action] = (len(squares), -far)
        assert sorted(ranks, key=lambda action: (ranks[action], action)) == sorted(
            ranks, key=lambda action: (game.hints.order(state, action), action)
        )


def near_corners(pieces: Pieces, colour: int) -> tuple[int, int]:
    """Return the corners of a colour, and the squares it can reach from them in three steps."""
    own = {square for square, other in pieces.covered.items() if other == colour}
    board = set(product(range(pieces.size), range(pieces.size)))
    usable = board - set(pieces.covered) - around(own, EDGES)
    reached = (around(own, CORNERS) if own else {pieces.starts[colour]}) & usable
    corners = len(reached)
    for _ in range(3):
        reached |= around(reached, EDGES) & usable
    return corners, len(reached)


def test_influence_and_features_are_those_of_sets_of_squares() -> None:
    for game, state, pieces in islice(random_games("", 90), 0, None, 4):
        expected, influence = [], []
        for colour in range(4):
            corners, reached = (0, 0) if colour in pieces.out() else near_corners(pieces, colour)
            left = 21 - len(pieces.placed[colour])
            expected.append((game.scores(state)[colour], left, corners, reached))
            sizes = [len(next(iter(polyominoes(5)[piece]))) for piece in pieces.placed[colour]]
            influence.append(sum({1: 2, 2: 4, 3: 6, 4: 10, 5: 16}[size] for size in sizes) + reached + 1)
        assert game.features.function(state) == tuple(expected)
        assert game.evaluations["influence"].function(state) == tuple(influence)
