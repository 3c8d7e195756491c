"""The interfaces of searches: a search of a submission, in whatever style, is called in one way.

A search is a function over a state, with or without a game, a depth, a window and the player; a method of a class that
is made with the game; an agent of CS188 with ``getAction``; or an algorithm of easyAI, which is called with a game. Its
functions of the game, global ones too, are replaced by instrumented ones.
"""

import ast
import inspect
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from math import inf, isfinite
from numbers import Real
from types import FunctionType, ModuleType
from typing import Any

from spielbaum.adapters.names import plain
from spielbaum.errors import Message
from spielbaum.grading.diagnosis import Stopped
from spielbaum.grading.interfaces.agents import AgentState, EasyGame
from spielbaum.grading.interfaces.instruments import Game, Instrument, State, is_action
from spielbaum.grading.interfaces.names import function_of, may_be, role_of
from spielbaum.grading.interfaces.own_game import OwnGame
from spielbaum.grading.interfaces.trees import LETTERS, Node
from spielbaum.grading.submission import Submission

REPLACED = (
    *("actions", "result", "terminal", "utility", "player", "evaluate", "initial"),
    *("winner", "has_won", "is_drawn"),
)
"""The functions of a game that are replaced where a submission has them."""

NAMES: Mapping[str, tuple[str, ...]] = {
    "minimax": (
        "minimax",
        "minimax_decision",
        "minimax_search",
        "mini_max",
        "minmax",
        "minmax_decision",
        "MinimaxAgent",
        "max_value",
        "maxvalue",
        "max_wert",
        "maximalwert",
        "minimax_tiefe",
        "best_move",
        "bester_zug",
    ),
    "alpha-beta": (
        "alpha_beta",
        "alpha_beta_search",
        "alpha_beta_cutoff_search",
        "AlphaBetaAgent",
        "alpha_beta_minimax",
        "minimax_alpha_beta",
        "alpha_beta_pruning",
        "max_value_ab",
        "max_value_alpha_beta",
        "ab",
        "negamax_alpha_beta",
        "alpha_beta_negamax",
        "negamax_ab",
        "ab_negamax",
        "max_value",
        "max_wert",
        "best_move",
        "bester_zug",
    ),
    "negamax": (
        "negamax",
        "nega_max",
        "negamax_search",
        "NegamaxAgent",
        "negamax_table",
        "negamax_tt",
        "negamax_alpha_beta",
        "alpha_beta_negamax",
    ),
    "max-n": (
        "max_n",
        "maxn",
        "max_n_search",
        "max_hoch_n",
    ),
    "paranoid": (
        "paranoid",
        "paranoid_search",
        "paranoider_minimax",
    ),
}
"""What searches are called, by algorithm."""


@dataclass
class Answer:
    """What a search returns: a value, an action, or both."""

    value: Any = None
    action: str | None = None
    returned: Any = None


@dataclass
class Search:
    """A search of a submission.

    Attributes
    ----------
    name
        Its name in the submission.
    call
        ``(root, limit) -> what it returns``.
    tool
        The instrument of its game.
    limited
        Whether it takes a depth limit.
    roots
        The players that may move at the root.
    file
        The file with its code.
    negates
        Whether it looks like negamax.
    scale
        By what it multiplies utilities.
    plies
        The plies of one unit of depth.
    one_evaluation
        Whether one function values ends of the game and other leaves.
    windowed
        Whether it has alpha and beta.
    leaves_loop
        Whether a loop of it ends after its first turn, whatever happens.
    compares_window
        Whether it compares alpha with beta.
    updates, root_updates
        Which ends of the window it changes, and its first function.
    passes_constants
        Whether it hands infinite values to what it calls for a child.
    own
        The game of the submission.
    """

    name: str
    call: Callable[[Node, int | None], Any]
    tool: Instrument
    limited: bool
    roots: tuple[int, ...]
    file: str
    negates: bool = False
    scale: float = 1
    plies: int = 1
    one_evaluation: bool = False
    windowed: bool = True
    leaves_loop: bool = False
    compares_window: bool = False
    updates: frozenset[str] = frozenset()
    root_updates: frozenset[str] = frozenset()
    passes_constants: bool = False
    own: OwnGame = field(default_factory=lambda: OwnGame([]))

    def run(self, root: Node, limit: int | None) -> Answer:
        """Return what it returns for a tree."""
        answer = read_answer(self.call(root, limit), root, self.tool.players)
        if isinstance(self.tool.given, EasyGame) and answer.action is None:
            answer.action = self.tool.given.ai_move
        return answer


