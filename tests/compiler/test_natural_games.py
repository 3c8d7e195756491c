"""Games of authors who knew nothing of the compiler, as they wrote them: compiled, sound, and without leaks."""

from pathlib import Path

import pytest

from spielbaum import Game, Limits, Searcher, check_game, load
from spielbaum.kernel.system_memory import resident
from tiers import all_but, at_night

pytestmark = pytest.mark.slow

FILES = sorted((Path(__file__).parent / "games").glob("*.py"))
EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.py"))
BY_DAY = [file for file in FILES if file.stem in ("amazons", "nine_mens_morris")]
CHECKED_BY_DAY = [file for file in FILES if file.stem in ("breakthrough", "polyominoes", "quoridor")]


def searched_by(game: Game) -> Searcher:
    return Searcher(game, "alpha-beta" if game.players == 2 and game.zero_sum else "max-n")


@pytest.mark.parametrize("file", all_but(CHECKED_BY_DAY, FILES), ids=lambda file: file.stem)
def test_the_first_check_succeeds(file: Path) -> None:
    report = check_game(load(str(file)), games=30 if at_night() else 4)
    assert report.ok, report


@pytest.mark.parametrize("file", all_but(BY_DAY, FILES), ids=lambda file: file.stem)
def test_compiled_and_interpreted_searches_agree(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, found = load(str(file)), []
    for compiled in "01":
        monkeypatch.setenv("SPIELBAUM_JIT", compiled)
        result = searched_by(game).search(limits=Limits(nodes=1500))
        found.append((result.value, result.action, result.nodes, result.leaves, result.pv))
    assert found[0] == found[1]


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("file", all_but(BY_DAY[:1], [*FILES, *EXAMPLES]), ids=lambda file: file.stem)
def test_a_search_ten_times_as_long_takes_no_more_memory(file: Path) -> None:
    searcher = searched_by(load(str(file)))
    short = 1_000_000
    searcher.search(limits=Limits(nodes=short))
    before = resident() or pytest.skip("only Linux says how much memory a process has")
    assert searcher.search(limits=Limits(nodes=short * (100 if at_night() else 10))).nodes > short
    assert (resident() or 0) - before < 1 << 20
