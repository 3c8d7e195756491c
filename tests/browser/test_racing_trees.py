"""Algorithms that search the same position side by side."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from touching import Player
from windows import NewWindow


def test_algorithms_race_in_german_in_dark_mode_by_keyboard(new_window: NewWindow) -> None:
    page = new_window(locale="de-DE", color_scheme="dark", bypass_csp=True, viewport={"width": 1280, "height": 800})
    Player(page).begin("tic-tac-toe", ["human"], options={"position": "XO.X....."})
    page.goto(f"{page.url}/tree?algorithm=alpha-beta&beside=minimax&third=pvs&depth=2")
    expect(page.locator("#tree")).to_have_attribute("data-ready", "true")
    assert [name.strip() for name in page.locator(".tv-tree h2").all_inner_texts()] == ["alpha-beta", "minimax", "pvs"]
    told = page.locator(".tv-told")
    expect(told.first).to_contain_text("Die Suche beginnt an der Wurzel")
    play = page.get_by_role("button", name="abspielen")
    box = play.bounding_box()
    assert box
    assert box["y"] + box["height"] < 400
    page.get_by_label("Geschwindigkeit").select_option("100")
    play.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Schritt der Suche", exact=True)).to_have_value("54", timeout=20_000)
    expect(play).to_be_visible()
    expect(told.first).to_have_text("Die Suche ist fertig: O wählt 6, der Wert ist −5.")
    counters = page.locator(".tv-counters").evaluate_all("all => all.map(one => one.textContent)")
    assert counters[1] == "Knoten37Blätter30Schnitte0Zweige gespart0"
    assert counters[0] != counters[1]
    page.get_by_role("treeitem").first.focus()
    page.keyboard.press("Home")
    page.keyboard.press("c")
    expect(told.first).to_contain_text("α-Schnitt nach")
    expect(told.first).to_contain_text("Zweige werden nie besucht.")
    for tree in page.locator(".tv-tree").all():
        expect(tree.locator(".tv-now")).to_have_count(1)
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    assert [one["id"] for one in found] == []
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".tv-stage").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
