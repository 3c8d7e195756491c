"""The documentation: its tabs, its gallery, and code that fits its column."""

import re
import shlex
from pathlib import Path
from types import SimpleNamespace

import pytest

from consoles import FENCE, steps_of
from scripts import script

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = {page.relative_to(DOCS).as_posix(): page.read_text(encoding="utf-8") for page in sorted(DOCS.rglob("*.md"))}
TITLED = re.compile(r"^spielbaum tree .*--title (?P<title>\".*?\") --svg docs/(?P<path>assets/\S+)$", re.MULTILINE)
CARD = re.compile(
    r"^-   \[!\[(?P<alt>.+)\]\((?P<path>assets/\S+)\)\]\((?P<page>\S+)\)\n\n    \*\*(?P<title>.+)\*\*$", re.MULTILINE
)


def test_readers_have_five_tabs_and_german_and_contributors_one_each_apart() -> None:
    nav = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
    tabs = re.split(r"^  - ([\w ]+):", nav, flags=re.MULTILINE)[1:]
    assert tabs[:12:2] == ["Home", "Learn", "Play and teach", "Your game", "Research", "Reference"]
    assert tabs[12::2] == ["Deutsch", "Contributing"]
    for name in PAGES:
        assert nav.count(f" {name}\n") == 1, name
        if name.startswith("decisions/") or name in ("design.md", "testing.md", "dependencies.md", "extending.md"):
            assert f" {name}\n" in tabs[-1]
        if name.startswith("de/"):
            assert f" {name}\n" in tabs[-3]


@pytest.mark.parametrize("name", [name for name in PAGES if name.startswith("de/")])
def test_a_german_page_has_the_files_and_commands_of_the_english_one(name: str) -> None:
    words = re.compile(r'#.*|""".*?"""|"[^"]*"')

    def shown(page: str) -> list[tuple[str, str, str]]:
        return [(file, command, words.sub("", text) if file else "") for file, command, text in steps_of(PAGES[page])]

    assert shown(name) == shown(name.removeprefix("de/"))


def test_the_gallery_has_the_titles_of_its_pictures() -> None:
    titles = {
        found["path"]: shlex.split(found["title"])[0] for text in PAGES.values() for found in TITLED.finditer(text)
    }
    cards = list(CARD.finditer(PAGES["gallery.md"]))
    assert len(cards) == PAGES["gallery.md"].count("\n-   [![") > 30
    for card in cards:
        assert (DOCS / card["path"]).is_file()
        page = PAGES[card["page"].partition("#")[0]]
        assert card["path"].removeprefix("assets/") in page, card["page"]
        if card["path"] in titles:
            assert card["title"].replace("\\", "") == titles[card["path"]]


def test_every_screen_is_taken_by_the_script_and_shown() -> None:
    script = (ROOT / "benchmarks" / "screens.py").read_text(encoding="utf-8")
    shown = "".join(PAGES.values())
    for screen in DOCS.glob("assets/screens/*.png"):
        assert f'"{screen.stem.removesuffix("-de")}": (' in script or screen.stem.startswith("game-"), screen.name
        assert f"assets/screens/{screen.name})" in shown, screen.name


def test_no_picture_of_the_documentation_is_titled_by_the_options_of_a_game() -> None:
    for picture in [*DOCS.glob("assets/algorithms/*.svg"), *DOCS.glob("assets/trees/*.svg")]:
        assert not re.search(r"<title>[^<]*\w=", picture.read_text(encoding="utf-8")), picture.name


@pytest.mark.parametrize("name", sorted(PAGES))
def test_python_fits_its_column(name: str) -> None:
    widest = script("docs/hooks/readable.py").WIDEST
    for fence in FENCE.finditer(PAGES[name]):
        if fence["kind"] in ("python", "pycon"):
            long = [line for line in fence["text"].splitlines() if len(line) - len(fence["indent"]) > widest]
            assert not long


def test_a_block_of_code_states_its_columns_or_is_folded() -> None:
    readable = script("docs/hooks/readable.py")
    block = '<div class="language-{} highlight"><pre><code><span class="n">a</span> &lt; {}\nb\n</code></pre></div>'
    page = readable.on_page_content(block.format("text", "c" * 86) + block.format("text", "c" * 200))
    assert '<div class="language-text highlight" style="--columns:90"><pre>' in page
    assert '<div class="language-text highlight folded" style="--columns:1"><pre>' in page
    assert "folded" in readable.on_page_content(block.format("sh", "c" * 86))


def test_the_search_ranks_pages_that_exist() -> None:
    ranking = script("docs/hooks/ranking.py")
    assert ranking.PAGES.keys() <= PAGES.keys()

    def factor(name: str) -> object:
        page = SimpleNamespace(file=SimpleNamespace(src_uri=name), meta={})
        ranking.on_page_markdown("", page)
        return page.meta.get("search", {}).get("boost", 1)

    decision = next(name for name in PAGES if name.startswith("decisions/"))
    assert factor("algorithms/max-n.md") > factor("algorithms/pvs.md") > factor("reference/game.md") > factor(decision)
