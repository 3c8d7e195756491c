"""Playing in the browser, through the forms that the pages have."""

import json
import random
import re
import time
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from race_file import RACE
from small_boards import SMALL
from spielbaum.game.notation import parse_state, play_line
from spielbaum.game.repetition import RepetitionRule
from spielbaum.position_text import read_states
from spielbaum.registry import load, names
from spielbaum.session import read_game
from spielbaum.session.clock import Clock
from spielbaum.web import Settings, make_app
from spielbaum.web.live.live_game import PACES
from tiers import by_tier
from visiting import Begin, Visitor

pytestmark = pytest.mark.interpreted

PATIENCE = 60


def wait_for_moves(visitor: Visitor, count: int) -> list[str]:
    deadline = time.monotonic() + PATIENCE
    while len(visitor.moves()) < count and time.monotonic() < deadline:
        time.sleep(0.05)
    assert len(visitor.moves()) >= count
    return visitor.moves()


QUICK = ("nim", "tic-tac-toe")
BY_DAY = ("connect-four", "dots-and-boxes", "figure", "nim", "tic-tac-toe")

LATE = {
    "chameleon-chess": "8/RyRg6/8/2Bg5/1By6/8/2Rb5/Rr7 B a1c7",
    "chess": "4k3/8/8/8/8/8/8/R3K3 w - - 90 60",
}
"""Start positions of games that would take long from the start."""


@pytest.mark.parametrize(
    ("name", "small"),
    by_tier(
        [(name, True) for name in QUICK],
        [(name, True) for name in BY_DAY],
        [*((name, True) for name in names()), *((name, False) for name in SMALL)],
    ),
)
def test_every_game_is_played_to_its_end(name: str, small: bool, begin: Begin) -> None:
    position, options = LATE.get(name, "") if small else "", SMALL.get(name, {}) if small else {}
    game = load(f"{name}:{','.join(f'{option}={value}' for option, value in options.items())}".rstrip(":"))
    fields = {f"option__{option}": str(value) for option, value in options.items()}
    visitor = begin(name, *["human"] * game.players, position=position, **fields)
    chance = random.Random(name)
    while offered := visitor.actions():
        assert visitor.act("move", action=chance.choice(offered)).status_code == 200
    states = read_states(game, position=position or None, moves=" ".join(visitor.moves()))
    assert game.is_terminal(states[-1]) or RepetitionRule(game).is_draw(states)
    assert 'class="outcome"' in visitor.page()
    assert "to move" not in visitor.status()


def test_two_touches_make_a_move_and_a_second_touch_unselects(begin: Begin) -> None:
    visitor = begin("chameleon-chess", *["human"] * 4)
    chosen = visitor.act("touch", chosen="", place="b1").text
    assert 'name="chosen" value="b1"' in chosen
    assert re.search(r'class="place chosen[^"]*" data-place="b1"', chosen)
    assert re.search(r'class="place target" data-place="c3"', chosen)
    assert 'name="chosen" value=""' in visitor.act("touch", chosen="b1", place="b1").text
    assert 'name="chosen" value="c1"' in visitor.act("touch", chosen="b1", place="c1").text
    visitor.act("touch", chosen="b1", place="c3")
    assert visitor.moves() == ["b1c3"]


def test_without_scripts_a_form_redirects_to_the_page(begin: Begin, client: TestClient) -> None:
    visitor = begin("chameleon-chess", *["human"] * 4)
    fields = {"revision": "0", "chosen": "", "place": "b1"}
    answer = client.post(f"{visitor.path}/touch?lang=de&flip=1", data=fields)
    assert answer.request.method == "GET"
    assert answer.url.query == b"lang=de&flip=1&chosen=b1"
    assert 'name="chosen" value="b1"' in answer.text


def test_an_engine_answers_and_its_search_is_shown(begin: Begin) -> None:
    visitor = begin("tic-tac-toe", "human", "expert")
    visitor.act("move", action="0")
    wait_for_moves(visitor, 2)
    page = visitor.page()
    assert "Last search, for O before move 2: Principal variation search" in page
    assert re.search(r"<dt>Nodes</dt><dd>[\d,]+</dd>", page)
    assert '<div class="balance"' not in page, "its value is not that of the position on the board"


def test_engines_play_by_themselves_until_they_are_paused(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PACES, "normal", 0.2)
    visitor = begin("tic-tac-toe", "random", "random")
    wait_for_moves(visitor, 1)
    assert visitor.act("pause", revision=0).status_code == 200
    made = visitor.moves()
    assert visitor.status().endswith("paused")
    time.sleep(0.5)
    assert visitor.moves() == made
    visitor.act("go-on")
    wait_for_moves(visitor, len(made) + 1)


