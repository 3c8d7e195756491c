"""Forward pruning, reductions and extensions: node for node what a search by hand does; off, nothing at all."""

import json
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import chess
import pytest

from capturing import RANKED, ROW, Row, men_of
from chess_play import played
from spielbaum import Game, Limits, Searcher, SearchHints, games, record_tree
from spielbaum.errors import GameError, InputError, UnsupportedGameError
from spielbaum.game import Action
from spielbaum.game.notation import parse_state
from spielbaum.games.chess.fen import format_state
from spielbaum.games.chess.hooks import VICTIMS, gain, is_capture, may_pass, null_move
from spielbaum.learning.models.probcut import Check, ProbCutModel, read_probcut, write_probcut
from spielbaum.search.algorithms import pvs
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.node import Node
from spielbaum.search.core.workspace import ONLY_ENDS, TO_DEPTH, Workspace
from spielbaum.search.node.ordering import Moves
from spielbaum.search.node.selectivity import (
    FULL_WIDTH,
    REDUCTIONS,
    SIZE,
    Selection,
)
from spielbaum.search.node.singular import make_singular
from spielbaum.search.node.windows import is_null_window
from spielbaum.search.table.entry import DEPTH_SHIFT, applies_deeper
from tiers import at_night

MATES = json.loads((Path(__file__).parent / "mates.json").read_text(encoding="utf-8"))
EPSILON = 1e-9


def _null_move(state: Row) -> Row:
    return Row(state.men, 1 - state.to_move, state.ply + 1)


def _last_man(state: Row) -> bool:
    return men_of(state, state.to_move) == 1


def _gain(state: Row, action: Action) -> int:
    return 8 if action % 3 else -8


HINTS = replace(RANKED, null_move=_null_move, may_pass=lambda state: men_of(state, state.to_move) > 2, gain=_gain,
                extends=_last_man)  # fmt: skip
GAME = replace(ROW, compiled=False, hints=HINTS)


