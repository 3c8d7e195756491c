"""Monte-Carlo tree search with all its options, as plain as possible, and trees for 2 to 6 players to run it on."""

from dataclasses import dataclass, field
from itertools import pairwise
from math import inf, log, sqrt
from typing import Any

from obvious import Vector, mixed, paranoid, total, worth_in
from spielbaum import Evaluation, Game, SearchHints

WORD = (1 << 64) - 1
FINE = 1 << 30


class Numbers:
    """SplitMix64."""

    def __init__(self, seed: int) -> None:
        self.state = self.scrambled(seed)

    @staticmethod
    def scrambled(number: int) -> int:
        number &= WORD
        number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & WORD
        number = (number ^ number >> 27) * 0x94D049BB133111EB & WORD
        return number ^ number >> 31

    def below(self, number: int) -> int:
        self.state = self.state + 0x9E3779B97F4A7C15 & WORD
        return (self.scrambled(self.state) >> 33) * number >> 31


@dataclass
class Node:
    """A node: the action that leads to it, the root player's actions on the way, and what is known of it."""

    state: Any
    action: Any
    mine: tuple[Any, ...]
    static: Vector
    visits: int = 0
    value: list[float] = field(default_factory=list)
    children: list["Node"] = field(default_factory=list)


@dataclass
class Options:
    """The options of ``mcts``, with its defaults except for the solver."""

    policy: str = "max-n"
    exploration: float = 1
    history: float = 0
    cutoff: int = 0
    playout: str = "random"
    plies: int = 2
    breadth: int = 0
    epsilon: float = 0.05
    oma: float = 0
    widening: float = 0
    implicit: float = 0
    seed: int = 0


