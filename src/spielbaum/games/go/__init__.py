"""Go: stones without liberties are captured; the larger area wins."""

from collections.abc import Mapping
from dataclasses import replace
from math import nan
from typing import Literal

from spielbaum import Evaluation, Features, Game, ProofHints, Repetition, SearchHints, Unit, View
from spielbaum.errors import Message
from spielbaum.games._rules import RuleFunctions
from spielbaum.games.go import large
from spielbaum.games.go.alive import make_bounds
from spielbaum.games.go.evaluations import FEATURE_NAMES, make_captures, make_evaluations, make_features, make_order
from spielbaum.games.go.goban import Goban
from spielbaum.games.go.key import PACKED_POINTS, make_key, make_proof_key, make_situation, repetition
from spielbaum.games.go.long_numbers import state_with
from spielbaum.games.go.notation import NAMES, make_board, make_notation
from spielbaum.games.go.patterns import make_pattern
from spielbaum.games.go.picture import COLOURS, handicap_stones, make_from_cells, make_places, make_standing
from spielbaum.games.go.remarks import make_captured, make_ending, make_reasons, make_remark
from spielbaum.games.go.rules import ENDLESS, NO_KO, Rules, make_rules
from spielbaum.games.go.settling import make_settle
from spielbaum.games.go.zobrist import with_keys

Size = Literal[7, 2, 3, 4, 5, 6, 8, 9, 13, 19]

KOMI = {2: 0.5, 3: 8.5, 4: 1.5, 5: 24.5, 6: 3.5, 7: 8.5}
"""Half a point less than Black's known, on 6 and 7 conjectured, margin; 7.5 where it is unknown."""

USUAL_KOMI, HANDICAP_KOMI, MOST_KOMI = 7.5, 0.5, 100
MOST_PLIES = 10_000


def game(
    size: Size = 7,
    *,
    komi: str = "auto",
    handicap: int = 0,
    score: Literal["win", "points"] = "win",
    plies: int = 0,
    keys: Literal["computed", "zobrist"] = "computed",
) -> Game:
    """Return Go.

    Parameters
    ----------
    size
        The side of the board in points: 2 to 9, 13 or 19.
    komi
        The points that White gets, integral or half, negative for Black; ``auto`` for the komi of the
        board, or half a point with a handicap.
    handicap
        The stones that Black has on the board at the start, 2 to 9; then White moves first. 0 for none.
    score
        The utility: a win, or the margin in points.
    plies
        The length of a game, which is then scored; 0 for twice the points of the board, -1 if only passes end it.
    keys
        How the keys of the table are made: computed for each state, or updated by each move.
    """
    goban = Goban(size)
    if not ENDLESS <= plies <= MOST_PLIES:
        raise ValueError(
            Message("a game has at least 1 ply and at most {}, or -1 for no limit, not {}", MOST_PLIES, plies)
        )
    rules = Rules(goban, _double_komi(komi, goban, handicap), score == "points", plies or 2 * goban.points)
    made = _large(rules) if goban.is_large else _small(rules)
    if handicap:
        start = state_with(goban, (handicap_stones(goban, handicap), 0), NO_KO, 0, 1)
        made = replace(made, initial=lambda: start)
    if keys == "zobrist" and goban.is_large:
        raise ValueError(Message("Zobrist keys are for boards of up to 9 points a side"))
    return with_keys(made, goban) if keys == "zobrist" else made


def _small(rules: Rules) -> Game:
    """Return the game on a board of two words."""
    goban = rules.goban
    functions, captures = make_rules(rules), make_captures(rules)
    return replace(
        _game(rules, functions, make_evaluations(rules)),
        hints=SearchHints(
            key=make_key(goban),
            key_kind="hash",
            order=make_order(rules),
            count=functions.count,
            noisy=captures.noisy,
            gain=captures.gain,
            proof=_proof_hints(rules),
        ),
        settings={"match": "mcts"},
        repetition=_repetition(rules),
        features=Features(names=FEATURE_NAMES, function=make_features(goban)),
    )


def _large(rules: Rules) -> Game:
    """Return the game on a board that is a tuple."""
    found = _game(rules, large.make_rules(rules), large.make_evaluations(rules))
    return replace(found, hints=SearchHints(order=large.make_order(rules)), repetition=large.make_repetition(rules))


def _game(rules: Rules, functions: RuleFunctions, evaluations: Mapping[str, Evaluation]) -> Game:
    """Return the parts of a game that all boards have."""
    goban, notation = rules.goban, make_notation(rules)
    captured = make_captured(goban, functions.result)
    assert notation.parse_state is not None
    return Game(
        name="go",
        players=2,
        initial=functions.initial,
        to_move=functions.to_move,
        actions=functions.actions,
        result=functions.result,
        is_terminal=functions.is_terminal,
        utility=functions.utility,
        zero_sum=True,
        max_utility=goban.points + abs(rules.double_komi) / 2 if rules.points else 1,
        utility_sum=0,
        distinct_actions=goban.points + 1,
        evaluations=evaluations,
        notation=notation,
        view=View(
            board=make_board(goban),
            places=make_places(goban),
            ending=make_ending(rules),
            remark=make_remark(captured),
            reasons=make_reasons(captured),
            from_cells=make_from_cells(goban, notation.parse_state),
            placing=("stone", "stone"),
            settle=make_settle(rules),
            standing=make_standing(goban),
            standing_name="area",
            player_names=NAMES,
            player_colours=COLOURS,
            unit=Unit("point", "points") if rules.points else None,
        ),
    )


def _repetition(rules: Rules) -> Repetition:
    """Return the rule of repetition; if plies are not counted, it compares whole states."""
    if rules.longest == ENDLESS:
        return Repetition(key=make_situation(rules.goban), times=2, whole=True)
    return Repetition(key=repetition, times=2)


def _proof_hints(rules: Rules) -> ProofHints:
    """Return hints for proofs of games that only passes end."""
    if rules.longest != ENDLESS:
        return ProofHints()
    bounds = make_bounds(rules)
    if rules.goban.points > PACKED_POINTS:
        return ProofHints(bounds=bounds)
    key = make_proof_key(rules.goban, even=rules.double_komi == 0)
    return ProofHints(bounds=bounds, key=key, key_kind="injective", history_key=make_pattern(rules.goban))


def _double_komi(text: str, goban: Goban, handicap: int) -> int:
    """Return the komi in half points."""
    if text == "auto":
        return int(2 * HANDICAP_KOMI) if handicap else int(2 * KOMI.get(goban.size, USUAL_KOMI))
    try:
        doubled = 2 * float(text)
    except ValueError:
        doubled = nan
    if not abs(doubled) <= 2 * MOST_KOMI or doubled != int(doubled):
        raise ValueError(
            Message(
                "komi is a number of whole or half points from {} to {}, or auto, not {!r}", -MOST_KOMI, MOST_KOMI, text
            )
        )
    return int(doubled)
