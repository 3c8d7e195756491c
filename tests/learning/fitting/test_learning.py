"""Learning tic-tac-toe, compared with a simple count; targets, thresholds and weights."""

from collections import Counter
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pytest

from changing import changed
from spielbaum import Game, games, replaced
from spielbaum.arena.openings import Opening
from spielbaum.arena.play import play
from spielbaum.arena.records import GameRecord, MoveRecord
from spielbaum.errors import GameError, InputError
from spielbaum.learning import Lesson, Positions, learn, read_positions, score
from spielbaum.learning.fitting.categories import fit_categories, relative, thresholds
from spielbaum.learning.fitting.guessed import refuse_false_pieces
from spielbaum.learning.fitting.linear import chances_of, fit_linear
from spielbaum.learning.fitting.targets import returns
from spielbaum.learning.models import TO_MOVE, Categories, Linear, make_evaluation
from spielbaum.learning.models.making import make_category, make_rows
from spielbaum.players import RandomPlayer

pytestmark = pytest.mark.slow

GAME = games.load("tic-tac-toe")
ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIELBAUM_JIT", "0")


def at_random(count: int) -> list[GameRecord]:
    return [
        play(GAME, {seat: RandomPlayer(GAME, (number, seat)) for seat in (0, 1)}, number=number, seed=number)
        for number in range(count)
    ]


RECORDS = at_random(150)


def obvious_lines(squares: str, stones: int) -> tuple[int, int]:
    """Count the lines with some number of crosses and no nought, and vice versa."""
    found = []
    for own, other in ("XO", "OX"):
        lines = ["".join(squares[square] for square in row) for row in ROWS]
        found.append(sum(line.count(own) == stones and other not in line for line in lines))
    return found[0], found[1]


def test_categories_are_an_obvious_count() -> None:
    counted: dict[tuple[int, bool], Counter[str]] = {}
    for record in RECORDS:
        squares = ["."] * 9
        for ply, move in enumerate(record.moves):
            crosses, noughts = obvious_lines("".join(squares), 2)
            for player, ahead in ((0, crosses - noughts), (1, noughts - crosses)):
                place = 0 if ahead < -0.5 else 1 if ahead < 0.5 else 2
                won = record.utility[player]  # type: ignore[index]
                counts = counted.setdefault((place, ply % 2 == player), Counter())
                counts["won" if won > 0 else "lost" if won < 0 else "drawn"] += 1
            squares[int(move.action)] = "XO"[ply % 2]
    lesson = Lesson(method="categories", features=("lines-2", TO_MOVE), bins=3, held_out=0)
    model = learn(GAME, read_positions(GAME, RECORDS), lesson)
    body = model.body
    assert isinstance(body, Categories)
    cuts = dict(zip(model.features, body.thresholds, strict=True))
    assert cuts == {"lines-2": (-0.5, 0.5), TO_MOVE: (0.0,)}
    lines_first = model.features[0] == "lines-2"
    for (place, mover), counts in counted.items():
        cell = body.cells[place * 2 + mover if lines_first else mover * 3 + place]
        assert (cell.wins, cell.draws, cell.losses) == (counts["won"], counts["drawn"], counts["lost"])
        assert cell.points == counts["won"] + counts["drawn"] / 2
        assert 0 < cell.games <= len(RECORDS)


def test_a_game_counts_once_in_each_category() -> None:
    few = RECORDS[:15]
    model = learn(GAME, read_positions(GAME, few), Lesson(method="categories", held_out=0, fewest=20))
    body = model.body
    assert isinstance(body, Categories)
    games = [set() for _ in body.games]  # type: ignore[var-annotated]
    positions = read_positions(GAME, few)
    category = make_category(model, GAME)
    for state, game in zip(positions.states, positions.games, strict=True):
        for player in (0, 1):
            number = category(make_rows(GAME)(state), player, state.to_move, 3)
            for left_out, size in enumerate(reversed(body.sizes)):
                number //= size
                games[left_out].add((number, int(game)))
    assert [dict(Counter(number for number, _ in level)) for level in games] == list(map(dict, body.games))
    cell, left_out = body.found(0)
    assert (cell.games, left_out) == (15, len(body.sizes))


def test_positions_have_features_and_outcomes() -> None:
    positions = read_positions(GAME, RECORDS[:5])
    assert len(positions) == sum(len(record.moves) for record in RECORDS[:5])
    assert positions.names == ("lines-1", "lines-2", "lines-3", TO_MOVE)
    for place, state in enumerate(positions.states):
        for player, row in enumerate(GAME.features.function(state)):  # type: ignore[misc]
            assert positions.features[place, player].tolist() == [*row, float(player == state.to_move)]
    assert np.isnan(positions.searched).all()
    assert (positions.outcomes.sum(axis=1) == 1).all()


