"""The names that courses give to the functions of a game and to the parameters of a search."""

from collections.abc import Mapping
from functools import cache

from spielbaum.adapters.names import GAME, plain

PARAMETERS: Mapping[str, tuple[str, ...]] = {
    "state": (
        "state", "s", "board", "node", "b", "position", "pos", "n", "gamestate", "game_state", "current_state",
        "zustand", "z", "brett", "knoten", "stellung", "spielzustand", "k", "feld", "spielfeld", "st", "root",
        "current_game_state",
    ),
    "game": (
        "game", "g", "spiel", "problem", "rules", "regeln",
    ),
    "depth": (
        "depth", "d", "max_depth", "limit", "depth_limit", "plies", "depth_left", "remaining", "tiefe", "t",
        "maxtiefe", "max_tiefe", "tiefenlimit", "resttiefe", "suchtiefe", "rest", "depthleft", "search_depth",
        "horizon",
    ),
    "alpha": (
        "alpha", "a", "low", "lower", "alfa", "lo",
    ),
    "beta": (
        "beta", "high", "upper", "hi",
    ),
    "maximises": (
        "maximising", "maximizing", "is_max", "is_maximizing", "is_maximising", "maximizing_player",
        "maximising_player", "maximize", "maximise", "ismax", "max_turn", "is_max_turn", "maximises", "maximizes",
        "max_node", "is_max_node", "maximieren", "maximierend", "maximiere", "ist_max", "max_am_zug", "max_knoten",
        "ist_max_knoten", "max_player", "maxplayer", "maximizer", "is_maximizer", "my_turn", "maximiert",
    ),
    "colour": (
        "colour", "color", "farbe", "sign", "vorzeichen", "side", "seite", "c",
    ),
    "player": (
        "player", "spieler", "p", "turn", "to_move", "am_zug", "mover", "current_player", "me", "ich",
        "root_player", "wurzelspieler", "maximiser", "agent", "agent_index", "agentindex",
    ),
    "evaluate": (
        "evaluate", "evaluation", "eval_fn", "eval", "evalfn", "heuristic", "bewertung", "bewerte", "h", "f",
        "evaluation_function", "bewertungsfunktion", "heuristik", "scoring", "score", "evaluator",
    ),
    "table": (
        "table", "tt", "cache", "memo", "transposition_table", "tabelle", "speicher", "transpositions",
    ),
    "players": (
        "players", "num_players", "n_players", "number_of_players", "anzahl_spieler", "spielerzahl",
    ),
}  # fmt: skip
"""The parameters of a search, by their role."""

ENDS: Mapping[str, tuple[str, ...]] = {
    "winner": (
        "winner", "get_winner", "check_winner", "find_winner", "who_won", "gewinner", "sieger", "wer_hat_gewonnen",
    ),
    "has_won": (
        "has_won", "is_winner", "won", "wins", "is_win", "check_win", "player_won", "check_winner",
        "hat_gewonnen", "gewonnen", "gewinnt", "ist_gewinner",
    ),
    "is_drawn": (
        "is_draw", "is_tie", "is_full", "board_full", "is_board_full", "unentschieden",
        "ist_unentschieden", "remis", "voll", "ist_voll", "brett_voll",
    ),
}  # fmt: skip
"""Functions with which searches ask how a game ended: who has won, whether a player has, whether nobody has."""

_ALL = {**GAME, **ENDS}
_FUNCTIONS = {plain(name): standard for standard, names in reversed(list(_ALL.items())) for name in names}
_ROLES = {plain(name): role for role, names in reversed(list(PARAMETERS.items())) for name in names}


@cache
def function_of(name: str) -> str | None:
    """Return the standard name of a function of a game; None if it is none.

    Examples
    --------
    >>> function_of("mögliche_züge"), function_of("board")
    ('actions', None)
    """
    return _FUNCTIONS.get(plain(name))


@cache
def role_of(name: str) -> str | None:
    """Return the role of a parameter of a search; None if its name does not say it.

    Examples
    --------
    >>> role_of("Tiefe"), role_of("isMaximizing"), role_of("foo")
    ('depth', 'maximises', None)
    """
    return _ROLES.get(plain(name))


def may_be(name: str, standard: str) -> bool:
    """Return whether courses call a function of a game so; some names stand for two."""
    return plain(name) in map(plain, _ALL[standard])
