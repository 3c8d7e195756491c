"""Graph-history interaction: in games that go in circles a table gives what a search gives that carries its path."""

import os
import random

import pytest

from circular import Place, Reference, circular_game, same
from cyclic import to_the_end
from spielbaum import Game, Limits, Searcher, games
from tiers import all_but, at_night

GRAPHS = range(int(os.environ.get("SPIELBAUM_CIRCLES", "60" if at_night() else "15")))
"""Random graphs for each algorithm; 4,000 take some minutes."""

TWO, FINISHED, THREE = circular_game(), circular_game(size=4, estimates=False), circular_game(3)
COUNTED, MIRRORED = circular_game(counts=True), circular_game(mirrors=True)

TABLES = [
    ("alpha-beta:replacement=new", 1 << 6),
    ("alpha-beta-negamax:replacement=big-all,etc=true", 1 << 14),
    ("pvs:replacement=two-deep,killers=true,history=true", 1 << 14),
    ("pvs:replacement=two-big,pv=true,etc=true,deepening=true", 1 << 20),
    ("mtdf", 1 << 20),
]


@pytest.mark.interpreted
@pytest.mark.parametrize(("algorithm", "size"), all_but(TABLES[:2], TABLES, pytest.mark.slow))
@pytest.mark.parametrize("game", [TWO, MIRRORED], ids=["all differ", "images share keys"])
def test_a_table_keeps_values_in_games_with_repetition(game: Game, algorithm: str, size: int) -> None:
    searcher, reference = Searcher(game, algorithm, table=size), Reference(game)
    for seed in GRAPHS:
        place, depth = Place(seed, 0, 0), 4 + seed % 5
        expected = reference.minimax(place, depth)
        assert searcher.search(place, Limits(depth=depth)).value == expected, (seed, depth)
        assert searcher.search(place, Limits(depth=depth, nodes=10**6)).value == expected, (seed, depth, "deepening")


@pytest.mark.interpreted
def test_earlier_searches_do_not_change_nodes() -> None:
    """The stamps of iterations restart between two searches, not in the middle of one."""
    searcher = Searcher(TWO, "pvs:replacement=two-deep", table=1 << 14)
    found = [searcher.search(Place(4, 0, 0), depth=9, nodes=10**6) for _ in range(32)]
    assert len({(one.value, one.nodes) for one in found}) == 1
    assert found[0].depth == 9


@pytest.mark.interpreted
@pytest.mark.parametrize(("algorithm", "size"), TABLES[1:4])
def test_a_table_keeps_values_after_a_game_before_the_root(algorithm: str, size: int) -> None:
    """And with a game that says how far back a position can come again."""
    searcher, reference = Searcher(COUNTED, algorithm, table=size), Reference(COUNTED)
    for seed in GRAPHS:
        generator, line, depth = random.Random(seed), [Place(seed, 0, 0)], 3 + seed % 5
        for _ in range(generator.randrange(24)):
            following = COUNTED.result(line[-1], generator.choice(list(COUNTED.actions(line[-1]))))
            if COUNTED.is_terminal(following) or [same(place) for place in line].count(same(following)) == 2:
                break
            line.append(following)
        found = searcher.search(line[-1], Limits(depth=depth), history=line[:-1]).value
        assert found == reference.minimax(line[-1], depth, line[:-1]), (seed, depth)


@pytest.mark.interpreted
@pytest.mark.parametrize(("algorithm", "size"), TABLES)
def test_a_table_keeps_values_to_the_end_of_the_game(algorithm: str, size: int) -> None:
    searcher, reference = Searcher(FINISHED, algorithm, table=size), Reference(FINISHED)
    for seed in GRAPHS:
        place = Place(seed, 2, 0)
        assert searcher.search(place).value == reference.minimax(place, 100) == reference.retrograde(place), seed


@pytest.mark.slow
@pytest.mark.interpreted
def test_a_table_keeps_values_with_quiescence_action_values_and_multipv() -> None:
    plain = Searcher(COUNTED, "alpha-beta:quiescence=true")
    has_table = Searcher(COUNTED, "pvs:replacement=two-deep,quiescence=true,history=true,etc=true", table=1 << 16)
    for seed in GRAPHS:
        place, limits = Place(seed, 0, 0), Limits(depth=3 + seed % 5)
        if COUNTED.is_terminal(place):
            continue
        expected = {row.action_text: row.value for row in plain.action_values(place, limits)}
        assert has_table.search(place, limits).value == plain.search(place, limits).value, seed
        assert {row.action_text: row.value for row in has_table.action_values(place, limits)} == expected, seed
        lines = has_table.multipv(place, limits, lines=3).lines
        assert {line.action_text: line.value for line in lines} == {
            line.action_text: expected[line.action_text] for line in lines
        }


@pytest.mark.slow
@pytest.mark.interpreted
@pytest.mark.parametrize("scheme", ["new", "two-deep"])
def test_a_table_keeps_values_with_more_players(scheme: str) -> None:
    against = Searcher(THREE, f"paranoid:replacement={scheme}", table=1 << 14)
    each = Searcher(THREE, f"max-n:replacement={scheme},transform=none", table=1 << 14)
    reference = Reference(THREE)
    for seed in GRAPHS:
        place, depth = Place(seed, 0, 0), 4 + seed % 4
        found = against.search(place, Limits(depth=depth)).value
        assert found == reference.minimax(place, depth, alone=True), (seed, depth)
        assert each.search(place, Limits(depth=depth)).value == reference.max_n((place,), depth), (seed, depth)


@pytest.mark.long
@pytest.mark.parametrize("algorithm", ["alpha-beta", "pvs"])
def test_a_table_keeps_values_with_threads(algorithm: str) -> None:
    spec, reference = f"{algorithm}:replacement=two-deep", Reference(TWO)
    searcher = Searcher(TWO, spec, threads=2, table=1 << 14)
    for seed in GRAPHS:
        place, depth = Place(seed, 0, 0), seed % 4 + 5
        assert searcher.search(place, Limits(depth=depth)).value == reference.minimax(place, depth), (seed, depth)


@pytest.mark.interpreted
def test_a_draughts_position_with_graph_history_interaction() -> None:
    game = games.load("draughts")
    assert game.notation.parse_state is not None
    state, limits = game.notation.parse_state("W:WK9:BK11:H5"), Limits(depth=9)
    plain = Searcher(game, "alpha-beta").search(state, limits).value
    assert Searcher(game, "pvs:replacement=two-deep").search(state, limits).value == plain


@pytest.mark.interpreted
@pytest.mark.parametrize(
    "algorithm", ["pvs:replacement=two-deep,etc=true", pytest.param("mtdf", marks=pytest.mark.long)]
)
def test_symmetric_go_positions_keep_their_values(algorithm: str) -> None:
    plies, latest = ("13", 12) if at_night() else ("9", 3)
    game = games.load(f"go:size=2,score=points,komi=0,plies={plies}")
    searcher, states = Searcher(game, algorithm, table="1MB"), [game.initial()]
    for state in states:
        assert searcher.search(state).value == to_the_end(game, [state]), state
        if state.plies < latest:
            following = (game.result(state, action) for action in game.actions(state))
            states += [child for child in following if not game.is_terminal(child) and child not in states]
    assert len(states) > 60
