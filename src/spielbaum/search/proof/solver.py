"""Solving a game: the proven value of a state, by null-window searches to the end of the game."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from os import PathLike
from threading import Lock
from typing import Any, Self

from spielbaum.checking.trial import MOST_PLIES, refuse_unsound
from spielbaum.errors import CompileError, InputError, Message, UnsupportedGameError
from spielbaum.game import Game, State
from spielbaum.kernel import (
    Kernel,
    LargePages,
    Workspace,
    clear_words,
    compile_kernel,
    jit_enabled,
    new_words,
    new_workspace,
    pack,
    shape_of,
    words_of,
)
from spielbaum.kernel.shipped import KernelFile
from spielbaum.registry import as_game
from spielbaum.search.core.kernel_name import kernel_name
from spielbaum.search.core.pausing import UNLIMITED, limit_nodes
from spielbaum.search.core.workspace import STOPPED, layout
from spielbaum.search.driver.threads import SearchThreads
from spielbaum.search.node.abdada import BUSY_WORDS
from spielbaum.search.proof import deepening, null_window
from spielbaum.search.proof.access import make_access
from spielbaum.search.proof.bounds_table import BUCKET_WORDS
from spielbaum.search.proof.proof import Proof, Solution, SolverProgress
from spielbaum.search.proof.proof_rules import ProofRules, make_proof_rules
from spielbaum.search.proof.workspace import HorizonWorkspace, ProofWorkspace
from spielbaum.search.table.entry import Table
from spielbaum.search.table.scalar import checked_size
from spielbaum.search.validation import root_state, validate_table, validate_threads


class Solver:
    """Proves the values of states of one game, one at a time; its table is kept from state to state.

    Parameters
    ----------
    game
        A zero-sum game for two players whose utilities are whole numbers, or a name or path that ``load`` accepts.
    table
        Size of the table: bytes, or a text such as ``"64MB"`` or ``"2^20"`` (entries of 32 bytes).
    threads
        The number of threads. With one, nodes and actions are the same in every run; the value always is.
    verify
        Whether everything stored in the table is proved again without it, which takes much longer.

    Raises
    ------
    UnsupportedGameError
        If it is not such a game.
    InputError
        If the threads or the memory are not available.

    Examples
    --------
    >>> solution = Solver("tic-tac-toe").solve()
    >>> solution.value, solution.score
    (0, 0)
    """

    def __init__(
        self,
        game: Game | str | PathLike[str],
        *,
        table: int | str | None = None,
        threads: int = 1,
        verify: bool = False,
    ) -> None:
        game = as_game(game)
        refuse_unfit(game, verify=verify)
        self.game = game
        multithreaded = threads != 1  # checked below
        self._name = kernel_name("proof", game, None, f"{multithreaded=}", f"{verify=}")
        self.compiled = game.compiled and jit_enabled(self._name)
        self.threads = validate_threads(threads, game, compiled=self.compiled)
        buckets = checked_size(validate_table(table)) // (8 * BUCKET_WORDS)
        self._buckets = 1 << max(0, buckets.bit_length() - 1)
        self._table = new_words(self._buckets * BUCKET_WORDS)
        self._large_pages = LargePages(self._table)
        rules = make_proof_rules(game, compiled=self.compiled)
        self._keys = rules.keys
        if game.repetition:
            test = deepening.make(rules, multithreaded=multithreaded)
        else:
            test = null_window.make(rules, multithreaded=multithreaded, verify=verify)
        self._layout = layout(1, HorizonWorkspace if game.repetition else ProofWorkspace)
        kernel = make_entry(rules, test)
        self._kernel = compile_kernel(kernel, self._name) if self.compiled else kernel
        self._shape = shape_of(game.initial()) if self.compiled else None
        self._tried = False
        self._busy = new_words(BUSY_WORDS)
        self._workspaces = [self._workspace() for _ in range(self.threads)]
        self._searching = SearchThreads(self._workspaces)
        self._proving = Lock()

    def beside(self) -> Self:
        """Return another solver that shares the table, so that both can prove at the same time."""
        other = copy(self)
        other._busy = new_words(BUSY_WORDS)
        other._workspaces = [other._workspace() for _ in range(other.threads)]
        other._searching = SearchThreads(other._workspaces)
        other._proving = Lock()
        return other

    def stop(self) -> None:
        """Stop the proof that another thread is waiting for; its score is None if it is not known yet."""
        self._searching.stop()

    def solve(
        self,
        state: State | None = None,
        *,
        strong: bool = False,
        with_action: bool = True,
        progress: Callable[[SolverProgress], None] | None = None,
    ) -> Solution:
        """Prove the value of a state.

        Parameters
        ----------
        state
            The root; by default the initial state.
        strong
            Whether the score is proved, not only who wins.
        with_action
            Whether to find an action that leads to the value.
        progress
            Called about ten times a second.

        Raises
        ------
        GameError
            If a utility is not a whole number, a line of play does not end, or ``verify`` finds a wrong entry.
        InputError
            If it is proving another state in another thread.
        SearchInterruptedError
            At Ctrl-C.
        """
        root = root_state(self.game, state)
        with self._alone():
            return self._solve(root, strong=strong, with_action=with_action, progress=progress)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Hold the workspaces, which serve one proof at a time."""
        if not self._proving.acquire(blocking=False):
            raise InputError(
                Message(
                    "this solver is proving another state at this moment: let each thread have one of its "
                    "own, from beside(), which shares the table"
                )
            )
        try:
            yield
        finally:
            self._proving.release()

    def _solve(
        self, root: State, *, strong: bool, with_action: bool, progress: Callable[[SolverProgress], None] | None
    ) -> Solution:
        if not self._tried:
            refuse_unsound(self.game, root, depth=MOST_PLIES, compiled=self.compiled)
            self._tried = True
        self.compile()
        clear_words(self._busy)
        for ws in self._workspaces:
            ws.nodes = ws.decided = 0
            limit_nodes(ws, UNLIMITED)
        self._searching = SearchThreads(self._workspaces)
        proof = Proof(self.game, self._test, self._searching, self._table, self._keys)
        return proof.run(
            root, strong=strong, with_action=with_action, progress=progress, on_tick=self._large_pages.take
        )

    def compile(self) -> None:
        """Compile the kernel, or load it from disk, now instead of at the first proof.

        Raises
        ------
        CompileError
            With a sentence that names the function of the game that cannot be compiled.
        """
        if self.compiled:
            ws = self._workspace()
            ws.stop = STOPPED
            self._test(self.game.initial(), 0, 0, ws)

    def file(self) -> KernelFile:
        """Compile the kernel for the target of this process, unless it is in the cache, and return its file there.

        Raises
        ------
        CompileError
            If it cannot be compiled.
        """
        if not isinstance(self._kernel, Kernel) or self._shape is None:
            raise CompileError(Message("{} is interpreted", self.game.spec))
        state, table = pack(self.game.initial(), self._shape), words_of(self._table, compiled=True)
        return KernelFile(self._name, *self._kernel.file(state, 0, 0, self._workspace(), table))

    def _workspace(self) -> Workspace:
        ws = new_workspace(self._layout, compiled=self.compiled)
        ws.buckets, ws.busy = self._buckets, words_of(self._busy, compiled=self.compiled)
        return ws

    def _test(self, state: State, bound: int, ply: int, ws: Workspace) -> int:
        fields = pack(state, self._shape) if self._shape else state
        return int(self._kernel(fields, bound, ply, ws, words_of(self._table, compiled=self.compiled)))


