"""The tree viewer in a real browser: stepping, folding, focus, phones, light and dark, and a strict policy."""

import json
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from spielbaum import Limits, tree
from spielbaum.pictures.svg.blocks import text_width
from spielbaum.pictures.tree import html as tree_html
from spielbaum.search.core.result import value_text
from tiers import all_but

Open = Callable[..., Page]
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'"
MEASURE = """all => all.map(text => [text.textContent, Number(text.getAttribute("font-size")), text.getBBox().width,
    text.getAttribute("font-weight")])"""
NEXT_FRAME = "() => new Promise(requestAnimationFrame)"
FILES = Path(tree_html.__file__).parent / "viewer"


@pytest.fixture(scope="module")
def shared(browser: Browser) -> Iterator[tuple[Page, list[str]]]:
    """A window, and what goes wrong in it: errors of scripts, and requests to hosts."""
    page, wrong = browser.new_page(), list[str]()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.on("request", lambda request: None if request.url.startswith("file:") else wrong.append(request.url))
    yield page, wrong
    page.close()


@pytest.fixture
def view(shared: tuple[Page, list[str]], tmp_path: Path) -> Iterator[Open]:
    """Return a function that opens the page of a tree; a test fails if it contacts a host or a script fails."""
    page, wrong = shared

    def open_page(game: str, *, width: int = 1200, height: int = 800, **options: Any) -> Page:
        path = tmp_path / "tree.html"
        tree(game, **options).save(path)
        page.set_viewport_size({"width": width, "height": height})
        page.goto(path.as_uri())
        page.wait_for_selector("[data-ready=true]")
        return page

    yield open_page
    page.emulate_media(color_scheme="light")
    found, wrong[:] = [*wrong], []
    assert not found


def sentence(page: Page) -> str:
    return page.locator(".tv-sentence").first.inner_text()


def values(page: Page) -> list[str]:
    return page.locator(".tv-value, .tv-chip").all_text_contents()


@pytest.mark.parametrize(
    "name", all_but(["shallow-pruning"], ["alpha-beta-twenty-seven", "shallow-pruning", "paranoid"])
)
def test_every_step_has_the_text_of_the_record(view: Open, name: str) -> None:
    page = view(f"figure:{name}")
    (record,) = tree(f"figure:{name}").records.values()
    page.locator(".tv-node").first.focus()
    page.keyboard.press("Home")
    assert "not begun" in sentence(page)
    for number, step in enumerate(record.steps, 1):
        page.keyboard.press("ArrowRight")
        told = sentence(page).replace("≥", ">=").replace("≤", "<=")
        assert told == f"Step {number} of {len(record.steps)}: {step}"


def test_a_step_shows_what_is_known_then(view: Open) -> None:
    page = view("figure:alpha-beta-twenty-seven")
    page.locator(".tv-node").first.focus()
    page.keyboard.press("Home")
    assert page.locator(".tv-node").count() == 1
    for _ in range(8):
        page.keyboard.press("ArrowRight")
    assert sorted(values(page)) == sorted(["–", "≤ 8", "8", "8", "7", "2", "≥ 9", "9"])
    assert page.locator(".tv-cut").count() == 1
    assert page.locator(".tv-node.tv-pruned").count() == 2
    page.get_by_role("button", name="one step back").click()
    assert page.locator(".tv-cut").count() == 0
    page.keyboard.press("End")
    assert page.locator(".tv-cut").count() == 4


def test_keys_step_without_a_click_on_a_page_of_its_own(view: Open) -> None:
    page = view("figure:negamax")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert sentence(page).startswith("Step 1 of")


@pytest.mark.parametrize("name", all_but(["hypermax"], ["deep-pruning-upper", "hypermax"]))
def test_two_algorithms_stand_side_by_side(view: Open, name: str) -> None:
    page = view(f"figure:{name}")
    boxes = [tree.bounding_box() for tree in page.locator(".tv-tree").all()]
    assert boxes[0]
    assert boxes[1]
    assert boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"]
    told = page.locator(".tv-counts").all_inner_texts()
    for text, record in zip(told, tree(f"figure:{name}").records.values(), strict=True):
        assert f"value {value_text(record.value)}, action {record.action};" in text


