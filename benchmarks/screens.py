"""Take the screenshots of the documentation: every page of ``spielbaum serve``, in Chromium.

Usage: python benchmarks/screens.py [NAME...]; by default all, into docs/assets/screens. Moves and depths are the same
in every run; only the speed of engines differs. Needs ``pip install '.[test]'`` and Chromium.
"""

import io
import shutil
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parent.parent
SCREENS = ROOT / "docs" / "assets" / "screens"
sys.path[:0] = [str(ROOT / "tests" / "support")]

from chromium import start_chromium
from filling import keep as keep_games
from serving import serving
from spielbaum import tree as tree_of
from spielbaum.arena.tournament import Setup
from spielbaum.cli import run
from spielbaum.language import using_language
from spielbaum.registry import names
from spielbaum.store import Store
from touching import Player

DESK = {"viewport": {"width": 1180, "height": 760}, "locale": "en-GB"}
HALL = {"viewport": {"width": 1920, "height": 1080}, "locale": "en-GB"}
PHONE = {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 2, "locale": "en-GB"}
COLOURS = 128
TOUCHES = 6
ASKED = {"chess": ["e2", "e4", "g1", "f3", "b1", "c3"]}
"""Places to touch; by default some."""
SEARCH = "seat-{0}-who=algorithm&seat-{0}-algorithm={1}&seat-{0}-depth={2}&seat-{0}-seconds="
CUTS = "/new/tic-tac-toe?position=XO.XO....&seat-1-who=human"

GERMAN = (
    *("start", "why", "review", "tree", "chapter", "exercise", "puzzle"),
    *("class", "hall", "slide", "grading", "grading-student"),
)
"""The screens that German pages of the documentation have, too: ``NAME-de``."""

Scene = Callable[[Page], object]


def language_of(page: Page) -> str:
    return str(page.evaluate("navigator.language.slice(0, 2)"))


def start(page: Page) -> None:
    page.goto("/")


def new_game(page: Page) -> None:
    page.goto("/new/chameleon-chess")
    page.click("#more > summary")
    page.select_option("#seat-2-who", "algorithm")


def mid_game(page: Page, name: str) -> None:
    """Play some moves against an engine of two plies."""
    player = Player(page)
    player.begin(name, ["human", "easy"])
    for place in ASKED.get(name, [None] * TOUCHES):
        if not player.finished:
            player.touch(place)
            player.settle()
    if player.finished:
        player.press("#undo")
    player.settle()


def watching(page: Page) -> None:
    """Pause four engines while they think."""
    seats = enumerate(["max-n-is", "paranoid", "hypermax", "max-n"])
    page.goto("/new/chameleon-chess?" + "&".join(SEARCH.format(seat, name, 3) for seat, name in seats))
    page.click("#begin")
    Player(page).wait_for_moves(9)
    page.wait_for_selector("#engine dd")


def begin_at(page: Page, address: str, tab: str) -> None:
    page.goto(address)
    page.click("#begin")
    page.wait_for_url("**/game/**")
    page.goto(page.url + tab)


def why(page: Page) -> None:
    begin_at(page, "/new/connect-four?position=4444&seat-1-who=human", "/why?seconds=2&show=1")
    page.click(".values a >> nth=0")
    page.wait_for_selector("#refutation")


def review(page: Page) -> None:
    player = Player(page)
    player.begin("connect-four", ["human", "human"])
    for place in "443526371":
        player.touch(place)
        player.settle()
    page.goto(f"{page.url.partition('?')[0]}/review?seconds=0.4")
    page.wait_for_selector("#turn")


def moving(page: Page, address: str) -> None:
    """Stop at the third cut."""
    page.goto(address)
    page.wait_for_selector("#tree[data-ready=true]")
    for _ in range(3):
        page.locator(".tree-viewer button", has_text="✂").first.click()


def chapter(page: Page) -> None:
    """Stop where the first cut is to be predicted, with the answer."""
    page.goto("/understand/alpha-beta")
    page.wait_for_selector(".tree-viewer:not(.elsewhere)[data-ready=true]")
    for _ in range(2):
        page.click(".parts .next")
    page.click(".scene:not([hidden]) .reveal")
    page.wait_for_selector(".scene:not([hidden]) .answer[open]")


