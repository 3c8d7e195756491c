"""Games are played to the end by touching the board, against an engine and by humans."""

import pytest
from playwright.sync_api import Page, expect

from small_boards import SMALL
from spielbaum.registry import names
from tiers import all_but, at_night
from touching import Player

LONGEST = 120 if at_night() else 40
"""The number of touches after which a long game may stay unfinished."""


LATE = {"chameleon-chess": {"position": "8/RyRg6/8/2Bg5/1By6/8/2Rb5/Rr7 B a1c7"}}
"""A position from which a game takes fewer moves."""

TOUCHED = ["chameleon-chess", "dots-and-boxes", "tree"]
"""Games with two touches per move, with one, and without a board."""


@pytest.mark.parametrize("name", all_but(TOUCHED, names()))
def test_a_game_is_played_to_its_end_against_an_engine(page: Page, name: str) -> None:
    player = Player(page)
    player.begin(
        name, ["human", "novice"], options={**SMALL.get(name, {}), **({} if at_night() else LATE.get(name, {}))}
    )
    player.play_to_the_end(LONGEST)
    assert player.finished or player.touches + player.listed == LONGEST
    assert player.touches >= 1
    assert len(player.moves) >= 1
    if player.finished:
        if name != "go":  # whose dead stones are marked now
            expect(page.locator("#board [role=button]")).to_have_count(0)
        expect(page.locator("#hint")).to_have_count(0)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        pytest.param("mnk", {"width": 3, "height": 3, "line": 3, "players": 3}, marks=pytest.mark.long),
        ("mnk", {"width": 3, "height": 2, "line": 3, "players": 4}),
        pytest.param("random-tree", {"players": 3, "depth": 4, "low": 0}, marks=pytest.mark.long),
    ],
)
def test_humans_take_turns_at_one_board(page: Page, name: str, options: dict[str, object]) -> None:
    player = Player(page)
    player.begin(name, ["human"], options=options)
    seen = []
    while not player.finished:
        seen.append(page.locator("#players .moving strong").inner_text())
        player.touch()
        player.settle()
    names_of_players = page.locator("#players strong").all_inner_texts()
    assert len(names_of_players) == options["players"]
    assert seen[: len(names_of_players)] == names_of_players
    assert page.locator("#players .outcome").count() == options["players"]


@pytest.mark.long
def test_four_colours_two_humans_and_two_engines(page: Page) -> None:
    player = Player(page)
    player.begin("chameleon-chess", ["human", "novice", "human", "random"])
    for touches in (2, 4):
        while player.touches < touches:
            player.touch()
        player.settle()
    assert len(player.moves) == 4
    assert page.locator("#players .moving strong").inner_text() == "Red"
