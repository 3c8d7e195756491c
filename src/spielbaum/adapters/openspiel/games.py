"""Games of OpenSpiel as interpreted games here: ``openspiel:hex(board_size=4)``.

A state wraps a state of OpenSpiel and never changes: an action makes a child. States are compared by the actions since
the start, as the text of a state may leave out something that matters, such as earlier positions. States that are
reached by different moves are therefore different, and no value is transferred. For the games in ``WHOLE_TEXT`` text,
player and number of moves are known to determine the state, so that transpositions are found.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from math import isfinite
from typing import Any

from spielbaum.adapters.openspiel.library import first_line, import_python_games, pyspiel, quietly
from spielbaum.errors import GameError, InputError, Message, UnknownNameError
from spielbaum.game import Action, Game, Notation, SearchHints, Vector, View
from spielbaum.game.numbering import Numbering
from spielbaum.spec import BARE, Option, Spec, convert_options

WHOLE_TEXT = frozenset({
    "breakthrough", "clobber", "connect_four", "dots_and_boxes", "havannah", "hex", "mancala", "mnk", "nim",
    "nine_mens_morris", "othello", "pentago", "tic_tac_toe", "ultimate_tic_tac_toe", "y",
})  # fmt: skip
"""Games whose states are determined by text, player and number of moves, according to their sources."""

SWAPS = "swap"
"""The parameter that allows the second player to swap sides; the text does not show whether that happened."""

HISTORY = "history:"
"""The prefix of the notation of a state; the numbers of all actions since the start follow."""

_COLOUR_CODE = re.compile("\x1b\\[[0-9;]*m")
_OUTSIDE_BRACKETS = re.compile(r"[\s,]+(?![^()\[\]]*[)\]])")
_GAP = re.compile(r"[\s,_]+")

_REFUSED = {
    "dynamics": {
        "SIMULTANEOUS": "its players move simultaneously, and here they move in turn",
        "MEAN_FIELD": "it is a mean-field game, and here single players move",
    },
    "information": {
        "IMPERFECT_INFORMATION": "it has imperfect information, and games here have perfect information",
        "ONE_SHOT": "it is a matrix game, and games here are played move by move",
    },
    "chance_mode": {
        "EXPLICIT_STOCHASTIC": "it has chance nodes, and games here have none",
        "SAMPLED_STOCHASTIC": "it has chance nodes, and games here have none",
    },
}
"""Facts of games that cannot be played here, and the reasons."""


class SpielState:
    """A wrapped state of OpenSpiel, which never changes.

    Parameters
    ----------
    spiel
        The state of OpenSpiel, owned by this object.
    whole_text
        Whether text, player and number of moves determine the state.
    """

    __slots__ = ("_identity", "_whole_text", "_words", "spiel")

    def __init__(self, spiel: Any, whole_text: bool) -> None:
        self.spiel = spiel
        self._whole_text = whole_text
        self._identity: tuple[Any, ...] | None = None
        self._words: dict[Action, str] | None = None

    @property
    def identity(self) -> tuple[Any, ...]:
        """A value that is equal only for equal states."""
        if self._identity is None:
            spiel = self.spiel
            if self._whole_text:
                self._identity = (spiel.move_number(), spiel.current_player(), str(spiel))
            else:
                self._identity = tuple(spiel.history())
        return self._identity

    @property
    def words(self) -> dict[Action, str]:
        """The legal actions as words: OpenSpiel's texts, with the action's number added where texts are equal."""
        if self._words is None:
            spiel, player = self.spiel, self.spiel.current_player()
            texts = {action: spiel.action_to_string(player, action) for action in spiel.legal_actions()}
            times = Counter(texts.values())
            self._words = {
                action: _word(text) if times[text] == 1 else f"{_word(text)}#{action}" for action, text in texts.items()
            }
        return self._words

    def after(self, action: Action) -> "SpielState":
        """Return the state after a legal action."""
        return SpielState(self.spiel.child(action), self._whole_text)

    def like(self, spiel: Any) -> "SpielState":
        """Return a copy of another OpenSpiel state of the same game as a wrapped state."""
        return SpielState(spiel.clone(), self._whole_text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SpielState) and self.identity == other.identity

    def __hash__(self) -> int:
        return hash(self.identity)

    def __repr__(self) -> str:
        return f"{HISTORY}{'-'.join(map(str, self.spiel.history()))}"

    def __deepcopy__(self, memo: object) -> "SpielState":
        return self.like(self.spiel)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (str(self.spiel.get_game()), self.spiel.history(), self._whole_text)


def _restored(game: str, history: Sequence[int], whole_text: bool) -> SpielState:
    spiel = pyspiel.load_game(game).new_initial_state()
    for action in history:
        spiel.apply_action(action)
    return SpielState(spiel, whole_text)


def load(spec: Spec) -> Game:
    """Return the game of ``openspiel:NAME`` with its parameters.

    Raises
    ------
    UnknownNameError
        If OpenSpiel has no such game, or the game no such parameter.
    InputError
        If a parameter is invalid, or there is no name.
    GameError
        If it is not a sequential game of perfect information without chance.
    """
    given = dict(spec.options)
    name = given.pop(BARE, None)
    if name is None:
        name = next((key for key, value in given.items() if value == "true"), None)
        given.pop(name or "", None)
    if name is None:
        raise InputError(Message("{} is a library: name one of its games, such as {}:hex", spec.name, spec.name))
    if name.startswith("python_"):
        import_python_games()
    known = {kind.short_name: kind for kind in pyspiel.registered_games()}
    if name not in known:
        raise UnknownNameError("game of OpenSpiel", name, (key for key, kind in known.items() if not refusal(kind)))
    options = {key: Option(key, value) for key, value in known[name].parameter_specification.items()}
    inner = next((key for key, option in options.items() if isinstance(option.default, dict)), None)
    if inner is not None and inner not in given:
        raise InputError(
            Message("openspiel:{} wraps another game: write openspiel:{}({}=tic_tac_toe())", name, name, inner)
        )
    parameters = {
        key: _nested(key, given.pop(key))
        for key, option in options.items()
        if isinstance(option.default, dict) and key in given
    }
    if not parameters and (reason := refusal(known[name])):  # a wrapped game has its own facts
        raise GameError(Message("openspiel:{} cannot be played here: {}", name, reason))
    parameters |= convert_options(Spec(f"openspiel:{name}", given), options, "game")
    try:
        with quietly():
            theirs = pyspiel.load_game(name, parameters)
            theirs.new_initial_state()
    except Exception as error:
        raise InputError(Message("openspiel:{} cannot be made: {}", name, first_line(error))) from None
    options_of_spec = {BARE: name, **{key: value for key, value in spec.options.items() if key in parameters}}
    return make_game(theirs, options_of_spec)


def from_openspiel(theirs: Any, *, whole_text: bool | None = None) -> Game:
    """Return a game of OpenSpiel as a game here.

    Parameters
    ----------
    theirs
        The ``pyspiel.Game``, or the text that ``pyspiel.load_game`` takes.
    whole_text
        Whether text, player and number of moves determine a state; if None, what is known about the game decides. If it
        is set wrongly, values are wrong.

    Raises
    ------
    InputError
        If OpenSpiel cannot load the text.
    GameError
        If it is not a sequential game of perfect information without chance.
    """
    if isinstance(theirs, str):
        try:
            with quietly():
                theirs = pyspiel.load_game(theirs)
        except Exception as error:
            raise InputError(Message("OpenSpiel cannot load {!r}: {}", theirs, first_line(error))) from None
    own = {key: _as_text(value) for key, value in theirs.get_parameters().items() if key != "name"}
    return make_game(theirs, {BARE: theirs.get_type().short_name, **own}, whole_text)


def refusal(kind: Any) -> str | None:
    """Return the reason why a ``pyspiel.GameType`` cannot be played here; None if it can."""
    reasons = (known.get(getattr(kind, fact).name) for fact, known in _REFUSED.items())
    return next((reason for reason in reasons if reason), None)


def make_game(theirs: Any, options: dict[str, Any], whole_text: bool | None = None) -> Game:
    """Return a loaded game of OpenSpiel with the options of its spec."""
    kind, name = theirs.get_type(), options[BARE]
    if reason := refusal(kind):
        raise GameError(Message("openspiel:{} cannot be played here: {}", name, reason))
    if whole_text is None:
        whole_text = name in WHOLE_TEXT and not theirs.get_parameters().get(SWAPS, False)
    start = SpielState(theirs.new_initial_state(), whole_text)
    numbered = Numbering(f"openspiel:{name}")
    least, most, total = theirs.min_utility(), theirs.max_utility(), theirs.utility_sum()

    def key(state: SpielState) -> int:
        return numbered(state.identity)

    def parse_state(text: str) -> SpielState:
        return _replayed(start, text)

    return Game(
        name="openspiel",
        players=theirs.num_players(),
        initial=lambda: start,
        to_move=_to_move,
        actions=_actions,
        result=SpielState.after,
        is_terminal=_is_terminal,
        utility=_utility,
        zero_sum=kind.utility == pyspiel.GameType.Utility.ZERO_SUM,
        max_utility=max(abs(least), abs(most)) if isfinite(least) and isfinite(most) else None,
        utility_sum=total,
        non_negative=least >= 0,
        distinct_actions=theirs.num_distinct_actions(),
        compiled=False,
        hints=SearchHints(key=key, key_kind="injective"),
        notation=Notation(
            format_state=repr,
            parse_state=parse_state,
            format_action=_format_action,
            parse_action=_parse_action,
            split_actions=_split_actions,
        ),
        view=View(board=_board),
        doc=f"{kind.long_name}, a game of OpenSpiel",
        options=options,
    )


def _to_move(state: SpielState) -> int:
    return max(0, int(state.spiel.current_player()))  # negative in terminal states


def _actions(state: SpielState) -> Iterator[Action]:
    return iter(state.spiel.legal_actions())


def _is_terminal(state: SpielState) -> bool:
    return bool(state.spiel.is_terminal())


def _utility(state: SpielState) -> Vector:
    return tuple(state.spiel.returns())


def _board(state: SpielState) -> str:
    return _COLOUR_CODE.sub("", str(state.spiel)).rstrip("\n")


def _format_action(state: SpielState, action: Action) -> str:
    return state.words[action]


def _word(text: str) -> str:
    """Return a text without spaces, and without commas outside brackets.

    Examples
    --------
    >>> _word("x(0,0)"), _word("pile:1, take:2;")
    ('x(0,0)', 'pile:1_take:2;')
    """
    return _OUTSIDE_BRACKETS.sub("_", re.sub(r",\s+", ",", text.strip())).replace(" ", "_")


def _split_actions(text: str) -> list[str]:
    return list(filter(None, _OUTSIDE_BRACKETS.split(text)))


def _parse_action(state: SpielState, text: str) -> Action:
    """Return the action with the same text up to spaces, commas and underscores."""
    wanted = _GAP.sub(",", text)
    found = [action for action, word in state.words.items() if _GAP.sub(",", word) == wanted]
    if len(found) != 1:
        raise ValueError(Message("it is not a legal action"))
    return found[0]


def _replayed(start: SpielState, text: str) -> SpielState:
    if not re.fullmatch(rf"{HISTORY}(\d+(-\d+)*)?", text):
        raise ValueError(
            Message("write a state by the numbers of the actions that lead to it, such as {}4-0-8", HISTORY)
        )
    state = start
    for number in filter(None, text.removeprefix(HISTORY).split("-")):
        if int(number) not in state.spiel.legal_actions():
            raise ValueError(Message("action {} is not legal after {!r}", number, state))
        state = state.after(int(number))
    return state


def _nested(key: str, text: str) -> Any:
    """Return the parameter for OpenSpiel of a game that another game wraps."""
    try:
        with quietly():
            return pyspiel.game_parameters_from_string(text)
    except Exception as error:
        raise InputError(
            Message("option {!r} is a game, such as {}=tic_tac_toe(), not {!r}", key, key, text)
        ) from error


def _as_text(value: Any) -> str:
    if isinstance(value, dict):
        inside = ",".join(f"{key}={_as_text(one)}" for key, one in value.items() if key != "name")
        return f"{value['name']}({inside})"
    return str(value).lower() if isinstance(value, bool) else str(value)