def simulations(page: Page) -> None:
    page.goto("/simulations")
    page.click(".growth[data-ready] [data-number='100']")
    page.click(".growth-forward")
    page.wait_for_selector(".growth-board svg")
    page.wait_for_timeout(500)


def exercise(page: Page) -> None:
    page.goto("/exercises")
    page.click("[data-exercise='values-1']")
    page.wait_for_load_state()


LISTEN = "seats => seats.forEach(seat => new EventSource(`${seat}/events`))"


def classroom(page: Page) -> None:
    """Show an exercise to five students, who answer it in different ways."""
    page.goto("/class")
    page.click("#teach button")
    room, code, task = page.url, page.inner_text("#class-code"), "/exercise?kind=values&tree=figure:negamax"
    students = page.context.new_page()
    students.goto(page.url.partition("/class")[0].replace("127.0.0.1", "localhost"))  # six connections for each name
    origin = page.url.partition("/class")[0]
    same = {"Origin": origin}
    students.goto(origin.replace("127.0.0.1", "localhost"))  # six connections for each name
    page.request.post(f"{room}/show", form={"address": task}, headers=same)
    answers = (("Ada", "A = 7"), ("Alan", ""), ("", "A = 7"), ("Grace", "B = 8"), ("Kurt", "-"))
    joined = [page.request.post("/class/join", form={"code": code, "name": name}, headers=same) for name, _ in answers]
    seats = [answer.url.removeprefix(origin) for answer in joined]
    students.evaluate(LISTEN, seats)
    for seat, (_, wrong) in zip(seats, answers, strict=True):
        state = "wrong" if len(wrong) > 1 else "" if wrong else "right"
        report = {"address": task, "answer": state, "wrong": wrong if state == "wrong" else ""}
        page.request.post(f"{seat}/report", form=report, headers=same)
    page.bring_to_front()
    page.goto(room)
    page.wait_for_selector(".class-seats li:nth-child(5):not(.gone)")


def hall(page: Page) -> None:
    page.goto("/understand/alpha-beta#3")
    page.wait_for_selector(".tree-viewer[data-ready=true]")
    page.click(".display summary")
    page.check("#hall")
    page.click(".display summary")


def slide(page: Page) -> None:
    """Show the step of a deck at which alpha-beta cuts first."""
    with tempfile.TemporaryDirectory() as folder, using_language(language_of(page)):
        deck = Path(folder) / "deck.html"
        deck.write_text(tree_of("figure:alpha-beta-twenty-seven").slides(), encoding="utf-8")
        page.goto(deck.as_uri())
        page.wait_for_selector("[data-ready=true]")
    for _ in range(8):
        page.keyboard.press("PageDown")


COURSE = ROOT / "examples" / "courses" / "tic-tac-toe"
MISTAKES = {
    "Anna": ("(2, 4, 6)", "(2, 4, 7)"),
    "Cem": ("max(value, -negamax(", "max(value, negamax("),
    "Dora": ("", ""),
    "Emil": ("-beta, -alpha", "-inf, inf"),
    "Franka": ("if depth == 0:", "if depth == 1:"),
    "Gül": ("max(value, -negamax(", "max(value, negamax("),
    "Hannes": ("3 if noughts == 2", "2 if noughts == 2"),
    "Ida": ("return -1", "return 1"),
}
"""What the students of a class have written in place of a piece of the model solution."""


def graded(page: Page, file: str) -> None:
    """Grade a class, and show a page of the results."""
    solution = (COURSE / "solution.py").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        programs, results = Path(folder) / "programs", Path(folder) / "results"
        programs.mkdir()
        for name, (old, new) in MISTAKES.items():
            assert old in solution
            text = solution.replace(old, new) if old else solution
            (programs / f"{name}.py").write_text(text, encoding="utf-8")
        shutil.copy(COURSE / "submissions" / "ben.py", programs / "Ben.py")
        asked = ["--assignment", str(COURSE / "assignment.toml"), "--language", language_of(page)]
        run(["grade", str(programs), *asked, "--out", str(results)])
        page.goto((results / file).as_uri())


