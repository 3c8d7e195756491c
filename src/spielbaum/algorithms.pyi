"""The algorithms as functions, whose parameters are their options. Made from their records: do not edit."""

from typing import Literal

from spielbaum.search.algorithms.choice import AlgorithmChoice

def names() -> list[str]:
    """Return the names of all algorithms."""

def minimax() -> AlgorithmChoice:
    """The whole tree, max and min nodes in turn."""

def negamax() -> AlgorithmChoice:
    """Minimax as one function, by negating values."""

def alpha_beta(
    *,
    fail: Literal["soft", "hard"] = "soft",
    order: Literal["static", "gain", "none"] = "static",
    replacement: Literal["none", "deep", "new", "old", "big1", "big-all", "two-deep", "two-big"] = "none",
    table_move: bool = True,
    killers: bool = False,
    history: bool = False,
    pv: bool = False,
    deepening: bool = False,
    etc: bool = False,
    bounds: bool = False,
    quiescence: bool = False,
    reuse: bool = False,
    verify: bool = False,
    aspiration: float = 0.0,
) -> AlgorithmChoice:
    """Minimax without what cannot matter, max and min nodes in turn."""

def alpha_beta_negamax(
    *,
    fail: Literal["soft", "hard"] = "soft",
    order: Literal["static", "gain", "none"] = "static",
    replacement: Literal["none", "deep", "new", "old", "big1", "big-all", "two-deep", "two-big"] = "none",
    table_move: bool = True,
    killers: bool = False,
    history: bool = False,
    pv: bool = False,
    deepening: bool = False,
    etc: bool = False,
    bounds: bool = False,
    quiescence: bool = False,
    reuse: bool = False,
    verify: bool = False,
    aspiration: float = 0.0,
) -> AlgorithmChoice:
    """Alpha-beta as one function, by negating values and window."""

def mtdf(
    *,
    order: Literal["static", "gain", "none"] = "static",
    replacement: Literal["none", "deep", "new", "old", "big1", "big-all", "two-deep", "two-big"] = "two-deep",
    table_move: bool = True,
    killers: bool = False,
    history: bool = False,
    pv: bool = False,
    deepening: bool = False,
    etc: bool = False,
    bounds: bool = False,
    quiescence: bool = False,
    reuse: bool = False,
    verify: bool = False,
) -> AlgorithmChoice:
    """The value by null windows alone; whole numbers only."""

def pvs(
    *,
    order: Literal["static", "gain", "none"] = "static",
    replacement: Literal["none", "deep", "new", "old", "big1", "big-all", "two-deep", "two-big"] = "none",
    table_move: bool = True,
    killers: bool = False,
    history: bool = False,
    pv: bool = False,
    deepening: bool = False,
    etc: bool = False,
    bounds: bool = False,
    quiescence: bool = False,
    reuse: bool = False,
    verify: bool = False,
    null_move: bool = False,
    reductions: bool = False,
    futility: float = 0.0,
    reverse_futility: float = 0.0,
    delta: float = 0.0,
    loose: bool = False,
    beam: int = 0,
    late_move_pruning: bool = False,
    extensions: bool = False,
    singular: float = 0.0,
    probcut: str = "",
    probcut_threshold: float = 1.5,
    aspiration: float = 0.0,
) -> AlgorithmChoice:
    """Principal variation search: null windows for all but the first action of a node."""

def best_first() -> AlgorithmChoice:
    """Best-first minimax: the leaf of the principal variation is expanded next."""

def descent() -> AlgorithmChoice:
    """Descent: unbounded minimax that follows its best line to the end of the game."""

def scout(
    *,
    order: Literal["static", "gain", "none"] = "static",
    replacement: Literal["none", "deep", "new", "old", "big1", "big-all", "two-deep", "two-big"] = "two-deep",
    table_move: bool = True,
    killers: bool = False,
    history: bool = False,
    pv: bool = False,
    deepening: bool = False,
    etc: bool = False,
    bounds: bool = False,
    quiescence: bool = False,
    reuse: bool = False,
    verify: bool = False,
) -> AlgorithmChoice:
    """The first action of a node is evaluated, every other one tested by a null window whether it is better."""

