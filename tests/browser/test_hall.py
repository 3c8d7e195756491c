"""Trees for a lecture hall: a key for each step, the loop of the search, large type, notes, and pages to print."""

from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from spielbaum import start, tree
from spielbaum.language import using_language
from spielbaum.pictures.growth import growth_html
from spielbaum.pictures.svg.browser import print_page
from spielbaum.search.algorithms.choice import parse_algorithm
from spielbaum.search.trace.growth import record_growth

FIGURE = "figure:alpha-beta-twenty-seven"
LEAVES = [[[8, 7, 2], [9, 1, 6], [2, 4, 1]], [[1, 3, 5], [3, 9, 2], [6, 5, 2]], [[1, 2, 3], [9, 7, 2], [16, 6, 4]]]
"""The tree of the figure."""


@pytest.fixture(scope="module")
def deck(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """The deck of slides of the figure, before its first step."""
    page = browser.new_page(viewport={"width": 1920, "height": 1080})
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    path = tmp_path_factory.mktemp("deck") / "deck.html"
    path.write_text(tree(FIGURE).slides(notes={8: "Ask who would stop here."}), encoding="utf-8")
    page.goto(path.as_uri())
    page.wait_for_selector("[data-ready=true]")
    yield page
    page.close()
    assert not wrong


def windows() -> list[tuple[str, ...]]:
    """Return alpha, beta and v after each change of v, by the algorithm as it is taught."""
    found: list[tuple[str, ...]] = []

    def text(x: float) -> str:
        return f"{x:g}".replace("-", "−").replace("inf", "∞")

    def search(node: Any, alpha: float, beta: float, maximises: bool) -> float:
        if isinstance(node, int):
            return node
        v = -inf if maximises else inf
        for child in node:
            worth = search(child, alpha, beta, not maximises)
            better = worth > v if maximises else worth < v
            v = max(v, worth) if maximises else min(v, worth)
            if maximises:
                alpha = max(alpha, v)
            else:
                beta = min(beta, v)
            if better:
                found.append((text(alpha), text(beta), text(v)))
            if alpha >= beta:
                break
        return v

    assert search(LEAVES, -inf, inf, True) == 5
    return found


def here(page: Page) -> list[str]:
    return page.locator(".tv-here td").all_inner_texts()


def test_a_key_a_step_shows_alpha_beta_and_v_at_every_turn_of_the_loop(deck: Page) -> None:
    deck.keyboard.press("Home")
    assert deck.locator(".tv-count").inner_text() == "0 / 39"
    shown, turns = list[tuple[str, ...]](), list[str]()
    for key in ["PageDown", " ", "ArrowRight"] * 13:
        deck.keyboard.press(key)
        if deck.locator(".tv-changed").count():
            shown.append(tuple(here(deck)))
        turns.append(deck.locator(".tv-turn").inner_text())
    assert shown == windows()
    assert turns[1:8] == [
        "v = max(−∞, 8) = 8, α = max(−∞, 8) = 8",
        "v = max(8, 7) = 8",
        "v = max(8, 2) = 8",
        "return 8",
        "v = min(∞, 8) = 8, β = min(∞, 8) = 8",
        "v = 9",
        "v = max(−∞, 9) = 9 ≥ β = 8 ✂\ufe0e",
    ]
    assert turns[-1] == "return 5"
    deck.keyboard.press("PageUp")
    assert deck.locator(".tv-count").inner_text() == "38 / 39"


SIZES = """() => [...document.querySelectorAll(".tv-tree *")].filter((part) =>
    part.getClientRects().length && [...part.childNodes].some((inner) => inner.nodeType === 3 && inner.data.trim()))
    .map((part) => parseFloat(getComputedStyle(part).fontSize) * (part.getCTM?.().a ?? 1))"""


def test_type_is_24_px_and_more_and_the_whole_tree_is_in_view(deck: Page) -> None:
    deck.keyboard.press("Home")
    for _ in range(8):
        deck.keyboard.press("PageDown")
    sizes = deck.evaluate(SIZES)
    assert len(sizes) > 60
    assert min(sizes) > 23.99
    assert deck.locator(".tv-node").count() == 40
    stage, *boxes = [part.bounding_box() or {} for part in deck.locator(".tv-canvas, .tv-node").all()]
    assert all(stage["x"] <= box["x"] and box["x"] + box["width"] <= stage["x"] + stage["width"] for box in boxes)
    deck.keyboard.press("b")
    assert not deck.locator(".tv-told").is_visible()
    deck.keyboard.press("b")


def test_notes_are_below_the_slide_or_in_a_window_of_their_own(deck: Page) -> None:
    deck.keyboard.press("Home")
    for _ in range(8):
        deck.keyboard.press("PageDown")
    deck.keyboard.press("n")
    own, told, asked, after = deck.locator("aside.tv-notes p").all_inner_texts()
    assert own == "Ask who would stop here."
    assert told.startswith("β-cut after 0 1:")
    assert asked == "Ask: which leaf is visited next, and why?"
    assert after == "Next: Leaf after 0 2 0: 2."
    deck.keyboard.press("n")
    assert not deck.locator("aside.tv-notes").is_visible()
    with deck.expect_popup() as opened:
        deck.keyboard.press("s")
    window = opened.value
    assert window.locator("main p").all_inner_texts() == [own, told, asked, after]
    window.keyboard.press("PageDown")
    assert deck.locator(".tv-told").inner_text() == "Leaf after 0 2 0: 2."
    assert window.locator("h2").inner_text() == "9 of 39"
    assert window.locator(".tv-clock").inner_text().startswith("0:0")
    window.close()


@pytest.mark.parametrize(
    ("name", "turn"), [("shallow-pruning", "5 + 6 ≥ 10 ✂\ufe0e"), ("hypermax", "2 − 2 + 2 = 2 ≥ 0 ✂\ufe0e")]
)
def test_prunings_of_vectors_show_their_sums(browser: Browser, tmp_path: Path, name: str, turn: str) -> None:
    page = browser.new_page(viewport={"width": 1920, "height": 1080})
    path = tmp_path / "deck.html"
    path.write_text(tree(f"figure:{name}").slides(), encoding="utf-8")
    page.goto(path.as_uri())
    page.wait_for_selector("[data-ready=true]")
    page.keyboard.press("c")
    assert page.locator(".tv-turn").first.inner_text() == turn
    page.close()


def test_a_tree_fills_the_screen_and_leaves_it(browser: Browser, tmp_path: Path) -> None:
    page = browser.new_page()
    path = tmp_path / "tree.html"
    tree("figure:negamax").save(path)
    page.goto(path.as_uri())
    page.wait_for_selector("[data-ready=true]")
    assert not page.locator(".tv-loop").is_visible()
    page.get_by_role("button", name="for a lecture hall").click()
    page.wait_for_function("() => document.fullscreenElement?.classList.contains('tv-hall')")
    assert page.locator(".tv-loop").is_visible()
    page.keyboard.press("f")
    page.wait_for_function("() => !document.fullscreenElement && !document.querySelector('.tv-hall')")
    page.close()


def test_a_deck_prints_a_step_a_page(deck: Page) -> None:
    deck.keyboard.press("Home")
    deck.evaluate("dispatchEvent(new Event('beforeprint'))")
    pages = deck.locator(".tv-page")
    assert pages.count() == 40
    assert pages.nth(8).locator(".tv-told").text_content() == (
        "β-cut after 0 1: MIN already has 8 after 0, MAX would get at least 9 here. 2 branches are pruned."
    )
    assert pages.nth(39).locator(".tv-node").count() == 40
    deck.evaluate("dispatchEvent(new Event('afterprint'))")
    assert pages.count() == 0
    assert deck.locator(".tv-count").inner_text() == "0 / 39"


def test_a_slide_has_an_address(deck: Page) -> None:
    begin = deck.url.partition("#")[0]
    deck.goto(f"{begin}#8")
    expect(deck.locator(".tv-count")).to_have_text("8 / 39")
    deck.keyboard.press("PageDown")
    expect(deck).to_have_url(f"{begin}#9")
    deck.reload()
    expect(deck.locator(".tv-count")).to_have_text("9 / 39")


def test_the_node_of_the_search_is_in_view_on_a_small_screen(browser: Browser, tmp_path: Path) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    path = tmp_path / "deck.html"
    with using_language("de"):
        path.write_text(tree(FIGURE).slides(), encoding="utf-8")
    page.goto(f"{path.as_uri()}#8")
    page.wait_for_selector("[data-ready=true]")
    stage, node = (page.locator(name).first.bounding_box() for name in (".tv-stage", ".tv-now"))
    assert stage is not None
    assert node is not None
    assert stage["x"] <= node["x"]
    assert node["x"] + node["width"] <= stage["x"] + stage["width"]
    assert "α 9 ≥ β 8" in (page.locator(".tv-now").first.text_content() or "").replace("\n", " ")
    page.close()


def test_a_deck_of_simulations_shows_the_first_in_steps_and_then_more_and_more(
    browser: Browser, tmp_path: Path
) -> None:
    nim = start("nim")
    grown = record_growth(nim.game, nim.state, parse_algorithm("mcts:solver=false"), simulations=60)
    path = tmp_path / "simulations.html"
    path.write_text(growth_html(grown, nim.game, nim.states, slides=True), encoding="utf-8")
    page = browser.new_page(viewport={"width": 1920, "height": 1080})
    page.goto(path.as_uri())
    page.wait_for_selector(".growth[data-ready=true]")
    counts, captions = list[str](), set[str]()
    while len(counts) < 40:
        counts.append(page.locator(".growth-count").inner_text())
        captions.add(page.locator(".growth-caption").inner_text())
        if counts[-1] == "60 simulations":
            break
        page.keyboard.press("PageDown")
    assert list(dict.fromkeys(counts)) == [
        f"{number} simulation{'s' * (number != 1)}" for number in (0, 1, 2, 3, 5, 10, 20, 50, 60)
    ]
    assert len(captions) > 10
    assert page.locator(".growth-caption").evaluate("part => parseFloat(getComputedStyle(part).fontSize)") >= 24
    page.evaluate("() => { dispatchEvent(new Event('beforeprint')); }")
    assert page.locator(".growth-page").count() == len(counts)
    page.evaluate("() => { dispatchEvent(new Event('afterprint')); }")
    page.keyboard.press("PageUp")
    assert page.locator(".growth-count").inner_text() == "50 simulations"
    page.close()


@pytest.mark.long
def test_a_browser_prints_a_deck_as_pdf(tmp_path: Path) -> None:
    path = tmp_path / "deck.pdf"
    print_page(tree("figure:negamax").slides(), path)
    (record,) = tree("figure:negamax").records.values()
    content = path.read_bytes()
    assert content.startswith(b"%PDF-")
    assert content.count(b"/Type /Page\n") == len(record.steps) + 1
