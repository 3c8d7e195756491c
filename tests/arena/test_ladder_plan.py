"""The file of a ladder, and which pieces it plays next."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from spielbaum.arena.ladder import (
    Claim,
    Ladder,
    LadderCell,
    Piece,
    Played,
    is_reached,
    next_pieces,
    read_ladder,
    standing,
    verdict,
)
from spielbaum.arena.ladder.plan import wide
from spielbaum.errors import InputError
from spielbaum.search.core.limits import Limits
from spielbaum.statistics import Result, elo_of, leads

SMALL = """
players = ["paranoid", "max-n", "random(seed=1)", "alpha-beta"]
budgets = [{seconds = 0.05, alone = true}, {nodes = [20, 100]}]
goals = [60, 20]
most = 500
[[games]]
name = "mnk:width=3,height=3,line=3,players=3"
plies = 2
[[games]]
name = "chameleon-chess:players=RGY"
goals = [15]
max-plies = 200
[[claims]]
claim = "Paranoid is ahead"
source = "folklore"
ahead = "paranoid"
behind = "max-n"
games = "chameleon-chess:players=RGY"
"""

Read = Callable[[str], Ladder]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    def read(text: str) -> Ladder:
        path = tmp_path / "small.toml"
        path.write_text(text, encoding="utf-8")
        return read_ladder(path)

    return read


def test_cells_are_in_order_of_budgets_and_those_alone_last(read: Read) -> None:
    ladder = read(SMALL)
    mnk, chess = "mnk:width=3,height=3,line=3,players=3", "chameleon-chess:players=RGY"
    assert [(cell.game, cell.budget) for cell in ladder.cells] == [
        (game, budget) for budget in ("nodes=20", "nodes=100", "seconds=0.05") for game in (mnk, chess)
    ]
    assert ladder.groups == [[0, 1, 2, 3], [4, 5]]
    first, second = ladder.cells[:2]
    assert first.labels == second.labels == ("max-n", "paranoid", "random(seed=1)"), "alpha-beta is for two players"
    assert (first.goals, second.goals, first.most, second.max_plies) == ((60, 20), (15,), 500, 200)
    assert (first.disputed, second.disputed) == (frozenset(), {(0, 1)})


def test_goals_and_budgets_are_pursued_diagonally(read: Read) -> None:
    """The second game has a single goal, which it pursues at once."""
    ladder = read(SMALL)
    assert ladder.order(ladder.groups[0]) == [(0, 60), (1, 15), (0, 20), (2, 60), (3, 15), (2, 20)]
    assert ladder.order(ladder.groups[1]) == [(4, 60), (5, 15), (4, 20)]


def test_a_piece_is_a_tournament_of_two_players_in_all_seatings(read: Read) -> None:
    setup = read(SMALL).cells[1].setup(Piece(0, 1, 3))
    assert setup.to_dict() == {
        "game": "chameleon-chess:players=RGY",
        "players": ("max-n(nodes=20)", "paranoid(nodes=20)"),
        "max_plies": 200,
        "games": 5 * 6,
        "opening_plies": 4,
        "seed": 3,
        "distinct": True,
        "full": True,
    }


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("goals = [60, 20]", "goals = [20, 60]", "line 4: goals: goals are widths in Elo that fall"),
        ("goals = [15]", "goals = 15", "goals are widths in Elo that fall, such as [60, 20], not 15"),
        ("goals = [60, 20]", "goals = [inf, 20]", "goals are widths in Elo that fall, such as [60, 20], not [inf, 20]"),
        ("\nplies = 2", "\nplies = 0", "plies must be a whole number of at least 1, not 0"),
        ('name = "mnk', 'nam = "mnk', "unknown key 'nam': did you mean 'name'?"),
        ('name = "mnk', 'name = "mkn', "unknown game 'mkn'"),
        ('ahead = "paranoid"', 'ahead = "brs"', "brs is no player of this ladder"),
        ('behind = "max-n"', 'behind = "paranoid"', "paranoid cannot be ahead of itself"),
        ('games = "cham', 'games = "chem', "is not among the games of this ladder"),
        ('source = "folklore"', "", "each of [[claims]] needs source, a text"),
        ("nodes = [20, 100]", "nodes = [20, 20]", "the budget nodes=20 is given twice"),
        ("nodes = [20, 100]", "depth = 0", "a budget names depth, nodes, seconds or simulations, each at least 1"),
        ('"alpha-beta"', '"alpha-beta", "max-n"', "max-n is given twice"),
        ('"alpha-beta"', '"max-n(nodes=100)"', "max-n(nodes=100) is given twice"),
        ("nodes = [20, 100]", "simulations = 20", "max-n makes no simulations"),
        ("[[games]]", "[[plays]]", "unknown key 'plays'"),
    ],
)
def test_what_is_wrong_in_a_file_is_named(read: Read, old: str, new: str, said: str) -> None:
    assert old in SMALL
    with pytest.raises(InputError, match=r"line \d+: [a-z]+: ") as caught:
        read(SMALL.replace(old, new))
    assert said in str(caught.value)


def test_a_game_needs_two_players_that_fit(read: Read) -> None:
    text = SMALL.partition("[[claims]]")[0].replace('"paranoid", "max-n", "random(seed=1)"', '"max-n"')
    with pytest.raises(InputError, match="fewer than two players fit mnk"):
        read(text)


@pytest.mark.parametrize(
    ("direction", "won", "finding"),
    [
        ("ahead", 700, "reproduced"),
        ("ahead", 300, "not reproduced"),
        ("ahead", 505, "open"),
        ("equal", 505, "reproduced"),
        ("equal", 700, "not reproduced"),
        ("equal", 530, "open"),
    ],
)
def test_a_claim_is_judged_by_the_interval_of_the_lead(direction: str, won: int, finding: str) -> None:
    claim = Claim(text="a is ahead of b", source="folklore", ahead="a", behind="b", direction=direction)
    results = games(0, 1, won, 1000 - won, 1)
    found = verdict(claim, "nim", "nodes=20", ["a", "b"], results, leads(results, ["a", "b"]))
    assert (found.finding, found.games) == (finding, 1000)
    assert found.elo == pytest.approx(elo_of(won / 1000), abs=1)
    assert found.elo_low is not None
    assert (found.elo_low > 0) == (found.low > 0)
    assert found.share == pytest.approx(won / 1000)


CELL = LadderCell(
    game="mnk:width=3,height=3,line=3,players=3", limits=Limits(nodes=20), labels=("a", "b", "c", "d"), goals=(60.0,)
)


def games(one: int, other: int, won: int, lost: int, number: int) -> list[Result]:
    """Return games between two players, each from an opening of its own."""
    winners, first = [0] * won + [1] * lost, 1000 * (100 * number + 10 * one + other)
    return [Result.won((one, other), (winner,), first + game) for game, winner in enumerate(winners)]


def played(scores: dict[tuple[int, int], tuple[int, int]]) -> Played:
    return Played({Piece(*pair, 1): games(*pair, *score, 1) for pair, score in scores.items()})


def test_each_player_meets_four_others_first_and_those_of_claims() -> None:
    many = replace(CELL, labels=tuple("abcdefgh"), disputed=frozenset({(0, 4)}))
    pairs = many.first_pairs
    assert len(pairs) == 8 * 4 // 2 + 1
    assert pairs[-1] == (0, 4)
    assert all(sum(number in pair for pair in pairs) == 4 for number in (1, 2, 3, 5, 6, 7))
    assert standing(many, Played({Piece(*pair, 1): games(*pair, 5, 5, 1) for pair in pairs})) is not None


def test_neighbours_meet_before_others() -> None:
    nothing = Played({})
    step = next_pieces(CELL, nothing, standing(CELL, nothing), 60)
    assert step == [Piece(*pair, 1) for pair in ((0, 1), (0, 3), (1, 2), (2, 3), (0, 2), (1, 3))]
    some = played({(0, 1): (5, 5), (1, 2): (5, 5)})
    rated = standing(CELL, some)
    assert rated is not None
    assert [row.name for row in rated.players] == ["a", "b", "c"], "nothing connects d with the others"
    assert next_pieces(CELL, some, rated, 60) == [Piece(*pair, 1) for pair in ((0, 3), (2, 3), (0, 2), (1, 3))]


@pytest.mark.parametrize("without", [(), ((0, 3), (1, 3), (2, 3))])
def test_players_without_a_winner_meet_again(without: tuple[tuple[int, int], ...]) -> None:
    """With ties = "lost" games may have no winner."""
    tied = [Result.won((0, 1), (0, 1), number).settled("lost") for number in range(10)]
    pairs = CELL.first_pairs
    pieces = {Piece(*pair, 1): tied if pair in (without or pairs) else games(*pair, 5, 5, 1) for pair in pairs}
    found = Played(pieces)
    ratings = standing(CELL, found)
    assert [row.name for row in ratings.players] == ["a", "b", "c"] if ratings else not without
    assert not is_reached(CELL, found, ratings, 1000)
    assert next_pieces(CELL, found, ratings, 1000) == [Piece(*pair, 2) for pair in pairs]


def test_games_go_to_players_whose_order_is_open() -> None:
    """a and b are equal, c and d nearly, and the two pairs are surely apart."""
    apart = {(0, 2): (95, 5), (0, 3): (95, 5), (1, 2): (95, 5), (1, 3): (95, 5)}
    found = played({**apart, (0, 1): (50, 50), (2, 3): (60, 40)})
    ratings = standing(CELL, found)
    assert ratings is not None
    assert next_pieces(CELL, found, ratings, 10) == [Piece(0, 1, 2), Piece(2, 3, 2)]
    assert next_pieces(CELL, found, ratings, 1000) == []
    assert is_reached(CELL, found, ratings, 1000)


def test_a_claim_is_examined_in_games_of_its_own_although_ratings_decide_it() -> None:
    surely = {(0, 1): (95, 5), (1, 2): (95, 5), (2, 3): (95, 5), (0, 2): (99, 1), (1, 3): (99, 1)}
    claimed = replace(CELL, disputed=frozenset({(0, 3)}))
    few, enough = (played({**surely, (0, 3): score}) for score in ((8, 2), (80, 20)))
    assert is_reached(CELL, few, standing(CELL, few), 60)
    assert next_pieces(claimed, few, standing(claimed, few), 60) == [Piece(0, 3, 2)]
    assert is_reached(claimed, enough, standing(claimed, enough), 60)
    assert not is_reached(claimed, enough, standing(claimed, enough), 50)


def test_a_player_that_is_surely_apart_gets_no_more_games() -> None:
    close = {(0, 1): (50, 50), (0, 2): (50, 50), (1, 2): (50, 50)}
    found = played({**close, (0, 3): (99, 1), (1, 3): (99, 1), (2, 3): (99, 1)})
    ratings = standing(CELL, found)
    assert ratings is not None
    widths = [error * 1.96 for error in ratings.own_errors]
    assert widths[3] > 1.5 * max(widths[:3])
    assert wide(ratings, 20) == {0, 1, 2}


def test_the_next_step_depends_on_the_pieces_and_not_on_their_order() -> None:
    scores = {(0, 1): (6, 4), (0, 2): (7, 3), (0, 3): (4, 6), (1, 2): (5, 5), (1, 3): (8, 2), (2, 3): (1, 9)}
    one, other = played(scores), played(dict(reversed(scores.items())))
    assert one.results == other.results
    assert next_pieces(CELL, one, standing(CELL, one), 20) == next_pieces(CELL, other, standing(CELL, other), 20)