def test_undo_and_redo_of_moves(begin: Begin) -> None:
    visitor = begin("nim", "human", "random")
    visitor.act("move", action="a1")
    moves = wait_for_moves(visitor, 2)
    visitor.act("undo")
    assert visitor.moves() == []
    visitor.act("redo")
    assert visitor.moves() == moves
    assert 'id="redo"' not in visitor.page()


def test_a_hint_is_a_legal_move_and_is_marked(begin: Begin) -> None:
    visitor = begin("tic-tac-toe", "human", "human", position="XX.OO.... X")
    visitor.act("hint")
    deadline = time.monotonic() + PATIENCE
    while 'class="hinted"' not in visitor.page() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert re.search(r'data-path="2">Hint: 2. It wins at once \(proven\). It completes 3 in a row.<', visitor.page())
    assert re.search(r'value="2" class="hinted"', visitor.page())


def test_taking_over_a_seat(begin: Begin) -> None:
    visitor = begin("nim", "human", "human")
    visitor.act("seats", **{"seat-0-who": "random", "seat-1-who": "human"})
    wait_for_moves(visitor, 1)
    assert "Player 1 to move" in visitor.status()


def test_an_algorithm_with_its_own_limits(begin: Begin) -> None:
    own = {"seat-1-algorithm": "pvs", "seat-1-depth": "3", "seat-1-options": "replacement=two-deep"}
    visitor = begin("nim", "human", "algorithm", **own)
    page = visitor.page()
    assert 'title="pvs(depth=3, replacement=two-deep)">Principal variation search, options: 1, depth 3<' in page


def test_an_engine_that_cannot_play_the_game_is_refused(begin: Begin) -> None:
    unfit = {"seat-0-who": "algorithm", "seat-0-algorithm": "max-n", "seat-0-depth": "2", "seat-0-options": "shallow"}
    visitor = begin("connect-four", "human", "human")
    begun = visitor.client.post("/new/connect-four", data={**unfit, "seat-1-who": "human"})
    for answer in (begun, visitor.act("seats", **unfit, **{"seat-1-who": "human"})):
        assert answer.status_code == 400
        assert re.search(r'id="error"[^>]*>shallow pruning needs [^<]*(non-negative|non_negative|maximum)', answer.text)
    visitor.act("seats", **{"seat-0-who": "random", "seat-1-who": "human"})
    wait_for_moves(visitor, 1)


def test_the_board_is_flipped_and_earlier_positions_are_shown(begin: Begin) -> None:
    visitor = begin("tic-tac-toe", "human", "human")
    visitor.act("move", action="0")
    upright, flipped = (re.search(r'id="board".*?</svg>', visitor.page(side), re.DOTALL)[0] for side in ("", "?flip=1"))
    assert upright != flipped
    past = visitor.page("?ply=0")
    assert "At the start" in past
    assert 'name="action"' not in past
    assert visitor.client.get(f"{visitor.path}?ply=2").status_code == 404


def test_a_new_game_starts_from_a_position(begin: Begin) -> None:
    visitor = begin("connect-four", "human", "human", option__width="5")
    visitor.act("move", action="3")
    link = re.search(r'href="(/new/[^"]*)" id="from-here"', visitor.page())[1].replace("&amp;", "&")
    form = visitor.client.get(link).text
    fields = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form))
    fields |= {"seat-0-who": "human", "seat-1-who": "human"}
    fields = {name: value for name, value in fields.items() if name.startswith(("option", "position")) or "who" in name}
    other = Visitor(visitor.client, visitor.client.post("/new/connect-four", data=fields).url.path)
    assert other.moves() == []
    assert len(other.actions()) == 5
    assert other.status() == "Red to move"


def test_a_download_can_be_resumed_in_the_terminal(begin: Begin, tmp_path: Path) -> None:
    visitor = begin("tic-tac-toe", "human", "easy")
    visitor.act("move", action="4")
    moves = wait_for_moves(visitor, 2)
    answer = visitor.client.get(f"{visitor.path}/download")
    assert answer.headers["content-disposition"] == 'attachment; filename="tic-tac-toe.json"'
    path = tmp_path / "game.json"
    path.write_text(answer.text, encoding="utf-8")
    saved = read_game(path)
    assert saved.moves == moves
    assert saved.game == "tic-tac-toe"


