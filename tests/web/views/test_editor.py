"""The editor of positions: its tray, its board, and the resulting position or error."""

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from spielbaum import games
from spielbaum.game.click_path import places_of
from spielbaum.game.notation import format_state, parse_state
from spielbaum.language import translations_for
from spielbaum.web import Settings, make_app
from spielbaum.web.http.errors import WebError
from spielbaum.web.views.editor import editable, editor_context, tray_of

ENGLISH, GERMAN = translations_for("en"), translations_for("de")
WITHOUT = {"figure", "focus", "random-tree", "tree"}
"""Games without pieces to place, and with stacks of them."""


def edited(text: str, language: Any = ENGLISH, **fields: str) -> dict[str, Any]:
    return editor_context(language, games.load(text), fields)


def spot(shown: dict[str, Any], name: str) -> int:
    return list(shown["spots"]).index(name)


def piece(shown: dict[str, Any], name: str) -> int:
    return next(one["number"] for one in shown["tray"] if one["name"] == name)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in games.names() if name not in WITHOUT])
def test_every_board_can_be_rebuilt_from_its_tray(name: str) -> None:
    game = games.load(name)
    assert editable(game)
    state = game.initial()
    for _ in range(6):
        if not game.is_terminal(state):
            state = game.result(state, next(iter(game.actions(state))))
    position = format_state(game, state)
    shown = edited(name, base=position)
    assert shown["wrong"] == ""
    assert parse_state(game, shown["position"]) == state
    again = " ".join(f"{number}:{one}" for number, one in enumerate(shown["pieces"]))
    rebuilt = edited(name, base=position, edits=f"- {again}", turn=str(shown["turn"]))
    assert rebuilt["wrong"] == ""
    made = parse_state(game, rebuilt["position"])
    cells = [place.cell for place in places_of(game, state) if place.cell.name]
    assert [place.cell for place in places_of(game, made) if place.cell.name] == cells


def test_a_typed_position_is_shown_if_nothing_can_be_placed() -> None:
    for name in WITHOUT:
        shown = edited(name)
        assert not shown["editable"]
        assert "<svg" in shown["picture"]
    assert edited("tree", base="0")["position"] == "0"


@pytest.mark.slow
def test_an_edited_position_is_validated() -> None:
    start = edited("chess")
    queen, e4, d1 = piece(start, "Queen of White"), spot(start, "e4"), spot(start, "d1")
    wrong = edited("chess", base=start["position"], edits=f"{e4}:{queen}")
    assert wrong["wrong"] == "White has 17 pieces, more than sixteen"
    assert wrong["position"] == ""
    assert wrong["pieces"][e4] == queen
    right = edited("chess", base=wrong["base"], edits=f"{wrong['edits']} {d1}:0")
    assert right["wrong"] == ""
    assert right["position"] == "rnbqkbnr/pppppppp/8/8/4Q3/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1"
    assert right["verdict"] == "This position can be played: White to move."
    black = edited("chess", base=right["position"], turn="1")
    assert " b KQkq " in black["position"]
    alone = edited("chess", GERMAN, base=start["position"], edits=f"{spot(start, 'e8')}:0")
    assert alone["wrong"] == "Schwarz hat keinen König"
    assert (
        " w KQ - 0 1"
        in edited("chess", base=start["position"], edits=f"{spot(start, 'a8')}:0 {spot(start, 'h8')}:0")["position"]
    )


def test_an_empty_board_is_filled_and_a_finished_game_is_announced() -> None:
    empty = edited("tic-tac-toe", edits="-")
    cross = piece(empty, "Cross of X")
    won = edited("tic-tac-toe", edits=f"- 0:{cross} 1:{cross}")
    assert won["wrong"] == "2 crosses and 0 noughts: neither side can be two stones ahead"
    nought = piece(empty, "Nought of O")
    over = edited("tic-tac-toe", edits=f"- 0:{cross} 1:{cross} 2:{cross} 3:{nought} 4:{nought}", turn="1")
    assert over["verdict"] == "The game is over in this position: three in a row."


def test_cells_with_the_same_name_are_numbered() -> None:
    shown = edited("connect-four")
    assert len(set(shown["spots"])) == 42
    stone = piece(shown, "Disc of Yellow")
    assert (
        edited("connect-four", GERMAN, edits=f"{spot(shown, '4.1')}:{stone}")["wrong"] == "Ein Stein hängt in der Luft"
    )
    assert edited("connect-four", edits=f"{spot(shown, '4.6')}:{stone}")["position"].endswith("...X...")


@pytest.mark.parametrize("edits", ["900:1", "1:900", "x:1", "1", "1:-1"])
def test_invalid_edits_are_refused(edits: str) -> None:
    with pytest.raises(WebError):
        edited("tic-tac-toe", edits=edits)


def test_a_tray_is_cached_and_has_pieces_of_later_positions() -> None:
    game = games.load("draughts")
    assert tray_of(game) is tray_of(game)
    assert {place.cell.piece for place in tray_of(game).pieces} == {"disc", "crowned disc"}


OWN = '''"""Mine."""

from typing import NamedTuple

from spielbaum import Game, replaced


class State(NamedTuple):
    board: tuple[int, ...]
    to_move: int


def result(state, square):
    return State(replaced(state.board, square, state.to_move + 1), 1 - state.to_move)


game = Game(
    name="mine",
    players=2,
    initial=lambda: State((0,) * 9, 0),
    to_move=lambda state: state.to_move,
    actions=lambda state: (square for square in range(9) if state.board[square] == 0),
    result=result,
    is_terminal=lambda state: 0 not in state.board,
    utility=lambda state: (0, 0),
)
'''


def test_a_game_file_without_notation_can_be_edited(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(OWN, encoding="utf-8")
    shown = editor_context(ENGLISH, games.load(str(file)), {"edits": "4:2 0:1", "turn": "1"})
    assert shown["position"] == '{"board":[1,0,0,0,2,0,0,0,0],"to_move":1}'
    with TestClient(make_app(Settings(database=f"sqlite:///{tmp_path}/plays.db", games=(str(file),)))) as client:
        fragment = client.post("/new/mine/position", data={"edits": "4:2 0:1", "turn": "1"}).text
        assert 'id="edit-board" data-editable' in fragment
        assert "Player 1 to move" in fragment
        page = client.get("/new/mine", params={"position": shown["position"]}).text
        assert '<figcaption class="quiet">Position</figcaption>' in page
        assert 'id="edit-board" data-editable' in page  # at once, so that scripts do not shift the page
        refused = client.get("/new/mine", params={"position": "{"})
        assert refused.status_code == 400
        assert 'id="error"' in refused.text
        assert "edit-board" not in refused.text
