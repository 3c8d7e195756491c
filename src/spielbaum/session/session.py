"""A game in progress: the moves made so far, with what was thought of them, and those taken back."""

from collections.abc import Iterable, Sequence

from spielbaum.errors import InputError, PositionError
from spielbaum.game import Action, Game, State
from spielbaum.game.notation import format_action, format_state, parse_action, parse_state
from spielbaum.game.repetition import RepetitionRule, draw_utility
from spielbaum.players import HUMAN, Choice, PlayerSpec, refuse_unfit
from spielbaum.search.core.result import tidy
from spielbaum.session.turn import Turn


class Session:
    """A game in progress.

    Parameters
    ----------
    game
        The game.
    seats
        Who plays each of its players.
    start
        The first position as text; None for the start of the game.
    moves
        Moves made from there already, as text.
    seed
        Decides what players do who play at random.

    Raises
    ------
    PositionError
        If there is no such position, or a move is not legal; the message says which.
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
        self._states: list[State] = [game.initial() if start is None else parse_state(game, start)]
        self._undone: list[Turn] = []
        self._repetition = RepetitionRule(game)
        for number, text in enumerate(moves, 1):
            try:
                self.make(Choice(parse_action(game, self.state, text), 0.0))
            except PositionError as error:
                raise PositionError(f"move {number}: {error}") from None

    @property
    def state(self) -> State:
        """The present state."""
        return self._states[-1]

    @property
    def states(self) -> tuple[State, ...]:
        """The first state, and the one after each move."""
        return tuple(self._states)

    @property
    def seen(self) -> State:
        """The state that the player to move left behind, or in which the game began; before the last move at the end.

        What has changed since then is news to the player.
        """
        if self.finished:
            return self._states[-2:][0]
        own = [number for number, turn in enumerate(self.turns) if turn.seat == self.mover]
        return self._states[own[-1] + 1 if own else 0]

    @property
    def position(self) -> str:
        """The present state as text."""
        return format_state(self.game, self.state)

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves made so far, as text."""
        return tuple(turn.text for turn in self.turns)

    @property
    def undone(self) -> tuple[Turn, ...]:
        """The moves that were taken back and can be made again, the next one first."""
        return tuple(self._undone)

    @property
    def undoable(self) -> int:
        """How many moves ``undo`` would take back; 0 if there is none to take back."""
        own = [number for number, turn in enumerate(self.turns) if turn.seat in self.humans or not self.humans]
        return len(self.turns) - own[-1] if own else 0

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return bool(self.game.is_terminal(self.state)) or self.repeated

    @property
    def repeated(self) -> bool:
        """Whether the game is a draw by repetition."""
        return self._repetition.is_draw(self._states)

    @property
    def mover(self) -> int:
        """The player to move; not to be asked of a finished game."""
        return int(self.game.to_move(self.state))

    @property
    def humans(self) -> tuple[int, ...]:
        """The seats of humans."""
        return tuple(seat for seat, spec in enumerate(self.seats) if spec.name == HUMAN)

    @property
    def human_moves(self) -> bool:
        """Whether it is a human's turn."""
        return not self.finished and self.mover in self.humans

    @property
    def utility(self) -> tuple[float, ...] | None:
        """What each player got; None while the game goes on."""
        if not self.finished:
            return None
        return tuple(map(tidy, draw_utility(self.game) if self.repeated else self.game.utility(self.state)))

    @property
    def winners(self) -> tuple[int, ...]:
        """The players with the largest utility: one has won, all of them have drawn; none while the game goes on."""
        utility = self.utility
        return () if utility is None else tuple(p for p, worth in enumerate(utility) if worth == max(utility))

    @property
    def chance(self) -> tuple[str, int, int, int]:
        """What decides the next move where the player to move plays at random.

        These are the seeds, the seat and the number of moves made, and nothing before: so a game that is taken up again
        goes on as it would have.
        """
        return self.seats[self.mover].seed, self.seed, self.mover, len(self.turns)

    def legal(self) -> list[str]:
        """Return the legal moves as text, in the game's order; none in a finished game."""
        if self.finished:
            return []
        return [format_action(self.game, self.state, action) for action in self.game.actions(self.state)]

    def read(self, text: str) -> Action:
        """Return the legal move of a text; upper and lower case count as equal where that is not ambiguous.

        Raises
        ------
        PositionError
            If it is not legal.
        """
        legal = self.legal()
        near = [move for move in legal if move.lower() == text.lower()]
        return parse_action(self.game, self.state, near[0] if len(near) == 1 and text not in legal else text)

    def turn_of(self, choice: Choice) -> Turn:
        """Return the turn that the player to move would make by a choice."""
        text = format_action(self.game, self.state, choice.action)
        seated = str(self.seats[self.mover]) if self.mover < len(self.seats) else HUMAN  # moves may come from a file
        return Turn.of(self.mover, text, seated, choice=choice)

    def make(self, choice: Choice) -> Turn:
        """Make a legal move; what was taken back before is forgotten."""
        turn = self.turn_of(choice)
        self._undone.clear()
        self._push(turn, choice.action)
        return turn

    def replay(self, turns: Iterable[Turn], undone: Iterable[Turn] = ()) -> None:
        """Make moves that were kept, with what was known of them, and have others taken back.

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
                raise PositionError(f"move {number}: {error}") from None
        self._take_back(len(taken))

    def seat_anew(self, seat: int, spec: PlayerSpec) -> None:
        """Let somebody else play a seat from now on.

        Raises
        ------
        InputError
            If there is no such seat, or no such evaluation.
        UnfitGameError
            If the game lacks what the algorithm needs.
        """
        if not 0 <= seat < len(self.seats):
            raise InputError(f"{self.game.spec} has the seats 0 to {len(self.seats) - 1}, and no seat {seat}")
        refuse_unfit(self.game, spec)
        self.seats = (*self.seats[:seat], spec, *self.seats[seat + 1 :])

    def undo(self) -> int:
        """Go back to the last turn of a human, and return how many moves were taken back.

        Where nobody is human, one move is taken back.

        Raises
        ------
        InputError
            If there is no such turn.
        """
        if not self.undoable:
            raise InputError(f"there is no move {'of yours ' if self.humans else ''}to take back")
        return self._take_back(self.undoable)

    def redo(self) -> int:
        """Make the moves again that were taken back last, up to the next turn of a human; return how many.

        Where nobody is human, one move is made again.

        Raises
        ------
        InputError
            If none was taken back.
        """
        if not self._undone:
            raise InputError("no move was taken back")
        made = 0
        while self._undone and not (made and (self.human_moves or not self.humans)):
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
        if self.repeated:
            raise PositionError(f"no action {turn.text!r}: the game is a draw by repetition at {self.position}")
        self._states.append(self.game.result(self.state, action))
        self.turns.append(turn)