def find_search(
    submission: Submission,
    algorithm: str,
    *,
    function: str | None = None,
    parameters: tuple[str, ...] = (),
    limited: bool | None = None,
    players: int = 2,
    labels: tuple[Any, ...] = (),
    view: str = "first",
    most: int = 100_000,
) -> Search:
    """Return the search of a submission.

    Parameters
    ----------
    submission
        The student's file.
    algorithm
        What it should be; a key of ``NAMES``.
    function
        Its name, or ``"Class.method"``; found by the algorithm if None.
    parameters
        The roles of its parameters, if their names do not say them.
    limited
        Whether it has a depth limit; either if None.
    players
        How many players its games have.
    labels
        What it calls the players; found if empty.
    view
        Whose value the utility is if no player is named.
    most
        The most states that it may ask for in a tree.

    Raises
    ------
    Stopped
        If there is none, or its parameters are not understood.
    """
    module = submission.module
    owner, name, found = _found(submission, algorithm, function, limited)
    source = _tree_of(module)
    tool = Instrument(players, labels or _labels(submission, source, players), most, view=view)
    own = _replace(submission, module, tool, name)
    tool.evaluates = "evaluate" in own.functions or _names_evaluation(source)
    shown = name
    if owner is not None and callable(getattr(owner, "getAction", None)):
        search, shown = _agent(owner, tool), owner.__name__
    elif owner is not None and name == "__call__":
        search, shown = _easy_algorithm(owner, tool), owner.__name__
    else:
        search = _function(module, owner, name, found, tool, parameters, source)
    search.own = own
    search.windowed = "beta" in map(plain, _names_in(_part(source, shown)))
    search.leaves_loop = leaves_loop(source)
    search.compares_window = _compares_window(source)
    search.updates = _updates(_part(source, shown))
    search.passes_constants = _passes_constants(_part(source, shown))
    search.root_updates = _updates(_own(source, "getAction" if search.plies > 1 else name))
    return search


# Finding it.


def _found(
    submission: Submission, algorithm: str, function: str | None, limited: bool | None
) -> tuple[type | None, str, Callable[..., Any]]:
    """Return the class of a search, or None, its name and its function."""
    candidates = list(_candidates(submission.module))
    wanted = [submission.names.get(function or algorithm, function or algorithm)]
    ranked = wanted if function else [*wanted, *NAMES.get(algorithm, ())]

    def rank(one: tuple[type | None, str, Callable[..., Any]]) -> tuple[bool, bool, int] | None:
        owner, name, found = one
        shown = name if owner is None else f"{owner.__name__}.{name}"
        names = [
            plain(shown),
            plain(name),
            *([plain(owner.__name__)] if owner and name in ("getAction", "__call__") else []),
        ]
        places = [place for place, known in enumerate(ranked) if plain(known) in names]
        if not places:
            return None
        unfit = limited is not None and _has_depth(found) != limited
        return bool(places[0] >= len(wanted[: bool(function)])), unfit, places[0]

    known = [(rank(one), place) for place, one in enumerate(candidates)]
    fitting = sorted((order, place) for order, place in known if order is not None)
    if not fitting:
        by_window = algorithm == "alpha-beta" and function is None
        kept = [one for one in candidates if by_window and _has_window(one[2])]
        if kept:
            return kept[0]
        raise Stopped(
            "missing-function",
            Message(
                "There is no function {!r}.",
                submission.names.get(function or algorithm, function or algorithm.replace("-", "_")),
            ),
        )
    return candidates[fitting[0][1]]