def unbounded_minimax() -> AlgorithmChoice:
    """Unbounded minimax: the best line that is not proved is expanded next, until all is."""

def dual_star(
    *,
    order: Literal["static", "gain", "none"] = "static",
    replacement: Literal["none", "deep", "new", "old", "big1", "big-all", "two-deep", "two-big"] = "two-deep",
    table_move: bool = False,
    killers: bool = False,
    history: bool = False,
    pv: bool = False,
    deepening: bool = False,
    etc: bool = False,
    bounds: bool = False,
    quiescence: bool = False,
    reuse: bool = False,
    verify: bool = False,
) -> AlgorithmChoice:
    """DUAL*: null windows that go up from minus infinity; whole numbers only."""

def sss_star(
    *,
    order: Literal["static", "gain", "none"] = "static",
    replacement: Literal["none", "deep", "new", "old", "big1", "big-all", "two-deep", "two-big"] = "two-deep",
    table_move: bool = False,
    killers: bool = False,
    history: bool = False,
    pv: bool = False,
    deepening: bool = False,
    etc: bool = False,
    bounds: bool = False,
    quiescence: bool = False,
    reuse: bool = False,
    verify: bool = False,
) -> AlgorithmChoice:
    """SSS*: null windows that come down from plus infinity; whole numbers only."""

def max_n(
    *,
    immediate: bool = False,
    root: bool = False,
    shallow: bool = False,
    deep: bool = False,
    leaf_values: bool = False,
    order: Literal["static", "none"] = "none",
    replacement: Literal["none", "deep", "new", "old", "big1", "big-all", "two-deep", "two-big"] = "none",
    killers: bool = False,
    history: bool = False,
    pv: bool = False,
    quiescence: int = 0,
    transform: Literal["auto", "none", "normalised"] = "auto",
    goal: Literal["own", "share", "rank", "chance"] = "own",
) -> AlgorithmChoice:
    """Every player takes what is best for itself; switches: immediate, shallow (and deep, which is wrong)."""

def max_n_is(
    *,
    order: Literal["static", "none"] = "none",
    replacement: Literal["none", "deep", "new", "old", "big1", "big-all", "two-deep", "two-big"] = "none",
    killers: bool = False,
    history: bool = False,
    pv: bool = False,
    quiescence: int = 0,
    transform: Literal["auto", "none", "normalised"] = "auto",
    goal: Literal["own", "share", "rank", "chance"] = "own",
) -> AlgorithmChoice:
    """Max^n with immediate and shallow pruning."""

def paranoid(
    *,
    fail: Literal["soft", "hard"] = "soft",
    order: Literal["static", "gain", "none"] = "static",
    replacement: Literal["none", "deep", "new", "old", "big1", "big-all", "two-deep", "two-big"] = "none",
    killers: bool = False,
    history: bool = False,
    pv: bool = False,
    deepening: bool = False,
    etc: bool = False,
    quiescence: bool = False,
    published: bool = False,
    transform: Literal["auto", "none", "normalised"] = "none",
    goal: Literal["own", "share", "rank", "chance"] = "own",
    aspiration: float = 0.0,
) -> AlgorithmChoice:
    """All others against the root player, by alpha-beta."""

def hypermax(
    *,
    transform: Literal["auto", "none", "normalised"] = "none",
    goal: Literal["own", "share", "rank", "chance"] = "own",
) -> AlgorithmChoice:
    """Max^n in zero-sum space, cut where the players together have secured enough."""

def speculative(
    *,
    last_branch: bool = False,
    order: Literal["static", "gain", "none"] = "none",
    transform: Literal["auto", "none", "normalised"] = "auto",
    goal: Literal["own", "share", "rank", "chance"] = "own",
) -> AlgorithmChoice:
    """Max^n with speculative pruning, or with last-branch pruning."""

