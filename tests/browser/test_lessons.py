"""Chapters of the lessons: nothing is told before it is asked, and what is explained can be seen in the tree."""

from playwright.sync_api import Page, expect

from windows import NewWindow

SCENE = ".scene:not([hidden])"
TREE = ".tree-viewer:not(.elsewhere)"
LOOKS = """(tree, names) => names.map((name) => {
    const nodes = [...tree.querySelectorAll(".tv-node")];
    const box = nodes.find((node) => node.querySelector(".tv-action").textContent === name).querySelector(".tv-box");
    const { stroke, strokeDasharray } = getComputedStyle(box);
    return [box.getAttribute("width"), box.getAttribute("height"), stroke, strokeDasharray].join();
})"""
PLACES = """(pane) => Object.fromEntries([...pane.querySelectorAll(".tv-node")].map((node) =>
    [node.querySelector(".tv-action").textContent, node.getAttribute("transform")]))"""


def part(page: Page, chapter: str, number: int) -> None:
    """Go to a part of a chapter, and wait for its tree."""
    page.goto("about:blank")
    page.goto(f"/understand/{chapter}#{number}")
    expect(page.locator(TREE)).to_have_attribute("data-ready", "true")


def node(page: Page, name: str) -> str:
    """Return the selector of a node by its name."""
    return f'{TREE} .tv-node:has(> .tv-action:text-is("{name}"))'


def test_a_lesson_asks_reveals_and_explains(new_window: NewWindow) -> None:
    page = new_window(reduced_motion="reduce", viewport={"width": 1280, "height": 800})
    page.goto("/understand")
    page.click("[data-chapter=alpha-beta]")
    expect(page.locator(f"{SCENE} .text")).to_contain_text("α is −∞ and β is ∞")
    page.click(".next")
    page.get_by_label("b1 and b2").click()
    expect(page.locator(f"{SCENE} .verdict")).to_have_text("Not quite.")
    page.click(".next")
    answer = page.locator(f"{SCENE} .answer")
    expect(answer).to_be_hidden()
    looks = page.locator(TREE).evaluate(LOOKS, ["c2", "c3", "d1", "d3"])
    assert len(set(looks)) == 1  # what will be pruned looks like the rest
    expect(page.locator(f"{TREE} .tv-map")).to_be_hidden()
    expect(page.locator(f"{TREE} .tv-best")).to_have_count(0)
    for name in ("c2", "c3"):
        page.locator(node(page, name)).click()
    page.click(f"{SCENE} .check")
    expect(page.locator(f"{SCENE} .verdict")).to_have_text("Right.")
    expect(answer).to_contain_text("whatever the other leaves are")
    expect(page.locator(f"{TREE} .tv-pruned")).to_have_count(2)
    expect(page.locator(f"{TREE} .tv-told")).to_contain_text(
        "MAX already has 3 at A, MIN would concede at most 2 here."
    )
    answer.locator(".at", has_text="B").hover()
    expect(page.locator(node(page, "B"))).to_have_class("tv-node tv-inner tv-pointed")
    page.locator(".dots button").last.click()
    expect(page.locator(f"{SCENE} .summary li")).to_have_count(6)
    page.click("#following")
    expect(page.get_by_role("heading", level=1)).to_have_text("Move ordering")


def test_sums_bounds_and_repeated_searches_are_drawn(new_window: NewWindow) -> None:
    page = new_window(reduced_motion="reduce", viewport={"width": 1280, "height": 800})
    part(page, "max-n-pruning", 4)
    cut = page.locator(node(page, "B"))
    assert cut.locator(".tv-chip").all_text_contents() == ["≤ 4", "≥ 6", "?"]
    expect(cut.locator(".tv-open")).to_have_count(2)
    expect(cut).to_contain_text("4 + 6 ≥ 10")
    widths = [float(bar.get_attribute("width") or 0) for bar in cut.locator(".tv-track, .tv-part").all()]
    assert widths[0] == sum(widths[1:])  # the bar is full
    part(page, "hypermax", 4)
    page.click(f"{SCENE} .reveal")
    expect(page.locator(node(page, "C"))).to_contain_text("sum 2 ≥ 0")
    expect(page.locator(f"{TREE} .tv-told")).to_contain_text("adds up to 2 − 2 + 2 = 2")
    part(page, "null-window", 4)
    assert page.locator(node(page, "C'")).count() == 0
    expect(page.locator(f"{TREE} .tv-told")).to_contain_text("C is worth more than 4: it is searched again")
    page.click(f"{SCENE} .reveal")
    expect(page.locator(node(page, "C'"))).to_contain_text("searched again")
    expect(page.locator(node(page, "C")).first).to_contain_text("> 4 ?")
    part(page, "hypermax", 6)
    page.click(f"{SCENE} .reveal")
    left, right = (pane.evaluate(PLACES) for pane in page.locator(f"{TREE} .tv-tree").all())
    assert left == right  # compared trees have their nodes at the same places
    scales = page.locator(f"{TREE} .tv-canvas > g").evaluate_all("all => all.map(one => one.getAttribute('transform'))")
    assert len(set(scales)) == 1


def test_on_a_phone_a_lesson_and_an_exercise_begin_with_the_root(new_window: NewWindow) -> None:
    page = new_window(viewport={"width": 390, "height": 844})
    part(page, "alpha-beta", 1)
    boxes = [page.locator(one).bounding_box() for one in ("h1", TREE, f"{SCENE} .text")]
    tops = [box["y"] for box in boxes if box]
    assert tops == sorted(tops)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.goto("/exercise?kind=values&algorithm=alpha-beta&tree=figure:alpha-beta-twenty-seven")
    root = page.locator("#v-A").bounding_box()
    assert root
    assert 0 < root["x"] < 390 - root["width"]