def refuse_unfit(game: Game, *, verify: bool = False) -> None:
    """Raise an error if a game cannot be proved.

    Raises
    ------
    UnsupportedGameError
        If it is no zero-sum game for two players, not all its leaves are known, or it ends by repetition in a way that
        a proof does not know.
    """
    if not game.is_duel:
        raise UnsupportedGameError(
            Message(
                "a proof needs two players and zero_sum=True, and {} does not state that: search it to "
                "the end with analyze",
                game.spec,
            )
        )
    if game.unknown is not None:
        raise UnsupportedGameError(
            Message(
                "a proof needs the value of every leaf, and those of {} are not all known: analyze says what follows",
                game.spec,
            )
        )
    if game.repetition and not game.repetition.whole:
        raise UnsupportedGameError(
            Message(
                "a proof knows positions and not how they were reached, and {} ends by repetition, where "
                "more counts than what comes again: search it to a depth with analyze",
                game.spec,
            )
        )
    if game.repetition and (verify or game.hints.proof.offset):
        raise UnsupportedGameError(
            Message(
                "{} ends by repetition, and a proof of such a game has no verify: there is no search without a table "
                "to compare with"
                if verify
                else "{} ends by repetition, and a proof of such a game has no offset: a draw has none",
                game.spec,
            )
        )


def make_entry(rules: ProofRules, test: null_window.Test) -> Callable[..., int]:
    """Return a kernel that takes the bare fields of a state."""
    state_of, key_of = rules.state_of, make_access(rules).key_of

    def entry(fields: Any, bound: int, ply: int, ws: Any, table: Table) -> int:
        state = state_of(fields)
        ws.frame[ply] = 0
        if not ws.stop:  # stopped when the kernel is only compiled
            ws.probes += 1
        return test(state, key_of(state), bound, ply, ws, table)

    return entry
