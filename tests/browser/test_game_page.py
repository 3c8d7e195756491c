"""The page of a game: one click to begin, moves before the answer, variations and notes, sheets, clocks, a rematch."""

import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, expect

from serving import Server
from touching import Player
from visiting import begin_at, post
from windows import NewWindow

REFUSED = {"HX-Retarget": "#notice", "HX-Reswap": "innerHTML"}
HEIGHTS = "() => [document.documentElement.scrollHeight, document.body.getBoundingClientRect().bottom + scrollY]"


def quick(page: Page, key: str, who: str = "human", query: str = "") -> Player:
    """Begin a game with one click."""
    page.goto(f"/new/{key}{query}")
    page.click(f"#quick-{who}")
    page.wait_for_url("**/game/**")
    return Player(page)


def _taken(page: Page, held: list[Route]) -> Route:
    """Return the request that is held back, once it has come."""
    while not held:
        page.wait_for_timeout(10)
    return held.pop()


def test_a_move_is_shown_before_the_answer_and_taken_back_if_it_is_refused_or_lost(new_window: NewWindow) -> None:
    page = new_window(refusals=True)
    held: list[Route] = []
    player = quick(page, "chess")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url) if request.method == "POST" else None)
    page.click('#board [data-place="e2"]')
    expect(page.locator("#board .target")).to_have_count(2)
    assert requests == []  # a piece is selected without the server
    page.route("**/touch*", lambda route: held.append(route))
    page.click('#board [data-place="e4"]')
    expect(page.locator('#board [data-place="e4"] .piece')).to_have_count(1)
    expect(page.locator('#board [data-place="e2"] .piece')).to_have_count(0)
    assert player.moves == []
    _taken(page, held).fulfill(status=400, content_type="text/html", headers=REFUSED, body="<p>No.</p>")
    expect(page.locator('#board [data-place="e2"] .piece')).to_have_count(1)
    page.click('#board [data-place="e2"]')
    page.click('#board [data-place="e4"]')
    _taken(page, held).fulfill(status=404, content_type="text/html", body="<h1>The page of a proxy</h1>")
    expect(page.locator("#notice")).to_contain_text("did not reach the server")
    expect(page.locator('#board [data-place="e2"] .piece')).to_have_count(1)
    page.click('#board [data-place="d2"]')
    page.click('#board [data-place="d4"]')
    page.wait_for_function("() => document.querySelector('#board.sending')")
    _taken(page, held).continue_()
    player.wait_for_moves(1)
    assert player.moves == ["d4"]
    page.unroute("**/touch*")
    page.context.set_offline(True)
    expect(page.locator("#notice")).to_contain_text("You are offline")
    page.click('#board [data-place="d7"]')
    page.click('#board [data-place="d5"]')
    expect(page.locator('#board [data-place="d7"] .piece')).to_have_count(1)
    page.context.set_offline(False)
    expect(page.locator("#notice")).to_be_empty()


def test_variations_comments_and_arrows_are_stored_beside_the_moves(new_window: NewWindow) -> None:
    page = new_window(bypass_csp=True)
    player = quick(page, "connect-four")
    for column in "4435":
        player.touch(column)
        player.settle()
    columns = page.locator("#moves a").evaluate_all("links => links.map(link => link.getBoundingClientRect().x)")
    assert columns[0] == columns[2] < columns[1] == columns[3]
    for _ in range(2):
        page.keyboard.press("ArrowLeft")  # faster than the answers
    expect(page.locator("#board")).to_have_attribute("data-ply", "2")
    page.click("#board [data-place='7']")
    expect(page.locator("#status")).to_have_text("Variation: Red to move")
    page.click("#board [data-place='1']")
    expect(page.locator(".variation a")).to_have_text(["7", "1"])
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".variation [aria-current]")).to_have_text("7")
    page.click("#notes summary")
    page.fill("#comment-text", "Too far from the middle.")
    page.click("#notes button >> nth=0")
    expect(page.locator("#comment")).to_have_text("Too far from the middle.")
    start, end = (page.locator(f'#board [data-place="{column}"]').bounding_box() for column in "26")
    assert start
    assert end
    page.mouse.move(start["x"] + 10, start["y"] + 10)
    page.mouse.down(button="right")
    page.mouse.move(end["x"] + 10, end["y"] + 10)
    page.mouse.up(button="right")
    expect(page.locator("#arrow-form [name=revision]")).not_to_have_value("6")
    page.reload()
    expect(page.locator(".drawn-arrow")).to_have_count(1)
    expect(page.locator(".variation .comment")).to_have_text("Too far from the middle.")
    found = Axe().run(page).response["violations"]
    assert not found, [(one["id"], node["html"][:150], node["any"]) for one in found for node in one["nodes"]]
    page.click(".variation button")
    expect(page.locator(".variation")).to_have_count(0)
    assert player.moves == ["4", "4", "3", "5"]