def _candidates(module: ModuleType) -> Iterator[tuple[type | None, str, Callable[..., Any]]]:
    """Yield the functions of a module, and the methods of its classes."""
    for name, value in vars(module).items():
        if isinstance(inspect.unwrap(value), FunctionType) and value.__module__ == module.__name__:
            yield None, name, value  # it may have a cache
        elif isinstance(value, type) and value.__module__ == module.__name__:
            for inner, method in vars(value).items():
                if isinstance(method, FunctionType) and (inner == "__call__" or not inner.startswith("_")):
                    yield value, inner, method


def _has_depth(found: Callable[..., Any]) -> bool:
    return any(role_of(name) == "depth" for name in inspect.signature(found).parameters)


def _has_window(found: Callable[..., Any]) -> bool:
    names = {plain(name) for name in inspect.signature(found).parameters}
    return {"alpha", "beta"} <= names


def _tree_of(module: ModuleType) -> ast.Module:
    path = getattr(module, "__file__", None)
    if path is None:
        return ast.Module(body=[], type_ignores=[])
    with open(path, "rb") as file:  # Python itself finds the encoding
        return ast.parse(file.read())


# The game.


def _labels(submission: Submission, source: ast.Module, players: int) -> tuple[Any, ...]:
    """Return what a submission calls the players."""
    if players > 2:
        return tuple(range(players))
    module = submission.module
    for first, second in (("X", "O"), ("MAX", "MIN"), ("WHITE", "BLACK"), ("Max", "Min")):
        if hasattr(module, first) and hasattr(module, second):
            return getattr(module, first), getattr(module, second)
    seen = _compared(submission, source) | _own_players(submission)
    for pair in (("X", "O"), ("x", "o"), ("MAX", "MIN"), ("max", "min"), ("w", "b")):
        if pair[0] in seen or pair[1] in seen:
            return pair
    if -1 in seen:
        return (1, -1)
    if 2 in seen:
        return (1, 2)
    if 0 in seen:
        return (0, 1)
    return (1, -1) if 1 in seen else (0, 1)