def test_the_same_line_is_selected_in_both_trees(view: Open) -> None:
    page = view("figure:hypermax")
    page.locator(".tv-tree").first.locator("[data-id='2']").click()
    chosen = page.locator(".tv-node[aria-selected=true]")
    assert [node.get_attribute("aria-label").split(",")[0] for node in chosen.all()] == ["1", "1"]  # type: ignore[union-attr]


def test_folding_by_key_and_by_click(view: Open) -> None:
    page = view("figure:alpha-beta-twenty-seven")
    everything = page.locator(".tv-node").count()
    page.locator(".tv-node").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    node = page.locator(".tv-node[aria-selected=true]")
    assert node.get_attribute("aria-expanded") == "false"
    assert "+" in (node.text_content() or "")
    assert page.locator(".tv-node").count() < everything
    assert page.evaluate("document.activeElement.dataset.id") == node.get_attribute("data-id")
    node.locator("rect").first.click()
    assert page.locator(".tv-node").count() == everything


def test_a_large_tree_notes_that_it_is_folded(view: Open) -> None:
    page = view("random-tree:branching=5,depth=6,low=-9,high=9")
    note = page.locator(".tv-tree .tv-note").inner_text()
    assert "Shown are" in note
    assert page.locator(".tv-more").count() > 0
    page.get_by_role("button", name="fit").click()
    page.keyboard.press("ArrowLeft")
    assert page.locator(".tv-now").count() == 1


def test_zoom_and_drag(view: Open) -> None:
    page = view("figure:alpha-beta-twenty-seven")
    root = page.locator(".tv-node").first
    before = root.bounding_box()
    page.mouse.move(500, 650)
    page.mouse.down()
    page.mouse.move(560, 690, steps=4)
    page.mouse.up()
    page.evaluate(NEXT_FRAME)
    moved = root.bounding_box()
    assert before
    assert moved
    assert (moved["x"] - before["x"], moved["y"] - before["y"]) == pytest.approx((60, 40), abs=1)
    page.mouse.wheel(0, 400)
    page.wait_for_function(
        "width => document.querySelector('.tv-node').getBoundingClientRect().width < width", arg=moved["width"]
    )


def test_light_and_dark(view: Open) -> None:
    page = view("figure:negamax")
    ground = "getComputedStyle(document.querySelector('.tree-viewer')).backgroundColor"
    light = page.evaluate(ground)
    page.get_by_role("button", name="light or dark").click()
    assert page.evaluate(ground) != light
    page.emulate_media(color_scheme="dark")
    page.reload()
    page.wait_for_selector("[data-ready=true]")
    assert page.evaluate(ground) != light


def test_a_phone_shows_it_without_scrolling_sideways(view: Open) -> None:
    page = view("figure:hypermax", width=360, height=700)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for button in page.get_by_role("button").all():
        box = button.bounding_box()
        assert box
        assert box["height"] >= 32
    page.get_by_role("button", name="first step").first.click()
    assert "not begun" in sentence(page)


def test_it_runs_under_a_strict_policy_from_a_url(browser: Browser) -> None:
    made = tree("tic-tac-toe", algorithm="alpha-beta", limits=Limits(depth=2))
    data = tree_html.viewer_data(made.titled, made.game, made.state)
    scripts = "".join(f'<script src="/{name}" defer></script>' for name in tree_html.SCRIPTS)
    markup = (
        f'<!DOCTYPE html><html lang="en"><head><link rel="stylesheet" href="/viewer.css">{scripts}</head>'
        '<body><main><div class="tree-viewer" data-src="/data.json"></div></main></body></html>'
    )
    page = browser.new_page()
    wrong: list[str] = []
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)

    def answer(route: Any) -> None:
        name = route.request.url.rsplit("/", 1)[1]
        if name == "":
            route.fulfill(body=markup, content_type="text/html", headers={"Content-Security-Policy": POLICY})
        elif name == "data.json":
            route.fulfill(body=json.dumps(data), content_type="application/json")
        elif name == "favicon.ico":
            route.fulfill(status=204)
        else:
            route.fulfill(path=FILES / name)

    page.route("http://tree.example/**", answer)
    page.goto("http://tree.example/")
    page.wait_for_selector("[data-ready=true]")
    assert page.locator(".tv-node").count() > 5
    assert page.locator(".tv-node rect").first.evaluate("box => getComputedStyle(box).strokeWidth") != "1px"
    step = page.locator(".tv-sentence").inner_text()
    page.keyboard.press("Home")  # a page with other contents keeps its keys
    assert page.locator(".tv-sentence").inner_text() == step
    page.close()
    assert wrong == []


