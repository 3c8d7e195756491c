"""Books against brute force, resumed after a stop, verified, and refused where they do not fit."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from circular import circular_game
from spielbaum import Game, Solver, games, search
from spielbaum.book import Book, Plan, build_book, read_book, verify_book
from spielbaum.book.build import positions_of
from spielbaum.book.file import BookFile, read_file, write_file
from spielbaum.book.keys import book_keys, fingerprint
from spielbaum.book.positions import all_positions
from spielbaum.book.values import Unit, UnitQueue, make_search, make_worth, value_unit
from spielbaum.errors import InputError, UnsupportedGameError
from spielbaum.game import State
from tiers import at_night

pytestmark = pytest.mark.interpreted

SMALL = (
    ("connect-four:width=4,height=3", 5),
    pytest.param("connect-four:width=4,height=4", 9, marks=pytest.mark.long),
    ("tic-tac-toe", 3),
    ("nim:heaps=2-3,misere", 5),
    ("dots-and-boxes:rows=1,columns=2", 4),
    ("domineering:rows=3,columns=4", 2),
    pytest.param("othello:size=4", 1, marks=pytest.mark.long),
)


def brute_force(game: Game) -> Callable[[State], float]:
    """Return what gives the value of an unfinished state for the player to move, by the rules alone."""

    @cache
    def value(state: State) -> float:
        return max(after(state, game.result(state, action)) for action in game.actions(state))

    def after(state: State, child: State) -> float:
        mover = game.to_move(state)
        if game.is_terminal(child):
            return game.utility(child)[mover]
        return value(child) if game.to_move(child) == mover else -value(child)

    return value


def reached(game: Game, plies: int) -> Iterator[tuple[int, State]]:
    """Yield all unfinished states to a ply, mirror images too, each once at each ply."""
    layer = {game.initial()}
    for ply in range(plies + 1):
        yield from ((ply, state) for state in layer)
        following = {game.result(state, action) for state in layer for action in game.actions(state)}
        layer = {state for state in following if not game.is_terminal(state)}


@pytest.mark.slow
@pytest.mark.parametrize(("text", "plies"), SMALL, ids=str)
def test_every_value_matches_brute_force(text: str, plies: int, tmp_path: Path) -> None:
    game = games.load(text)
    value = brute_force(game)
    deep = game.name == "connect-four" and plies > 5  # what is proved lies near the end, the rest follows
    book = build_book(text, Plan(plies=plies), tmp_path / "a.book")
    states = list(reached(game, plies))
    for ply, state in states if not deep else states[-3000:]:
        assert book.value(state) == value(state), game.notation.format_state(state)
        rows = book.action_values(state)
        if ply < plies:
            assert max(row.value for row in rows) == value(state)
            best = next(row for row in rows if row.value == value(state))
            assert book.result(state).action == best.action
    assert len(book) == sum(book.facts.positions) <= len({state for _, state in states})


def test_mirror_images_are_one_position(tmp_path: Path) -> None:
    found = positions_of(games.load("connect-four"), Plan(plies=4))
    assert found.by_ply[:3] == (1, 4, 25)  # of 1, 7, 49
    whole = positions_of(games.load("connect-four"), Plan(plies=4, depth=1, algorithm="pvs"))
    assert whole.by_ply == (1, 7, 49, 238, 1120)


def test_predecessors_in_cycles_are_searched(tmp_path: Path) -> None:
    game = circular_game(estimates=False)
    whole = replace(game, repetition=replace(game.repetition, whole=True))
    keys = book_keys(whole, exact=True)
    found = all_positions(whole, keys, 4, whole.utility)
    depths = {key: position.ply for key, position in found.all.items()}
    assert any(ply < 4 for key, ply in depths.items() if key in found.leaves)
    solver = Solver(whole, table="2^12")
    proved = {key: solver.solve(found.all[key].state, strong=True).score for key in found.all}
    assert found.complete(keys, {key: proved[key] for key in found.leaves}) == proved


@pytest.mark.parametrize(("depth", "plies"), [(2, 3), (3, 4)])
def test_value_of_the_start_in_a_deep_book_matches_a_deeper_search(depth: int, plies: int, tmp_path: Path) -> None:
    text = "connect-four:width=4,height=4"
    plan = Plan(plies=plies, depth=depth, algorithm="alpha-beta")
    book = build_book(text, plan, tmp_path / "a.book")
    result = search(text, depth=depth + plies, algorithm="alpha-beta")
    assert result.certainty.kind == "heuristic"
    assert book.value(games.load(text).initial()) == result.value
    assert book.result(games.load(text).initial()).action == result.action
    assert book.result(games.load(text).initial()).certainty.kind == "heuristic"
    assert verify_book(book).ok


def test_utilities_and_estimates_of_a_deep_book_have_one_unit() -> None:
    game = games.load("connect-four:width=4,height=4")
    unit = game.evaluation().worth_of_utility
    wins, open_yet = map(game.notation.parse_state, ("121213", "1212"))
    kinds = []
    for depth in (1, 12):
        plan = Plan(plies=0, depth=depth, algorithm="alpha-beta")
        kinds.append(search(game, wins, depth=depth, algorithm="alpha-beta").certainty.kind)
        assert make_search(game, plan)(wins) == 5 * unit > 5  # stones left
        assert make_worth(game, plan)(game.notation.parse_state("1212131")) == (5 * unit, -5 * unit)
    assert kinds == ["heuristic", "exact"]
    assert abs(make_search(game, Plan(plies=0, depth=1, algorithm="alpha-beta"))(open_yet)) < unit


class StoppedError(Exception):
    """Stands for whatever ends a run."""


def in_part(units: int, met: list[int]) -> Callable[[UnitQueue], Iterator[tuple[Unit, list[float]]]]:
    def run(queue: UnitQueue) -> Iterator[tuple[Unit, list[float]]]:
        for number in range(10**6):
            if not queue:
                return
            if number == units:
                raise StoppedError
            unit = queue.take(1)
            met.extend(unit.numbers)
            yield unit, value_unit(unit)

    return run


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Book:
    """A book that was built in one run."""
    return build_book("connect-four:width=4,height=3", Plan(plies=3), tmp_path_factory.mktemp("whole") / "a.book")


@pytest.mark.slow
@pytest.mark.parametrize("torn", [b"", b'{"numbers": [5], "val', b"\xff\x00"])
def test_an_interrupted_run_continues(torn: bytes, whole: Book, tmp_path: Path) -> None:
    text, plan, path = whole.facts.game, whole.facts.plan, tmp_path / "a.book"
    met: list[int] = []
    with pytest.raises(StoppedError):
        build_book(text, plan, path, run=in_part(3, met))
    assert not path.exists()
    before, journal = set(met), tmp_path / "a.book.part"
    with journal.open("ab") as file:
        file.write(torn)
    book = build_book(text, plan, path, run=in_part(10**5, met))
    assert len(before) >= 3
    assert sorted(met) == list(range(whole.facts.searched))  # each once
    assert not journal.exists()
    assert read_file(path)[1:] == read_file(Path(whole.name))[1:]
    again = build_book(text, plan, path, run=in_part(0, met))  # is there already
    assert again.facts == book.facts


def test_the_journal_of_another_book_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    with suppress(StoppedError):
        build_book("tic-tac-toe", Plan(plies=3), path, run=in_part(1, []))
    with pytest.raises(InputError, match="is the journal of another book"):
        build_book("tic-tac-toe", Plan(plies=2), path)
    Path(f"{path}.part").write_text("nonsense\n")
    with pytest.raises(InputError, match="is not a journal"):
        build_book("tic-tac-toe", Plan(plies=2), path)
    build_book("tic-tac-toe", Plan(plies=1), tmp_path / "b.book")
    with pytest.raises(InputError, match="is another book of tic-tac-toe"):
        build_book("tic-tac-toe", Plan(plies=2), tmp_path / "b.book")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Book:
    """A book whose positions at the last ply were searched."""
    return build_book("connect-four:width=4,height=3", Plan(plies=2), tmp_path_factory.mktemp("book") / "a.book")


def changed(book: Book, path: Path, change: Callable[[dict[bytes, float]], None]) -> Book:
    """Return the book with other values."""
    found = positions_of(book.game, book.facts.plan)
    values = {key: book.rest(key) for key in found.all}
    change(values)
    counts = (*book.facts.positions[:-1], book.facts.positions[-1] + len(values) - len(found.all))
    write_file(path, replace(book.facts, positions=counts), values)
    return read_book(path, book.game)


@pytest.mark.slow
def test_verify_finds_every_false_value(made: Book, tmp_path: Path) -> None:
    found = positions_of(made.game, made.facts.plan)
    good = verify_book(made, sample=10**6)
    assert good.ok
    assert (good.positions, good.recomputed, good.searched) == (len(found.all), len(found.edges), len(found.leaves))
    for key in [*found.edges, *found.leaves[::8]][:: 1 if at_night() else 4]:

        def falsify(values: dict[bytes, float], key: bytes = key) -> None:
            values[key] += 1

        assert not verify_book(changed(made, tmp_path / "b.book", falsify), sample=10**6).ok
    inner = next(iter(found.edges))

    def falsify_start(values: dict[bytes, float]) -> None:
        values[inner] = 7

    (fault,) = verify_book(changed(made, tmp_path / "b.book", falsify_start), sample=0).faults
    assert str(fault) == "..../..../.... (ply 0) has the value 7 instead of 0"


def test_verify_finds_missing_and_strange_positions(made: Book, tmp_path: Path) -> None:
    def remove(values: dict[bytes, float]) -> None:
        values.popitem()

    def add(values: dict[bytes, float]) -> None:
        values[b"not a key..."] = 0

    missing = verify_book(changed(made, tmp_path / "b.book", remove))
    assert [fault.book for fault in missing.faults] == [None]
    assert "is missing" in str(missing.faults[0])
    strange = verify_book(changed(made, tmp_path / "b.book", add))
    assert (strange.strange, strange.ok) == (1, False)


def test_a_book_of_another_game_is_refused(made: Book, tmp_path: Path) -> None:
    path = made.name
    for text, sentence in (
        ("connect-four", "is a book of connect-four:width=4,height=3, not of connect-four"),
        ("connect-four:width=3,height=4", "not of connect-four:width=3,height=4"),
        ("tic-tac-toe", "not of tic-tac-toe"),
    ):
        with pytest.raises(InputError, match=sentence):
            read_book(path, games.load(text))
    assert len(read_book(path, games.load("connect-four:height=3,width=4"))) == len(made)
    other = replace(made.game, actions=lambda state: reversed(list(made.game.actions(state))))
    with pytest.raises(InputError, match="another version of connect-four:width=4,height=3"):
        read_book(path, other)


def test_an_explicit_default_is_the_same_variant(tmp_path: Path) -> None:
    build_book("connect-four", Plan(plies=0, depth=1), tmp_path / "a.book")
    read_book(tmp_path / "a.book", games.load("connect-four:width=7,height=6"))


def test_a_damaged_file_is_refused(made: Book, tmp_path: Path) -> None:
    content, path = Path(made.name).read_bytes(), tmp_path / "b.book"
    for length in (len(content) - 1, len(content) // 2, 40, 16):
        path.write_bytes(content[:length])
        with pytest.raises(InputError, match="cut off or damaged"):
            read_file(path)
    path.write_bytes(content[:100] + bytes([content[100] ^ 1]) + content[101:])
    with pytest.raises(InputError, match="cut off or damaged"):
        read_file(path)
    for other in (b"", b"PK\3\4", json.dumps({"game": "nim"}).encode()):
        path.write_bytes(other)
        with pytest.raises(InputError, match="is not a book"):
            read_file(path)
    with pytest.raises(InputError, match="cannot read"):
        read_file(tmp_path)


def test_unsupported_plans_are_refused(tmp_path: Path) -> None:
    for text, plan, sentence in (
        ("mnk:players=3", Plan(plies=1), "two players"),
        ("tic-tac-toe", Plan(plies=-1), "last ply of a book must be from 0 to"),
        ("tic-tac-toe", Plan(plies=1, algorithm="pvs"), "without --algorithm"),
        ("tic-tac-toe", Plan(plies=1, depth=2, algorithm="mcts"), "mcts does not find"),
        ("chess", Plan(plies=1), "repetition"),
    ):
        with pytest.raises((InputError, UnsupportedGameError), match=sentence):
            build_book(text, plan, tmp_path / "a.book")
    assert not list(tmp_path.iterdir())


def test_file_size(made: Book) -> None:
    assert isinstance(read_file(Path(made.name)), BookFile)
    assert Path(made.name).stat().st_size < 16 * len(made) + 1500
    assert made.value(made.game.initial()) == 0
    over = made.game.notation.parse_state("1122334")
    assert (made.value(over), made.action_values(over), made.result(over)) == (None, None, None)
    unknown = made.game.notation.parse_state("123412")
    assert (made.value(unknown), made.result(unknown)) == (None, None)


def test_a_changed_rule_changes_the_fingerprint() -> None:
    game = games.load("tic-tac-toe")
    other = replace(game, utility=lambda state: tuple(2 * value for value in game.utility(state)))
    small = games.load("nim:heaps=1-1")
    mirrored = replace(small, utility=lambda state: tuple(-value for value in small.utility(state)))
    keys = [fingerprint(one, book_keys(one, exact=True)) for one in (game, small, mirrored)]
    assert len(set(keys)) == 3
    assert fingerprint(other, book_keys(other, exact=True)) == keys[0]  # it ends further away than is looked
