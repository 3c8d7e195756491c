"""A class in three windows: students follow their teacher, who sees what goes wrong; a hall; puzzles; an own game."""

import re

from playwright.sync_api import Page, expect

from windows import NewWindow

STEPS = "spielbaumTrees.viewers.map(viewer => viewer.transport.step)"
PHONE = {"width": 390, "height": 844}


def follows(page: Page, address: str) -> None:
    page.wait_for_url(re.compile(address))


def test_a_class_follows_its_teacher_and_works_alone(new_window: NewWindow) -> None:
    teacher = new_window()
    one, two = (new_window(refusals=True, **{"viewport": PHONE} if phone else {}) for phone in (0, 1))
    teacher.goto("/class")
    teacher.click("#teach button")
    room, code = teacher.url, teacher.inner_text("#class-code")
    for student, name in ((one, "Ada"), (two, "")):
        student.goto(f"/class?code={code}")
        student.fill("#name", name)
        student.click("#join button")
    expect(teacher.locator(".class-seats li.there")).to_have_count(2)

    # a lesson: its parts, its questions and the steps of its tree
    teacher.goto("/understand/alpha-beta")
    for student in (one, two):
        follows(student, "/understand/alpha-beta")
    while not teacher.locator(".scene:not([hidden]) .reveal").is_visible():
        teacher.click(".parts .next")
    part = teacher.url.partition("#")[2]
    follows(two, f"#{part}$")
    one.locator(".scene:not([hidden]) .answers label").last.click()
    if one.locator(".scene:not([hidden]) .check").is_visible():
        one.click(".scene:not([hidden]) .check")
    teacher.click(".scene:not([hidden]) .reveal")
    expect(two.locator(".scene.answered:not([hidden])")).to_have_count(1)

    # a game: its moves and its earlier positions, but not the link to play it
    teacher.goto("/new/tic-tac-toe?seat-1-who=human")
    teacher.click("#begin")
    teacher.click('#board [data-place="4"]')
    follows(one, "/watch/")
    expect(two.locator('#board [data-place="4"].changed')).to_have_count(1)
    teacher.click("#go-back")
    follows(two, r"/watch/.*ply=0")
    id = teacher.url.partition("/game/")[2].partition("?")[0]  # noqa: A001
    assert id not in two.content()
    teacher.goto(f"/game/{id}/tree?algorithm=minimax&depth=1")
    follows(two, "/watch/.*/tree")
    expect(two.locator("#tree")).to_have_attribute("data-ready", "true")
    teacher.locator("#tree [role=treeitem]").nth(3).click()
    chosen = teacher.locator("#tree [aria-selected=true]").get_attribute("aria-label")
    assert chosen
    expect(two.locator("#tree [aria-selected=true]")).to_have_attribute("aria-label", chosen)
    assert id not in two.content()
    teacher.go_back()
    follows(one, r"/watch/[^/]*ply=0")

    # students who are let go play from the position
    teacher.click("#class-bar-mode")
    one.click("#class-bar a:text('New game from this position')")
    one.click("#quick-easy")
    expect(one.locator("#game")).to_be_visible()
    teacher.click("#class-bar-mode")
    follows(one, "/watch/")

    # an exercise, and what goes wrong most
    teacher.goto("/exercise?kind=values&tree=figure:negamax")
    for student, value in ((one, "7"), (two, "7")):
        follows(student, "/exercise")
        student.fill("[name=v-A]", value)
        student.click("#check")
    teacher.goto(room)
    expect(teacher.locator(".class-seats li.wrong")).to_have_count(2)
    expect(teacher.locator(".class-mistakes li").first).to_have_text(re.compile(r"2×\s+A = 7"))

    # let go and called back
    teacher.click("#class-mode")
    expect(one.locator("#class-bar")).to_contain_text("You work on your own")
    one.goto("/puzzle?game=tic-tac-toe&position=..OX..OX. X")
    expect(teacher.locator(".class-where")).to_have_text("Puzzle · Tic-tac-toe")
    teacher.click("#class-mode")
    follows(one, "/exercise")

    # the end
    teacher.click(".class-end button")
    for student in (one, two):
        expect(student.locator("#class-bar")).to_have_text("The class has ended.")
        assert student.evaluate("sessionStorage.getItem('class')") is None


def test_a_page_for_a_hall_is_wide_and_large(new_window: NewWindow) -> None:
    page = new_window(viewport={"width": 1920, "height": 1080})
    page.goto("/understand/alpha-beta")
    for tree in page.locator(".tree-viewer").all():
        expect(tree).to_have_attribute("data-ready", "true")
    scale = "spielbaumTrees.viewers.find(viewer => viewer.element.offsetWidth).panes[0].view.scale"
    before = page.evaluate(scale)
    page.click(".display summary")
    page.check("#hall")
    page.keyboard.press("Escape")
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "24px"
    assert page.evaluate(scale) > before
    dot = page.locator(".dots [aria-current=step]")
    first = dot.get_attribute("title")
    page.keyboard.press("PageDown")
    expect(dot).not_to_have_attribute("title", first or "")
    page.keyboard.press("PageUp")
    expect(dot).to_have_attribute("title", first or "")
    for address in ("/exercise?kind=cuts&seed=1", "/puzzle?game=tic-tac-toe&position=..OX..OX. X"):
        page.goto(address)
        box = page.locator("main > .page").bounding_box()
        assert box
        assert box["width"] >= 1900
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.click(".display summary")
    page.uncheck("#hall")
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "16px"


def test_a_puzzle_is_played_to_its_end(page: Page) -> None:
    page.goto("/puzzle?game=tic-tac-toe&position=..OX..OX. X")
    page.click('#board [data-place="0"]')
    expect(page.locator("#verdict.wrong")).to_have_text("0 loses. Try another move.")
    page.reload()  # a fresh start
    page.click('#board [data-place="4"]')
    expect(page.locator("#verdict.open")).to_contain_text("Right!")
    assert page.locator("#line li").all_inner_texts() == ["4", "0"]
    page.click('#board [data-place="1"]')
    expect(page.locator("#verdict.right")).to_contain_text("Solved at the first try.")
    expect(page.locator("#streak")).to_have_text("1 in a row")
    page.click("#another")
    expect(page.locator("#streak")).to_have_text("1 in a row")
    page.click("#solve")
    expect(page.locator("#streak")).to_have_count(0)