def _compared(submission: Submission, source: ast.Module) -> set[Any]:
    """Return the constants with which calls are compared that tell a player, and variables that hold them."""
    names = {name for name in _names_in(source) if may_be(name, "player") or may_be(name, "winner")}
    names |= {submission.names["player"]} if "player" in submission.names else set()
    held = {
        target.id
        for node in ast.walk(source)
        if isinstance(node, ast.Assign) and _calls(node.value, names)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    found: set[Any] = set()
    for node in ast.walk(source):
        if isinstance(node, ast.Compare) and len(node.comparators) == 1:
            sides = (node.left, node.comparators[0])
            for one, other in (sides, sides[::-1]):
                told = (
                    _calls(one, names)
                    or (isinstance(one, ast.Name) and one.id in held)
                    or (isinstance(one, ast.Attribute) and one.attr in names)
                )
                constant = _constant(other)
                if told and constant is not None:
                    found.add(constant)
    return found


def _constant(node: ast.expr) -> Any:
    try:
        value = ast.literal_eval(node)
    except ValueError:
        return None
    return value if isinstance(value, str | int) else None


def _calls(node: ast.AST, names: set[str]) -> bool:
    if not isinstance(node, ast.Call):
        return False
    called = node.func
    name = called.id if isinstance(called, ast.Name) else called.attr if isinstance(called, ast.Attribute) else ""
    return name in names


def _names_in(source: ast.Module) -> set[str]:
    names = {node.id for node in ast.walk(source) if isinstance(node, ast.Name)}
    names |= {node.arg for node in ast.walk(source) if isinstance(node, ast.arg)}
    return names | {node.attr for node in ast.walk(source) if isinstance(node, ast.Attribute)}


def _own_players(submission: Submission) -> set[Any]:
    """Return the players that a submission's own game names at its first two states."""
    own = {standard: _global(submission, standard) for standard in ("initial", "player", "actions", "result")}
    if None in own.values():
        return set()
    try:
        state = own["initial"]()
        found = {own["player"](state)}
        after = own["result"](state, next(iter(own["actions"](state))))
        return found | {own["player"](after)}
    except Exception:  # whatever a student's game raises
        return set()


def _global(submission: Submission, standard: str) -> Any:
    """Return a function of the game that a submission defines."""
    if standard in submission.names:
        return submission.find(standard)
    fitting = [value for name, value in vars(submission.module).items() if _stands_for(name, value, standard)]
    return fitting[0] if fitting else None


def _stands_for(name: str, value: Any, standard: str) -> bool:
    """Return whether a global is a function of the game."""
    if not callable(value) or isinstance(value, type) or not may_be(name, standard):
        return False
    try:
        known = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return True
    needed = sum(one.default is one.empty and one.kind is not one.VAR_POSITIONAL for one in known)
    fits = {
        "result": needed == 2,
        "initial": needed == 0,
        "winner": needed == 1,
        "has_won": needed == 2,
        "is_drawn": needed == 1,
    }
    return fits.get(standard, 1 <= needed <= 2)


def _replace(submission: Submission, module: ModuleType, tool: Instrument, search: str) -> OwnGame:
    """Put instrumented functions in the place of a submission's own; return these."""
    replaced = []
    others = [value for value in vars(module).values() if isinstance(value, ModuleType) and hasattr(value, "__file__")]
    near = [other for other in others if _near(other, module)]
    mapped = {theirs: standard for standard, theirs in submission.names.items() if standard in REPLACED}
    for space in (module, *near):
        for name, value in list(vars(space).items()):
            if name == search or name.startswith("__"):
                continue
            standard = mapped.get(name) or next((one for one in REPLACED if _stands_for(name, value, one)), None)
            if standard is not None and callable(value):
                replaced.append((space, name, standard, value))
                setattr(space, name, tool.function(standard))
    return OwnGame(replaced)


def _names_evaluation(source: ast.Module) -> bool:
    """Return whether an evaluation occurs in a source, though it may be defined elsewhere."""
    return any(may_be(name, "evaluate") for name in _names_in(source))


def _near(other: ModuleType, module: ModuleType) -> bool:
    """Return whether a module is a student's, too."""
    from pathlib import Path

    file, own = getattr(other, "__file__", None), getattr(module, "__file__", None)
    return bool(file and own and Path(file).parent == Path(own).parent)


def scale_of(source: ast.Module, names: set[str]) -> float:
    """Return the number by which utilities are multiplied in the source of a submission."""
    for node in ast.walk(source):
        factors = list(_factors(node)) if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult) else []
        numbers = [abs(one) for one in map(_constant, factors) if isinstance(one, int) and abs(one) > 1]
        if numbers and any(_calls(one, names) for one in factors):
            return numbers[0]
    return 1


