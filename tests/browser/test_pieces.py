"""Pieces are dragged, glide, fall and hop when moved, and stay still with reduced motion; signs can be switched on."""

from playwright.sync_api import Page, expect

from touching import Player
from windows import NewWindow

SPY = """
window.glides = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  if (!options.delay) window.glides.push(options.duration); // others go on after a redraw
  return animate.call(this, frames, options);
};
"""


def test_pieces_are_dragged_and_glide_unless_motion_is_reduced(new_window: NewWindow) -> None:
    page = new_window()
    page.add_init_script(SPY)
    player = Player(page)
    player.begin("chess", ["human"])
    assert page.locator("#board [stroke-dasharray]").count() == 0
    page.locator('#board [data-place="e2"]').hover()
    page.mouse.down()
    page.mouse.move(*middle(page, "e3"))
    expect(page.locator(".drag-image")).to_have_count(1)
    expect(page.locator("#board .chosen")).to_have_attribute("data-place", "e2")
    page.mouse.move(*middle(page, "e4"))
    page.mouse.up()
    player.wait_for_moves(1)
    assert player.moves == ["e4"]
    assert page.locator(".drag-image").count() == 0
    assert page.evaluate("glides") == []  # it was dragged
    player.touch("e7")
    player.touch("e5")
    player.wait_for_moves(2)
    glides = page.evaluate("glides")
    assert len(glides) == 1
    assert 0 < glides[0] <= 250
    page.emulate_media(reduced_motion="reduce")
    player.touch("d2")
    player.touch("d4")
    player.wait_for_moves(3)
    assert player.moves == ["e4", "e5", "d4"]
    assert len(page.evaluate("glides")) == 1


FLIGHTS = """
window.flights = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  const layer = this.closest(".flying");
  const last = document.querySelector("#board :is(.last, .trail)");
  if (!options.delay) setTimeout(() => window.flights.push({
    frames: frames.length,
    before: layer?.nextElementSibling?.getAttribute("class") ?? "",
    marked: !!last && getComputedStyle(last).visibility === "visible",
  }));
  return animate.call(this, frames, {...options, duration: options.duration + 300});
};
"""


def test_discs_fall_behind_the_lattice_jumps_hop_and_marks_wait(new_window: NewWindow) -> None:
    page = new_window()
    page.add_init_script(FLIGHTS)
    player = Player(page)
    player.begin("connect-four", ["human"])
    player.touch("4")
    player.wait_for_moves(1)
    expect(page.locator("#board .flying")).to_have_count(0)
    assert page.evaluate("flights") == [{"frames": 4, "before": "lattice", "marked": False}]
    expect(page.locator("#board .last")).to_have_css("visibility", "visible")
    expect(page.locator("#board .sign").first).to_be_hidden()
    page.click(".display summary")
    page.check("#signs")
    expect(page.locator("#board .piece .sign")).to_have_css("display", "inline")
    page.reload()
    expect(page.locator("#board .piece .sign")).to_have_css("display", "inline")
    page.keyboard.press("Tab")
    page.locator("#board [role=button][tabindex='0']").focus()
    expect(page.locator("#board .focus-frame rect")).to_have_count(2)
    player.begin("draughts", ["human"], options={"position": "B:W6,15,32:B1"})
    for name in ("1", "10", "19"):
        player.touch(name)
    player.wait_for_moves(1)
    assert player.moves == ["1x19"]
    expect(page.locator("#board .flying")).to_have_count(0)
    assert page.evaluate("flights") == [{"frames": 5, "before": "", "marked": False}]


def test_a_touch_beside_a_small_place_reaches_it(new_window: NewWindow) -> None:
    page = new_window(viewport={"width": 390, "height": 844}, has_touch=True)
    player = Player(page)
    player.begin("dots-and-boxes", ["human"])
    line = page.locator("#board [role=button] >> nth=0").bounding_box()
    assert line
    assert line["height"] < 24 < line["width"]
    name = page.locator("#board [role=button] >> nth=0").get_attribute("data-place")
    x, y = line["x"] + line["width"] / 2, line["y"] + line["height"] / 2
    page.touchscreen.tap(x, y + 20)
    player.wait_for_moves(1)
    assert player.moves == [name]


def middle(page: Page, name: str) -> tuple[float, float]:
    """Return the centre of a place."""
    box = page.locator(f'#board [data-place="{name}"]').bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
