"""Players against tables."""

import pytest

from spielbaum import Game, load, search
from spielbaum.errors import InputError
from spielbaum.measuring.truth import Answers, ask, question, questions
from spielbaum.players import parse_players
from spielbaum.tablebase import Tables, read_tables, tabulate

pytestmark = pytest.mark.interpreted

PLAYERS = "paranoid,max-n,hypermax,max-n-is,brs(depth=1)"


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    path, game = tmp_path_factory.mktemp("tables") / "a.table", load("mnk:width=4,height=3,players=3")
    tabulate(game, path, game.notation.parse_state("XYO./.O.X/Y..."))  # type: ignore[misc]
    return read_tables(path, game)


def answers_of(tables: Tables, players: str) -> dict[str, Answers]:
    """Return the answers of players at a sample of positions."""
    asked = questions(tables, sample=60, seed=1, memory=1 << 20)
    *_, found = ask(tables, asked, parse_players(players))
    return {answers.player: answers for answers in found}


def test_searches_to_the_end_are_right_in_their_own_way(tables: Tables) -> None:
    """Paranoid keeps what a player can force alone, Max^n plays an equilibrium; neither does the other."""
    found = answers_of(tables, PLAYERS)
    assert all(chance == 1 for chance in found["paranoid"].right["alone"])
    assert found["paranoid"].lost_mean == 0
    for name in ("max-n", "max-n-is"):
        assert all(chance == 1 for chance in found[name].right["equilibrium"])
    assert sum(found["max-n"].right["alone"]) < sum(found["paranoid"].right["alone"])
    assert found["max-n"].lost_mean > 0
    assert all(0 < chance < 1 for chance in found[""].right["alone"])


def test_searches_to_the_end_find_values_of_the_table(tables: Tables) -> None:
    """Max^n finds an equilibrium, and Paranoid what the player to move can force."""
    for asked in questions(tables, sample=40, seed=3, memory=1 << 20):
        state = asked.position.state
        player, entry = tables.game.to_move(state), tables.known(state)
        assert search(tables.game, state, algorithm="max-n").value in (entry.equilibria or ())
        alone = search(tables.game, state, algorithm="paranoid").value
        assert alone == pytest.approx(2 * entry.value(player) - 1)  # its own utility minus those of all others


def test_a_question_counts_what_every_action_keeps(tables: Tables) -> None:
    game: Game = tables.game
    state = tables.root
    asked = question(tables, state)
    player, entry = game.to_move(state), tables.known(state)
    for action in game.actions(state):
        after = tables.known(game.result(state, action))
        text = game.notation.format_action(state, action)  # type: ignore[misc]
        assert asked.after[text] == after.value(player) <= entry.value(player) == asked.before
        for right in asked.right["alone"]:
            assert (text in right) == (after.value(player) == entry.value(player))


def test_a_sample_is_drawn_by_its_seed(tables: Tables) -> None:
    def drawn(sample: int, seed: int) -> list[str]:
        return [one.position.text for one in questions(tables, sample=sample, seed=seed, memory=1 << 20)]

    assert drawn(20, 1) == drawn(20, 1) != drawn(20, 2)
    assert len(drawn(10**6, 1)) == tables.facts.positions - tables.facts.finished


def test_the_table_must_have_the_position(tables: Tables) -> None:
    with pytest.raises(InputError, match="does not have"):
        question(tables, tables.game.initial())