class ObviousMcts:
    """A search of ``simulations`` simulations; ``root`` is its tree."""

    def __init__(self, game: Game, state: Any, simulations: int, options: Options) -> None:
        self.game, self.options, self.me = game, options, game.to_move(state)
        self.worth, self.numbers = worth_in(game), Numbers(options.seed)
        self.least, self.largest = inf, -inf
        self.estimates: list[float] = []
        self.shared: dict[tuple[Any, ...], tuple[int, float]] = {}
        self.played: dict[tuple[int, Any], tuple[int, float]] = {}
        self.root = Node(state, None, (), ())
        for _ in range(simulations):
            self.simulate()

    # Values: vectors in Max^n, else one number for the root player.

    def seen(self, vector: Vector) -> Vector:
        return vector if self.options.policy == "max-n" else (2 * vector[self.me] - total(vector),)

    def own(self, value: Vector, player: int) -> float:
        if len(value) > 1:
            return value[player]
        return value[0] if player == self.me else -value[0]

    # The four steps.

    def simulate(self) -> None:
        line, replied, moves = [self.root], False, []
        while True:
            node = line[-1]
            if self.game.is_terminal(node.state):
                break
            if not node.children:
                if len(line) > 1 and node.visits == 0:
                    break
                self.expand(node, replied)
            player, child = self.game.to_move(node.state), self.select(node)
            moves.append((player, child.action))
            replied = player != self.me and (replied or child is not node.children[0])
            line.append(child)
            if child.visits == 0 and not self.game.is_terminal(child.state):
                self.estimates += child.static
        state, left = line[-1].state, 0 if self.options.playout == "none" else self.options.cutoff or inf
        while not self.game.is_terminal(state) and left > 0:
            action = self.choose(state)
            moves.append((self.game.to_move(state), action))
            state, left = self.game.result(state, action), left - 1
        value = self.seen(self.worth(state))
        self.least, self.largest = min(self.least, *value), max(self.largest, *value)
        for node in line:
            node.visits += 1
            node.value = [old + new for old, new in zip(node.value or [0.0] * len(value), value, strict=True)]
        for player, action in reversed(moves):
            times, whole = self.played.get((player, action), (0, 0.0))
            self.played[player, action] = times + 1, whole + self.own(value, player)
        for above, node in pairwise(line):
            if self.game.to_move(above.state) == self.me:
                times, whole = self.shared.get(node.mine, (0, 0.0))
                self.shared[node.mine] = times + 1, whole + self.own(value, self.me)
        for node in reversed(line[:-1]):
            player = self.game.to_move(node.state)
            if self.options.implicit:
                visited = [child.static for child in node.children if child.visits]
                node.static = max(visited, key=lambda static: self.own(static, player))

    def expand(self, node: Node, replied: bool) -> None:
        game, player = self.game, self.game.to_move(node.state)
        actions = list(game.actions(node.state))
        if self.options.widening:
            actions = sorted(actions, key=lambda action: -self.widening_rank(node.state, action))
        if self.options.policy == "brs" and player != self.me:
            actions = self.expected_first(node.state, actions)
            actions = actions[:1] if replied else actions
        for action in actions:
            state = game.result(node.state, action)
            mine = (*node.mine, action) if player == self.me else node.mine
            node.children.append(Node(state, action, mine, self.seen(self.worth(state))))

    def select(self, node: Node) -> Node:
        player, children = self.game.to_move(node.state), node.children
        if self.options.widening:
            children = children[: 1 + int(self.options.widening * sqrt(node.visits))]
        new = [child for child in children if child.visits == 0 and not self.is_shared(child, player)]
        if new:
            return new[self.numbers.below(len(new))]
        return max(children, key=lambda child: self.bound(node, child, player))

    def is_shared(self, child: Node, player: int) -> bool:
        return bool(self.options.oma) and player == self.me and child.mine in self.shared

    def bound(self, node: Node, child: Node, player: int) -> float:
        options, times = self.options, child.visits
        scale = self.largest - self.least if self.largest > self.least else 1
        score = 0.0
        if times:
            score = self.mean(child, player)
            if options.implicit:
                score = (1 - options.implicit) * score + options.implicit * self.scaled(child, player, scale)
        if self.is_shared(child, player):
            share = sqrt(options.oma / (3 * times + options.oma))
            count, whole = self.shared[child.mine]
            score += share * (whole / count - score)
        explore = options.exploration * scale * sqrt(log(max(1, node.visits)))
        if times == 0:
            return score + explore
        return score + explore / sqrt(times) + (self.bonus(child, player, scale) if options.history else 0)

    def mean(self, node: Node, player: int) -> float:
        return self.own(tuple(number / node.visits for number in node.value), player)

    def floor(self, player: int, least: float, largest: float) -> float:
        return least if self.options.policy == "max-n" or player == self.me else -largest

    def scaled(self, child: Node, player: int, scale: float) -> float:
        least, largest = min(self.estimates, default=inf), max(self.estimates, default=-inf)
        part = 0.5
        if least < largest:
            part = (self.own(child.static, player) - self.floor(player, least, largest)) / (largest - least)
        return self.floor(player, self.least, self.largest) + scale * min(1, max(0, part))

    def bonus(self, child: Node, player: int, scale: float) -> float:
        times, whole = self.played.get((player, child.action), (0, 0.0))
        if times == 0:
            return 0
        floor = self.floor(player, self.least, self.largest)
        lost = child.visits * (1 - (self.mean(child, player) - floor) / scale)
        return scale * self.options.history * ((whole / times - floor) / scale) / (lost + 1)

    # Playouts.

    def choose(self, state: Any) -> Any:
        actions = list(self.game.actions(state))
        if self.options.playout == "random" or self.numbers.below(FINE) < self.options.epsilon * FINE:
            return actions[self.numbers.below(len(actions))]
        if self.options.playout == "order":
            best = max(self.rank(state, action) for action in actions)
            equal = [action for action in actions if self.rank(state, action) == best]
            return equal[self.numbers.below(len(equal))]
        player, found, most, count = self.game.to_move(state), None, -inf, 0
        for action in self.candidates(state):
            value = self.outlook(self.game.result(state, action), player)
            if value > most:
                found, most, count = action, value, 1
            elif value == most:
                count += 1
                found = action if self.numbers.below(count) == 0 else found
        return found

    def outlook(self, state: Any, player: int) -> float:
        left = self.options.plies - 1
        if self.options.playout == "max-n":
            return self.max_n(state, left)[player]
        if self.options.playout == "paranoid":
            return self.paranoid(state, left, player)
        return self.best_reply(state, left, player)

    def max_n(self, state: Any, left: int) -> Vector:
        if left == 0 or self.game.is_terminal(state):
            return self.worth(state)
        below = [self.max_n(self.game.result(state, action), left - 1) for action in self.candidates(state)]
        return max(below, key=lambda vector: vector[self.game.to_move(state)])

    def against_all(self, state: Any, player: int) -> float:
        return paranoid(self.game, state, 0, self.worth, player)

    def paranoid(self, state: Any, left: int, player: int) -> float:
        if left == 0 or self.game.is_terminal(state):
            return self.against_all(state, player)
        below = [self.paranoid(self.game.result(state, a), left - 1, player) for a in self.candidates(state)]
        return max(below) if self.game.to_move(state) == player else min(below)

    def best_reply(self, state: Any, left: int, player: int) -> float:
        if left == 0 or self.game.is_terminal(state):
            return self.against_all(state, player)
        if self.game.to_move(state) == player:
            return max(self.best_reply(self.game.result(state, a), left - 1, player) for a in self.candidates(state))
        return min(self.best_reply(end, left - 1, player) for end in self.rounds(state, player))

    def rounds(self, state: Any, player: int) -> list[Any]:
        """The states after a turn of all others, of whom at most one has made another than his expected move."""
        going, ended = [(state, False)], []
        for _ in range(self.game.players - 1):
            following = []
            for one, replied in going:
                if self.game.is_terminal(one) or self.game.to_move(one) == player:
                    ended.append(one)
                    continue
                first, *others = self.expected_first(one, self.candidates(one))
                following.append((self.game.result(one, first), replied))
                following += [] if replied else [(self.game.result(one, action), True) for action in others]
            going = following
        return ended + [one for one, _replied in going]

    # The game's order of actions.

    def rank(self, state: Any, action: Any) -> float:
        return 0.0 if self.game.hints.order is None else float(self.game.hints.order(state, action))

    def widening_rank(self, state: Any, action: Any) -> float:
        if self.game.hints.order is not None:
            return self.rank(state, action)
        player, below = self.game.to_move(state), self.game.result(state, action)
        return self.worth(below)[player] if self.options.policy == "max-n" else self.against_all(below, player)

    def sorted(self, state: Any, actions: list[Any]) -> list[Any]:
        return sorted(actions, key=lambda action: -self.rank(state, action))

    def candidates(self, state: Any) -> list[Any]:
        actions = list(self.game.actions(state))
        return self.sorted(state, actions)[: self.options.breadth] if self.options.breadth else actions

    def expected_first(self, state: Any, actions: list[Any]) -> list[Any]:
        best = max(range(len(actions)), key=lambda i: self.rank(state, actions[i]))
        actions[0], actions[best] = actions[best], actions[0]
        return actions


