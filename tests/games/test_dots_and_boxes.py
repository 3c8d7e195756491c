"""Dots and Boxes against sets of lines between dots."""

import random
from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest

from spielbaum import U64, check_game, perft, registry
from spielbaum.errors import InputError
from spielbaum.game import Game, State
from spielbaum.kernel import (
    Words,
    array_of,
    compile_kernel,
    new_words,
    read_word,
    words_of,
    write_word,
)
from spielbaum.search.choosing import search
from tiers import all_but

Dot = tuple[int, int]
Line = tuple[Dot, Dot]
SIZES = ((1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 2), (3, 3), (5, 5), (1, 19), (19, 1), (2, 11))
MARGINS = {(1, 1): -1, (1, 2): 0, (2, 1): 0, (1, 3): -1, (2, 2): 2}


class Dots:
    """A reference implementation: a set of lines, each two dots (row, column) from the top left, and the boxes."""

    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns = rows, columns
        self.drawn: set[Line] = set()
        self.boxes = [0, 0]
        self.mover = 0

    def lines(self) -> list[Line]:
        """Return all lines as they come: those across from the first row of dots, those down from it, and so on."""
        found = []
        for row in range(self.rows + 1):
            found += [((row, column), (row, column + 1)) for column in range(self.columns)]
            if row < self.rows:
                found += [((row, column), (row + 1, column)) for column in range(self.columns + 1)]
        return found

    def legal(self) -> list[Line]:
        return [line for line in self.lines() if line not in self.drawn]

    def sides(self) -> list[set[Line]]:
        boxes = []
        for r, c in product(range(self.rows), range(self.columns)):
            a, b, d, e = (r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)
            boxes.append({(a, b), (d, e), (a, d), (b, e)})
        return boxes

    def closed(self) -> int:
        return sum(box <= self.drawn for box in self.sides())

    def draw(self, line: Line) -> None:
        before = self.closed()
        self.drawn.add(line)
        gain = self.closed() - before
        self.boxes[self.mover] += gain
        if gain == 0:
            self.mover = 1 - self.mover

    def copy(self) -> "Dots":
        other = Dots(self.rows, self.columns)
        other.drawn, other.boxes, other.mover = set(self.drawn), list(self.boxes), self.mover
        return other

    def reach(self) -> int:
        """Return the number of boxes that can be closed now."""
        other = self.copy()
        while True:
            lines = [line for line in other.legal() if any(box - other.drawn == {line} for box in other.sides())]
            if not lines:
                return other.closed() - self.closed()
            other.draw(lines[0])

    def text(self) -> str:
        rows = []
        for row in range(self.rows + 1):
            rows.append("".join(".-"[((row, c), (row, c + 1)) in self.drawn] for c in range(self.columns)))
            if row < self.rows:
                rows.append("".join(".|"[((row, c), (row + 1, c)) in self.drawn] for c in range(self.columns + 1)))
        return f"{'/'.join(rows)} {self.boxes[0]}-{self.boxes[1]} {'AB'[self.mover]}"

    def canonical(self) -> object:
        """Return what decides the rest of the game and its value, least of all images.

        Of lines that belong to one and the same box only, no more than their number counts.
        """
        rows, columns = self.rows, self.columns
        changes = [
            lambda r, c: (r, c), lambda r, c: (rows - r, c), lambda r, c: (r, columns - c),
            lambda r, c: (rows - r, columns - c),
        ]  # fmt: skip
        if rows == columns:
            changes += [lambda r, c, change=change: change(r, c)[::-1] for change in changes]
        sides = self.sides()
        images = []
        for change in changes:
            inner, outer = [], []
            for line in self.drawn:
                image = tuple(sorted(change(*dot) for dot in line))
                boxes = [i for i, box in enumerate(sides) if image in box]
                (inner if len(boxes) == 2 else outer).append(image if len(boxes) == 2 else boxes[0])
            images.append((sorted(inner), sorted(outer)))
        return str(min(images)), self.boxes[0] - self.boxes[1], self.mover


def load(rows: int, columns: int) -> Game:
    return registry.load(f"dots-and-boxes:rows={rows},columns={columns}")


