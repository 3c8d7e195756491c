"""Usual notation of moves, a button for passes, and standings."""

import re

from spielbaum import games
from spielbaum.game.click_path import after_clicks
from spielbaum.pictures import Look, draw_board
from visiting import GERMAN, Begin

PROMOTING = "7k/P7/8/8/8/8/8/7K w - - 0 1"


def test_moves_of_chess_are_numbered_and_in_algebraic_notation(begin: Begin) -> None:
    visitor = begin("chess", "human", "human")
    for move in ("e2e4", "d7d5", "e4d5"):
        visitor.act("move", action=move)
    assert visitor.moves() == ["e4", "d5", "exd5"]
    page = visitor.page()
    assert re.findall(r'class="number">([^<]*)<', page) == ["1.", "2."]
    assert re.search(r'class="standing"><span class="quiet">captured</span> ♟ \+1<', page)


def test_a_promotion_is_picked_from_pieces(begin: Begin) -> None:
    visitor = begin("chess", "human", "human", position=PROMOTING)
    visitor.act("touch", chosen="", place="a7")
    page = visitor.act("touch", chosen="a7", place="a8").text
    picker = re.search(r'id="choices".*?</form>', page, re.DOTALL)[0]
    assert picker.count("<svg") == 4
    assert re.findall(r"<span>([^<]*)</span>", picker) == ["a8=Q+", "a8=R+", "a8=B", "a8=N"]


def test_go_has_a_pass_button_and_shows_the_area(begin: Begin) -> None:
    visitor = begin("go", "human", "human")
    visitor.act("move", action=visitor.actions()[1])
    page = visitor.client.get(visitor.path, headers=GERMAN).text
    assert re.search(r'<button id="pass" name="action" value="pass">Passen<', page)
    assert re.findall(r'class="standing"><span class="quiet">Gebiet</span> (\d+)<', page) == ["49", "0"]
    visitor.act("move", action="pass")
    assert len(visitor.moves()) == 2


def test_the_speed_of_engines_can_be_set_if_no_human_plays(begin: Begin) -> None:
    assert 'id="pace-slow"' not in begin("tic-tac-toe", "human", "random").page()
    visitor = begin("chess", "random", "random")
    pressed = r'id="pace-(\w+)" name="pace" value="\w+" aria-pressed="true"'
    assert re.findall(pressed, visitor.act("pace", pace="slow").text) == ["slow"]
    assert visitor.act("pace", pace="warp").status_code == 400


def test_targets_are_ringed_once_a_piece_is_chosen() -> None:
    chess = games.load("chess")
    start = chess.initial()
    plain = draw_board(chess, start)
    first = draw_board(chess, start, look=Look(targets=after_clicks(chess, start, ()).targets))
    assert first.count("<circle") == plain.count("<circle")
    assert "stroke-dasharray" not in first
    taken = draw_board(chess, start, look=Look(chosen=("e2",), targets=after_clicks(chess, start, ["e2"]).targets))
    assert taken.count("<circle") == plain.count("<circle") + 2


def test_the_last_move_of_each_player_is_marked() -> None:
    game = games.load("chinese-checkers:players=3")
    look = Look(latest={"a5": "#123456"})
    assert draw_board(game, game.initial(), look=look).count("#123456") == 1


def test_the_trail_of_a_jump_has_every_hop(begin: Begin) -> None:
    game = games.load("chinese-checkers:players=2,arm=2")
    state, trail = game.initial(), game.view.trail
    assert trail
    ways = [trail(state, action) for action in game.actions(state)]
    rows = {abs(int(way[0][1:]) - int(way[-1][1:])) for way in ways if len(way) == 2}
    assert rows <= {0, 1, 2}
    longest: list[str] = []
    for _ in range(12):
        action = max(game.actions(state), key=lambda action: len(trail(state, action)))
        way = trail(state, action)
        assert "".join((way[0], way[-1])) == game.notation.format_action(state, action)  # type: ignore[misc]
        longest = max(longest, way, key=len)
        state = game.result(state, action)
    assert len(longest) > 2
    assert draw_board(game, state, look=Look(trail=longest)).count("<polyline") == 2
    visitor = begin("chinese-checkers", "human", "human")
    visitor.act("move", action=visitor.actions()[0])
    assert 'class="trail"' in visitor.page()