def _factors(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        yield from _factors(node.left)
        yield from _factors(node.right)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield from _factors(node.operand)
    else:
        yield node


# Calling it.


def _agent(kind: type, tool: Instrument) -> Search:
    """Return an agent of CS188; the first player is Pacman, the others are ghosts."""

    def call(root: Node, limit: int | None) -> Any:
        agent = kind()
        tool.begin(root)
        agent.index = 0
        agent.depth = (limit or 40 * tool.players) // tool.players
        agent.evaluationFunction = AgentState.getScore
        return agent.getAction(AgentState(root, tool))

    tool.joint = True
    file = inspect.getfile(kind)
    return Search(kind.__name__, call, tool, True, (0,), file, plies=tool.players, one_evaluation=True)


def _easy_algorithm(kind: type, tool: Instrument) -> Search:
    """Return an algorithm of easyAI, an object that is called with a game and returns a move."""

    def call(root: Node, limit: int | None) -> Any:
        tool.begin(root)
        game = tool.given = EasyGame(root, tool)
        found = kind(limit or 40, lambda game: game.scoring())
        return found(game)

    tool.joint = True
    return Search(kind.__name__, call, tool, True, (0, 1), inspect.getfile(kind), negates=True, one_evaluation=True)


def _function(
    module: ModuleType,
    owner: type | None,
    name: str,
    found: Callable[..., Any],
    tool: Instrument,
    parameters: tuple[str, ...],
    source: ast.Module,
) -> Search:
    """Return a function, or a method of an object that is made with the game."""
    known = list(inspect.signature(found).parameters.values())[owner is not None :]
    roles = _roles(name, known, parameters)
    easy = _plays_easy(source, name) and "state" not in roles.values()
    plies = {one for one, role in roles.items() if role == "depth" and _counts_up(_part(source, name), one)}
    roles |= dict.fromkeys(plies, "ply")
    limited = "depth" in roles.values()
    is_state = "state" not in roles.values() and not any(
        may_be(one, "initial") for one in _names_in(_part(source, name))
    )
    tool.hands_root = "state" in roles.values()
    optional = {one.name for one in known if one.default is not one.empty}
    fixed = any(role in ("maximises", "colour") and one in optional for one, role in roles.items())
    partner = _partner(module, name) if owner is None else None
    alone = partner is None and ("maxvalue" in plain(name) or "maxwert" in plain(name))
    spec = {one.name: one for one in known}

    def evaluation(root: Node) -> Callable[..., Any]:
        if easy:
            return lambda game: game.scoring()
        return tool.evaluate if root.state is None else search.own.functions.get("evaluate", tool.evaluate)

    def arguments(root: Node, limit: int | None) -> tuple[list[Any], dict[str, Any]]:
        label = tool.labels[root.mover]
        state: Any = EasyGame(root, tool) if easy else State(root, tool)
        if root.state is not None:
            state = deepcopy(root.state)
        tool.given = state
        values = {
            "state": state,
            "game": state if easy or is_state else Game(tool),
            "depth": 60 if limit is None else limit,
            "ply": 0,
            "alpha": -large,
            "beta": large,
            "maximises": root.mover == 0,
            "colour": 1 if root.mover == 0 else -1,
            "player": label,
            "evaluate": evaluation(root),
            "table": {} if tool.table is None else tool.table,
            "players": tool.players,
        }
        given: list[Any] = []
        named: dict[str, Any] = {}
        for one, role in roles.items():
            keyword = spec[one].kind is inspect.Parameter.KEYWORD_ONLY or bool(named)
            if one in optional and role != "depth" and not (role == "evaluate" and not tool.evaluates):
                named[""] = None  # from here on by name
                continue
            if keyword or named:
                named[one] = values[role]
            else:
                given.append(values[role])
        named.pop("", None)
        return given, named

    def call(root: Node, limit: int | None) -> Any:
        tool.begin(root)
        given, named = arguments(root, limit)
        used = partner if partner is not None and root.mover == 1 else found
        if owner is not None:
            return getattr(_made(owner, tool, limit), name)(*given, **named)
        return used(*given, **named)

    large = _infinity(module, source)
    tool.joint = easy
    utilities = {one for one in _names_in(source) if may_be(one, "utility")}
    search = Search(
        name,
        call,
        tool,
        limited or (owner is not None and _made_with_depth(owner)),
        (0,) if alone or fixed else (0, 1),
        inspect.getfile(inspect.unwrap(found)),
        negates="nega" in plain(name) or "colour" in roles.values() or _negates(source, name),
        scale=scale_of(_part(source, name), utilities),
        one_evaluation=easy,
    )
    return search


def _roles(name: str, known: list[inspect.Parameter], parameters: tuple[str, ...]) -> dict[str, str]:
    """Return the role of each parameter; those that have a default and no role are left out."""
    if parameters:
        return dict(zip((one.name for one in known), parameters, strict=False))
    named = {one.name: role_of(one.name) for one in known}
    states = [one for one, role in named.items() if role == "state"]
    if len(states) > 1 and "root" in map(plain, states):
        named["root"] = "player"
    if "state" not in named.values() and "game" not in named.values() and known:
        if named[known[0].name] is not None:
            raise Stopped(
                "no-state", Message("{} takes no state, so that it cannot be tested on other positions.", name)
            )
        named[known[0].name] = "state"
    roles = {}
    for one in known:
        role = named[one.name]
        if one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD):
            continue
        if plain(one.name) in ("origdepth", "startdepth", "rootdepth"):
            role = "depth"
        if role is None and one.default is one.empty:
            raise Stopped(
                "wrong-type",
                Message(
                    "The parameter {!r} of {} is not understood: its name does not say what it is.", one.name, name
                ),
            )
        if role is not None:
            roles[one.name] = role
    return roles