@dataclass
class ByHand:
    """Principal variation search with all that is selective, for one game; it counts its nodes."""

    game: Game
    chosen: Selection
    quiet: bool = False  # whether leaves are searched until they are
    by_gain: bool = False  # whether order=gain
    checks: Sequence[Check] = ()
    known: tuple[float, float] = (-inf, inf)  # the values that the checks are for
    nodes: int = 0
    iteration: int = 0
    cuts: dict[str, int] = field(default_factory=dict)

    def search(self, state: Any, depth: int) -> float:
        self.iteration = depth
        return self.pvs(state, -inf, inf, depth, 0, passed=False)

    def worth(self, state: Any) -> float:
        vector = self.game.utility(state) if self.game.is_terminal(state) else next(
            iter(self.game.evaluations.values())
        ).function(state)  # fmt: skip
        return float(vector[self.game.to_move(state)])

    def below(self, child: Any, player: int, low: float, high: float, *rest: int, passed: bool = False) -> float:
        if self.game.to_move(child) == player:
            return self.pvs(child, low, high, *rest, passed=passed)
        return -self.pvs(child, -high, -low, *rest, passed=passed)

    def ordered(self, state: Any, ply: int, *, by_gain: bool = False) -> Iterable[Action]:
        actions, hints = list(self.game.actions(state)), self.game.hints
        if by_gain and ply:
            actions.sort(key=lambda action: -hints.order(state, action) if hints.noisy(state, action) else 0)
            actions.sort(key=lambda a: 1 if not hints.noisy(state, a) else 2 if hints.gain(state, a) < 0 else 0)
            return actions
        return sorted(actions, key=lambda action: -hints.order(state, action)) if ply else actions

    def calm(self, state: Any) -> bool:
        return bool(self.game.hints.may_stand_pat(state))

    def pvs(
        self, state: Any, alpha: float, beta: float, depth: int, ply: int, *, passed: bool, checked: bool = False
    ) -> float:
        self.nodes += 1
        game, hints, chosen, player = self.game, self.game.hints, self.chosen, self.game.to_move(state)
        if game.is_terminal(state):
            return self.worth(state)
        if depth == 0:
            return self.quiescence(state, alpha, beta) if self.quiet else self.worth(state)
        null_window, estimate = -inf < alpha and beta - alpha <= 1e-8 * max(1, abs(alpha)), inf
        estimated = chosen.futility or chosen.reverse_futility
        if estimated and ply and depth <= 6 and null_window and self.calm(state):
            estimate = self.worth(state)
            if chosen.reverse_futility and estimate - chosen.reverse_futility * depth >= beta:
                self.count("reverse-futility")
                return estimate
        passes = chosen.null_move and ply and depth >= 3 and null_window and not passed and hints.may_pass(state)
        if passes and (estimate == inf or estimate >= beta):
            left = depth - 1 - (3 + depth // 4 if depth > 4 else depth - 1)
            if self.below(hints.null_move(state), player, alpha, beta, left, ply + 1, passed=True) >= beta:
                self.count("null-move")
                return beta
        within = self.known[0] <= alpha and beta <= self.known[1]
        for check in self.checks if ply and null_window and within and not checked else ():
            far = chosen.probcut_threshold * check.deviation
            if check.depth != depth:
                continue
            for end, sign in ((beta, 1), (alpha, -1)):
                low = (end + sign * far - check.offset) / check.slope
                high = low + EPSILON * max(1, abs(low))
                value = self.pvs(state, low, high, check.shallow, ply, passed=passed, checked=True)
                if (value > low) == (sign > 0):
                    self.count("probcut")
                    return end
        best, tried, skipped = -inf, 0, False
        for action in self.ordered(state, ply, by_gain=self.by_gain):
            reason, noisy = "", hints.noisy(state, action)
            if chosen.futility and depth <= 3 and estimate + chosen.futility * depth <= alpha and not noisy:
                reason = "futility"
            if chosen.beam and tried >= chosen.beam:
                reason = "beam"
            loud = noisy and not (self.by_gain and hints.gain(state, action) < 0)
            late = chosen.late_move_pruning and null_window and tried >= 3 + depth * depth
            if late and depth <= 8 and not loud and self.calm(state):
                reason = "beam"
            if reason and ply and tried:
                self.cuts[reason] = self.cuts.get(reason, 0) + (not skipped)
                skipped = True
                continue
            if best >= beta:
                self.count("alpha-beta")
                break
            child, low, less = game.result(state, action), max(alpha, best), 0
            high = beta if best == -inf else min(beta, low + EPSILON * max(1, abs(low)))
            quiet = not loud and self.calm(state) and self.calm(child)
            if chosen.extensions and ply < 2 * self.iteration and hints.extends(child):
                less = -1
            elif chosen.reductions and ply and depth >= 3 and tried >= 3 and quiet:
                less = max(0, min(REDUCTIONS[SIZE * depth + tried] - (not null_window), depth - 2))
            value = self.below(child, player, low, high, depth - 1 - less, ply + 1)
            if less > 0 and value > low:
                value = self.below(child, player, low, high, depth - 1, ply + 1)
            if high <= value < beta and high < beta:
                value = self.below(child, player, low, beta, depth - 1 - min(less, 0), ply + 1)
            best, tried = max(best, value), tried + 1
        return max(best, alpha) if skipped else best

    def quiescence(self, state: Any, alpha: float, beta: float) -> float:
        calm, best, hints = self.calm(state), -inf, self.game.hints
        actions = list(self.ordered(state, 1))
        if calm:
            best, actions = self.worth(state), [action for action in actions if hints.noisy(state, action)]
        for action in actions if best < beta else []:
            if best >= beta:
                self.count("alpha-beta")
                break
            low, gained = max(alpha, best), hints.gain(state, action)
            if calm and self.chosen.delta and (gained < 0 or best + gained + self.chosen.delta <= low):
                continue
            child = self.game.result(state, action)
            self.nodes += 1
            same = self.game.to_move(child) == self.game.to_move(state)
            window = (low, beta) if same else (-beta, -low)
            over = self.game.is_terminal(child)
            value = self.worth(child) if over else self.quiescence(child, *window)
            best = max(best, value if same else -value)
        return best

    def count(self, reason: str) -> None:
        self.cuts[reason] = self.cuts.get(reason, 0) + 1


CHOSEN = (
    "null_move=true",
    "reductions=true",
    "futility=3",
    "reverse_futility=4",
    "beam=3",
    pytest.param("late_move_pruning=true", marks=pytest.mark.quick),
    "order=gain,quiescence=true,reductions=true,late_move_pruning=true",
    "order=gain,reductions=true",
    "order=gain,quiescence=true,null_move=true,reductions=true,futility=2,delta=2",
    "extensions=true",
    "quiescence=true,delta=4",
    "quiescence=true,null_move=true,reductions=true,futility=2,reverse_futility=3,delta=2,extensions=true",
    "probcut=FILE",
    "probcut=FILE,probcut_threshold=0.5,null_move=true,futility=2,reductions=true",
)


LINE = Check(depth=3, shallow=1, slope=0.9, offset=0.5, deviation=3.0, correlation=0.9, positions=99)
CHECKS = (replace(LINE, depth=2, slope=0.7), LINE, replace(LINE, shallow=2, slope=1.1, deviation=1.0))
KNOWN = (-24.0, 24.0)
FILE = "FILE"
"""Stands for the path of a model."""


def selection_of(options: str) -> Selection:
    given = dict(option.split("=") for option in options.split(",") if not option.startswith(("quiescence", "order")))
    kinds = {name: type(value) for name, value in FULL_WIDTH._asdict().items()}
    return FULL_WIDTH._replace(**{name: kinds[name](text == "true" or text) for name, text in given.items()})


@pytest.fixture
def model(tmp_path: Path) -> str:
    least, most = KNOWN
    path = tmp_path / "probcut.json"
    name = next(iter(GAME.evaluations))
    write_probcut(ProbCutModel(game=GAME.spec, evaluation=name, least=least, most=most, checks=CHECKS), path)
    return str(path)


@pytest.mark.parametrize("options", CHOSEN)
def test_selective_search_equals_a_reference_node_by_node(options: str, model: str) -> None:
    options, checks = options.replace(FILE, model), CHECKS if FILE in options else ()
    searcher, generator = Searcher(GAME, f"pvs:{options}"), random.Random(options)
    full_width = Searcher(GAME, "pvs:quiescence=true" if "quiescence" in options else "pvs")
    fewer = changed = 0
    tries = 6 if at_night() else 3
    for _ in range(tries):
        state = GAME.initial()
        for _ in range(generator.randint(0, 5)):
            state = GAME.result(state, generator.choice(list(GAME.actions(state))))
        if GAME.is_terminal(state):
            continue
        for depth in (3, 4):
            by_hand = ByHand(GAME, selection_of(options), "quiescence" in options, "gain" in options, checks, KNOWN)
            value = by_hand.search(state, depth)
            found, plain = searcher.search(state, depth=depth), full_width.search(state, depth=depth)
            assert (found.value, found.nodes) == (value, by_hand.nodes)
            assert {k: v for k, v in found.cutoffs_by_reason.items() if k != "alpha-beta"} == {
                k: v for k, v in by_hand.cuts.items() if k != "alpha-beta"
            }
            assert not found.certainty.sound
            assert plain.certainty.sound
            fewer += found.nodes != plain.nodes
            changed += found.value != plain.value
    assert fewer > tries / 2


def test_a_window_without_a_lower_end_is_not_a_null_window() -> None:
    windows = {(0.0, 1e-9): True, (1e6, 1e6 + 1e-3): True, (0.0, 1.0): False, (-inf, 0.0): False, (-inf, inf): False}
    for (alpha, beta), expected in windows.items():
        node = Node(GAME.initial(), 0, maximises=True, alpha=alpha, beta=beta, depth=3, ply=1, ended=False)
        assert is_null_window(node) == expected


def test_unreachable_margins_keep_the_search() -> None:
    plain = Searcher(GAME, "pvs:quiescence=true").search(depth=4)
    wide = Searcher(GAME, "pvs:quiescence=true,futility=1e9,reverse_futility=1e9,beam=99").search(depth=4)
    assert (wide.value, wide.nodes, wide.cutoffs) == (plain.value, plain.nodes, plain.cutoffs)


def test_probcut_ignores_values_outside_its_model(model: str) -> None:
    far = replace(read_probcut(Path(model)), least=1e6, most=2e6)
    write_probcut(far, Path(model))
    plain, found = (Searcher(GAME, name).search(depth=4) for name in ("pvs", f"pvs:probcut={model}"))
    assert (found.value, found.nodes, found.cutoffs) == (plain.value, plain.nodes, plain.cutoffs)


def test_singular_moves_are_singular_in_a_plain_search(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[Any, int, Action, float, bool]] = []

    def noting(rules: Rules, moves: Moves, at_least: Any, *others: Any) -> Any:
        bounds: dict[int, float] = {}

        def noting_bound(node: Node, depth: int, ws: Workspace) -> bool:
            known: bool = at_least(node, depth, ws)
            if known:
                bounds[node.ply] = ws.value - 0.5 * node.depth
            return known

        def noting_answer(node: Node, ws: Workspace) -> None:
            bounds.pop(node.ply, None)
            note_singular(node, ws)
            if node.ply in bounds:
                move = ws.table_move[node.ply]
                asked.append((node.state, node.depth, move, bounds[node.ply], ws.singular[node.ply] == move))

        note_singular = make_singular(rules, moves, noting_bound, *others)
        return noting_answer

    monkeypatch.setattr(pvs, "make_singular", noting)
    searcher, by_hand = Searcher(GAME, "pvs:replacement=deep,singular=0.5"), ByHand(GAME, FULL_WIDTH)
    full_width = Searcher(GAME, "pvs:replacement=deep").search(limits=Limits(depth=7, nodes=10**9))
    found = searcher.search(limits=Limits(depth=7, nodes=10**9))
    assert found.nodes > full_width.nodes
    assert not found.certainty.sound
    for state, depth, move, bound, alone in asked[:: max(1, len(asked) // 60)]:
        assert depth >= 5
        others = (action for action in GAME.actions(state) if action != move)
        worth = max(
            by_hand.below(GAME.result(state, action), GAME.to_move(state), -inf, inf, (depth - 1) // 2 - 1, 1)
            for action in others
        )
        assert alone == (worth <= bound)
    assert {alone for *_, alone in asked} == {True, False}


def test_a_search_to_the_end_is_full_width(model: str) -> None:
    options = "replacement=two-deep,null_move=true,reductions=true,futility=1,reverse_futility=1,beam=1,extensions=true"
    options += f",singular=1,probcut={model}"
    start = Row(0b01_00_10_00_01_10, 0, 8)
    plain, found = (Searcher(GAME, name).search(start) for name in ("pvs", f"pvs:{options}"))
    assert (found.value, found.certainty.kind, found.certainty.sound) == (plain.value, "exact", True)


def test_a_win_found_by_selective_search_is_not_exact() -> None:
    game = replace(GAME, hints=replace(HINTS, extends=None))
    result = Searcher(game, "pvs:beam=1").search(Row(0b01_00_10_00_01_10, 0, 9), depth=6)
    assert (result.certainty.kind, result.certainty.sound) == ("heuristic", False)
    assert result.to_dict()["sound"] is False


@pytest.mark.parametrize(
    ("options", "hints", "error", "sentence"),
    [
        ("order=gain", RANKED, UnsupportedGameError, "give the game hints.gain"),
        ("null_move=true", RANKED, UnsupportedGameError, "null_move needs to know the state after a pass"),
        ("extensions=true", RANKED, UnsupportedGameError, "give the game hints.extends"),
        ("quiescence=true,delta=1", RANKED, UnsupportedGameError, "give the game hints.gain"),
        ("delta=1", HINTS, InputError, "add quiescence=true"),
        ("futility=-1", HINTS, InputError, "must not be negative"),
        ("singular=1", HINTS, InputError, "add replacement=two-deep"),
        ("probcut=FILE,probcut_threshold=-1", HINTS, InputError, "a number of standard deviations, 0 or more, not -1"),
        ("probcut=missing.json", HINTS, InputError, "cannot read 'missing.json'"),
    ],
)
def test_missing_hooks_are_reported(
    options: str, hints: SearchHints, error: type[Exception], sentence: str, model: str
) -> None:
    with pytest.raises(error, match=sentence):
        Searcher(replace(ROW, hints=hints), f"pvs:{options.replace(FILE, model)}")


def test_a_model_belongs_to_a_game_and_an_evaluation(model: str) -> None:
    with pytest.raises(UnsupportedGameError, match="not of othello with corners-and-mobility: fit one with"):
        Searcher(games.load("othello"), f"pvs:probcut={model}")
    with pytest.raises(UnsupportedGameError, match="not of row with none"):
        Searcher(GAME, f"pvs:probcut={model}", evaluation="none")


def test_may_pass_without_null_move_is_refused() -> None:
    with pytest.raises(GameError, match=r"hints.may_pass of game 'row' goes with hints.null_move"):
        replace(ROW, hints=SearchHints(may_pass=_last_man))


def test_trees_show_selective_cuts(model: str) -> None:
    record = record_tree(GAME, algorithm="pvs:null_move=true,beam=2", limits=Limits(depth=4))
    estimated = record_tree(GAME, algorithm="pvs:reverse_futility=1", limits=Limits(depth=4))
    reasons = {node.reason.split(":")[0] for tree in (record, estimated) for node in tree.nodes if node.reason}
    assert {"null-move", "beam", "reverse-futility"} <= reasons
    assert any(node.action == "--" for node in record.nodes)
    shallow = record_tree(GAME, algorithm=f"pvs:probcut={model}", limits=Limits(depth=4))
    texts = {node.reason for node in shallow.nodes if node.reason and node.reason.startswith("probcut")}
    assert texts
    assert texts <= {f"probcut: {check.shallow} plies say so of {check.depth}" for check in CHECKS}


WORTH = dict(zip((chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN), VICTIMS[1:], strict=True))


def exchange(board: chess.Board, square: int, hanging: int) -> int:
    """What the side to move gains at most on a square, capturing with the least valuable piece or not at all."""
    attackers = board.attackers(board.turn, square)
    if not attackers:
        return 0
    source = min(attackers, key=lambda s: (WORTH.get(board.piece_type_at(s) or 0, 99_999), s))
    piece = board.remove_piece_at(source)
    assert piece is not None
    if piece.piece_type == chess.KING and board.attackers(not board.turn, square):
        gained = 0
    else:
        board.turn = not board.turn
        gained = max(0, hanging - exchange(board, square, WORTH.get(piece.piece_type, 99_999)))
        board.turn = not board.turn
    board.set_piece_at(source, piece)
    return gained


def test_exchange_evaluation_equals_all_captures_on_a_square() -> None:
    losing = met = 0
    for state, board, ours in played(400, seed=7):
        for text, action in ours.items():
            move = chess.Move.from_uci(text)
            if not is_capture(state, action) or move.promotion or board.is_en_passant(move):
                continue
            victim, taker = board.piece_type_at(move.to_square), board.remove_piece_at(move.from_square)
            assert victim is not None
            assert taker is not None
            board.turn = not board.turn
            risk = exchange(board, move.to_square, WORTH.get(taker.piece_type, 99_999))
            board.turn = not board.turn
            board.set_piece_at(move.from_square, taker)
            assert gain(state, action) == WORTH[victim] - risk, (board.fen(), text)
            met, losing = met + 1, losing + (risk > WORTH[victim])
    assert met > 200
    assert losing > 30


def test_null_moves_in_chess_equal_python_chess() -> None:
    for state, board, _ in played(120, seed=3):
        if board.is_check() or board.is_game_over():
            assert not may_pass(state) or not board.is_check()
            continue
        board.push(chess.Move.null())
        theirs = board.fen(en_passant="legal").split()
        board.pop()
        ours = format_state(null_move(state)).split()
        assert (ours[:4], ours[5]) == (theirs[:4], theirs[5])
        assert ours[4] == "0"


def test_a_loose_search_uses_deeper_entries() -> None:
    strict, loose = (Searcher(GAME, f"pvs:replacement=deep{more}") for more in ("", ",loose=true"))
    limits = Limits(depth=7, nodes=10**9)
    one, other = strict.search(limits=limits), loose.search(limits=limits)
    assert (one.certainty.sound, other.certainty.sound) == (True, False)
    assert other.nodes < one.nodes
    for depth in range(1, 30):
        entries = [d << DEPTH_SHIFT for d in (depth - 1, depth, depth + 1)]
        for unlimited, applying in ((TO_DEPTH, [False, True, True]), (ONLY_ENDS, [False, False, False])):
            workspace = SimpleNamespace(unlimited=unlimited)
            assert [applies_deeper(entry, depth, workspace) for entry in entries] == applying


def test_a_loose_search_ends_with_the_first_win() -> None:
    chess_game = replace(games.load("chess"), compiled=False)
    searcher = Searcher(chess_game, "pvs:replacement=two-deep,order=gain,history=true,loose=true")
    mate = searcher.search(parse_state(chess_game, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), Limits(nodes=10**6))
    assert (mate.action_text, mate.depth, mate.value >= searcher.win) == ("a1a8", 1, True)


@pytest.mark.long
@pytest.mark.parametrize(
    ("more", "threads"),
    [("", 1), (",order=gain,loose=true", 1), (",order=gain,loose=true", 2), (",late_move_pruning=true", 1)],
)
def test_selective_search_finds_mates(more: str, threads: int) -> None:
    options = "replacement=two-deep,history=true,killers=true,quiescence=true,null_move=true,reductions=true"
    margins = "reverse_futility=90,futility=120,delta=100,extensions=true"
    game, found = games.load("chess"), 0
    searcher = Searcher(game, f"pvs:{options},{margins}{more}", table="64MB", threads=threads)
    for row in MATES:
        result = searcher.search(parse_state(game, row["position"]), depth=2 * row["moves"] + 1)
        found += result.value >= searcher.win
    assert len(MATES) == 100
    assert found >= 95