def brs(
    *,
    replies: int = 1,
    order: Literal["static", "gain", "none"] = "static",
    replacement: Literal["none", "deep", "new", "old", "big1", "big-all", "two-deep", "two-big"] = "none",
    killers: bool = False,
    history: bool = False,
    pv: bool = False,
    quiescence: bool = False,
    transform: Literal["auto", "none", "normalised"] = "none",
    goal: Literal["own", "share", "rank", "chance"] = "own",
    aspiration: float = 0.0,
) -> AlgorithmChoice:
    """Best-reply search: one opponent replies, the others pass."""

def brs_plus(
    *,
    replies: int = 1,
    first: Literal["order", "evaluation"] = "order",
    order: Literal["static", "gain", "none"] = "static",
    replacement: Literal["none", "deep", "new", "old", "big1", "big-all", "two-deep", "two-big"] = "none",
    killers: bool = False,
    history: bool = False,
    pv: bool = False,
    quiescence: bool = False,
    transform: Literal["auto", "none", "normalised"] = "none",
    goal: Literal["own", "share", "rank", "chance"] = "own",
    aspiration: float = 0.0,
) -> AlgorithmChoice:
    """Best-reply search in which the others make the first move of their order."""

def opps(
    *,
    n1: int = 1,
    l1: int = 10,
    l2: int = 1,
    first: Literal["order", "evaluation"] = "order",
    order: Literal["static", "gain", "none"] = "static",
    replacement: Literal["none", "deep", "new", "old", "big1", "big-all", "two-deep", "two-big"] = "none",
    killers: bool = False,
    history: bool = False,
    pv: bool = False,
    quiescence: bool = False,
    transform: Literal["auto", "none", "normalised"] = "none",
    goal: Literal["own", "share", "rank", "chance"] = "own",
    aspiration: float = 0.0,
) -> AlgorithmChoice:
    """Paranoid with few moves of the opponents: most of them make one of their first moves."""

def mp_mix(
    *,
    defence: float = 0.1,
    offence: float = 0.1,
    transform: Literal["auto", "none", "normalised"] = "auto",
    goal: Literal["own", "share", "rank", "chance"] = "own",
) -> AlgorithmChoice:
    """Paranoid for the leader, offensive against a leader far ahead, else Max^n."""

def offensive(
    *,
    transform: Literal["auto", "none", "normalised"] = "auto",
    goal: Literal["own", "share", "rank", "chance"] = "own",
) -> AlgorithmChoice:
    """Max^n, but the root player hurts the leader."""

def soft_max_n(
    *,
    transform: Literal["auto", "none", "normalised"] = "auto",
    goal: Literal["own", "share", "rank", "chance"] = "own",
) -> AlgorithmChoice:
    """Max^n with sets of vectors, in which no tie is broken."""

def prob_max_n(
    *,
    opponents: str = "0.7own+0.3spite",
    transform: Literal["auto", "none", "normalised"] = "none",
    goal: Literal["own", "share", "rank", "chance"] = "own",
) -> AlgorithmChoice:
    """Max^n against opponents who want this or that with some probability."""

def coalition(
    *,
    order: Literal["static", "gain", "none"] = "static",
    transform: Literal["auto", "none", "normalised"] = "none",
    goal: Literal["own", "share", "rank", "chance"] = "own",
) -> AlgorithmChoice:
    """All others play together against whoever leads, by alpha-beta."""

def mcts(
    *,
    policy: Literal["max-n", "paranoid", "brs"] = "max-n",
    solver: bool = True,
    rave: float = 0.0,
    history: float = 0.0,
    cutoff: int = 0,
    playout: Literal["random", "order", "max-n", "paranoid", "brs", "none"] = "random",
    plies: int = 2,
    breadth: int = 0,
    oma: float = 0.0,
    widening: float = 0.0,
    implicit: float = 0.0,
    transform: Literal["auto", "none", "normalised"] = "none",
    goal: Literal["own", "share", "rank", "chance"] = "own",
    exploration: float = 1.0,
    epsilon: float = 0.05,
    seed: int = 0,
    memory: str = "256MB",
    reuse: bool = True,
) -> AlgorithmChoice:
    """Monte-Carlo tree search: random playouts, and a tree that grows where they promise most."""
