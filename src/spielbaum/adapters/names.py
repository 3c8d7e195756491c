"""The functions of a game under the names that courses give them, in English and in German."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

GAME: Mapping[str, tuple[str, ...]] = {
    "actions": (
        "actions", "get_actions", "legal_actions", "moves", "legal_moves", "get_moves", "possible_moves",
        "valid_moves", "available_moves", "available_actions", "possible_actions", "generate_moves",
        "get_legal_moves", "zuege", "moegliche_zuege", "gueltige_zuege", "erlaubte_zuege", "legale_zuege",
        "aktionen", "alle_zuege", "empty_squares", "moegliche_aktionen", "freie_felder",
    ),
    "result": (
        "result", "apply", "apply_move", "apply_action", "next_state", "successor", "do_move", "make_move",
        "play", "transition", "ergebnis", "resultat", "ziehe", "ziehen", "zug", "move", "nach_zug",
        "zug_ausfuehren", "fuehre_zug_aus", "folgezustand", "naechster_zustand", "nachfolger", "mache_zug",
        "wende_an", "anwenden", "play_move", "get_result", "zug_machen", "setze",
    ),
    "terminal": (
        "terminal", "is_terminal", "terminal_test", "is_over", "game_over", "is_game_over", "over", "finished",
        "is_end", "is_finished", "ended", "ende", "ist_ende", "ist_terminal", "zu_ende", "ist_zu_ende",
        "ist_aus", "beendet", "ist_beendet", "spielende", "spiel_vorbei", "vorbei", "ist_vorbei", "endzustand",
        "ist_endzustand", "terminaltest", "terminal_state", "is_terminal_state", "ist_fertig",
    ),
    "utility": (
        "utility", "utilities", "payoff", "payoffs", "nutzen", "ergebnis", "auszahlung", "gewinn", "nutzwert",
        "get_utility", "returns", "utility_value", "outcome", "nutzenwert", "nutzenfunktion", "ausgang",
    ),
    "player": (
        "player", "to_move", "turn", "current_player", "whose_turn", "get_player", "mover", "player_to_move",
        "next_player", "spieler", "am_zug", "wer_ist_dran", "dran", "spieler_am_zug", "ist_dran",
        "aktueller_spieler", "wer",
    ),
    "evaluate": (
        "evaluate", "evaluation", "eval", "heuristic", "evaluation_function", "eval_fn", "eval_func",
        "evaluate_state", "evaluate_board", "static_evaluation", "h", "score", "bewerte", "bewertung",
        "bewertungsfunktion", "heuristik", "schaetzung", "schaetze", "schaetzwert", "eval1", "eval_function",
        "estimate",
    ),
    "initial": (
        "initial_state", "initial", "start", "start_state", "new_game", "startzustand", "anfang",
        "anfangszustand", "start_zustand", "anfangsstellung", "startstellung", "starting_state",
        "initial_board", "start_board", "empty_board", "startbrett", "leeres_brett",
    ),
    "children": (
        "children", "successors", "get_children", "kinder", "nachfolgerliste", "successor_states",
        "next_states",
    ),
    "copy": (
        "copy", "clone", "deepcopy",
    ),
}  # fmt: skip
"""The functions of a game, by their standard name."""

CS50 = {"initial_state": "initial", "evaluation": "evaluate"}
"""The keys of the table for names that differ."""

PAIRS = (("X", "O"), ("x", "o"), ("MAX", "MIN"), ("max", "min"), ("White", "Black"), ("white", "black"),
         ("weiß", "schwarz"), ("A", "B"), (0, 1), (1, 2), (1, -1), (True, False))  # fmt: skip
"""The names of two players, the first one first."""

UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "α": "alpha", "β": "beta", "_": None})

FURTHER = {"utility": ("score", "get_score", "scoring", "value", "punkte", "wert")}
"""Names of functions of a game that stand for an estimate elsewhere; they come last."""

LEAST = {"result": 2}
"""The fewest arguments of a function whose names may stand for another one, too."""

ONES = {"utility": 3, "terminal": 2, "player": 2}
"""The most arguments of others, with ``self``."""


def plain(name: str) -> str:
    """Return a name without what only its style tells: underscores, capitals, umlauts.

    Examples
    --------
    >>> plain("_is_Terminal"), plain("mögliche_Züge")
    ('isterminal', 'moeglichezuege')
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
        None if there is none; of several the one whose name is the most usual.

    Examples
    --------
    >>> class Spiel:
    ...     def mögliche_züge(self, zustand): ...
    >>> find_named(Spiel, "actions") is Spiel.mögliche_züge, find_named(Spiel, "result")
    (True, None)
    """
    if names and standard in names:
        return getattr(holder, names[standard], None)
    own = getattr(holder, standard, None)
    if callable(own) or (own is not None and standard in CS50):
        return own
    ranked = [
        plain(name) for name in (standard, *GAME.get(CS50.get(standard, standard), ()), *FURTHER.get(standard, ()))
    ]
    known = [name for name in dir(holder) if not name.startswith("_") and plain(name) in ranked]
    found = [name for name in known if _may_be(getattr(holder, name), standard)]
    return getattr(holder, min(found, key=lambda name: ranked.index(plain(name)))) if found else None


def _may_be(value: Any, standard: str) -> bool:
    """Return whether a value takes as many arguments as a function with a standard name."""
    if not callable(value) or standard not in (*LEAST, *ONES):
        return True
    number = required(value)
    return number >= LEAST.get(standard, 0) if standard in LEAST else number < 0 or number <= ONES[standard]


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


def pair_of(players: Sequence[Any]) -> tuple[Any, Any] | None:
    """Return the usual names of two players, the first one first, from one of them or both; None if they are unusual.

    Examples
    --------
    >>> pair_of(["O", "X"]), pair_of([1]), pair_of(["Anna", "Ben"])
    (('X', 'O'), (1, 2), None)
    """
    for pair in sorted(PAIRS, key=lambda pair: len(players) == 1 and pair[0] != players[0]):
        if all(any(player == one and type(player) is type(one) for one in pair) for player in players):
            return pair
    return None