def test_a_stale_form_changes_nothing(begin: Begin) -> None:
    visitor = begin("tic-tac-toe", "human", "human")
    visitor.act("move", revision=0, action="0")
    for command, fields in (("move", {"action": "1"}), ("undo", {}), ("touch", {"chosen": "", "place": "5"})):
        answer = visitor.act(command, revision=0, **fields)
        assert answer.status_code == 409
        assert "The game has moved on" in answer.text
    assert visitor.moves() == ["0"]


def test_seats_can_be_changed_while_engines_move(begin: Begin) -> None:
    visitor = begin("tic-tac-toe", "human", "random")
    visitor.act("move", revision=0, action="0")
    moves = wait_for_moves(visitor, 2)
    assert visitor.act("seats", revision=0, **{"seat-0-who": "random", "seat-1-who": "human"}).status_code == 200
    wait_for_moves(visitor, 3)
    for revision in (0, 99):  # the form does not know the present seats
        answer = visitor.act("seats", revision=revision, **{"seat-0-who": "human", "seat-1-who": "human"})
        assert answer.status_code == 409
        assert "The game has moved on" in answer.text
    assert visitor.moves()[:2] == moves


def test_an_earlier_position_hides_later_results(begin: Begin) -> None:
    visitor = begin("tic-tac-toe", "human", "random", position="XX.OO.... X")
    over = visitor.act("move", action="2").text
    assert 'class="outcome">1<' in over
    earlier = visitor.client.get(f"{visitor.path}/view?ply=0").text
    assert 'class="outcome"' not in earlier
    assert 'class="engine' not in earlier
    assert re.search(r'class="moving">.*?<strong>X</strong>', earlier, re.DOTALL)


def test_games_survive_a_restart(database: str, begin: Begin, client: TestClient) -> None:
    visitor = begin("tic-tac-toe", "human", "human")
    for action in "40":
        visitor.act("move", action=action)
    visitor.act("undo")
    with TestClient(make_app(Settings(database=database))) as later:
        again = Visitor(later, visitor.path)
        assert again.moves() == ["4"]
        again.act("redo")
        assert again.moves() == ["4", "0"]
        again.act("seats", **{"seat-0-who": "random", "seat-1-who": "human"})
        wait_for_moves(again, 3)


def test_why_shows_the_value_of_every_move(begin: Begin) -> None:
    visitor = begin("tic-tac-toe", "human", "human", position="XX.OO.... X")
    page = visitor.client.get(f"{visitor.path}/why")
    address = re.search(r'hx-get="([^"]*)" hx-trigger="load"', page.text)[1].replace("&amp;", "&")
    table = visitor.client.get(address).text
    rows = re.findall(r"<a [^>]*>(\d)</a>.*?</span>([\w ]+)</td>", table)
    assert len(rows) == 5
    assert rows[0] == ("2", "wins at once")
    assert dict(rows)["8"] == "loses in 2 plies"
    assert "Best for X is 2: wins at once." in table
    assert "turns the win into a loss" in table
    assert table.count('class="badge"') == 1
    picked = visitor.client.get(f"{visitor.path}/why?move=8&show=1&seconds=1").text
    line = re.search(r'id="refutation">.*?<h3>After 8</h3>.*?<ol class="shown-line"(.*?)</ol>', picked, re.DOTALL)[1]
    moves = " ".join(re.findall(r"</span> (\d)</a>", line))
    state = play_line(game := load("tic-tac-toe"), parse_state(game, "XX.OO.... X"), moves)
    assert game.utility(state) == (-1, 1)


def test_the_tree_is_that_of_the_textbook(begin: Begin) -> None:
    visitor = begin("figure", "human", "human")
    assert 'class="tree-viewer"' in visitor.client.get(f"{visitor.path}/tree").text
    data = visitor.client.get(f"{visitor.path}/tree.json?algorithm=alpha-beta&beside=minimax&depth=3").json()
    counts = [tree["counts"] for tree in data["trees"]]
    assert [(one["evaluated"], one["pruned"], one["steps"]) for one in counts] == [(16, 11, 39), (27, 0, 58)]
    assert data["words"]["fit"] == "fit"
    german = visitor.client.get(f"{visitor.path}/tree.json?depth=3&lang=de").json()
    assert german["words"]["fit"] == "einpassen"


def test_a_file_is_played_only_if_the_server_was_started_with_it(tmp_path: Path, database: str, begin: Begin) -> None:
    path = tmp_path / "race.py"
    path.write_text(RACE, encoding="utf-8")
    with TestClient(make_app(Settings(database=database, games=(str(path),)))) as client:
        cards = re.findall(r'data-game="([^"]+)"', client.get("/").text)
        assert cards[0] == "race"
        assert "connect-four" in cards
        visitor = begin("race", "human", "human", client=client)
        visitor.act("move", action="2")
        assert json.loads(client.get(f"{visitor.path}/download").text)["game"] == str(path)
    with TestClient(make_app(Settings(database=database))) as client:
        assert client.get("/new/race").status_code == 404
        answer = client.get(visitor.path)
        assert answer.status_code == 410
        assert "no longer offered" in answer.text


