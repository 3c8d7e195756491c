"""Other windows: a phone, 200 % zoom, no scripts, no mouse, no motion."""

import pytest
from playwright.sync_api import Page, expect

from pages import PAGES
from touching import Player, unpressable
from windows import NewWindow

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
ZOOMED = {"viewport": {"width": 640, "height": 450}, "device_scale_factor": 2}
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.long
@pytest.mark.parametrize("window", [PHONE, ZOOMED], ids=["phone", "zoomed"])
def test_everything_fits_into_a_small_window_and_can_be_pressed(
    new_window: NewWindow, window: dict[str, object]
) -> None:
    page = new_window(refusals=True, locale="de-DE", **window)  # German words are longer
    for show in PAGES:
        show(page)
        assert page.evaluate(WIDER) == 0, show
        assert unpressable(page) == [], show


def test_a_game_is_played_on_a_phone(new_window: NewWindow) -> None:
    player = Player(new_window(**PHONE))
    player.begin("tic-tac-toe", ["human"])
    for place in "03142":
        old = player.page.locator("#game").element_handle()
        player.page.tap(f"#board [data-place='{place}']")
        player.page.wait_for_function("old => !old.isConnected", arg=old)
    expect(player.page.locator("#status")).to_have_text("X has won: three in a row")


def test_a_game_is_set_up_and_won_without_scripts(new_window: NewWindow) -> None:
    page = new_window(java_script_enabled=False)
    page.goto("/")
    page.click("[data-game=tic-tac-toe]")
    page.click("#quick-human")
    for move in "03142":
        page.click(f"#actions button[value='{move}']")
    expect(page.locator("#status")).to_have_text("X has won: three in a row")
    page.click("#undo")
    expect(page.locator("#status")).to_have_text("X to move")
    page.click("#go-first")
    expect(page.locator("#status")).to_have_text("At the start")
    page.click("#now-again")
    page.click(".tabs a >> nth=1")
    page.click("#analysis a")
    expect(page.locator(".values .best a")).to_have_text(["2"])
    page.click(".tabs a:has-text('Tree')")
    expect(page.locator("#tree + noscript")).to_be_visible()


@pytest.mark.long
def test_an_engine_answers_without_scripts(new_window: NewWindow) -> None:
    page = new_window(java_script_enabled=False)
    page.goto("/new/tic-tac-toe")
    page.click("#quick-novice")
    page.click("#actions button[value='4']")
    expect(page.locator("#moves li")).to_have_count(2, timeout=10_000)
    expect(page.locator("#status")).to_have_text("X to move")


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until an element has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"{selector} is not reached by the tab key")


def test_a_game_is_set_up_and_won_by_keyboard(page: Page) -> None:
    page.goto("/")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    tab_to(page, "[data-game=tic-tac-toe]")
    page.keyboard.press("Enter")
    page.wait_for_url("**/new/**")
    tab_to(page, "#quick-human")
    page.keyboard.press("Enter")
    page.wait_for_url("**/game/**")
    tab_to(page, "#board [role=button]")
    move(page, "Enter")  # 0; its place is taken, so that the first place gets the focus
    move(page, "ArrowDown", "ArrowDown", "Enter")
    move(page, "ArrowRight", "Enter")
    move(page, "ArrowDown", " ")
    move(page, "Enter")
    assert Player(page).moves == ["0", "7", "2", "4", "1"]
    expect(page.locator("#status")).to_have_text("X has won: three in a row")
    tab_to(page, "#undo")
    move(page, "Enter")
    expect(page.locator("#status")).to_have_text("X to move")


def test_the_focus_stays_at_the_board_while_an_engine_answers(page: Page) -> None:
    page.goto("/new/tic-tac-toe?seat-1-who=random")
    page.click("#begin")
    tab_to(page, "#board [role=button]")
    page.keyboard.press("Enter")
    expect(page.locator("#moves li")).to_have_count(2)
    expect(page.locator("#status")).to_have_text("X to move")
    page.keyboard.press("Enter")
    expect(page.locator("#moves li")).to_have_count(4)
    page.wait_for_function("() => document.activeElement?.matches('#board, #board *')")


def move(page: Page, *keys: str) -> None:
    """Press keys; the last one changes the game."""
    old = page.locator("#game").element_handle()
    for key in keys:
        page.keyboard.press(key)
    page.wait_for_function("old => !old.isConnected", arg=old)


def test_nothing_moves_with_reduced_motion(new_window: NewWindow) -> None:
    page = new_window(reduced_motion="reduce")
    page.goto("/new/connect-four?seat-1-who=algorithm&seat-1-algorithm=alpha-beta&seat-1-seconds=20")
    page.click("#begin")
    Player(page).touch()
    expect(page.locator("#engine .live")).to_be_visible()
    assert page.evaluate("() => document.getAnimations().length") == 0
    page.click("#now")
