"""Pieces are dragged, glide when moved, and stay still with reduced motion."""

from playwright.sync_api import Page, expect

from touching import Player
from windows import NewWindow

SPY = """
window.glides = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  window.glides.push(options.duration);
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


def middle(page: Page, name: str) -> tuple[float, float]:
    """Return the centre of a place."""
    box = page.locator(f'#board [data-place="{name}"]').bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