def random_games(rows: int, columns: int, games: int, seed: int = 0) -> Iterator[tuple[Game, State, Dots]]:
    generator = random.Random(f"{rows} {columns} {seed}")
    game = load(rows, columns)
    for _ in range(games):
        state, dots = game.initial(), Dots(rows, columns)
        yield game, state, dots
        while dots.legal():
            line = generator.choice(dots.legal())
            state = game.result(state, dots.lines().index(line))
            dots.draw(line)
            yield game, state, dots


def values(game: Game) -> dict[State, int]:
    """Return for every state of a game the final margin of A under best play."""
    found: dict[State, int] = {}

    def value(state: State) -> int:
        if state not in found:
            if game.is_terminal(state):
                found[state] = game.utility(state)[0]
            else:
                best = min if state.to_move else max
                found[state] = best(value(game.result(state, line)) for line in game.actions(state))
        return found[state]

    value(game.initial())
    return found


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_rules_match_sets_of_lines(rows: int, columns: int) -> None:
    for game, state, dots in random_games(rows, columns, games=4):
        assert game.notation.format_state(state) == dots.text()
        assert game.is_terminal(state) == (not dots.legal())
        lines = dots.lines()
        assert list(game.actions(state)) == [lines.index(line) for line in dots.legal()]
        if dots.legal():
            assert game.to_move(state) == dots.mover
        else:
            margin = dots.boxes[0] - dots.boxes[1]
            assert game.utility(state) == (margin, -margin)
            assert sum(dots.boxes) == rows * columns


@pytest.mark.parametrize(("rows", "columns"), [(2, 3), (3, 3), (1, 6), (4, 4)])
def test_evaluations_and_order(rows: int, columns: int) -> None:
    for game, state, dots in random_games(rows, columns, games=1 if rows * columns > 9 else 2):
        margin, reach = dots.boxes[0] - dots.boxes[1], dots.reach()
        assert game.evaluation("margin").function(state) == (margin, -margin)
        expected = margin - reach if dots.mover else margin + reach
        assert game.evaluation("reach").function(state) == (expected, -expected)
        for action, line in zip(game.actions(state), dots.legal(), strict=True):
            after = dots.copy()
            after.draw(line)
            gain = after.closed() - dots.closed()
            assert game.hints.order(state, action) == (gain or -after.reach())


@pytest.mark.interpreted
@pytest.mark.parametrize(("rows", "columns", "depth"), [(2, 2, 4), (1, 3, 5), (1, 1, 4)])
def test_perft_counts_the_orders_of_lines(rows: int, columns: int, depth: int) -> None:
    lines, wanted = len(Dots(rows, columns).lines()), [1]
    for ply in range(depth):
        wanted.append(wanted[-1] * (lines - ply))
    assert perft(load(rows, columns), depth=depth) == wanted[1:]


@pytest.mark.parametrize(("size", "margin"), MARGINS.items())
def test_known_margins(size: tuple[int, int], margin: int) -> None:
    game = load(*size)
    assert values(game)[game.initial()] == margin


@pytest.mark.interpreted
@pytest.mark.parametrize(("rows", "columns", "margin"), all_but([(1, 3, -1)], [(1, 3, -1), (1, 4, 0), (2, 2, 2)]))
def test_search_finds_known_margins(rows: int, columns: int, margin: int) -> None:
    result = search(load(rows, columns))
    assert (result.value, result.certainty.kind) == (margin, "exact")


def what_is_left(rows: int, columns: int) -> memoryview:
    """Return for every set of lines, as bits, how many boxes more the player to move wins of those that are left."""
    dots = Dots(rows, columns)
    lines = dots.lines()
    boxes = tuple(sum(1 << lines.index(line) for line in box) for box in dots.sides())
    count, many = len(lines), len(boxes)

    def fill(worth: Words) -> int:
        for drawn in range((1 << count) - 2, -1, -1):
            best = -many
            for i in range(count):
                after, gain = drawn | 1 << i, 0
                if after != drawn:
                    for k in range(many):
                        if boxes[k] >> i & 1 and boxes[k] & after == boxes[k]:
                            gain += 1
                    best = max(best, gain + read_word(worth, after) if gain else -read_word(worth, after))
            write_word(worth, drawn, best)
        return 0

    worth = new_words(1 << count)
    compile_kernel(fill)(words_of(worth, compiled=True))
    return worth


