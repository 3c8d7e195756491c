"""A game in progress: seats, moves with their search results, undo and redo."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from spielbaum.errors import InputError, Message, PositionError, Sentence
from spielbaum.game import Action, Game, State
from spielbaum.game.notation import format_action, format_state, parse_action, steps_of
from spielbaum.game.repetition import RepetitionRule, draw_utility
from spielbaum.game.settlement import Settlement
from spielbaum.players import HUMAN, Choice, PlayerSpec, refuse_unfit
from spielbaum.position_text import parse_position
from spielbaum.search.core.result import tidy
from spielbaum.session.notes import Ended, How, Notes
from spielbaum.session.turn import Turn

LATEST = 200
"""The positions among which a repetition is looked for, in games whose rules do not end then."""


class Session:
    """A game in progress.

    State: the states since the start, the turns between them, and the undone turns; everything else is derived. An
    exception raised by the rules of a game may leave a change incomplete; the web server then restores the session from
    its record. A session has no lock and starts no thread: only one thread may use it at a time, as
    ``web.live.LiveGame`` ensures.

    Parameters
    ----------
    game
        The game.
    seats
        The player of each seat.
    start
        The first position as text; None for the initial state.
    moves
        Moves made from it, as text.
    seed
        Seed of random players.

    Raises
    ------
    PositionError
        If the position cannot be read, or a move is not legal; the message says which.
    """

    def __init__(
        self,
        game: Game,
        seats: Sequence[PlayerSpec],
        *,
        start: str | None = None,
        moves: Iterable[str] = (),
        seed: int = 0,
    ) -> None:
        self.game = game
        self.seats = tuple(seats)
        self.start = start
        self.seed = seed
        self.turns: list[Turn] = []
        self._states: list[State] = [game.initial() if start is None else parse_position(game, start)]
        self._undone: list[Turn] = []
        self.notes = Notes()
        self._repetition = RepetitionRule(game)
        for number, text in enumerate(moves, 1):
            try:
                for action in steps_of(game, self.state, text):
                    self.make(Choice(action, 0.0))
            except PositionError as error:
                raise PositionError(Message("move {}: {}", number, error)) from None

    @property
    def state(self) -> State:
        """The current state."""
        return self._states[-1]

    @property
    def states(self) -> tuple[State, ...]:
        """The first state and the state after each move."""
        return tuple(self._states)

    @property
    def last_seen_state(self) -> State:
        """The state after the last move of the player to move, or the first state.

        At the end of the game, the state before the last move. Changes since are marked on the board.
        """
        if self.is_over:
            return self._states[-2:][0]
        own = [number for number, turn in enumerate(self.turns) if turn.seat == self.mover]
        return self._states[own[-1] + 1 if own else 0]

    @property
    def position(self) -> str:
        """The current state in the notation of the game."""
        return format_state(self.game, self.state)

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves made so far, as text."""
        return tuple(turn.text for turn in self.turns)

    @property
    def undone(self) -> tuple[Turn, ...]:
        """The undone turns that can be redone, the next one first."""
        return tuple(self._undone)

    @property
    def undoable(self) -> int:
        """The number of moves that ``undo`` would take back."""
        own = [number for number, turn in enumerate(self.turns) if turn.seat in self.humans or not self.humans]
        return len(self.turns) - own[-1] if own else 0

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return bool(self.game.is_terminal(self.state)) or self.drawn_by_repetition or self.notes.ended is not None

    @property
    def drawn_by_repetition(self) -> bool:
        """Whether the game is a draw by repetition."""
        return self._repetition.is_draw(self._states)

    @property
    def mover(self) -> int:
        """The player to move; undefined at the end of the game."""
        return int(self.game.to_move(self.state))

    @property
    def humans(self) -> tuple[int, ...]:
        """The seats held by humans."""
        return tuple(seat for seat, spec in enumerate(self.seats) if spec.name == HUMAN)

    @property
    def human_to_move(self) -> bool:
        """Whether a human is to move."""
        return not self.is_over and self.mover in self.humans

    @property
    def utility(self) -> tuple[float, ...] | None:
        """The utility of each player; None before the end of the game."""
        if not self.is_over:
            return None
        if (ended := self.notes.ended) and ended.seat is not None:
            lost = -1.0 if self.game.zero_sum else 0.0
            return tuple(lost if seat == ended.seat else 1.0 for seat in range(self.game.players))
        if settlement := self.settlement:
            return tuple(map(tidy, settlement.utility))
        drawn = ended is not None or self.drawn_by_repetition
        return tuple(map(tidy, draw_utility(self.game) if drawn else self.game.utility(self.state)))

    @property
    def settlement(self) -> Settlement | None:
        """The owners of all places and the result, given the pieces that are marked as dead.

        None before the end of the game, and in games without such marks.
        """
        settle = self.game.view.settle
        if settle is None or self.notes.ended or self.drawn_by_repetition or not self.game.is_terminal(self.state):
            return None
        return settle(self.state, self.notes.dead)

    @property
    def winners(self) -> tuple[int, ...]:
        """The players with the largest utility: one, or several in a draw; none before the end of the game."""
        utility = self.utility
        return () if utility is None else tuple(p for p, worth in enumerate(utility) if worth == max(utility))

    @property
    def present(self) -> tuple[int, ...]:
        """The players who are still in the game; all, unless its rules say otherwise."""
        seats = range(self.game.players)
        active = self.game.active_players
        return tuple(seats) if active is None else tuple(p for p in seats if active(self.state) >> p & 1)

    @property
    def occurrences(self) -> int:
        """How often the most frequent of the latest positions has occurred."""
        return max(Counter(self._states[-LATEST:]).values())

    @property
    def random_seed(self) -> tuple[str, int, int, int]:
        """The seed for a random player's next move: seeds, seat and number of moves.

        It does not depend on earlier random numbers, so a resumed game continues the same way.
        """
        return self.seats[self.mover].seed, self.seed, self.mover, len(self.turns)

    def legal_moves(self) -> list[str]:
        """Return the legal moves as text, in the game's order; none at the end of the game."""
        if self.is_over:
            return []
        return [format_action(self.game, self.state, action) for action in self.game.actions(self.state)]

    def parse_move(self, text: str) -> Action:
        """Return the action of a text; case is ignored unless that is ambiguous.

        Raises
        ------
        PositionError
            If it is not legal.
        """
        legal = self.legal_moves()
        near = [move for move in legal if move.lower() == text.lower()]
        return parse_action(self.game, self.state, near[0] if len(near) == 1 and text not in legal else text)

    def turn_of(self, choice: Choice) -> Turn:
        """Return the turn that a choice of the player to move would make, without making it."""
        text = format_action(self.game, self.state, choice.action)
        seated = str(self.seats[self.mover]) if self.mover < len(self.seats) else HUMAN  # moves may come from a file
        return Turn.of(self.mover, text, seated, choice=choice)

    def make(self, choice: Choice) -> Turn:
        """Make a legal move and return its turn; undone moves can no longer be redone."""
        turn = self.turn_of(choice)
        self._undone.clear()
        self.notes = self.notes.at_most(len(self.turns))
        self._push(turn, choice.action)
        return turn

    def replay(self, turns: Iterable[Turn], undone: Iterable[Turn] = ()) -> None:
        """Make stored turns, then store others as undone.

        Raises
        ------
        PositionError
            If one of them is not legal; the message says which.
        """
        taken = tuple(undone)
        for number, turn in enumerate((*turns, *taken), 1):
            try:
                self._push(turn, parse_action(self.game, self.state, turn.text))
            except PositionError as error:
                raise PositionError(Message("move {}: {}", number, error)) from None
        self._take_back(len(taken))

    def change_seat(self, seat: int, spec: PlayerSpec) -> None:
        """Give a seat to another player from now on.

        Raises
        ------
        InputError
            If there is no such seat, or no such evaluation.
        UnsupportedGameError
            If the game lacks a fact that the algorithm needs.
        """
        if not 0 <= seat < len(self.seats):
            raise InputError(
                Message("{} has the seats 0 to {}, and no seat {}", self.game.spec, len(self.seats) - 1, seat)
            )
        refuse_unfit(self.game, spec)
        self.seats = (*self.seats[:seat], spec, *self.seats[seat + 1 :])

    def end(self, how: How, seat: int | None = None) -> None:
        """End the game, which the given seat has lost; without one it is drawn.

        Raises
        ------
        InputError
            If it is over.
        """
        if self.is_over:
            raise InputError(Message("the game is over"))
        self.notes = replace(self.notes, ended=Ended(how, seat))

    def mark_dead(self, place: str) -> None:
        """Mark the group at a place as dead, or as living if it is marked; all agreements are withdrawn.

        Raises
        ------
        InputError
            If there is nothing to mark.
        """
        now = self.settlement
        group = self.game.view.settle(self.state, (place,)).dead if now and self.game.view.settle else frozenset()
        if now is None or not group:
            raise InputError(Message("there is no piece at {!r} that can be dead", place))
        dead = now.dead - group if place in now.dead else now.dead | group
        self.notes = replace(self.notes, dead=tuple(sorted(dead)), agreed=())

    def agree(self, seat: int) -> None:
        """Let a human agree with the pieces that are marked as dead, or no longer agree.

        Raises
        ------
        InputError
            If no human has that seat, or there is nothing to agree on.
        """
        if seat not in self.humans or self.settlement is None:
            raise InputError(Message("seat {} has nothing to agree on", seat))
        self.notes = replace(self.notes, agreed=tuple(sorted({seat} ^ set(self.notes.agreed))))

    def undo(self) -> int:
        """Take back all moves since a human was last to move, and return their number.

        Without human players, take back one move. An end that the rules did not bring about is taken back alone.

        Raises
        ------
        InputError
            If there is none.
        """
        if self.notes.ended is not None:
            self.notes = replace(self.notes, ended=None)
            return 0
        self.notes = replace(self.notes, dead=(), agreed=())
        if not self.undoable:
            raise InputError(
                Message("there is no move of yours to take back" if self.humans else "there is no move to take back")
            )
        return self._take_back(self.undoable)

    def redo(self) -> int:
        """Redo undone moves until a human is to move, and return their number.

        Without human players, redo one move.

        Raises
        ------
        InputError
            If no move was undone.
        """
        if not self._undone:
            raise InputError(Message("no move was taken back"))
        made = 0
        while self._undone and not (made and (self.human_to_move or not self.humans)):
            turn = self._undone.pop(0)
            self._push(turn, parse_action(self.game, self.state, turn.text))
            made += 1
        return made

    def _take_back(self, number: int) -> int:
        first = len(self.turns) - number
        self._undone[:0] = self.turns[first:]
        del self.turns[first:], self._states[first + 1 :]
        return number

    def _push(self, turn: Turn, action: Action) -> None:
        if self.is_over:
            how = Sentence("a draw by repetition") if self.drawn_by_repetition else "over"
            raise PositionError(Message("no action {!r}: the game is {} at {}", turn.text, how, self.position))
        self._states.append(self.game.result(self.state, action))
        self.turns.append(turn)
