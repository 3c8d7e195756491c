"""Games of OpenSpiel here: the same legal actions, returns and values as there."""

import pickle
import random
from typing import Any

import pytest

from spielbaum import Solver, check_game, load, perft, search
from spielbaum.cli import run
from spielbaum.errors import GameError, InputError, UnknownNameError
from spielbaum.game.notation import format_action, format_state, parse_action, parse_state, play_line, split_line
from tiers import at_night, in_a_hurry

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import minimax  # noqa: E402 - after the library is known to be there

from spielbaum.adapters.openspiel import from_openspiel  # noqa: E402
from spielbaum.adapters.openspiel.games import WHOLE_TEXT, SpielState  # noqa: E402

PLAYED = (
    "amazons", "antichess", "breakthrough(rows=5,columns=4)", "checkers", "chess", "chinese_checkers(players=3)",
    "cliff_walking", "clobber", "connect_four", "crazyhouse", "cursor_go(board_size=3,max_cursor_moves=20)",
    "dots_and_boxes", "go(board_size=4)", "gomoku(size=5,connect=4)", "gomoku(size=3,dims=3,connect=3)",
    "havannah(board_size=3)", "hex(board_size=4)", "hex(board_size=3,swap=true)", "hive", "lines_of_action", "mancala",
    "misere(game=tic_tac_toe())", "mnk(m=4,n=4,k=3)", "morpion_solitaire", "nim", "nine_mens_morris", "othello",
    "oware", "pentago", "python_tic_tac_toe", "quoridor(board_size=3)", "shogi", "tic_tac_toe", "twixt(board_size=5)",
    "ultimate_tic_tac_toe", "xiangqi", "y(board_size=4)",
)  # fmt: skip
MOST_PLIES = 100

SOLVED = (
    "breakthrough(rows=4,columns=2)", "clobber(rows=3,columns=4)", "connect_four(rows=3,columns=4)",
    "connect_four(rows=4,columns=4,x_in_row=3)", "dots_and_boxes(num_rows=1,num_cols=3,utility_margin=true)",
    "go(board_size=2,max_game_length=8)", "gomoku(size=3,connect=3)", "havannah(board_size=2)", "hex(board_size=3)",
    "hex(board_size=3,swap=true)", "misere(game=tic_tac_toe())", "mnk(m=4,n=3,k=3)", "nim(pile_sizes=1;2;3)",
    "nim(pile_sizes=2;3;4,is_misere=false)", "oware(num_houses_per_player=2,num_seeds_per_house=2)", "tic_tac_toe",
    "y(board_size=3)",
)  # fmt: skip
SMALL = {
    "breakthrough": "rows=4,columns=3", "clobber": "rows=3,columns=4", "connect_four": "rows=3,columns=3",
    "havannah": "board_size=2", "hex": "board_size=3", "mnk": "m=3,n=3,k=3", "y": "board_size=3",
}  # fmt: skip
RARELY_MET = ("mancala", "ultimate_tic_tac_toe")
"""Parameters with which positions of games whose text is all that there is come again soon."""


@pytest.fixture(scope="module", autouse=True)
def python_games() -> None:
    from open_spiel.python import games  # noqa: F401 - they register themselves


@pytest.mark.quick
@pytest.mark.parametrize("name", PLAYED)
def test_random_games_are_those_of_openspiel(name: str) -> None:
    """Twenty games each, cut after a hundred plies; fewer in a hurry."""
    game, theirs, choice = load(f"openspiel:{name}"), pyspiel.load_game(name), random.Random(name)
    assert (game.players, game.distinct_actions) == (theirs.num_players(), theirs.num_distinct_actions())
    assert game.zero_sum == (theirs.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM)
    for _ in range(3 if in_a_hurry() else 20):
        state, other = game.initial(), theirs.new_initial_state()
        for _ in range(10_000 if at_night() else MOST_PLIES):
            assert game.is_terminal(state) == other.is_terminal()
            if other.is_terminal():
                assert list(game.utility(state)) == other.returns()
                break
            legal = other.legal_actions()
            assert list(game.actions(state)) == legal
            assert game.to_move(state) == other.current_player()
            action = choice.choice(legal)
            state = game.result(state, action)
            other.apply_action(action)
        assert state.spiel.history() == other.history()


