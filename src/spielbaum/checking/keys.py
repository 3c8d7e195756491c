"""Tests keys: states of equal key have equal futures, and hashes are random."""

from spielbaum.checking.visit import Visit
from spielbaum.errors import Sentence
from spielbaum.game import Game, ProofHints, SearchHints, State

FUTURE = 2000
"""The size of the trees that are compared, in states."""

COMPARED_KEYS = 2000
"""The number of pairs of states with equal keys that are compared at this size."""

NEAR_FUTURE = 50
"""The size of the trees of all further pairs, if the key is declared injective."""


HASHES = 256
"""The number of different keys needed to tell whether all bits are random."""

WORD = 1 << 64


class HashCheck:
    """Tests keys that are declared hashes, and second keys.

    Parameters
    ----------
    prefix
        The field with the keys: ``hints``.
    hints
        The hints with the keys.
    """

    def __init__(self, prefix: str, hints: SearchHints | ProofHints) -> None:
        self.prefix, self.key, self.second = prefix, hints.key, hints.second_key
        self.random = {
            "key": hints.key if hints.key_kind == "hash" else None,
            "second_key": hints.second_key,
        }
        self.of_second: dict[int, tuple[int, State]] = {}
        self.found: dict[str, list[int]] = {name: [] for name, hook in self.random.items() if hook}
        self.keys: set[int] = set()

    def fault(self, state: State) -> str | None:
        """Add a state and return what is wrong with the hashes."""
        if self.key is None or not self.found:
            return None
        key = self.key(state) % WORD
        if key == 0:
            return None
        if self.second is not None and len(self.of_second) < COMPARED_KEYS:
            second = self.second(state) % WORD
            other, first = self.of_second.setdefault(second, (key, state))
            if other != key:
                return Sentence(
                    "{}.second_key returns {} for {} and for {}, whose keys differ", self.prefix, second, first, state
                )
        if key in self.keys or len(self.keys) >= HASHES:
            return None
        self.keys.add(key)
        for name, hashes in self.found.items():
            hashes.append(self.random[name](state) % WORD)  # type: ignore[misc]
        return self._not_random() if len(self.keys) == HASHES else None

    def _not_random(self) -> str | None:
        for name, hashes in self.found.items():
            for low in (0, 16, 32, 48):
                if len({number >> low & 0xFFFF for number in hashes}) < HASHES // 2:
                    stated = Sentence(", and the game states key_kind='hash'") if name == "key" else ""
                    return Sentence(
                        "bits {} to {} of {}.{} are not random: {} different states have {} values{}",
                        low,
                        low + 15,
                        self.prefix,
                        name,
                        HASHES,
                        len({number >> low & 0xFFFF for number in hashes}),
                        stated,
                    )
        if len(self.found) == 2:
            pairs = list(zip(*self.found.values(), strict=True))
            if any(len({join(*pair) for pair in pairs}) == 1 for join in (_xor, _difference)):
                return Sentence(
                    "{}.second_key follows from {}.key, and must be independent of it", self.prefix, self.prefix
                )
        return None


def _xor(one: int, other: int) -> int:
    return one ^ other


def _difference(one: int, other: int) -> int:
    return (one - other) % WORD


class KeyCheck:
    """Compares each state with the first one of the same key.

    Parameters
    ----------
    game
        The game; only keys of its own are tested.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.first: dict[int, State] = {}
        self.repeated: dict[int, Visit] = {}
        self.compared = 0
        hints, proof = game.hints, game.hints.proof
        self.hashes = [HashCheck(prefix, known) for prefix, known in (("hints", hints), ("hints.proof", proof))]

    def repetition_fault(self, visit: Visit) -> str | None:
        """Add a state and return the fault if an earlier one of equal repetition key has other actions."""
        if self.game.repetition is None or visit.terminal:
            return None
        key = self.game.repetition.key(visit.state)
        earlier = self.repeated.setdefault(key, visit) if key else visit
        if (earlier.to_move, set(earlier.actions)) == (visit.to_move, set(visit.actions)):
            return None
        return Sentence(
            "repetition.key returns {} for {} and for {}, and their actions differ", key, earlier.state, visit.state
        )

    def hash_fault(self, visit: Visit) -> str | None:
        """Add a state and return the fault if keys declared as independent hashes are not."""
        return next((wrong for check in self.hashes if (wrong := check.fault(visit.state))), None)

    def fault(self, visit: Visit) -> str | None:
        """Add a state and return the fault if an earlier one of equal key has another future."""
        if self.game.hints.key is None:
            return None
        injective = self.game.hints.key_kind == "injective"
        key = self.game.hints.key(visit.state) % 2**64
        earlier = self.first.setdefault(key, visit.state)
        if earlier == visit.state or (self.compared >= COMPARED_KEYS and not injective):
            return None
        self.compared += 1
        states = FUTURE if self.compared <= COMPARED_KEYS else NEAR_FUTURE
        if future_of(self.game, earlier, states) == future_of(self.game, visit.state, states):
            return None
        declared = Sentence(", and the game states key_kind='injective'") if injective else ""
        return Sentence(
            "key {} is that of {} and of {}, and their futures differ{}", key, earlier, visit.state, declared
        )


def future_of(game: Game, state: State, states: int) -> object:
    """Return the tree below a state without its actions, cut to about ``states`` states."""
    player = game.to_move(state)
    if game.is_terminal(state):
        return tuple(game.utility(state))
    actions = list(game.actions(state))
    if states < len(actions):
        return player, len(actions)
    children = (future_of(game, game.result(state, action), states // len(actions)) for action in actions)
    return player, sorted(map(repr, children))