def test_options_change_the_seats_without_being_applied_first(begin: Begin, client: TestClient) -> None:
    visitor = begin("chinese-checkers", "human", "novice", option__players="3")
    assert visitor.page().count("Medium:") == 1
    form = client.get("/new/chameleon-chess").text
    choices = re.findall(r'<option value="([RGYB]+)"', form)
    assert (choices[0], len(choices)) == ("RGYB", 11)
    begin("chameleon-chess", "human", "human", "human", "human", option__players="RY")


def test_one_click_begins_a_game_on_either_side(client: TestClient) -> None:
    for side, seats in (("0", ["human", "Hard:"]), ("1", ["Hard:", "human"])):
        answer = client.post("/new/nim", data={"quick": "hard", "side": side})
        who = re.findall(r'class="quiet who"[^>]*>([^<]*)<', answer.text)
        assert [text.split()[0] for text in who] == seats
    assert client.post("/new/nim", data={"quick": "hard", "side": "7"}).status_code == 400
    assert client.post("/new/nim", data={"quick": "grandmaster"}).status_code == 400


def test_pages_are_compressed_and_a_move_of_a_long_game_stays_small(begin: Begin, client: TestClient) -> None:
    visitor = begin("go", "human", "human", option__size="9")
    revision = 0
    while (actions := visitor.actions()) and revision < 60:
        visitor.act("move", revision=revision, action=actions[revision % len(actions)])
        revision += 1
    whole = client.get(f"{visitor.path}/view", headers={"HX-Request": "true"})
    assert whole.headers["content-encoding"] == "gzip"
    assert int(whole.headers["content-length"]) < 15_000 < len(whole.content)
    plain = client.get(f"{visitor.path}/view", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers


def test_draws_are_agreed_by_humans_and_after_repetitions_only(begin: Begin) -> None:
    humans = begin("tic-tac-toe", "human", "human")
    assert humans.act("draw").status_code == 409
    humans.act("move", action="4")
    assert humans.act("draw").status_code == 200
    assert humans.status() == "Drawn by agreement"
    humans.act("undo")
    assert humans.moves() == ["4"]
    humans.act("resign")
    assert humans.status() == "X has won: O resigned"
    against = begin("tic-tac-toe", "human", "random")
    against.act("move", action="4")
    wait_for_moves(against, 2)
    assert against.act("draw").status_code == 409


def test_a_player_whose_time_is_up_has_lost(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spielbaum.web.pages.start.clock_of", lambda _: Clock(0.3))
    visitor = begin("tic-tac-toe", "human", "human", clock="1+0")
    time.sleep(0.4)
    assert visitor.status() == "X to move"  # the clock starts with the first move
    visitor.act("move", action="4")
    visitor.act("pause")  # which stops engines, not the clock of a human
    deadline = time.monotonic() + PATIENCE
    while "ran out" not in visitor.status() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert visitor.status() == "X has won: O ran out of time"
    assert visitor.act("move", action="0").status_code == 409


def test_a_variation_waits_while_the_moves_before_it_are_taken_back(begin: Begin) -> None:
    visitor = begin("tic-tac-toe", "human", "human")
    for number, move in enumerate("4081"):
        visitor.act("move", revision=number, action=move)
    tried = visitor.act("try", revision=4, ply="2", chosen="", place="7").text
    assert "Variation: O to move" in tried
    visitor.act("comment", where="0.1", text="why not")
    assert visitor.page("?var=0&at=1").count("why not") == 3  # in the list, below it, and in its field
    for _ in range(3):
        visitor.act("undo")
    assert 'class="variation"' not in visitor.page()
    assert visitor.client.get(f"{visitor.path}?var=0&at=1").status_code == 404
    visitor.act("redo")
    assert 'class="variation"' in visitor.page()
    assert visitor.act("comment", where="9", text="nowhere").status_code == 404
    assert visitor.act("arrow", where="x", drawn="0 4").status_code == 400
    assert visitor.act("arrow", where="1", drawn="0 nowhere").status_code == 400
    noted = visitor.act("arrow", where="01", drawn="0 4").text  # the same position as 1, which is shown again
    assert 'data-where="1" data-arrows="0 4"' in noted
    assert visitor.act("rematch").status_code == 409  # the game is not over
