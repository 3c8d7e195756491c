"""Random games with cycles, and reference searches that carry their path."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from spielbaum import Evaluation, Game, Repetition, SearchHints, View
from spielbaum.kernel import U64, scrambled

MASK = (1 << 64) - 1


class Place(NamedTuple):
    """A node of a random graph: the graph, the number of irreversible steps, and the node."""

    seed: int
    stage: int
    node: int
    steps: int = 0  # since the last irreversible one; 0 if not needed
    board: tuple[int, ...] = (1, 0)  # or its mirror image, which is equivalent but different to the rule of repetition


def same(place: Place) -> Place:
    """Return the key of the rule of repetition."""
    return place._replace(steps=0)


def _number(place: Place, salt: int, bound: int) -> int:
    """Return a random number below a bound, determined by a place."""
    mixed = scrambled(U64(place.seed * 0x9E3779B97F4A7C15 + salt * 0xD1B54A32D192ED03 & MASK))
    return int(scrambled(U64(mixed + place.stage * 1000 + place.node & MASK)) >> 8) % bound


def circular_game(
    players: int = 2,
    *,
    size: int = 14,
    compiled: bool = True,
    estimates: bool = True,
    counts: bool = False,
    mirrors: bool = False,
) -> Game:
    """Return a game on graphs of a given number of nodes; the state has the seed, so one game covers many graphs.

    With ``counts`` it counts steps and says how far back a position can repeat. With ``mirrors`` some actions turn
    the board into its mirror image, and both images share a key.
    """

    def initial() -> Place:
        return Place(1, 0, 0)

    def to_move(place: Place) -> int:
        return _number(place, 1, players)

    def actions(place: Place) -> Iterator[int]:
        last = 1 + _number(place, 2, 2)
        for action in range(last + 1):
            yield last - action

    def result(place: Place, action: int) -> Place:
        further = 1 if _number(place, 10 + action, 12) == 0 else 0
        steps = place.steps + 1 if counts and not further else 0
        board = (place.board[1], place.board[0]) if mirrors and _number(place, 30 + action, 2) else place.board
        return Place(place.seed, place.stage + further, _number(place, 20 + action, size), steps, board)

    def is_terminal(place: Place) -> bool:
        return _number(place, 3, 30) == 0 or place.stage > 3

    def worth(place: Place, salt: int) -> tuple[int, ...]:
        if players == 2:
            own = _number(place, salt, 9) - 4
            return (own, -own)
        return (_number(place, salt, 3), _number(place, salt + 1, 3), _number(place, salt + 2, 3))

    def utility(place: Place) -> tuple[int, ...]:
        return worth(place, 50)

    def evaluate(place: Place) -> tuple[int, ...]:
        return worth(place, 60)

    def repetition(place: Place) -> int:
        return 2 + place.seed * 2048 + place.stage * 128 + place.node * 2 + place.board[1]

    def noisy(place: Place, action: int) -> bool:
        return _number(place, 70 + action, 3) == 0

    def may_stand_pat(place: Place) -> bool:
        return _number(place, 80, 4) > 0

    def reversible(place: Place) -> int:
        return place.steps

    return Game(
        name=f"circles-of-{players}",
        players=players,
        initial=initial,
        to_move=to_move,
        actions=actions,
        result=result,
        is_terminal=is_terminal,
        utility=utility,
        evaluations={"random": Evaluation(evaluate)} if estimates else {},
        zero_sum=players == 2,
        max_utility=4,
        compiled=compiled,
        hints=SearchHints(
            key=None if mirrors else repetition,
            symmetries="mirror" if mirrors else None,
            noisy=noisy,
            may_stand_pat=may_stand_pat,
        ),
        repetition=Repetition(key=repetition, reversible=reversible if counts else None),
        view=View(shape=(1, 2)),
    )


class Reference:
    """Reference values of such a game from its rules and the path; the rules of each place are read once.

    Parameters
    ----------
    game
        The game.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.to_move, self.is_terminal, self.utility = map(cache, (game.to_move, game.is_terminal, game.utility))
        self.following = cache(lambda place: [game.result(place, action) for action in game.actions(place)])
        evaluation = game.evaluation()
        self.estimate = cache(evaluation.function) if evaluation else lambda _place: (0,) * game.players

    def minimax(self, place: Place, depth: int, past: Sequence[Place] = (), *, alone: bool = False) -> float:
        """Return the value of a place to its player; ``alone`` counts the others' results as losses."""
        before = [same(earlier) for earlier in (*past, place)]
        nearly = {earlier for earlier in before if before.count(earlier) >= self.game.repetition.times - 1}
        root = self.to_move(place)

        def own(vector: Sequence[float]) -> float:
            return 2 * vector[root] - sum(vector) if alone else vector[root]

        def value(line: tuple[Place, ...], depth: int) -> float:
            place = line[-1]
            if self.is_terminal(place):
                return own(self.utility(place))
            if len(line) > 1 and (same(place) in map(same, line[:-1]) or same(place) in nearly):
                return 0
            if depth == 0:
                return own(self.estimate(place))
            values = [value((*line, child), depth - 1) for child in self.following(place)]
            return max(values) if self.to_move(place) == root else min(values)

        return value((place,), depth)

    def max_n(self, line: tuple[Place, ...], depth: int) -> Sequence[float]:
        """Return the vector of the last place on a line: every player maximises its own result."""
        place = line[-1]
        if self.is_terminal(place):
            return self.utility(place)
        if place in line[:-1]:
            return (0,) * self.game.players
        if depth == 0:
            return self.estimate(place)
        vectors = [self.max_n((*line, child), depth - 1) for child in self.following(place)]
        return max(vectors, key=lambda vector: vector[self.to_move(place)])

    def retrograde(self, place: Place) -> float:
        """Return the value of a place to its player if the game is played to its end: infinite play is a draw."""
        places = [place]
        for reached in places:
            if not self.is_terminal(reached):
                places.extend(child for child in self.following(reached) if child not in places)
        ends = {end: self.utility(end) for end in places if self.is_terminal(end)}
        player = self.to_move(place)
        for hero, sign in ((player, 1), (1 - player, -1)):
            for worth in sorted({vector[hero] for vector in ends.values() if vector[hero] > 0}, reverse=True):
                if place in self._forced(hero, {end for end, vector in ends.items() if vector[hero] >= worth}, places):
                    return sign * worth
        return 0

    def _forced(self, hero: int, goal: set[Place], places: Sequence[Place]) -> set[Place]:
        """Return the places from which a player can force its way to a goal."""
        won = set(goal)
        while True:
            more = {
                place
                for place in places
                if place not in won
                and not self.is_terminal(place)
                and (any if self.to_move(place) == hero else all)(child in won for child in self.following(place))
            }
            if not more:
                return won
            won |= more
