"""Compares the rules of a game with those of a reference: both are walked in step, the states near the start first.

States are the same if the same moves lead there, whatever they consist of. At the first difference of a kind the walk
stops on that path, so a difference is never the consequence of another one nearer to the start.
"""

import random
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isclose
from typing import Any, NamedTuple

from spielbaum.adapters.adapted import StateChangedError, with_copies
from spielbaum.checking.matching import Matching, Node, Pairs, matchings, squares_of
from spielbaum.checking.trial import MOST_ACTIONS
from spielbaum.errors import GameError, InputError, Message, validate_whole_number
from spielbaum.game import Action, Game, State, Vector
from spielbaum.game.click_path import click_path_of, places_of
from spielbaum.game.endings import ending_of
from spielbaum.game.remark import Square
from spielbaum.language import tr

POSITIONS = 10_000
"""The number of positions that are compared, by default."""

GAMES = 100
"""The number of random games that follow if there are more."""

LONGEST_GAME = 500
TRIED = 60
"""The number of positions by which the ways to match moves are compared."""

BOARDS = 300
"""The number of positions whose boards are compared; later ones show nothing that their moves do not."""

EVERY_WAY = 600
"""The number of positions to which every way is followed; later only the first one to each position."""

CHANGED = "state-changed"
LINES_SHOWN = 4

MOSTLY = 3
"""A line is never seen if wins by it are missed this many times as often: those seen have a second line."""


@dataclass(frozen=True)
class Difference:
    """A difference between the rules of a game and those of its reference.

    Attributes
    ----------
    code
        What differs: ``"win-missing"``.
    sentence
        The difference, in one sentence.
    detail
        What the functions return where it shows first, and what they should.
    moves
        The moves that lead there, as the game writes them.
    line
        The same as actions of the reference.
    cells
        The cells in question, on the board of the reference.
    wrong
        Whether it is an error, not a remark.
    error
        The exception, if a function of the game raised one.
    """

    code: str
    sentence: Message
    detail: Message | None = None
    moves: tuple[str, ...] = ()
    line: tuple[Action, ...] = ()
    cells: tuple[Square, ...] = ()
    wrong: bool = True
    error: BaseException | None = None

    @property
    def text(self) -> str:
        """The sentence and the detail, in the current language."""
        return f"{tr(self.sentence)} {tr(self.detail)}" if self.detail else tr(self.sentence)


@dataclass(frozen=True)
class Comparison:
    """The result of a comparison.

    Attributes
    ----------
    positions
        The number of positions that were compared.
    games
        The number of random games that were played in step.
    ends
        The number of those in which the game is over in the reference.
    complete
        Whether all positions were compared.
    differences
        The first difference of each kind, the nearest to the start first.
    """

    positions: int
    games: int
    ends: int
    complete: bool
    differences: tuple[Difference, ...]

    @property
    def ok(self) -> bool:
        """Whether no difference is an error."""
        return not any(one.wrong for one in self.differences)


