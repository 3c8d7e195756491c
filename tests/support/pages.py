"""Functions that navigate to each kind of page."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from touching import Player

Show = Callable[[Page], None]


def new_game(page: Page) -> None:
    page.goto("/new/chameleon-chess")


def start(page: Page) -> None:
    page.goto("/")


def gallery(page: Page) -> None:
    page.goto("/understand")


def lesson(page: Page) -> None:
    page.goto("/understand/deep-pruning")
    expect(page.locator("#tree")).to_have_attribute("data-ready", "true")


def chapter(page: Page) -> None:
    page.goto("/understand/hypermax#6")
    page.click(".scene:not([hidden]) .reveal")
    expect(page.locator(".tree-viewer:not(.elsewhere)")).to_have_attribute("data-ready", "true")


def simulations(page: Page) -> None:
    page.goto("/simulations")
    expect(page.locator(".growth")).to_have_attribute("data-ready", "true")
    page.click("[data-number='100']")
    page.click(".growth-forward")


def exercises(page: Page) -> None:
    page.goto("/exercises?tree=[[3,12],[2,4]]")
    expect(page.locator("#made")).to_be_visible()


def exercise(page: Page) -> None:
    page.goto("/exercise?kind=values&tree=figure:negamax&v-A=7&v-B=3&check=1&solution=1")
    expect(page.locator("#tree")).to_have_attribute("data-ready", "true")


def cuts(page: Page) -> None:
    page.goto("/exercise?kind=cuts&seed=1&cut-b1=1&check=1")


def order(page: Page) -> None:
    page.goto("/exercise?kind=order&tree=figure:negamax&check=1")


def puzzle(page: Page) -> None:
    page.goto("/puzzle?game=tic-tac-toe&seed=1")
    page.click("#listed summary")


def class_entrance(page: Page) -> None:
    page.goto("/class")


def class_of_teacher(page: Page) -> None:
    page.goto("/class")
    page.click("#teach button")
    expect(page.locator("#class-code")).to_be_visible()
    page.goto("/exercise?kind=values&tree=figure:negamax")
    expect(page.locator("#class-bar-mode")).to_be_visible()
    page.evaluate("sessionStorage.clear()")


def own(page: Page) -> None:
    page.goto("/own")


def play(page: Page) -> None:
    Player(page).begin("chameleon-chess", ["human"])
    page.click("#seats summary")
    page.click("#share summary")


def why(page: Page) -> None:
    Player(page).begin("mnk", ["human"], options={"players": 4})
    page.goto(f"{page.url}/why?seconds=0.1&show=1")
    page.click(".values a >> nth=0")
    expect(page.locator("#refutation")).to_be_visible()


def review(page: Page) -> None:
    player = Player(page)
    player.begin("mnk", ["human"] * 4, options={"players": 4})
    player.touch()
    player.touch()
    page.goto(f"{page.url.partition('?')[0]}/review?seconds=0.1")
    expect(page.locator("#review-players")).to_be_visible()


def retry(page: Page) -> None:
    review(page)
    page.goto(page.url.replace("/review?", "/retry?ply=1&"))
    expect(page.locator("#task")).to_be_visible()
    page.click("#solve")
    expect(page.locator("#verdict")).to_be_visible()


def tree(page: Page) -> None:
    Player(page).begin("nim", ["human"])
    page.goto(f"{page.url}/tree?algorithm=minimax&beside=alpha-beta&depth=2")
    expect(page.locator("#tree")).to_have_attribute("data-ready", "true")


def stored(page: Page) -> None:
    page.goto("/stored")


def stored_tournament(page: Page) -> None:
    page.goto("/stored")
    page.click("#tournaments tr:last-child a >> nth=0")


def stored_game(page: Page) -> None:
    stored_tournament(page)
    page.click("#stored-games a >> nth=0")
    page.click("#go-back")
    expect(page.locator("#from-here")).to_be_visible()


def unknown_file(page: Page) -> None:
    page.goto("/stored/tournament/2")
    expect(page.locator("#why-not")).to_be_visible()


def wrong(page: Page) -> None:
    page.goto("/game/there-is-none")


PAGES = (
    start,
    gallery,
    lesson,
    chapter,
    simulations,
    exercises,
    exercise,
    cuts,
    order,
    puzzle,
    class_entrance,
    class_of_teacher,
    own,
    new_game,
    play,
    why,
    review,
    retry,
    tree,
    stored,
    stored_tournament,
    stored_game,
    unknown_file,
    wrong,
)