def test_why_and_review_open_beside_the_board_and_letters_are_commands(page: Page) -> None:
    player = quick(page, "tic-tac-toe")
    for place in "048":
        player.touch(place)
        player.settle()
    address = page.url
    page.keyboard.press("l")
    expect(page.locator("#analysis #verdict")).to_be_visible()
    expect(page.locator("#eval-bar svg.upright")).to_be_visible()
    player.touch("2")
    expect(page.locator("#analysis .values tbody tr")).to_have_count(5)
    page.click(".sheet [data-sheet=review]")
    expect(page.locator("#review-moves tbody tr")).to_have_count(4)
    expect(page.locator("#eval-bar")).to_be_visible()
    page.click("#review-2")
    expect(page.locator("#board")).to_have_attribute("data-ply", "2")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#board")).to_have_attribute("data-ply", "4")
    page.keyboard.press("f")
    expect(page).to_have_url(re.compile("flip=1"))
    page.keyboard.press("?")
    expect(page.locator("#keys summary")).to_be_focused()
    assert page.url.partition("?")[0] == address
    page.click(".sheet [data-sheet=play]")


def test_clocks_run_sound_is_off_and_a_rematch_changes_sides(page: Page) -> None:
    page.goto("/new/tic-tac-toe?position=XX.OO....&clock=3%2B2&seat-1-who=novice")
    page.click("#begin")
    page.wait_for_url("**/game/**")
    player = Player(page)
    expect(page.locator(".clock")).to_have_text(["3:00", "3:00"])
    knob = page.locator("#sound-switch")
    expect(knob).to_have_attribute("aria-checked", "false")
    knob.click()
    expect(knob).to_have_attribute("aria-checked", "true")
    knob.click()
    player.touch("5")
    player.settle()
    expect(page.locator(".clock[data-running]")).to_have_text("3:00")
    page.wait_for_function("() => document.querySelector('.clock[data-running]').textContent === '2:59'")
    if not player.finished:
        page.click("#resign")
    expect(page.locator("#players .outcome")).to_have_text(["−1", "1"])
    before = page.url
    page.click("#rematch")
    page.wait_for_url(lambda url: "/game/" in url and url != before)
    expect(page.locator("#players .who").nth(1)).to_have_text("human")
    expect(page.locator("#players .who").nth(0)).to_contain_text("Novice")


def test_long_games_do_not_lengthen_the_page_and_humans_learn_that_they_are_out(
    new_window: NewWindow, server: Server
) -> None:
    page = new_window(viewport={"width": 1100, "height": 520})
    path = begin_at(
        server.url, "mnk", "human", "human", **{"option-width": "6", "option-height": "6", "option-line": "6"}
    )
    for number in range(28):
        square = f"{'abcdef'[number % 6]}{6 - number // 6}"
        post(f"{server.url}{path}/move", data={"revision": str(number), "action": square})
    page.goto(path)
    expect(page.locator("#moves li")).to_have_count(28)
    whole, shown = page.evaluate(HEIGHTS)
    assert whole <= shown + 1
    page.goto(
        "/new/chameleon-chess?position=8/RyRg6/8/2Bg5/1By6/8/2Rb5/Rr7+B+a1c7&"
        + "&".join(f"seat-{seat}-who=human" for seat in range(4))
    )
    page.click("#begin")
    page.wait_for_url("**/game/**")
    expect(page.locator("#out")).to_contain_text("Green, Yellow")
    expect(page.locator("#players .out")).to_have_count(2)
    for number, move in enumerate(("c5a4", *("b7c5", "a4b5", "c5b7", "b5a4") * 2), 1):
        page.keyboard.type(move)
        Player(page).wait_for_moves(number)
    expect(page.locator("#dull")).to_contain_text("agree a draw")
    page.click("#draw")
    expect(page.locator("#status")).to_have_text("Drawn by agreement")
