"""Figures as games: every name is read, and shown as written."""

import re

import pytest

from spielbaum import check_game, games, load, search
from spielbaum.errors import InputError, UnknownNameError
from spielbaum.games.figure import figures


def test_there_are_fourteen_figures_with_titles() -> None:
    assert len(figures()) == 14
    for known in figures().values():
        assert known["title"]
        assert known["source"]


def test_trees_for_more_than_two_players_cite_the_thesis_and_the_paper_of_the_algorithm() -> None:
    drawn = {name: known["source"] for name, known in figures().items() if known["players"] > 2}
    assert "Korf" in drawn["immediate-pruning"]
    sources = [source for name, source in drawn.items() if name != "immediate-pruning"]  # which is a tree of our own
    assert len(sources) == 6
    for source in sources:
        thesis, paper = source.split(", after ")
        assert thesis == "H. Dröse, thesis (2020)"
        assert re.search(r"\((1986|1991|2000|2014)\)$", paper)


@pytest.mark.parametrize("name", figures())
def test_a_figure_is_read_and_shown_by_its_bare_name(name: str) -> None:
    game = games.load(f"figure:{name}")
    assert game.spec == f"figure:{name}"
    assert games.load(f"figure:name={name}").spec == game.spec
    assert game.players == figures()[name]["players"]
    assert game.algorithms
    assert game.doc.startswith("A figure of a paper or textbook: ")
    assert check_game(game, games=20).ok


@pytest.mark.parametrize(
    ("spec", "error", "sentence"),
    [
        ("figure:hyper", UnknownNameError, "unknown figure 'hyper': did you mean 'hypermax'"),
        ("figure:negamax,paranoid", UnknownNameError, "unknown option of game 'figure' 'paranoid'"),
        ("figure:name=negamax,paranoid", UnknownNameError, "unknown option of game 'figure' 'paranoid'"),
        ("figure:size=3", UnknownNameError, "unknown option of game 'figure' 'size'"),
        ("figure:name=", InputError, "cannot read option 'name='"),
    ],
)
def test_an_unknown_figure_is_one_sentence(spec: str, error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        games.load(spec)


def test_alpha_beta_needs_three_of_four_leaves() -> None:
    found = search(load("figure:alpha-beta-two-by-two"), algorithm="alpha-beta")
    assert (found.value, found.action, found.leaves, found.certainty.kind) == (2, 0, 3, "exact")
