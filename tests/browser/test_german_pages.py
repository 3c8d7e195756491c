"""Every page in German: no English message is left, and errors are in German."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from spielbaum.language import translations_for
from spielbaum.registry import names
from spielbaum.search.algorithms.registry import algorithm_names, find_algorithm
from tiers import all_but, at_night
from touching import Player
from windows import NewWindow

ENGLISH_WORDS = "the|of|and|with|your|is|to|move|moves|player|players|board|boxes|value|none|seats|must|write"
WORDS = re.compile(rf"(?<![\w„-])(?:{ENGLISH_WORDS})(?![\w:=-])", re.IGNORECASE)
VISIBLE = """() => {
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const found = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
    if (element.closest('script, style, code, [lang=en], option:not([value])')) continue;
    if (node === element) {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.push(element.getAttribute(name) ?? '');
    } else found.push(node.textContent);
  }
  return found.map(text => text.trim()).filter(text => /[a-z]/i.test(text));
}"""


WORD = re.compile("[A-Za-z]{2,}")


def pairs() -> Iterator[tuple[str, str]]:
    """Yield every message in English and in German; records have the English names of algorithms, games their own.

    Of sentences with few words the pattern would fit German, too.
    """
    english, german = translations_for("en"), translations_for("de")
    for key, text in german.entries.items():
        kind, _, name = key.partition(".")
        if kind in ("sheet", "system") or (kind == "doc" and key not in english.entries):  # of the command line
            continue
        own = find_algorithm(name).title if kind == "algorithm" and name in algorithm_names() else name
        yield english.entries.get(key, own), text
    yield from ((text, german) for text, german in german.sentences.items() if len(WORD.findall(bare(text))) > 2)


def bare(text: str) -> str:
    return re.sub(r"\{[^}]*\}", "", text)


def pattern(text: str) -> str:
    return ".+".join(re.escape(part) for part in re.split(r"\{[^}]*\}", text))


LEFT_IN_ENGLISH = re.compile(
    "|".join(pattern(english) for english, german in pairs() if english != german and WORD.search(bare(english)))
)


def assert_german(page: Page) -> None:
    assert page.locator("html").get_attribute("lang") == "de"
    german = {german for _, german in pairs()}
    for text in page.evaluate(VISIBLE):
        assert text in german or not LEFT_IN_ENGLISH.fullmatch(text), text
        assert not WORDS.search(text), text


@pytest.fixture
def german(new_window: NewWindow) -> Page:
    """A window of a browser whose language is German."""
    return new_window(locale="de-DE", refusals=True)


def test_the_start_and_every_game_are_set_up_in_german(german: Page) -> None:
    german.goto("/")
    expect(german.locator("h1")).to_have_text("Ein Spiel beginnen")
    german.evaluate("document.querySelector('[data-game=promotion]').closest('li').remove()")  # has no German text
    assert_german(german)
    for name in names() if at_night() else ["chameleon-chess", "figure", "go", "nim", "random-tree"]:
        german.goto(f"/new/{name}")
        assert_german(german)


@pytest.mark.parametrize("name", all_but(["chameleon-chess"], names()))
def test_a_game_its_analysis_and_its_tree_are_in_german(german: Page, name: str) -> None:
    player = Player(german)
    player.begin(name, ["human", "novice"])
    while not player.moves:
        player.touch()
    player.settle()
    assert_german(german)
    address = german.url
    german.goto(f"{address}/why?seconds=0.1&show=1&ply=0")
    german.locator(".values a").first.click()
    expect(german.locator("#refutation")).to_be_visible()
    assert_german(german)
    german.goto(f"{address}/tree?depth=1&ply=0")
    expect(german.locator("#tree")).to_have_attribute("data-ready", "true")
    assert_german(german)


def test_a_chosen_language_is_kept(page: Page) -> None:
    page.goto("/new/nim")
    page.click(".languages a")
    expect(page.locator("#begin")).to_have_text("Beginnen")
    page.click("#quick-human")
    page.wait_for_url("**/game/**")
    assert_german(page)
    Player(page).touch("a1")
    page.click(".tabs a >> nth=1")
    assert_german(page)
    page.click(".languages a")
    expect(page.locator("html")).to_have_attribute("lang", "en")


BAD = [
    ("connect-four?width=99", "width|Spalten"),
    ("connect-four?width=viele", "ganze Zahl"),
    ("connect-four?position=12x", "Stellung"),
    ("chameleon-chess?players=RRX", "Chamäleonschach|chameleon-chess"),
    ("figure?name=alfa-beta", "Abbildung"),
    ("random-tree?players=9", "random-tree|Zufallsbaum"),
    ("mnk?players=9", "mnk|m,n,k"),
    ("nim?heaps=drei", "nim|Nim|Haufen"),
    ("domineering?rows=40&columns=40", "domineering|Domineering"),
    ("tic-tac-toe?seat-1-who=algorithm&seat-1-algorithm=alpha-beta&seat-1-seconds=900", "Zahl von"),
    ("tic-tac-toe?seat-1-who=algorithm&seat-1-algorithm=alpha-beta&seat-1-options=tabel=two-deep", "tabel"),
    ("tic-tac-toe?seat-1-who=algorithm&seat-1-algorithm=alpha-beta&seat-1-seconds=", "Halbzügen oder Sekunden"),
    ("tic-tac-toe?position=XXX", "Stellung"),
]


def test_errors_are_in_german(german: Page) -> None:
    for address, words in BAD if at_night() else BAD[::3]:
        german.goto(f"/new/{address}")
        if not german.locator("#error").count():
            german.click("#begin")
        expect(german.locator("#error"), address).to_contain_text(re.compile(words))
        assert not WORDS.search(german.locator("#error").inner_text()), german.locator("#error").inner_text()
        assert german.locator("#begin").is_visible(), address


def test_a_missing_page_is_reported_in_german(german: Page) -> None:
    for address in ("/nowhere", "/game/unknown", "/new/unknown", "/?who=me"):
        german.goto(address)
        expect(german.locator("h1"), address).to_have_text("Das ging nicht")
        assert_german(german)