@pytest.mark.slow
@pytest.mark.interpreted
@pytest.mark.parametrize(("rows", "columns"), all_but([(1, 4), (2, 2)], [(1, 4), (2, 2), (1, 6), (2, 3), (3, 2)]))
def test_help_for_proofs_changes_no_value(rows: int, columns: int) -> None:
    """From any set of lines, also where several chains are open to capture."""
    game, worth = load(rows, columns), what_is_left(rows, columns)
    proof, left, forced, generator = game.hints.proof, dict[tuple[int, int], int](), 0, random.Random(1)

    def value(state: State) -> int:
        return worth[state.lines] - state.margin if state.to_move else worth[state.lines] + state.margin

    for drawn in generator.sample(range(len(worth) - 1), min(len(worth) - 1, 3000)):
        state = type(game.initial())(U64(drawn), generator.randint(-3, 3), generator.randint(0, 1))
        after = proof.settled(state)
        forced += after != state
        assert (value(after), after.to_move) == (value(state), state.to_move)
        low, high = game.hints.bounds(state)
        assert low <= value(state) <= high
        children = [game.result(state, action) for action in proof.candidates(state)]
        assert max(value(c) if c.to_move == state.to_move else -value(c) for c in children) == value(state)
        rest = value(state) - proof.offset(state)
        assert left.setdefault(proof.both_keys(state), rest) == rest
    assert forced > 10
    assert len(left) < 0.5 * len(worth)


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "columns"), all_but([(2, 3)], [(2, 3), (1, 6), (2, 4), (3, 3)]))
def test_all_sets_of_lines_with_equal_keys_have_equal_values(rows: int, columns: int) -> None:
    """By brute force, 16.8 million of them on three by three boxes."""
    game, count = load(rows, columns), len(Dots(rows, columns).lines())
    state_of = type(game.initial())
    both_keys, offset = game.hints.proof.both_keys, game.hints.proof.offset

    def fill(worth: Words, keys: Words) -> int:
        for drawn in range(1 << count):
            state = state_of(U64(drawn), 0, 0)
            lock, place = both_keys(state)
            write_word(keys, 3 * drawn, lock)
            write_word(keys, 3 * drawn + 1, place)
            write_word(keys, 3 * drawn + 2, read_word(worth, drawn) - offset(state))
        return 0

    worth, keys = what_is_left(rows, columns), new_words(3 << count)
    compile_kernel(fill)(words_of(worth, compiled=True), words_of(keys, compiled=True))
    table = array_of(keys).reshape(-1, 3)
    table = table[np.lexsort(table.T[::-1])]
    same_key = (table[1:, :2] == table[:-1, :2]).all(axis=1)
    assert (table[1:, 2] == table[:-1, 2])[same_key].all()
    assert same_key.mean() > 0.97


Graph = dict[int, list[int]]
"""The boxes to which lines that are not drawn lead from each box; -1 stands for the outside."""


def components(dots: Dots) -> Iterator[Graph]:
    """Yield the sets of boxes that are connected by undrawn lines."""
    lines, sides = dots.legal(), dots.sides()
    graph: Graph = {}
    for line in lines:
        ends = [i for i, box in enumerate(sides) if line in box]
        for one, other in ((ends[0], ends[-1]), (ends[-1], ends[0]))[: len(ends)]:
            graph.setdefault(one, []).append(other if len(ends) == 2 else -1)
    while graph:
        found, left = dict[int, list[int]](), [next(iter(graph))]
        while left:
            box = left.pop()
            if box != -1 and box not in found:
                found[box] = graph.pop(box)
                left += found[box]
        yield found


def tree_text(graph: Graph, box: int, came: int) -> str:
    return f"({''.join(sorted('.' if b == -1 else tree_text(graph, b, box) for b in graph[box] if b != came))})"


def form(graph: Graph) -> str | None:
    """Return the shape of a tree or of a component with a single ring; None for anything else."""
    kept = {box: [b for b in graph[box] if b != -1] for box in graph}
    while leaves := [box for box in kept if len(kept[box]) <= 1]:
        for other in kept.pop(leaves[0]):
            kept[other].remove(leaves[0])
    if not kept:
        return min(tree_text(graph, box, -2) for box in graph)
    if any(len(kept[box]) > 2 for box in kept):
        return None
    ring = [next(iter(kept))]
    while len(ring) < len(kept):
        ring.append(next(b for b in kept[ring[-1]] if b not in ring))
    hanging = {box: [b for b in graph[box] if b not in kept.get(box, [])] for box in graph}
    texts = [tree_text(hanging, box, -2) for box in ring]
    turned = [row[i:] + row[:i] for row in (texts, texts[::-1]) for i in range(len(ring))]
    return f"ring {min(turned)}"