def test_games_with_the_same_beginning_are_held_out_together() -> None:
    def begun(number: int) -> GameRecord:
        players = {seat: RandomPlayer(GAME, (number, seat)) for seat in (0, 1)}
        turned = ("0", "4", "8") if number % 2 else ("8", "4", "0")  # to the same position
        opening = Opening(".........", turned if number < 10 else (str(number % 5),))
        return play(GAME, players, number=number, seed=number, opening=opening)

    records = [begun(number) for number in range(40)]
    for seed in range(8):
        taught, judged = read_positions(GAME, records).divided(0.3, seed=seed)
        starts = [{part.states[np.argmax(part.games == game)] for game in part.games} for part in (taught, judged)]
        assert not starts[0] & starts[1]
        assert {*taught.games} | {*judged.games} == {*range(40)}
        assert 10 <= len({*judged.games}) <= 16  # six beginnings have six games each, and one has ten


def test_games_with_one_beginning_are_all_learned_from() -> None:
    taught, judged = read_positions(GAME, RECORDS).divided(0.2, seed=0)
    assert (len({*taught.games}), len(judged)) == (len(RECORDS), 0)


def valued(values: list[float], utility: tuple[float, float]) -> GameRecord:
    actions = ["0", "3", "1", "4", "2"][: len(values)]
    moves = tuple(
        MoveRecord(ply=ply, seat=ply % 2, action=action, value=value)
        for ply, (action, value) in enumerate(zip(actions, values, strict=True))
    )
    return replace(RECORDS[0], moves=moves, utility=utility, survivors=(0,))


def test_returns_by_hand() -> None:
    positions = read_positions(GAME, [valued([0.0, -0.2, 0.6], (1, -1))] * 2)
    own = returns(positions, 0.5)[:3, 0]
    searched = [0.5, 0.6, 0.8]  # for the first player: values of the second are negated
    last = 1.0
    middle = 0.5 * searched[2] + 0.5 * last
    assert own.tolist() == pytest.approx([0.5 * searched[1] + 0.5 * middle, middle, last])
    assert returns(positions, 1.0).tolist() == positions.outcomes.tolist()
    assert returns(positions, 0.0)[1, 0] == pytest.approx(searched[2])


@pytest.mark.parametrize("bins", [2, 3, 4, 5, 8])
def test_mirrored_thresholds_are_symmetric_and_rise(bins: int) -> None:
    generator = np.random.default_rng(bins)
    for values in (generator.normal(size=200), generator.integers(-3, 4, 200) * 1.0, np.array([-1.0, 1.0])):
        cuts = thresholds(values, bins, mirrored=True)
        assert (np.diff(cuts) > 0).all()
        assert (cuts + cuts[::-1] == 0).all()
        assert len(cuts) <= bins
    assert thresholds(np.array([-1.0, 1.0]), bins, mirrored=True).tolist() == [0.0]


def test_relative_features_are_less_those_of_the_best_opponent() -> None:
    given = np.array([[[5.0], [3.0], [9.0]]])
    assert relative(given, np.array([[True, True, True]]))[0, :, 0].tolist() == [-4, -6, 4]
    assert relative(given, np.array([[True, True, False]]))[0, :2, 0].tolist() == [2, -2]


def made_up(weights: list[float], players: int, count: int = 4000) -> Positions:
    """Return positions with random outcomes from known weights."""
    generator = np.random.default_rng(7)
    features = generator.normal(size=(count, players, len(weights)))
    present = np.ones((count, players), dtype=bool)
    chances = chances_of(features @ np.array(weights), present)
    winners = [generator.choice(players, p=row) for row in chances]
    names = tuple(f"f{i}" for i in range(len(weights)))
    blank: Any = np.full((count, players), np.nan)
    numbers = np.arange(count)
    return Positions([None] * count, names, features, present, np.eye(players)[winners], blank, numbers, numbers)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_known_weights_are_recovered(players: int) -> None:
    known = [1.0, -0.5, 0.25]
    positions = made_up(known, players)
    found = fit_linear(positions, positions.outcomes, features=positions.names)
    assert found.weights[0] == pytest.approx(known, abs=0.1)


