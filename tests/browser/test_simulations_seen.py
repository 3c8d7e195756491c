"""Monte-Carlo tree search, simulation by simulation: its page, its chapter, and the tree of a game."""

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from spielbaum import games
from spielbaum.pictures.growth import growth_html
from spielbaum.search.algorithms.choice import parse_algorithm
from spielbaum.search.trace.growth import record_growth
from touching import Player

CHOICES = """
async () => {
  const { Model } = window.spielbaumGrowth;
  const data = await (await fetch(document.querySelector(".growth").dataset.growth)).json();
  const model = new Model(data);
  let compared = 0;
  for (let number = 1; number <= model.simulations; number++) {
    const now = model.after(number - 1);
    for (const child of model.line(number).slice(1)) {
      if (!now.visits[child]) continue;
      const others = model.children[model.parent[child]];
      if (others.some((one) => !now.visits[one])) return `simulation ${number} leaves out a move without a visit`;
      const most = Math.max(...others.map((one) => model.bound(one, now).upper));
      if (model.bound(child, now).upper < most - 1e-9) return `simulation ${number} does not follow the largest bound`;
      compared++;
    }
  }
  return compared;
}
"""


def visits(page: Page) -> list[int]:
    """Return the visits of the moves at the root."""
    cells = page.locator(".growth-values tbody td:nth-child(2)")
    return [int(text.replace(",", "")) for text in cells.all_inner_texts()]


def slide(slider: Locator, value: str) -> None:
    """Move a slider, and let it go."""
    slider.fill(value)
    slider.dispatch_event("change")


def test_a_tree_grows_by_four_steps_and_sliders_change_it(page: Page) -> None:
    page.goto("/simulations")
    expect(page.locator(".growth[data-ready]")).to_be_visible()
    forward, caption, active = (
        page.locator(".growth-forward"),
        page.locator(".growth-caption"),
        page.locator(".growth-active"),
    )
    page.click("[data-number='10']")
    assert sum(visits(page)) == 10
    seen = []
    for _ in range(4):
        forward.click()
        seen.append(active.inner_text())
        if seen[-1] == "Selection":
            expect(caption).to_contain_text(re.compile("chooses"))
    assert seen == ["Selection", "Selection", "Playout", "Back-up"]
    assert sum(visits(page)) == 11
    expect(page.locator(".growth-board svg")).to_be_visible()
    assert page.evaluate(CHOICES) > 1_000

    page.locator(".growth-drawing").focus()
    page.keyboard.press("ArrowLeft")
    assert active.inner_text() == "Playout"
    page.keyboard.press("Home")
    assert sum(visits(page)) == 0

    page.click("[data-number='1000']")
    expect(page.locator("[data-number='1000']")).to_have_attribute("aria-pressed", "true")
    explored = visits(page)
    assert sum(explored) == 1_000
    slide(page.locator("#growth-exploration"), "0")
    expect(page.locator(".growth-values .best td").first).to_contain_text("989")
    assert page.url.endswith("?exploration=0")
    page.reload()
    page.click(".growth[data-ready] [data-number='1000']")
    expect(page.locator(".growth-values .best td").first).to_contain_text("989")
    slide(page.locator("#growth-number"), "0")
    expect(caption).to_contain_text("No simulation yet")


def test_the_chapter_asks_before_the_tree_goes_on(page: Page) -> None:
    page.goto("/understand/mcts#4")
    expect(page.locator(".growth[data-ready]:not(.elsewhere)")).to_be_visible()
    page.locator(".growth:not(.elsewhere) .growth-node", has_text="b1").click()
    expect(page.locator(".scene:not([hidden]) .verdict")).to_have_text("Right.")
    expect(page.locator(".growth:not(.elsewhere) .growth-caption")).to_contain_text("= 2.05, the largest upper bound")


def test_the_tree_of_a_game_grows_and_its_panel_counts_simulations(page: Page) -> None:
    page.goto("/new/tic-tac-toe?seat-1-who=algorithm&seat-1-algorithm=mcts&seat-1-seconds=0.2")
    page.click("#begin")
    page.wait_for_url("**/game/**")
    Player(page).touch("4")
    engine = page.locator(".engine")
    expect(engine).to_contain_text("Visits of the move")
    expect(engine).not_to_contain_text("Nodes")
    page.goto(page.url.split("?")[0] + "/tree?algorithm=mcts")
    expect(page.locator(".growth[data-ready]")).to_be_visible()


def test_a_growing_tree_is_one_file(page: Page, tmp_path: Path) -> None:
    nim = games.load("nim:heaps=1-2")
    grown = record_growth(nim, nim.initial(), parse_algorithm("mcts:solver=false"), simulations=120)
    file = tmp_path / "growth.html"
    file.write_text(growth_html(grown, nim, [nim.initial()]), encoding="utf-8")
    page.goto(file.as_uri())
    page.click(".growth[data-ready] [data-number='10']")
    assert visits(page) == [1, 8, 1]
    page.click(".growth-forward")
    expect(page.locator(".growth-board svg")).to_be_visible()
    expect(page.locator(".growth-note")).to_contain_text("first 100 simulations")
    page.click("[data-number='120']")
    assert sum(visits(page)) == 120