def after_captures(rows: int, columns: int, positions: int) -> Iterator[tuple[State, Dots]]:
    """Yield random positions in which no box can be captured."""
    generator, game = random.Random(f"{rows} {columns}"), load(rows, columns)
    lines = Dots(rows, columns).lines()
    for _ in range(positions):
        dots, dense = Dots(rows, columns), generator.uniform(0.2, 0.7)
        for line in lines:
            if generator.random() < dense:
                dots.drawn.add(line)
        while near := [left for box in dots.sides() if len(left := box - dots.drawn) == 1]:
            dots.drawn |= near[0]
        drawn = sum(1 << lines.index(line) for line in dots.drawn)
        yield type(game.initial())(U64(drawn), 0, 0), dots


@pytest.mark.parametrize(("rows", "columns"), [(1, 6), (2, 2), (2, 6), (3, 3), (3, 5), (5, 5)])
def test_components_are_identified_by_their_graph(rows: int, columns: int) -> None:
    """But those with several rings by their place."""
    parts_of: dict[tuple[str, ...], list[int]] = {}
    kinds, game = set(), load(rows, columns)
    for state, dots in after_captures(rows, columns, positions=400):
        forms = [form(component) for component in components(dots)]
        parts = sorted(number % 2**64 for number in game.hints.proof.parts(state))
        known = tuple(sorted(text for text in forms if text))
        kinds |= {text[0] if text else "tangled" for text in forms}
        assert len(parts) == len(known) + (None in forms)
        if None not in forms:
            assert parts_of.setdefault(known, parts) == parts, dots.text()
    assert len({tuple(parts) for parts in parts_of.values()}) == len(parts_of) > 4
    assert kinds == ({"("} if rows == 1 else {"(", "r"} if columns == 2 else {"(", "r", "tangled"})


def test_control_of_a_chain_costs_two_boxes_and_of_a_loop_four() -> None:
    """A chain of three open at its end, and a loop of four opened: all but the last choice is forced."""
    for size, position, last in (
        ((1, 3), "---/|.../---", {"b1b2", "c1c2", "d1d2"}),
        ((2, 2), "--/|||/../|.|/--", {"a2b2", "b1b2", "b2c2"}),
    ):
        game = load(*size)
        state = game.notation.parse_state(position)
        settled = game.hints.proof.settled(state)
        chosen = {game.notation.format_action(settled, line) for line in game.hints.proof.candidates(settled)}
        assert chosen < last, chosen
        assert len(chosen) == 2


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 2), (1, 3), (2, 2)])
def test_bounds_hold(rows: int, columns: int) -> None:
    game, tight = load(rows, columns), 0
    found = values(game)
    for state, value in found.items():
        low, high = game.hints.bounds(state)
        value = -value if state.to_move else value
        assert low <= value <= high, game.notation.format_state(state)
        tight += low == high
        if game.is_terminal(state):
            assert low == high
    assert tight > 1


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 2), (1, 3), (2, 2)])
def test_states_of_equal_key_have_equal_values(rows: int, columns: int) -> None:
    game, value_of = load(rows, columns), dict[int, tuple[int, int]]()
    found = values(game)
    for state, value in found.items():
        assert value_of.setdefault(game.hints.key(state) % 2**64, (value, state.to_move)) == (value, state.to_move)
    assert len(value_of) < 0.6 * len(found)


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 4), (4, 1), (2, 2), (2, 3), (3, 3), (5, 5)])
def test_keys_are_equal_if_and_only_if_the_rest_of_the_game_is(rows: int, columns: int) -> None:
    key_of: dict[object, int] = {}
    for game, state, dots in random_games(rows, columns, games=5 if rows * columns > 9 else 20, seed=1):
        key = game.hints.key(state) % 2**64
        assert key_of.setdefault(dots.canonical(), key) == key, dots.text()
    assert len(set(key_of.values())) == len(key_of)
    assert len(key_of) > 4