def _partner(module: ModuleType, name: str) -> Callable[..., Any] | None:
    """Return the function of min nodes that belongs to one of max nodes."""
    if not plain(name).startswith("max"):
        return None
    wanted = "min" + plain(name)[3:]
    fitting = [value for one, value in vars(module).items() if plain(one) == wanted and callable(value)]
    return fitting[0] if fitting else None


def _made(owner: type, tool: Instrument, limit: int | None) -> Any:
    """Return an object of a class, made with the game; its functions of the game are replaced."""
    values = {
        "game": Game(tool),
        "depth": 60 if limit is None else limit,
        "evaluate": tool.evaluate,
        "players": tool.players,
    }
    known = list(inspect.signature(owner).parameters.values())
    roles = {one.name: role_of(one.name) for one in known}
    given = {one.name: values[roles[one.name] or ""] for one in known if roles[one.name] in values}
    made = owner(**given)
    for name in dir(owner):
        standard = function_of(name)
        if standard in REPLACED and not name.startswith("__") and callable(getattr(owner, name, None)):
            setattr(made, name, tool.function(standard))
    return made


def _made_with_depth(owner: type) -> bool:
    return any(role_of(name) == "depth" for name in inspect.signature(owner).parameters)


def _part(source: ast.Module, name: str) -> ast.Module:
    """Return the part of a source that defines a name, with what it calls that is like it."""
    found: list[Any] = [
        node
        for node in ast.walk(source)
        if isinstance(node, ast.FunctionDef | ast.Assign | ast.ClassDef)
        and name
        in (getattr(node, "name", ""), *(t.id for t in getattr(node, "targets", []) if isinstance(t, ast.Name)))
    ]
    return ast.Module(body=found, type_ignores=[])


def _own(source: ast.Module, name: str) -> ast.Module:
    """Return a function of a source without the functions in it."""
    body = [
        inner
        for node in ast.walk(source)
        if isinstance(node, ast.FunctionDef) and node.name == name
        for inner in node.body
        if not isinstance(inner, ast.FunctionDef)
    ]
    return ast.Module(body=body, type_ignores=[])


def _negates(source: ast.Module, name: str) -> bool:
    """Return whether a function negates what it returns itself."""
    part = _part(source, name)
    return any(
        isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and _calls(node.operand, {name})
        for node in ast.walk(part)
    )


def _counts_up(part: ast.Module, name: str) -> bool:
    """Return whether a parameter is the number of plies played: it grows, and is never compared with 0."""
    grows = any(
        isinstance(node, ast.Call)
        and any(
            isinstance(one, ast.BinOp) and isinstance(one.op, ast.Add) and _is_named(one.left, name)
            for one in (*node.args, *(keyword.value for keyword in node.keywords))
        )
        for node in ast.walk(part)
    )
    return grows and not any(
        isinstance(node, ast.Compare)
        and any(_is_named(one, name) for one in (node.left, *node.comparators))
        and any(_constant(one) == 0 for one in (node.left, *node.comparators))
        for node in ast.walk(part)
    )