def bush(players: int, seed: int, *, ordered: bool = True) -> Game:
    """Return a random tree in which nodes have 2 to 4 actions and ends lie 4 to 7 plies deep."""

    def value_of(state: tuple[int, int], player: int, salt: int) -> int:
        return mixed(state[0] + 31 * player + salt) % 7

    def utility(state: tuple[int, int]) -> Vector:
        return tuple(value_of(state, player, 1) for player in range(players))

    def guess(state: tuple[int, int]) -> Vector:
        return tuple(value_of(state, player, 2) for player in range(players))

    return Game(
        name="bush",
        players=players,
        initial=lambda: (mixed(seed), 0),
        to_move=lambda state: (state[1] + (mixed(state[0]) % 5 == 0)) % players,
        actions=lambda state: iter(range(2 + state[0] % 3)),
        result=lambda state, action: (mixed(state[0] + action * 7919 + 1), state[1] + 1),
        is_terminal=lambda state: state[1] == 7 or (state[1] > 3 and state[0] % 6 == 0),
        utility=utility,
        max_utility=6,
        non_negative=True,
        evaluations={"guess": Evaluation(guess, maximum=6, non_negative=True)},
        hints=SearchHints(order=(lambda state, action: mixed(state[0] + action) % 3) if ordered else None),
        compiled=False,
    )