def test_many_games_are_played_and_solved() -> None:
    assert len({name.partition("(")[0] for name in PLAYED}) >= 30
    assert len({name.partition("(")[0] for name in SOLVED}) >= 10


@pytest.mark.parametrize("name", SOLVED)
def test_values_match_the_original_minimax(name: str) -> None:
    theirs = pyspiel.load_game(name)
    first = theirs.new_initial_state().current_player()
    value, _ = minimax.alpha_beta_search(theirs, maximizing_player_id=first)
    solution = Solver(load(f"openspiel:{name}")).solve(strong=True)
    assert solution.score == value
    assert solution.keys == "certain"


def test_searches_agree_with_and_without_a_table() -> None:
    game = load("openspiel:mnk(m=3,n=3,k=3)")
    plain = search(game, algorithm="alpha-beta")
    has_table = search(game, algorithm="pvs:replacement=two-deep")
    assert (plain.value, plain.certainty.kind) == (has_table.value, has_table.certainty.kind) == (0, "exact")
    assert has_table.nodes < plain.nodes


@pytest.mark.parametrize("name", sorted(WHOLE_TEXT))
def test_states_with_equal_texts_are_equivalent(name: str) -> None:
    """States that are equal by their text, reached by other moves, are compared as deep as 200 states reach."""
    game = from_openspiel(f"{name}({SMALL[name]})" if name in SMALL else name)
    choice, seen, met = random.Random(name), dict[Any, Any](), 0
    for _ in range(60):
        state = game.initial()
        while not game.is_terminal(state) and met < 60:
            state = game.result(state, choice.choice(list(game.actions(state))[:3]))
            earlier = seen.setdefault(state, state)
            if repr(earlier) != repr(state):
                met += 1
                assert future(game, earlier, 200) == future(game, state, 200)
    assert met > 0 or name in RARELY_MET


def future(game: Any, state: Any, states: int) -> Any:
    if game.is_terminal(state):
        return game.utility(state)
    actions = list(game.actions(state))
    below = states // len(actions)
    return game.to_move(state), [(a, below and future(game, game.result(state, a), below)) for a in actions]


def test_states_of_other_games_are_their_histories() -> None:
    """Knights that come back give the position of the start, and the one before the draw that comes of it."""
    game = load("openspiel:chess")
    moves = "Nf3 Nf6 Ng1 Ng8"
    once = play_line(game, game.initial(), moves)
    twice = play_line(game, once, moves)
    boards = {str(state.spiel).partition(" ")[0] for state in (game.initial(), once, twice)}
    assert len(boards) == 1
    assert not game.is_terminal(once)
    assert game.is_terminal(twice)
    assert game.hints.key is not None
    assert len({game.hints.key(state) for state in (game.initial(), once, twice)}) == 3
    assert load("openspiel:hex(board_size=3,swap=true)").initial().identity == ()


def test_actions_with_equal_texts_have_numbers() -> None:
    """No game is known that has such actions, but nothing in OpenSpiel forbids them."""

    class Twins:
        def current_player(self) -> int:
            return 0

        def legal_actions(self) -> list[int]:
            return [3, 5, 8]

        def action_to_string(self, _player: int, action: int) -> str:
            return "pass" if action == 8 else "take one"

    state = SpielState(Twins(), whole_text=False)
    assert state.words == {3: "take_one#3", 5: "take_one#5", 8: "pass"}
    parse = load("openspiel:tic_tac_toe").notation.parse_action
    assert [parse(state, text) for text in ("take_one#5", "take one#3", "pass")] == [5, 3, 8]
    with pytest.raises(ValueError, match="not a legal action"):
        parse(state, "take one")


