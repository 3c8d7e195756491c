"""The functions of a game under the names that courses give them, in English and in German."""

import inspect
from collections.abc import Callable, Mapping
from typing import Any

STANDARD: dict[str, tuple[str, ...]] = {
    "initial_state": (
        "initial", "start", "start_state", "starting_state", "new_game", "initial_board", "start_board", "empty_board",
        "anfang", "anfangszustand", "startzustand", "startstellung", "anfangsstellung", "startbrett", "leeres_brett",
    ),
    "player": (
        "to_move", "player_to_move", "current_player", "turn", "whose_turn", "get_player", "next_player",
        "spieler", "am_zug", "wer_ist_dran", "spieler_am_zug", "aktueller_spieler",
    ),
    "actions": (
        "moves", "legal_moves", "legal_actions", "get_actions", "get_moves", "get_legal_moves", "possible_moves",
        "possible_actions", "available_moves", "available_actions", "empty_squares",
        "aktionen", "zuege", "moegliche_zuege", "moegliche_aktionen", "legale_zuege", "gueltige_zuege", "freie_felder",
    ),
    "result": (
        "successor", "next_state", "apply", "apply_move", "apply_action", "make_move", "do_move", "play_move",
        "transition", "get_result",
        "ergebnis", "nachfolger", "folgezustand", "ziehe", "zug_ausfuehren", "zug_machen", "fuehre_zug_aus", "setze",
    ),
    "terminal": (
        "is_terminal", "terminal_test", "terminal_state", "is_terminal_state", "game_over", "is_game_over", "is_over",
        "is_finished", "finished",
        "ende", "spielende", "ist_ende", "zu_ende", "ist_zu_ende", "ist_terminal", "endzustand", "ist_endzustand",
        "spiel_vorbei", "ist_fertig",
    ),
    "utility": (
        "utilities", "utility_value", "get_utility", "payoff", "payoffs", "outcome",
        "nutzen", "nutzenwert", "nutzenfunktion", "auszahlung", "ausgang",
    ),
    "evaluation": (
        "evaluate", "eval", "evaluation_function", "eval_function", "heuristic", "static_evaluation", "estimate",
        "bewertung", "bewerte", "bewertungsfunktion", "heuristik", "schaetzung",
    ),
}  # fmt: skip
"""Other names of each standard function; case, underscores and umlauts do not matter."""

UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "_": None})


def plain(name: str) -> str:
    """Return a name without the differences of style.

    Examples
    --------
    >>> plain("legalMoves") == plain("legal_moves"), plain("mögliche_Züge")
    (True, 'moeglichezuege')
    """
    return name.lower().translate(UMLAUTS)


def find_named(holder: Any, standard: str, names: Mapping[str, str] | None = None) -> Any:
    """Return the function or value of a module or an object with a standard name, or one of its other names.

    Parameters
    ----------
    holder
        A module, an object or a class.
    standard
        The standard name, such as ``actions``.
    names
        The names in this module by standard name; they come first.

    Returns
    -------
    Any
        None if there is none, or several with other names and none with the standard one.

    Examples
    --------
    >>> class Spiel:
    ...     def mögliche_züge(self, zustand): ...
    >>> find_named(Spiel, "actions") is Spiel.mögliche_züge, find_named(Spiel, "result")
    (True, None)
    """
    if names and standard in names:
        return getattr(holder, names[standard], None)
    if hasattr(holder, standard):
        return getattr(holder, standard)
    wanted = {plain(name) for name in (standard, *STANDARD.get(standard, ()))}
    found = [name for name in dir(holder) if not name.startswith("_") and plain(name) in wanted]
    return getattr(holder, found[0]) if len(found) == 1 else None


def required(function: Callable[..., Any]) -> int:
    """Return the number of arguments that a function must get; -1 if it is unknown.

    Examples
    --------
    >>> required(lambda state, player, depth=3: 0)
    2
    """
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return -1
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(one.kind in positional and one.default is one.empty for one in parameters)