def compare_rules(
    game: Game,
    reference: Game,
    *,
    moves: Mapping[str, str] | None = None,
    scaled: bool = True,
    positions: int = POSITIONS,
    games: int = GAMES,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Comparison:
    """Compare the rules of a game with those of a reference.

    Parameters
    ----------
    game, reference
        The games.
    moves
        The texts of the reference's actions by those of the game, if they do not match by themselves.
    scaled
        Whether utilities of another size throughout, or without one, are only worth a remark.
    positions
        The number of positions to compare, breadth first.
    games
        The number of random games to play in step after these, if there are more positions.
    seed
        That of the random games.
    progress
        Called with the number of positions.

    Raises
    ------
    InputError
        If the numbers of players differ, or the moves cannot be matched.
    """
    validate_whole_number("positions", positions, least=1)
    validate_whole_number("games", games)
    if game.players != reference.players:
        sentence = "{} is for {} players, and {} for {}: only games for the same number can be compared"
        raise InputError(Message(sentence, game.name, game.players, reference.name, reference.players))
    try:
        matching = _best_matching(game, reference, moves)
    except InputError:
        raise
    except (Exception, SystemExit) as error:
        return Comparison(0, 0, 0, False, (_raised(error, ()),))
    walk = _Walk(game, reference, matching)
    complete = walk.breadth_first(positions, progress)
    first = walk.found.get(CHANGED)
    if first:  # the rest is compared with copies
        walk = _Walk(with_copies(game), reference, matching)
        complete = walk.breadth_first(positions, progress)
        walk.found.setdefault(CHANGED, first)
    played, generator = 0, random.Random(seed)
    while played < games and not (complete or walk.stopped):
        walk.play(generator)
        played += 1
        if progress:
            progress(walk.positions)
    walk.scaled = scaled
    return Comparison(walk.positions, played, walk.ends, complete, walk.differences())


def _best_matching(game: Game, reference: Game, moves: Mapping[str, str] | None) -> Matching:
    """Return the matching with which two games differ latest."""
    fitting = matchings(game, reference, moves)
    if len(fitting) == 1:
        return fitting[0]
    scores = []
    for matching in fitting:
        walk = _Walk(game, reference, matching)
        walk.compares_boards = False  # moves decide which squares are the same
        walk.breadth_first(TRIED, None)
        scores.append(walk.positions - sum(walk.times.values()))
    return fitting[scores.index(max(scores))]


class Same(NamedTuple):
    """A position of two games, with the moves to it as the game writes them, and as actions of the reference."""

    own: State
    reference: State
    moves: tuple[str, ...]
    line: tuple[Action, ...]


def same_positions(
    game: Game,
    reference: Game,
    *,
    number: int,
    moves: Mapping[str, str] | None = None,
    seed: int = 0,
) -> list[Same]:
    """Return unfinished positions of both games: half of them the nearest to the start, the others of random games.

    Positions beyond a difference of the rules are not among them.

    Raises
    ------
    InputError
        If the moves cannot be matched.
    """
    matching = _best_matching(game, reference, moves)
    walk = _Walk(game, reference, matching)
    walk.breadth_first(number // 2, None)
    if CHANGED in walk.found:
        walk = _Walk(with_copies(game), reference, matching)
        walk.breadth_first(number // 2, None)
    generator = random.Random(seed)
    for _ in range(number):
        if len(walk.unfinished) >= number or walk.stopped:
            break
        walk.play(generator)
    found = list(walk.unfinished.values())[:number]
    return [Same(pair.own, pair.reference, _texts(pair.line), _actions(pair.line)) for pair in found]


Cells = tuple[Square, ...]


class _Line(NamedTuple):
    """The moves to a position, the last one first."""

    before: "_Line | None"
    text: str
    action: Action


class _Pair(NamedTuple):
    """The same position in both games."""

    own: State
    reference: State
    line: _Line | None


@dataclass
class _Wins:
    """How wins by one line, or of one kind, are counted."""

    seen: int = 0
    missed: int = 0
    full: int = 0  # of those missed, the ones without another move
    by_utility: int = 0  # of those missed, the ones that utility sees


class _Walk:
    """A walk through two games in step."""

    def __init__(self, game: Game, reference: Game, matching: Matching) -> None:
        self.game, self.reference, self.matching = game, reference, matching
        self.positions = self.ends = 0
        self.stopped, self.scaled = False, True
        self.shift = 0
        self.found: dict[str, Difference] = {}
        self.times: dict[str, int] = {}
        self.wins: dict[tuple[int, Cells], _Wins] = {}
        self.first_missed: _Pair | None = None
        self.missed_cells: Cells = ()
        self.utilities: dict[Vector, dict[Vector, int]] = {}
        self.first_utility: dict[tuple[Vector, Vector], _Pair] = {}
        self.words: dict[str, str] = {}
        self.reached: set[State] = set()
        self.unfinished: dict[State, _Pair] = {}
        self.squares = squares_of(reference)
        self.compares_boards = self._boards_fit()

    def breadth_first(self, positions: int, progress: Callable[[int], None] | None) -> bool:
        """Compare positions, the nearest first, and return whether these were all."""
        start = _Pair(self.game.initial(), self.reference.initial(), None)
        queue, known = deque([start]), {(start.own, start.reference)}
        while queue and not self.stopped:
            if self.positions >= positions:
                return False
            for pair in self.compare(queue.popleft()):
                if (pair.own, pair.reference) not in known:
                    known.add((pair.own, pair.reference))
                    queue.append(pair)
            if progress and self.positions % 10 == 0:
                progress(self.positions)
        return not self.stopped

    def play(self, generator: random.Random) -> None:
        """Compare the positions of a random game."""
        pair = _Pair(self.game.initial(), self.reference.initial(), None)
        for _ in range(LONGEST_GAME):
            self.reached.clear()
            following = self.compare(pair)
            if not following:
                return
            pair = generator.choice(following)

    def compare(self, pair: _Pair) -> list[_Pair]:
        """Compare a position, and return those after its moves; none beyond a difference."""
        self.positions += 1
        try:
            return self._compare(pair)
        except StateChangedError as error:
            sentence = Message("A function changes the position that it is given: it must make a copy first.")
            self._differ(pair, CHANGED, sentence, _message(error))
            self.stopped = True
        except GameError as error:
            self._differ(
                pair, "wrong-type", Message("A function returns something of the wrong type."), _message(error)
            )
        except (Exception, SystemExit) as error:
            self._enter(_raised(error, _texts(pair.line), _actions(pair.line)))
        return []

    def _compare(self, pair: _Pair) -> list[_Pair]:
        over, should = bool(self.game.is_terminal(pair.own)), bool(self.reference.is_terminal(pair.reference))
        if should:
            self.ends += 1
            self._compare_ends(pair, over=over)
            return []
        if over:
            self._too_early(pair)
            return []
        if not self._same_mover(pair) or not self._same_board(pair):
            return []
        self.unfinished.setdefault(pair.reference, pair)
        own = Node(self.game, pair.own, terminal=False)
        reference = Node(self.reference, pair.reference, terminal=False)
        pairs = self.matching.pairs(own, reference)
        self._compare_actions(pair, own, reference, pairs)
        if getattr(pair.own, "is_changed", False):
            raise StateChangedError(Message("terminal, player or actions changes its argument"))
        following = []
        for mine, theirs in pairs.both:
            text = own.texts[mine]
            self.words.setdefault(reference.texts[theirs], text)
            line = _Line(pair.line, text, reference.actions[theirs])
            should = self.reference.result(pair.reference, reference.actions[theirs])
            if self.positions > EVERY_WAY and should in self.reached:
                continue
            self.reached.add(should)
            after = self.game.result(pair.own, own.actions[mine])
            if after == pair.own:
                sentence = Message("A move changes nothing.")
                self._differ(pair, "result-wrong", sentence, Message("After {}, the position is the same.", text))
                continue
            following.append(_Pair(after, should, line))
        return following

    # --- the player to move and the board

    def _same_mover(self, pair: _Pair) -> bool:
        own, should = self.game.to_move(pair.own), self.reference.to_move(pair.reference)
        if pair.line is None and own != should:
            self.shift = (own - should) % self.game.players
            sentence = Message("{} begins, and it should be {}.", self._name(own), self._name(should))
            self._differ(pair, "first-player", sentence)
            return True
        if own == self._own(should):
            return True
        sentence = Message("The wrong player is to move.")
        detail = Message("{} is to move, and it should be {}.", self._name(own), self._name(self._own(should)))
        self._differ(pair, "turn-order", sentence, detail)
        return False

    def _boards_fit(self) -> bool:
        try:
            own, reference = (_owners(game, game.initial()) for game in (self.game, self.reference))
        except Exception:
            return False
        return bool(own) and own.keys() == reference.keys() and own == reference

    def _same_board(self, pair: _Pair) -> bool:
        if not self.compares_boards or self.positions > BOARDS:
            return True
        own, reference = _owners(self.game, pair.own), _owners(self.reference, pair.reference)
        should = {square: None if owner is None else self._own(owner) for square, owner in reference.items()}
        if own == should:
            return True
        if pair.line is not None and pair.line.before is None and not self._stands(own, should):
            self.compares_boards = False  # the board is another one, or stands otherwise
            return True
        square = next(square for square in should if own[square] != should[square])
        names = {place: name for name, places in self.squares.items() for place in places}
        name = names.get(square, "")
        detail = Message(
            "On {} is {}, and it should be {}.",
            self.words.get(name, name), *map(self._piece, (own[square], should[square])),
        )  # fmt: skip
        self._differ(pair, "result-wrong", Message("A move does not lead to the right position."), detail, cells=[name])
        return False

    def _stands(self, own: Mapping[Any, Any], should: Mapping[Any, Any]) -> bool:
        """Return whether a board has nothing on the squares that should be empty."""
        return all(should[square] is not None for square in own if own[square] is not None)

    # --- actions

    def _compare_actions(self, pair: _Pair, own: Node, reference: Node, pairs: Pairs) -> None:
        if len(own.actions) > MOST_ACTIONS:
            raise GameError(Message("actions returns more than {} moves", MOST_ACTIONS))
        last = pair.line.text if pair.line else ""
        if pairs.missing and last in [own.texts[i] for i in pairs.more]:
            gone = ", ".join(self.words.get(text, text) for text in (reference.texts[i] for i in pairs.missing))
            detail = Message("The move {} is still possible, and {} no longer.", last, gone)
            self._differ(pair, "result-wrong", Message("A move does not lead to the right position."), detail)
            return
        if pairs.missing:
            texts = [reference.texts[i] for i in pairs.missing]
            paths = [click_path_of(self.reference, pair.reference, reference.actions[i]) for i in pairs.missing]
            shown = ", ".join(self.words.get(text, text) for text in texts)
            sentence = Message("A legal move is missing.")
            cells = [name for path in paths for name in path]
            self._differ(pair, "actions-missing", sentence, Message("Missing: {}.", shown), cells=cells)
        if pairs.more:
            shown = ", ".join(own.texts[i] for i in pairs.more)
            sentence = Message("A move is offered that is not legal.")
            cells = [cell for cell, word in self.words.items() if word in shown.split(", ") and cell in self.squares]
            self._differ(pair, "actions-illegal", sentence, Message("Not legal: {}.", shown), cells=cells)
        if pairs.twice:
            shown = ", ".join(own.texts[i] for i in pairs.twice)
            sentence = Message("A move is offered twice.")
            self._differ(pair, "actions-twice", sentence, Message("Twice: {}.", shown))

    # --- the end of the game

    def _too_early(self, pair: _Pair) -> None:
        sentence = Message("The game ends too early.")
        detail = Message("The game is over here, and {} should be to move.", self._mover(pair))
        try:
            values = tuple(self.game.utility(pair.own))
        except Exception:
            values = ()
        winner = _winner(values)
        if winner is not None:
            detail = Message("These functions say that {} has won here.", self._name(winner))
        self._differ(pair, "terminal-early", sentence, detail)

    def _compare_ends(self, pair: _Pair, *, over: bool) -> None:
        should = tuple(self.reference.utility(pair.reference))
        winner = _winner(should)
        values = self._utility(pair, over=over)
        if winner is None:
            if not over:
                sentence = Message("The game does not end in a draw.")
                detail = Message("Play goes on here, and no move is left.")
                self._differ(pair, "terminal-late", sentence, detail)
            else:
                self._value(pair, should, values)
            return
        own_winner = _winner(values)
        ending = ending_of(self.reference, pair.reference)
        cells = tuple(ending.cells) if ending else ()
        wins = self.wins.setdefault((winner, cells), _Wins())
        if over and own_winner is not None:
            wins.seen += 1
            self._value(pair, should, values)
            return
        wins.missed += 1
        wins.by_utility += not over and own_winner is not None
        wins.full += over and own_winner is None
        if self.first_missed is None:
            self.first_missed, self.missed_cells = pair, cells
        self.times["win-missing"] = self.times.get("win-missing", 0) + 1

    def _utility(self, pair: _Pair, *, over: bool) -> Vector:
        if over:
            values = tuple(self.game.utility(pair.own))
        else:
            try:
                values = tuple(self.game.utility(pair.own))
            except (Exception, SystemExit):
                return ()
        return values[self.shift :] + values[: self.shift] if len(values) == self.game.players else values

    def _value(self, pair: _Pair, should: Vector, values: Vector) -> None:
        of_this = self.utilities.setdefault(should, {})
        of_this[values] = of_this.get(values, 0) + 1
        self.first_utility.setdefault((should, values), pair)
        if _winner(values) != _winner(should):
            self.times["utility"] = self.times.get("utility", 0) + 1

    # --- what is reported

    def differences(self) -> tuple[Difference, ...]:
        """Return the differences, the nearest to the start first."""
        found = [*self.found.values(), *self._of_wins(), *self._of_utilities()]
        return tuple(sorted(found, key=lambda one: (not one.wrong, len(one.line), ORDER.index(one.code))))

    def _of_wins(self) -> Iterator[Difference]:
        pair = self.first_missed
        if pair is None:
            return
        never = {key: wins for key, wins in self.wins.items() if wins.missed > MOSTLY * wins.seen}
        code, sentence = "win-missing", self._never(never)
        missed = [wins for wins in self.wins.values() if wins.missed]
        if all(wins.by_utility == wins.missed for wins in missed):
            code = "terminal-late"
            sentence = self._goes_on(never)
        elif not never and all(wins.full == wins.missed for wins in missed):
            sentence = Message("A win with the last move counts as a draw.")
        elif not never:
            sentence = Message("A win is not always seen.")
        winner = self.reference.utility(pair.reference)
        name = self._name(self._own(_winner(tuple(winner)) or 0))
        detail = Message("{} has won here: {}.", name, self._line_text(self.missed_cells))
        if not self.missed_cells:
            detail = Message("{} has won here.", name)
        yield self._at(pair, code, sentence, detail, self.missed_cells)

    def _goes_on(self, never: Mapping[tuple[int, Cells], _Wins]) -> Message:
        players = {player for player, _ in never}
        if never and len(players) < len({player for player, _ in self.wins}):
            return Message("The game goes on after a win of {}.", self._names(players))
        return Message("The game goes on after a win.")

    def _never(self, never: Mapping[tuple[int, Cells], _Wins]) -> Message:
        """Return which wins are never seen: some lines, those of a player, or all."""
        players, lines = {player for player, _ in never}, {cells for _, cells in never}
        everybody, everywhere = {player for player, _ in self.wins}, {cells for _, cells in self.wins}
        if lines == everywhere and players == everybody and len(never) == len(self.wins):
            return Message("No win is seen.")
        if len(players) < len(everybody) and lines == {cells for player, cells in self.wins if player in players}:
            return Message("A win of {} is not seen.", self._names(players))
        places: dict[Square, int] = {name: place for place, name in enumerate(self.squares)}
        shown = sorted(lines, key=lambda cells: [places.get(cell, 0) for cell in cells])
        texts = "; ".join(map(self._line_text, shown[:LINES_SHOWN]))
        if any(wins.seen for (player, cells), wins in self.wins.items() if cells in lines and player not in players):
            return Message("A win of {} by this line is not seen: {}.", self._names(players), texts)
        if len(lines) == 1:
            return Message("A win by this line is not seen: {}.", texts)
        ways = frozenset(map(self._way, lines))
        alike = [wins for (_, cells), wins in self.wins.items() if self._way(cells) in ways]
        if ways in WAYS and sum(wins.missed for wins in alike) > MOSTLY * sum(wins.seen for wins in alike):
            return WAYS[ways]
        if len(lines) > LINES_SHOWN:
            return Message("Wins by {} lines are not seen, such as: {}.", len(lines), texts)
        return Message("Wins by these lines are not seen: {}.", texts)

    def _of_utilities(self) -> Iterator[Difference]:
        wrong = [(should, values) for should, given in self.utilities.items() for values in given if values != should]
        wrong = [(should, values) for should, values in wrong if not _close(should, values)]
        if not wrong:
            return
        wrong.sort(key=lambda one: len(_moves(self.first_utility[one].line)))
        decided = [one for one in wrong if _winner(one[0]) is not None]
        swapped = [one for one in decided if _winner(one[1]) != _winner(one[0])]
        if swapped:
            ends = {should for should in self.utilities if _winner(should) is not None}
            everything = {should for should, _ in swapped} == ends
            should, values = swapped[0]
            winner = self._name(self._own(_winner(should) or 0))
            sentence = (
                Message("utility has the wrong sign: a win counts as a loss.")
                if everything
                else Message("utility has the wrong sign for a win of {}.", winner)
            )
            yield self._of_value("utility-sign", sentence, should, values)
            return
        factors = {_factor(should, values) for should, given in self.utilities.items() for values in given} - {0.0}
        factor = factors.pop() if len(factors) == 1 else None
        if factor is not None:
            sentence = Message("utility is {} times as large as in the reference.", _short(factor))
            yield self._of_value("utility-value", sentence, *wrong[0], wrong=not self.scaled)
            return
        sizes = {max(map(abs, should)) for should in self.utilities if any(should)}
        if len(sizes) > 1 and len({abs(value) for _, values in decided for value in values}) == 1 and wrong == decided:
            sentence = Message("utility says only who wins, and in the reference also by how much.")
            yield self._of_value("utility-value", sentence, *wrong[0], wrong=not self.scaled)
            return
        false = [one for one in wrong if _winner(one[0]) is None and _winner(one[1]) is not None]
        wrong = [one for one in wrong if one not in false] if "terminal-early" in self.found else wrong
        if not wrong:
            return
        should, values = wrong[0]
        sentence = Message("utility returns a wrong number.")
        if _winner(should) is None:
            sentence = Message("utility returns a wrong number for a draw.")
        yield self._of_value("utility-value", sentence, should, values)

    def _of_value(
        self, code: str, sentence: Message, should: Vector, values: Vector, *, wrong: bool = True
    ) -> Difference:
        pair = self.first_utility[should, values]
        ending = ending_of(self.reference, pair.reference)
        first = self._own(0)
        detail = Message(
            "utility is {} for {}, and it should be {}.", _short(values[0]), self._name(first), _short(should[0])
        )
        return self._at(pair, code, sentence, detail, tuple(ending.cells) if ending else (), wrong=wrong)

    def _line_text(self, cells: Sequence[Square]) -> str:
        return " ".join(self.words.get(str(cell), str(cell)) for cell in cells)

    def _way(self, cells: Cells) -> str:
        """Return how a line runs; empty if its squares are unknown."""
        places = [
            place for cell in cells for place in ([cell] if isinstance(cell, tuple) else self.squares.get(cell, []))
        ]
        if len(places) < 2:
            return ""
        (top, left), (bottom, right) = min(places), max(places)
        return ROW if top == bottom else COLUMN if left == right else FALLING if left < right else RISING

    # --- words

    def _own(self, player: int) -> int:
        return (player + self.shift) % self.game.players

    def _name(self, player: int) -> str:
        named = self.game if self.game.view.player_names else self.reference
        return named.player_name(player)

    def _names(self, players: set[int]) -> str:
        return ", ".join(self._name(self._own(player)) for player in sorted(players))

    def _piece(self, owner: int | None) -> Message:
        return Message("nothing") if owner is None else Message("{}", self._name(owner))

    def _mover(self, pair: _Pair) -> str:
        return self._name(self._own(self.reference.to_move(pair.reference)))

    def _differ(
        self, pair: _Pair, code: str, sentence: Message, detail: Message | None = None, *, cells: Sequence[Square] = ()
    ) -> None:
        self._enter(self._at(pair, code, sentence, detail, cells))

    def _enter(self, difference: Difference) -> None:
        self.times[difference.code] = self.times.get(difference.code, 0) + 1
        known = self.found.get(difference.code)
        if known is None or len(difference.line) < len(known.line):
            self.found[difference.code] = difference

    def _at(
        self,
        pair: _Pair,
        code: str,
        sentence: Message,
        detail: Message | None,
        cells: Sequence[Square],
        *,
        wrong: bool = True,
    ) -> Difference:
        named = tuple(name for name in cells if name)
        return Difference(code, sentence, detail, _texts(pair.line), _actions(pair.line), named, wrong)


ROW, COLUMN, FALLING, RISING = "row", "column", "falling", "rising"
WAYS = {
    frozenset({ROW}): Message("Wins in rows are not seen."),
    frozenset({COLUMN}): Message("Wins in columns are not seen."),
    frozenset({FALLING, RISING}): Message("Wins on diagonals are not seen."),
    frozenset({FALLING}): Message("Wins on diagonals that fall to the right are not seen."),
    frozenset({RISING}): Message("Wins on diagonals that rise to the right are not seen."),
}
"""The sentence if no win is seen by any line that runs in these ways."""

ORDER = ("state-changed", "first-player", "start-wrong", "turn-order", "result-wrong", "actions-missing",
         "actions-illegal", "actions-twice", "win-missing", "terminal-late", "terminal-early", "utility-sign",
         "utility-value", "wrong-type", "exits", "crashes")  # fmt: skip
"""The codes; of two differences as near to the start as each other, the first one comes first."""


def _raised(error: BaseException, moves: tuple[str, ...], line: tuple[Action, ...] = ()) -> Difference:
    if isinstance(error, SystemExit):
        return Difference("exits", Message("The program ends itself."), None, moves, line, error=error)
    what = f"{type(error).__name__}: {error}".rstrip(": ")
    return Difference("crashes", Message("A function raises {}.", what), None, moves, line, error=error)


def _moves(line: _Line | None) -> list[_Line]:
    """Return the moves from the first to the last."""
    found = []
    while line is not None:
        found.append(line)
        line = line.before
    return found[::-1]


def _texts(line: _Line | None) -> tuple[str, ...]:
    return tuple(move.text for move in _moves(line))


def _actions(line: _Line | None) -> tuple[Action, ...]:
    return tuple(move.action for move in _moves(line))


def _message(error: GameError) -> Message:
    found = error.args[0] if error.args else ""
    return found if isinstance(found, Message) else Message("{}", found)


def _owners(game: Game, state: State) -> dict[tuple[int, int], int | None]:
    """Return who owns each square of a board that has a name; empty without one."""
    named = [place for place in places_of(game, state) if place.cell.name and place.cell.ground]
    rows, columns = sorted({place.y for place in named}), sorted({place.x for place in named})
    return {(rows.index(place.y), columns.index(place.x)): place.cell.owner for place in named}


def _winner(values: Vector) -> int | None:
    """Return the only player with the highest utility, if that is above 0; None for a draw."""
    best = max(values, default=0)
    winners = [player for player, value in enumerate(values) if value == best]
    return winners[0] if best > 0 and len(winners) == 1 else None


def _close(one: Vector, other: Vector) -> bool:
    return len(one) == len(other) and all(isclose(a, b, abs_tol=1e-9) for a, b in zip(one, other, strict=True))


def _factor(should: Vector, values: Vector) -> float | None:
    """Return by which factor utilities are larger; 0 for two draws, None if there is none."""
    if not any(should) and not any(values):
        return 0.0
    if len(should) != len(values) or not any(should):
        return None
    place = next(place for place, value in enumerate(should) if value)
    factor = values[place] / should[place]
    return factor if factor > 0 and _close(tuple(factor * value for value in should), values) else None


def _short(number: float) -> float:
    return int(number) if number == int(number) else number