def puzzle(page: Page) -> None:
    page.goto("/puzzle?game=connect-four:width=5,height=4&seed=3")
    page.click('#board [data-place="2"]')
    page.wait_for_selector("#verdict.open")


def tree(page: Page, address: str, tab: str) -> None:
    begin_at(page, address, tab)
    page.wait_for_selector("#tree[data-ready=true]")
    page.locator(".tree-viewer button", has_text="▶|").first.click()


def stored_game(page: Page) -> None:
    page.goto("/stored/tournament/1")
    page.click("#stored-games tr:nth-child(28) a")
    page.click("#ply-30")
    page.wait_for_selector("#board[data-ply='30']")


def scenes() -> dict[str, tuple[dict[str, object], Scene]]:
    """Return the screenshots: the window, and a function that navigates to the page."""
    german = {"locale": "de-DE"}
    dark = {**DESK, "color_scheme": "dark"}
    games: dict[str, tuple[dict[str, object], Scene]] = {
        f"game-{name}": (DESK, partial(mid_game, name=name)) for name in names()
    }
    beside = partial(
        tree, address="/new/chameleon-chess?players=RGB", tab="/tree?algorithm=max-n-is&beside=paranoid&depth=2"
    )
    shown: dict[str, tuple[dict[str, object], Scene]] = {
        "start": (DESK, start),
        "new": (DESK, new_game),
        **games,
        "watching": (DESK, watching),
        "why": (DESK, why),
        "tree": (DESK, partial(tree, address=CUTS, tab="/tree?depth=3")),
        "trees": (DESK, beside),
        "review": (DESK, review),
        "understand": (DESK, lambda page: page.goto("/understand")),
        "lesson": (DESK, partial(moving, address="/understand/twenty-seven")),
        "simulations": (DESK, simulations),
        "chapter": (DESK, chapter),
        "exercise": (DESK, exercise),
        "puzzle": (DESK, puzzle),
        "class": (DESK, classroom),
        "hall": (HALL, hall),
        "slide": (HALL, slide),
        "grading": (DESK, partial(graded, file="index.html")),
        "grading-student": (DESK, partial(graded, file="students/Ben.html")),
        "stored-game": (DESK, stored_game),
        "german": ({**DESK, **german}, partial(mid_game, name="dots-and-boxes")),
        "dark": (dark, partial(mid_game, name="chameleon-chess")),
        "dark-tree": (dark, partial(tree, address=CUTS, tab="/tree?depth=3")),
        "phone": (PHONE, partial(mid_game, name="connect-four")),
        "phone-start": (PHONE, start),
        "phone-tree": (PHONE, partial(tree, address=CUTS, tab="/tree?depth=3")),
    }
    return shown | {f"{name}-de": ({**shown[name][0], **german}, shown[name][1]) for name in GERMAN}


def keep(png: bytes, path: Path) -> None:
    """Write a picture with a small palette."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    few = picture.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(path, optimize=True)


def take(browser: Browser, url: str, name: str) -> None:
    window, scene = scenes()[name]
    context = browser.new_context(base_url=url, reduced_motion="reduce", **window)
    context.set_default_timeout(30_000)
    page = context.new_page()
    scene(page)
    page.evaluate("() => { scrollTo(0, 0); document.activeElement.blur(); }")
    page.mouse.move(0, 0)
    path = SCREENS / f"{name}.png"
    keep(page.screenshot(), path)
    context.close()
    print(f"{path.name}  {path.stat().st_size / 1024:.0f} KiB", flush=True)


def filled(database: Path) -> Path:
    """Return a database with a tournament for four."""
    players = ("max-n-is(depth=2)", "paranoid(depth=2)", "hypermax(depth=1)")
    with Store(str(database)) as store:
        keep_games(store, Setup(game="chameleon-chess", players=players, max_plies=40))
    return database


def main(wanted: list[str]) -> None:
    SCREENS.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        serving(filled(Path(folder) / "screens.db")) as server,
    ):
        browser = start_chromium(playwright)
        for name in wanted or scenes():
            take(browser, server.url, name)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