def test_text_is_never_wider_than_estimated(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content("<svg xmlns='http://www.w3.org/2000/svg' width='9000'></svg>")
    texts = ["alpha 9 ≥ beta 8", "[-∞, 0.25]", "(3, -2, -1)", "MAX: X", "Wurzel ÄÖÜ", "♞♛♝♜", "漢字", *"MW@#%mwQ10"]
    for made in (tree(f"figure:{name}").svg() for name in ("hypermax", "alpha-beta-twenty-seven")):
        page.locator("svg").evaluate("(old, made) => { old.outerHTML = made }", made)
        for text, size, width, weight in page.locator("text").evaluate_all(MEASURE):
            assert width <= text_width(text, size, bold=weight == "bold"), text
        first = page.locator("text").first
        for text in texts:
            width = first.evaluate("(t, text) => { t.textContent = text; return t.getBBox().width }", text)
            assert width <= text_width(text, 17, bold=True), text
    page.close()


BOXES = """all => all.map(text => { const box = text.getBoundingClientRect();
    return [text.textContent, box.left, box.top + box.height * 0.15, box.right, box.bottom - box.height * 0.15]; })"""


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("figure:alpha-beta-twenty-seven", {}),
        pytest.param("figure:deep-pruning-upper", {}, marks=pytest.mark.long),
        pytest.param("tic-tac-toe", {"algorithm": "alpha-beta", "limits": Limits(depth=3)}, marks=pytest.mark.long),
        pytest.param("chameleon-chess", {"algorithm": "max-n", "limits": Limits(depth=2)}, marks=pytest.mark.long),
        ("random-tree:branching=4,depth=4,low=-999999,high=999999", {"algorithm": "pvs"}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_no_texts_of_the_viewer_overlap(view: Open, game: str, options: dict[str, Any]) -> None:
    page = view(game, width=2500, height=1200, **options)
    page.evaluate(NEXT_FRAME)
    found = page.locator(".tv-node > text").evaluate_all(BOXES)
    assert len(found) > 10
    for (one, *a), (other, *b) in combinations(found, 2):
        apart = a[2] <= b[0] + 1 or b[2] <= a[0] + 1 or a[3] <= b[1] + 1 or b[3] <= a[1] + 1
        assert apart, f"{one!r} lies over {other!r}"


def told(page: Page) -> str:
    return page.locator(".tv-told").first.inner_text()


def test_the_search_plays_and_describes_every_step(view: Open) -> None:
    page = view("figure:alpha-beta-twenty-seven", width=1280)
    play = page.get_by_role("button", name="play", exact=True)
    assert (play.bounding_box() or {})["y"] < 60
    assert page.locator(".tv-told").get_attribute("aria-live") == "polite"
    page.keyboard.press("Home")
    assert told(page).startswith("Press play")
    page.get_by_label("speed").select_option("20")
    play.click()
    page.get_by_role("button", name="pause").wait_for()
    page.wait_for_function("() => spielbaumTrees.viewers[0].transport.step > 2")
    page.keyboard.press("p")
    page.get_by_role("button", name="play", exact=True).wait_for()
    page.evaluate("spielbaumTrees.viewers[0].transport.goTo(8, true)")
    assert told(page) == (
        "β-cut after 0 1: MIN already has 8 after 0, MAX would get at least 9 here. 2 branches are pruned."
    )
    assert page.locator(".tv-trail .tv-live").all_text_contents() == ["α −∞  β ∞", "α −∞  β 8", "α 9  β 8"]
    assert page.locator(".tv-place").all_text_contents() == ["#1", "#2", "#3", "#4"]
    assert page.locator(".tv-pruned title").first.text_content() == told(page)
    assert page.locator(".tv-counters dd").all_inner_texts() == ["8", "4", "1", "2"]
    page.get_by_role("button", name="next cutoff").click()
    assert told(page).startswith("β-cut after 1 1:")
    page.keyboard.press("End")
    assert told(page) == "The search is over: MAX chooses 1, the value is 5."
    assert page.locator(".tv-place").count() == 16


LEAVES = "all => all.map(list => Number(list.querySelectorAll('dd')[1].textContent))"


def test_large_trees_are_readable_and_races_run_in_step(view: Open) -> None:
    page = view("tic-tac-toe", width=1280, algorithm="alpha-beta,minimax", limits=Limits(depth=3))
    first = page.locator(".tv-tree").first
    best = first.locator(".tv-rest").first
    assert "more" in (best.text_content() or "")
    shown = first.locator(".tv-node").count()
    assert shown < 40
    assert page.evaluate("spielbaumTrees.viewers[0].panes.every(pane => pane.view.scale >= 0.7)")
    assert first.locator("svg.tv-map").get_attribute("aria-hidden") == "true"
    best.focus()
    page.keyboard.press("Enter")
    assert first.locator(".tv-node").count() > shown
    assert page.locator(".tv-node svg").count() == 0
    boards = page.get_by_role("button", name="boards")
    boards.click()
    assert boards.get_attribute("aria-pressed") == "true"
    assert page.locator(".tv-node svg").count() > 3
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    steps = page.evaluate("spielbaumTrees.viewers[0].panes.map(pane => pane.model.step)")
    assert steps == [2, 2]
    page.keyboard.press("End")
    leaves = page.locator(".tv-counters").evaluate_all(
        "all => all.map(list => Number(list.querySelectorAll('dd')[1].textContent))"
    )
    assert leaves[0] < leaves[1] == 504
    assert "0" in page.locator(".tv-counters").nth(1).inner_text()


def test_a_tree_in_a_text_plays_by_itself_unless_motion_is_reduced(browser: Browser) -> None:
    made = tree("figure:alpha-beta-twenty-seven")
    data = json.dumps(tree_html.viewer_data(made.titled, made.game, made.state))
    style, *scripts = [(FILES / name).read_text(encoding="utf-8") for name in ("viewer.css", *tree_html.SCRIPTS)]
    inside = f"<script type='application/json'>{data}</script>"
    markup = f"<!DOCTYPE html><html lang='en'><title>text</title><style>{style}</style><main>"
    markup += f"<div class='tree-viewer' data-play data-compact>{inside}</div></main>"
    markup += "".join(f"<script>{part}</script>" for part in scripts)
    page = browser.new_page(viewport={"width": 390, "height": 800})
    page.set_content(markup)
    page.wait_for_function("spielbaumTrees.viewers[0]?.transport.step > 0")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert not page.locator(".tv-panel, .tv-help, .tv-bar").filter(visible=True).count()
    page.emulate_media(reduced_motion="reduce")
    page.set_content(markup)
    page.wait_for_selector("[data-ready=true]")
    assert page.evaluate("spielbaumTrees.viewers.at(-1).transport.plays") is False
    page.get_by_role("button", name="one step forward").click()
    assert told(page) == "Leaf after 0 0 0: 8."
    page.close()


EVERY_STEP = """() => { const viewer = spielbaumTrees.viewers[0]; const texts = [];
    for (let i = 1; i <= viewer.transport.steps; i++) {
        viewer.transport.goTo(i);
        texts.push(viewer.panes[0].told.textContent);
    }
    return texts; }"""


def test_long_vectors_are_rounded_and_stacked_and_null_windows_are_called_windows(view: Open) -> None:
    page = view("chameleon-chess", width=1280, algorithm="max-n", limits=Limits(depth=1))
    chips = page.locator(".tv-node").first.locator(".tv-chip")
    assert all(len(text.partition(".")[2]) == 3 for text in chips.all_text_contents())
    boxes = [box.bounding_box() or {} for box in chips.all()]
    assert len(boxes) == 4
    assert len({round(box["y"]) for box in boxes}) == 4
    assert len(page.locator(".tv-panel dd").nth(2).inner_text()) > 36
    page = view("figure:alpha-beta-three-by-three", width=1280, algorithm="mtdf")
    texts = page.evaluate(EVERY_STEP)
    assert any("the window ends at" in text or "the window begins at" in text for text in texts)
