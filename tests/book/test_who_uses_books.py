"""Those who look positions up: players, engines behind UCI, and the web, where no visitor names a file."""

import threading
from pathlib import Path
from typing import Any

import pytest

from spielbaum import Limits, games
from spielbaum.arena.tournament import Setup
from spielbaum.book import Book, Plan, build_book
from spielbaum.errors import InputError, SpielbaumError
from spielbaum.players import SearchPlayer, located, parse_player
from spielbaum.protocol import Engine, Settings
from spielbaum.search_pool import SearchPool
from spielbaum.session.analysis import analysis_of_book
from spielbaum.session.levels import LEVELS, level_player
from spielbaum.tablebase import tabulate
from spielbaum.web.live.catalogue import Catalogue
from spielbaum.web.views.players import read_algorithm

TEXT = "nim:heaps=2-3"  # the first player wins by 2-2 alone
WINS = "b1"

pytestmark = pytest.mark.interpreted


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    """A book to ply 2."""
    return build_book(TEXT, Plan(plies=2), tmp_path_factory.mktemp("book") / "nim.book")


def test_text_of_a_player_with_a_book(book: Book) -> None:
    spec = parse_player(f"alpha-beta(depth=1, book={book.name})")
    assert (spec.book, str(spec.algorithm)) == (book.name, "alpha-beta")
    assert parse_player(str(spec)) == spec
    assert located(parse_player("pvs(depth=2, book=a.book)"), Path("/books")).book == "/books/a.book"
    with pytest.raises(InputError, match="must not contain a comma"):
        located(parse_player("pvs(depth=2, book=a.book)"), Path("/with,comma"))
    choice = SearchPlayer(book.game, spec).choose(book.game.initial())
    assert choice.result is not None
    assert (choice.result.algorithm, choice.result.action_text, choice.value) == ("book", WINS, 1)
    assert choice.result.pv_text[0] == WINS
    assert choice.result.is_proven


def test_the_player_searches_beyond_the_book(tmp_path: Path) -> None:
    book = build_book("nim:heaps=2-2-3", Plan(plies=2), tmp_path / "nim.book")
    spec = parse_player(f"alpha-beta(depth=9, book={book.name})")
    assert book.game.notation.parse_state
    state = book.game.notation.parse_state("1-1-3")  # no two moves lead to 1-1-1, which is a move away
    assert book.value(state) is not None
    result = SearchPlayer(book.game, spec).choose(state).result
    assert result is not None
    assert (result.algorithm, result.value) == ("alpha-beta", book.value(state))


def test_the_key_of_a_tournament_includes_its_books(book: Book, tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    path.write_bytes(Path(book.name).read_bytes())
    setup = Setup(game=TEXT, players=(f"alpha-beta(depth=1, book={path})", "random"), max_plies=None)
    before = setup.key
    assert setup.key == before
    path.write_bytes(b"changed")
    assert setup.key != before


def asked(*lines: str, words: int = 1) -> list[str]:
    """Return what an engine answers, up to so many of its best moves."""
    heard: list[str] = []
    news = threading.Condition()

    def hear(line: str) -> None:
        with news:
            heard.append(line)
            news.notify_all()

    game = games.load(TEXT)
    engine = Engine(game, Settings.of(game), Limits(), hear)
    for line in lines:
        engine.execute(line)
    with news:
        assert news.wait_for(lambda: sum(line.startswith("bestmove") for line in heard) == words, timeout=60), heard
    assert engine.close(seconds=60)
    return heard


def test_an_engine_answers_from_its_book(book: Book) -> None:
    told = asked(f"setoption name Book File value {book.name}", "position startpos", "go depth 1")
    assert told[0] == "info string from the book"
    assert told[-1].startswith(f"bestmove {WINS}")
    assert "nodes 0" in told[1]
    assert "from the book" not in " ".join(asked("position startpos", "go depth 1"))


@pytest.mark.parametrize("go", ["go depth 2 searchmoves a1", "go infinite"])
def test_without_a_book_entry_an_engine_searches(book: Book, go: str) -> None:
    told = asked(f"setoption name Book File value {book.name}", "position startpos", go, "stop")
    assert "from the book" not in " ".join(told)


def test_an_engine_refuses_a_book_of_another_game(book: Book, tmp_path: Path) -> None:
    other = build_book("tic-tac-toe", Plan(plies=0, depth=1), tmp_path / "ttt.book")
    for path, sentence in ((other.name, "is a book of tic-tac-toe"), ("none.book", "cannot read")):
        told = asked(f"setoption name Book File value {path}", "position startpos", "go depth 1")
        assert told[0].startswith("info string")
        assert sentence in told[0]


def test_the_pool_uses_books(book: Book) -> None:
    game = book.game
    with SearchPool(workers=1) as pool:
        spec = parse_player("alpha-beta:depth=1")
        job = pool.choose("anna", game, spec=spec, state=game.initial(), book=book)
        choice = job.future.result(60)
    assert choice.result.algorithm == "book"
    assert game.notation.format_action(game.initial(), choice.action) == WINS


def test_the_server_uses_its_books(book: Book, tmp_path: Path) -> None:
    catalogue = Catalogue((TEXT,), books=(book.name,))
    found = catalogue.book(catalogue.game(TEXT))
    assert found is not None
    assert found.value(book.game.initial()) == 1
    assert catalogue.book(catalogue.game("tic-tac-toe")) is None
    (tmp_path / "cut.book").write_bytes(Path(book.name).read_bytes()[:-1])
    with pytest.raises(SpielbaumError, match="cut off"):
        Catalogue(books=(str(tmp_path / "cut.book"),))


def test_a_game_has_one_file_to_look_positions_up_in(book: Book, tmp_path: Path) -> None:
    path = str(tmp_path / "nim.table")
    tabulate(TEXT, path)
    with pytest.raises(InputError, match=f"are both of {TEXT}: give one"):
        Catalogue((TEXT,), books=(book.name, path))


def test_a_table_takes_the_place_of_a_book(tmp_path: Path) -> None:
    path = str(tmp_path / "nim.table")
    tabulate(TEXT, path)
    catalogue = Catalogue((TEXT,), books=(path,))
    game = catalogue.game(TEXT)
    table = catalogue.book(game)
    assert table is not None
    found = analysis_of_book(table, game.initial())
    assert found is not None
    assert (found.rows[0].action_text, found.rows[0].value) == (WINS, 1)
    choice = SearchPlayer(game, parse_player(f"alpha-beta(depth=1, book={path})")).choose(game.initial())
    assert choice.result is not None
    assert (choice.result.algorithm, choice.result.action_text) == ("table", WINS)
    told = asked(f"setoption name Book File value {path}", "position startpos", "go depth 1")
    assert told[0] == "info string from the book"


def test_no_visitor_names_a_book(book: Book) -> None:
    with pytest.raises(InputError, match="cannot read option"):
        read_algorithm("pvs", f"book={book.name}")


def test_levels_have_no_book_of_their_own() -> None:
    specs: list[Any] = [level_player(level) for level in LEVELS]
    assert {spec.book for spec in specs} == {None}