def test_weights_of_many_players_maximise_the_likelihood() -> None:
    positions = made_up([1.0, -0.5], 3)
    body = fit_linear(positions, positions.outcomes, features=positions.names, penalty=1e-6)

    def likelihood(weights: Any) -> float:
        chances = chances_of(positions.features @ np.array(weights), positions.present)
        return float((positions.outcomes * np.log(chances)).sum())

    best = likelihood(body.weights[0])
    for step in ((0.01, 0), (-0.01, 0), (0, 0.01), (0, -0.01)):
        assert likelihood(np.array(body.weights[0]) + step) < best


def test_phases_are_determined_by_the_feature_that_changes_most() -> None:
    positions = read_positions(GAME, RECORDS)
    body = learn(GAME, positions, Lesson(phases=2, held_out=0)).body
    assert isinstance(body, Linear)
    assert (body.phase, len(body.weights)) == ("lines-2", 2)
    assert body.knots[0] < body.knots[1]


def test_scores_of_a_forecast_that_knows_nothing() -> None:
    read = read_positions(GAME, RECORDS)
    positions = replace(read, beginnings=np.arange(len(RECORDS)))  # as if all beginnings were distinct
    model = learn(GAME, positions, Lesson(features=("lines-2",), held_out=0.2))
    flat = replace(model, body=Linear(weights=((0.0,),)))
    found = score(GAME, make_evaluation(GAME, flat), positions)
    assert found["log_loss"] == pytest.approx(np.log(2))
    assert [row["expected"] for row in found["calibration"]] == [0.5]
    assert found["calibration_error"] == pytest.approx(0)
    assert model.scores["log_loss"] < np.log(2)


def test_learning_is_reproducible() -> None:
    positions = read_positions(GAME, RECORDS)
    for method in ("categories", "linear", "td"):
        lesson = Lesson(method=method)
        assert learn(GAME, positions, lesson) == learn(GAME, positions, lesson)


def test_the_least_informative_features_are_left_out_if_there_are_too_many_categories() -> None:
    positions = made_up([1.0, 0.0, 0.3], 2)
    names, body = fit_categories(positions, features=positions.names, bins=60)
    assert names == ("f0", "f2")
    assert np.prod(body.sizes) <= 2**16


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"method": "magic"}, "no method 'magic'"),
        ({"held_out": 1.0}, "the part held out"),
        ({"phases": 0}, "at least 1 phase"),
        ({"method": "categories", "bins": 1}, "2 bins"),
        ({"method": "td", "trace": 2.0}, "lambda"),
        ({"penalty": 0.0}, "penalty"),
        ({"features": ("lines-2", TO_MOVE, "lines-2")}, "'lines-2' is named twice"),
        ({"phases": 2, "phase": TO_MOVE}, "feature of the game, not"),
    ],
)
def test_wrong_options_are_refused(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        Lesson(**wrong)


def test_a_game_cannot_declare_the_feature_to_move() -> None:
    with pytest.raises(GameError, match="every game has it"):
        changed(GAME, {"features.names": ("lines-1", "lines-2", TO_MOVE)})


def test_too_few_games_are_refused() -> None:
    with pytest.raises(InputError, match="no positions"):
        read_positions(GAME, [])
    with pytest.raises(InputError, match="held out"):
        learn(GAME, read_positions(GAME, RECORDS[:1]), Lesson(held_out=0.9))
    drawn = [record for record in RECORDS if record.utility == (0, 0)][:1]
    assert drawn
    with pytest.raises(InputError, match="no feature 'speed'"):
        learn(GAME, read_positions(GAME, drawn), Lesson(features=("speed",), held_out=0))


class Walled(NamedTuple):
    walls: tuple[int, ...] = (0,) * 9  # 1 for a wall
    plies: int = 0


def walled(owned: bool) -> Game:
    """Players build in turn, for themselves or walls; whoever builds in the middle wins."""
    return Game(
        name="walled",
        players=2,
        initial=Walled,
        to_move=lambda state: state.plies % 2,
        actions=lambda state: (square for square in range(9) if not state.walls[square]),
        result=lambda state, square: Walled(
            replaced(state.walls, square, 1 + state.plies % 2 * owned), state.plies + 1
        ),
        is_terminal=lambda state: state.walls[4] > 0,
        utility=lambda state: (1, -1) if state.plies % 2 else (-1, 1),
        zero_sum=True,
    )


def test_walls_are_not_counted_as_pieces() -> None:
    refuse_false_pieces(walled(owned=True))
    refuse_false_pieces(games.load("tic-tac-toe"))
    with pytest.raises(GameError, match=r"the numbers on its boards are no pieces of the players: player 1 has none"):
        refuse_false_pieces(walled(owned=False))