def _is_named(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def leaves_loop(source: ast.Module) -> bool:
    """Return whether a loop of a source ends after its first turn, whatever happens."""
    loops = (node for node in ast.walk(source) if isinstance(node, ast.For | ast.While))
    return any(isinstance(inner, ast.Return | ast.Break) for loop in loops for inner in loop.body)


def _infinity(module: ModuleType, source: ast.Module) -> float:
    """Return the number that a submission uses for infinity."""
    text = ast.unparse(source)
    if "inf" in text.lower().replace("infinity", "inf") and ("float(" in text or "math" in text or "np." in text):
        return inf
    numbers = [abs(value) for value in vars(module).values() if type(value) in (int, float)]
    numbers += [
        abs(one) for node in ast.walk(source) if isinstance(node, ast.expr) and isinstance(one := _constant(node), int)
    ]
    return max((one for one in numbers if one > 100), default=inf)


def _end_of_window(node: ast.AST) -> str | None:
    """Return which end of the window an expression is, if it is one."""
    name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
    role = role_of(name)
    return role if role in ("alpha", "beta") else None


def _passes_constants(source: ast.Module) -> bool:
    """Return whether a call in a loop is given an infinite value."""
    loops = [node for node in ast.walk(source) if isinstance(node, ast.For | ast.While)]
    calls = [node for loop in loops for node in ast.walk(loop) if isinstance(node, ast.Call)]
    kept = [node for node in calls if not (isinstance(node.func, ast.Name) and node.func.id in ("max", "min", "float"))]
    return any("inf" in ast.unparse(one).lower() for node in kept for one in node.args if not _holds_call(one, kept))


def _holds_call(node: ast.AST, calls: list[ast.Call]) -> bool:
    return any(inner in calls for inner in ast.walk(node))


def _compares_window(source: ast.Module) -> bool:
    """Return whether alpha is compared with beta."""
    compared = (node for node in ast.walk(source) if isinstance(node, ast.Compare) and len(node.comparators) == 1)
    return any(
        {_end_of_window(node.left), _end_of_window(node.comparators[0])} == {"alpha", "beta"} for node in compared
    )


def _updates(source: ast.Module) -> frozenset[str]:
    """Return the ends of the window that change: they are assigned, or the maximum or minimum with a value is used."""
    found = set()
    for node in ast.walk(source):
        if isinstance(node, ast.Assign):
            found |= {_end_of_window(target) for target in node.targets}
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("max", "min"):
            found |= {_end_of_window(one) for one in node.args}
    return frozenset(one for one in found if one is not None)


def _plays_easy(source: ast.Module, name: str) -> bool:
    """Return whether a function plays on games of easyAI."""
    names = {node.attr for node in ast.walk(_part(source, name)) if isinstance(node, ast.Attribute)}
    return bool(names & {"make_move", "possible_moves", "switch_player"})


# What it returns.


def read_answer(returned: Any, root: Node, players: int) -> Answer:
    """Return the value and the action in what a search returns."""
    if inspect.isgenerator(returned):
        returned = _exhausted(returned)
    given = _lettered(returned, root) if root.state is not None else returned
    if isinstance(given, dict):
        given = list(given.values())
    elif hasattr(given, "__dict__") and not isinstance(given, State) and not _is_number(given):
        given = list(vars(given).values())
    alone = not isinstance(given, tuple | list) or _is_vector(given, players)
    answer = Answer(returned=returned)
    for one in [given] if alone else given:
        if answer.action is None and (is_action(one) or isinstance(one, State)):
            answer.action = _action_to(root, one) if isinstance(one, State) else one
        elif answer.value is None and _is_number(one):
            answer.value = _number(one)
        elif answer.value is None and _is_vector(one, players):
            answer.value = tuple(map(_number, one))
    return answer


def _lettered(returned: Any, root: Node) -> Any:
    """Return what a search on its own game returns, with letters for its actions."""
    moves = list(root.moves)
    if not _is_number(returned) and returned in moves:
        return LETTERS[moves.index(returned)]
    if isinstance(returned, tuple | list) and len(returned) == 2:
        values = [one for one in returned if _is_number(one) and one not in moves] or list(returned[:1])
        rest = list(returned)
        rest.remove(values[0])
        return [values[0], *(LETTERS[moves.index(one)] for one in rest if one in moves)]
    return returned


def _exhausted(generator: Any) -> Any:
    last = None
    while True:
        try:
            last = next(generator)
        except StopIteration as end:
            return last if end.value is None else end.value


def _action_to(root: Node, state: State) -> str | None:
    return root.action_to(state.node) if state.node in root.children else None


def _is_number(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def _is_vector(value: Any, players: int) -> bool:
    if players == 2 and not isinstance(value, tuple | list):
        return False
    try:
        entries = list(value)
    except TypeError:
        return False
    return len(entries) == players and all(map(_is_number, entries))


def _number(value: Any) -> float:
    """Return a number as Python's own; instrumented utilities and NumPy's numbers are none."""
    return int(value) if isfinite(value) and int(value) == value else float(value)