@pytest.mark.parametrize("name", ["tic_tac_toe", "nim", "checkers", "dots_and_boxes"])
def test_the_contract_holds_and_texts_are_read_back(name: str) -> None:
    game = load(f"openspiel:{name}")
    assert check_game(game, games=1).failures == ()
    state = game.initial()
    for _ in range(4):
        state = game.result(state, max(game.actions(state)))
    assert parse_state(game, format_state(game, state)) == state
    assert pickle.loads(pickle.dumps(state)) == state
    words = [format_action(game, state, action) for action in game.actions(state)]
    assert len(set(words)) == len(words)
    assert split_line(game, ", ".join(words)) == [word.replace(",", " ") for word in words]
    assert [parse_action(game, state, word.replace(",", " ")) for word in words] == list(game.actions(state))


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("openspiel:hex(board_size=4)", "openspiel:hex,board_size=4"),
        ("openspiel:hex:board_size=4", "openspiel:hex,board_size=4"),
        ("openspiel:hex,board_size=4", "openspiel:hex,board_size=4"),
        ("openspiel:hex", "openspiel:hex"),
        ("openspiel:misere(game=mnk(m=3,n=3,k=3))", "openspiel:misere,game=mnk(m=3,n=3,k=3)"),
    ],
)
def test_several_notations_are_read_and_one_is_written(text: str, spec: str) -> None:
    game = load(text)
    assert game.spec == spec
    assert load(game.spec).spec == spec
    assert from_openspiel(str(game.initial().spiel.get_game())).players == game.players


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("backgammon", "openspiel:backgammon cannot be played here: it has chance nodes, and games here have none"),
        ("goofspiel", "openspiel:goofspiel cannot be played here: its players move simultaneously"),
        ("dark_hex", "openspiel:dark_hex cannot be played here: it has imperfect information"),
        ("matrix_pd", "openspiel:matrix_pd cannot be played here: its players move simultaneously"),
        ("mfg_garnet", "openspiel:mfg_garnet cannot be played here: "),
        ("misere(game=kuhn_poker())", "openspiel:misere cannot be played here: "),
    ],
)
def test_games_of_other_kinds_are_refused(name: str, sentence: str) -> None:
    with pytest.raises(GameError) as refused:
        load(f"openspiel:{name}")
    assert str(refused.value).startswith(sentence)


@pytest.mark.parametrize(
    ("text", "error", "sentence"),
    [
        ("openspiel", InputError, "openspiel is a library: name one of its games, such as openspiel:hex"),
        ("openspiel:hexx", UnknownNameError, "unknown game of OpenSpiel 'hexx': did you mean 'hex'?"),
        (
            "openspiel:hex(board_sise=3)",
            UnknownNameError,
            "unknown option of game 'openspiel:hex' 'board_sise': did you mean 'board_size'?",
        ),
        (
            "openspiel:hex(board_size=x)",
            InputError,
            "option 'board_size' of game 'openspiel:hex' must be a whole number, not 'x'",
        ),
        (
            "openspiel:misere",
            InputError,
            "openspiel:misere wraps another game: write openspiel:misere(game=tic_tac_toe())",
        ),
    ],
)
def test_invalid_names_are_refused(
    text: str, error: type[Exception], sentence: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(error) as refused:
        load(text)
    assert str(refused.value) == sentence
    assert run(["show", text]) == 2
    assert capfd.readouterr() == ("", f"spielbaum: {sentence}\n")


def test_errors_of_openspiel_are_quoted(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(InputError, match=r"^openspiel:amazons cannot be made: .*board_size"):
        load("openspiel:amazons(board_size=5)")
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    "command",
    [
        "analyze openspiel:tic_tac_toe --depth 2 --json",
        "tree openspiel:tic_tac_toe --depth 1",
        "perft openspiel:tic_tac_toe --depth 3",
        "show openspiel:tic_tac_toe --position history:4-0 --moves x(0,1)",
        "play openspiel:tic_tac_toe --seats pvs(depth=2),random",
        "tournament openspiel:mnk(m=3,n=3,k=3) --players pvs(depth=2),random --workers 1 --database games.db",
    ],
)
def test_commands_take_them(command: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(command.split()) == 0, capsys.readouterr().err


def test_perft_of_chess() -> None:
    assert perft(load("openspiel:chess"), depth=3) == [20, 400, 8902]