def test_images_have_one_key() -> None:
    game = load(2, 2)
    images = ["-./.../../.../..", ".-/.../../.../..", "../|../../.../..", "../.../../..|/..", "../.../../.../-."]
    assert len({game.hints.key(game.notation.parse_state(image)) for image in images}) == 1
    others = ["../.|./../.../..", "-./.../../.../.. B", "--/.../../.../.."]
    assert len({game.hints.key(game.notation.parse_state(image)) for image in [*others, images[0]]}) == 4


def test_a_player_who_closes_a_box_moves_again_and_one_line_may_close_two() -> None:
    game = load(1, 2)
    state = game.notation.parse_state("--/|.|/-- 0-0 B")
    state = game.result(state, game.notation.parse_action(state, "b1b2"))
    assert (state.margin, state.to_move) == (-2, 1)
    assert game.utility(state) == (-2, 2)


def test_a_line_is_read_from_its_dots_in_either_order() -> None:
    game = load(9, 1)
    state = game.initial()
    assert [game.notation.format_action(state, line) for line in (0, 1, 2, 4, 27)] == [
        "a10b10",
        "a9a10",
        "b9b10",
        "a8a9",
        "a1b1",
    ]
    assert game.notation.parse_action(state, "a10a9") == game.notation.parse_action(state, "A9A10") == 1
    for text in ("a1a3", "a1", "", "a1c1"):
        with pytest.raises(ValueError, match="write two neighbouring dots"):
            game.notation.parse_action(state, text)


def test_a_board_is_drawn_and_a_position_read_back() -> None:
    game = load(2, 3)
    state = game.initial()
    for line in range(9):
        state = game.result(state, line)
    assert game.notation.format_state(state) == "---/||||/--./..../... 0-2 B"
    assert game.view.board(state) == "\n".join([
        "3 +---+---+---+",
        "  |   |   |   |",
        "2 +---+---+   +",
        "",
        "1 +   +   +   +",
        "  a   b   c   d",
        "boxes  A 0  B 2",
    ])  # fmt: skip


def test_position_without_boxes_and_mover() -> None:
    game = load(1, 1)
    assert game.notation.parse_state("./../.") == game.initial()
    assert game.notation.parse_state("-/../. b") == game.result(game.initial(), 0)
    assert game.notation.parse_state("-/||/- 0-1").margin == -1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "write 2 rows of 1 lines across"),
        ("-/../", "write 2 rows of 1 lines across"),
        ("|/../.", "write 2 rows of 1 lines across"),
        ("-/||/-", "1 boxes are closed there, not 0 [+] 0"),
        ("-/||/. 1-0", "0 boxes are closed there"),
        ("-/||/- 1", "after the lines come the boxes"),
        ("-/||/- 1-0 C", "after the lines come the boxes"),
    ],
)
def test_text_that_is_not_a_position_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        load(1, 1).notation.parse_state(text)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"lines": 1 << 4}, "lines lie on the board"),
        ({"lines": -1}, "lines lie on the board"),
        ({"to_move": 2}, "0 or 1 is to move"),
        ({"margin": 1}, "with 0 boxes closed nobody is 1 ahead"),
        ({"lines": 15}, "with 1 boxes closed nobody is 0 ahead"),
    ],
)
def test_impossible_states_are_refused(change: dict[str, int], reason: str) -> None:
    game = load(1, 1)
    with pytest.raises(ValueError, match=reason):
        game.notation.validate(game.initial()._replace(**change))


@pytest.mark.parametrize(
    ("rows", "columns", "reason"),
    [
        (0, 2, "at least 1"),
        (2, 0, "at least 1"),
        (-1, -1, "at least 1"),
        (5, 6, "at most 60 lines"),
        (1, 20, "at most 60 lines, and one of 1 [*] 20 boxes has 61"),
    ],
)
def test_impossible_boards_are_refused(rows: int, columns: int, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        load(rows, columns)


@pytest.mark.slow
@pytest.mark.interpreted
@pytest.mark.parametrize("size", all_but(["rows=2,columns=3"], ["rows=2,columns=3", "rows=1,columns=4"]))
def test_the_contract_is_kept_on_every_size(size: str) -> None:
    report = check_game(registry.load(f"dots-and-boxes:{size}"), games=10)
    assert report.failures == ()
