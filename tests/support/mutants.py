"""Wrong solutions of an exercise, made of right ones: each operator changes one place of the syntax tree.

An operator knows the diagnosis that a grader must give. The right solutions are those of ``tests/grading/corpus``; its
``corpus.toml`` says which function does what. A mutant that does not differ from its original, by a check that knows
nothing of the grader, is no wrong solution and is left out.
"""

import ast
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from spielbaum.grading.assignment import Assignment, TestSpec

CORPUS = Path(__file__).parents[1] / "grading" / "corpus"

Place = ast.AST
Change = tuple[Place, Any]
"""A node of a tree, and what stands in its place: a node, several, or none."""


@dataclass(frozen=True)
class Solution:
    """A right solution, and what its functions do."""

    name: str
    table: Mapping[str, Any] = field(repr=False)

    @property
    def path(self) -> Path:
        return CORPUS / f"{self.name}.py"

    @property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @property
    def rules(self) -> Mapping[str, list[str]]:
        return self.table["rules"]

    @property
    def searches(self) -> Mapping[str, list[str]]:
        return self.table["search"]

    def assignment(self, *only: str) -> Assignment:
        """Return what is asked of it, or of its mutants; ``only`` names some of the tests."""
        return Assignment(
            self.name,
            tuple(test for test in self._tests() if not only or test.name in only),
            self.table.get("names", {}),
        )

    def _tests(self) -> Iterator[TestSpec]:
        yield TestSpec("rules", "rules", options={"against": "tic-tac-toe"})
        for role, options in self.table["tests"].items():
            if role == "evaluation":
                yield TestSpec(role, role, options={"against": "tic-tac-toe", "evaluation": "open-lines", **options})
            else:
                yield TestSpec(role, "search", options={"algorithm": role, **options})

    def names(self, role: str) -> set[str]:
        """Return the last parts of the names of the rule functions of a role."""
        return {name.rpartition(".")[2] for name in self.rules.get(role, [])}

    @property
    def recursive(self) -> set[str]:
        given = self.table.get("recursive") or [name for names in self.searches.values() for name in names]
        return {name.rpartition(".")[2] for name in given}


@dataclass(frozen=True)
class Mutant:
    """A wrong solution."""

    original: str
    number: int
    operator: str
    role: str  # the test that must fail: "rules", "evaluation", or a search
    codes: tuple[str, ...]  # the diagnoses that are right; the first is the operator's own
    line: int
    text: str = field(repr=False)

    @property
    def name(self) -> str:
        return f"{self.original}-{self.number:03d}-{self.operator}-{self.role}"


def solutions() -> list[Solution]:
    """Return the right solutions."""
    tables = tomllib.loads((CORPUS / "corpus.toml").read_text(encoding="utf-8"))
    return [Solution(name, table) for name, table in tables.items()]


def mutants(solution: Solution) -> list[Mutant]:
    """Return all mutants of a solution, also those that behave like it."""
    found: list[Mutant] = []
    seen = {ast.unparse(ast.parse(solution.text))}
    for operator in OPERATORS:
        for role, scopes in operator.places(solution):
            for old, new in operator.changes(solution, scopes, role):
                text = operator.finished(ast.unparse(ast.fix_missing_locations(replaced(scopes.tree, old, new))) + "\n")
                if text not in seen:
                    seen.add(text)
                    line = getattr(old, "lineno", 0)
                    found.append(Mutant(solution.name, len(found), operator.name, role, operator.codes, line, text))
    return found


def replaced(tree: Any, old: ast.AST, new: Any) -> Any:
    """Return a copy of a tree with something else in the place of a node."""
    if tree is old:
        return new
    if isinstance(tree, list):
        items: list[Any] = []
        for item in tree:
            made = replaced(item, old, new)
            items += made if isinstance(made, list) else [] if made is None else [made]
        return items or ([ast.Pass()] if tree and isinstance(tree[0], ast.stmt) else items)
    if isinstance(tree, ast.AST):
        copied = type(tree)(**{name: replaced(value, old, new) for name, value in ast.iter_fields(tree)})
        return ast.copy_location(copied, tree)
    return tree


# --- Where operators look


@dataclass(frozen=True)
class Scopes:
    """A file and the functions in which an operator looks."""

    tree: ast.Module
    nodes: list[ast.AST]

    def walk(self, *kinds: type) -> Iterator[Any]:
        for scope in self.nodes:
            for node in ast.walk(scope):
                if not kinds or isinstance(node, kinds):
                    yield node

    def blocks(self) -> Iterator[list[ast.stmt]]:
        for node in self.walk():
            for part in ("body", "orelse", "finalbody"):
                block = getattr(node, part, None)
                if isinstance(block, list) and block:
                    yield block


def scopes_of(tree: ast.Module, names: Iterable[str]) -> list[ast.AST]:
    """Return the functions, classes and assignments of some names, as they stand in the file."""

    def named(node: ast.AST, prefix: str) -> Iterator[tuple[str, ast.AST]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                yield prefix + child.name, child
                yield from named(child, f"{prefix}{child.name}.")
            elif isinstance(child, ast.Assign) and isinstance(child.targets[0], ast.Name):
                yield prefix + child.targets[0].id, child

    wanted = list(names)
    return [node for name, node in named(tree, "") if any(f".{name}".endswith(f".{one}") for one in wanted)]


ChangesOf = Callable[[Solution, Scopes, str], Iterator[Change]]


@dataclass(frozen=True)
class Operator:
    """A kind of mistake, where it is made, and the diagnoses that tell it."""

    name: str
    codes: tuple[str, ...]
    roles: tuple[str, ...]
    changes: ChangesOf
    finished: Callable[[str], str] = str

    def places(self, solution: Solution) -> Iterator[tuple[str, Scopes]]:
        tree = ast.parse(solution.text)
        for role in self.roles:
            if role == "evaluation":
                yield role, Scopes(tree, scopes_of(tree, solution.table["evaluation"]))
            elif role in solution.searches:
                yield role, Scopes(tree, scopes_of(tree, solution.searches[role]))
            elif role.startswith("rules."):
                names = solution.rules.get(role.removeprefix("rules."), [])
                yield "rules", Scopes(tree, scopes_of(tree, names))


OPERATORS: list[Operator] = []

TWO_PLAYERS = ("minimax", "alpha-beta", "negamax", "table", "depth-limit")
WINDOWED = ("alpha-beta", "negamax", "table", "depth-limit", "paranoid")
SEARCHES = (*TWO_PLAYERS, "max-n", "paranoid")


def operator(name: str, roles: Iterable[str], *codes: str) -> Callable[[ChangesOf], ChangesOf]:
    """Add an operator; ``codes`` are the diagnoses that are right, its own name if none is given."""

    def added(changes: ChangesOf) -> ChangesOf:
        OPERATORS.append(Operator(name, codes or (name,), tuple(roles), changes))
        return changes

    return added


# --- What stands where


def called(node: ast.AST) -> str:
    """Return the last part of the name of the function that an expression calls."""
    if isinstance(node, ast.Subscript):  # minimax(t)[0]
        node = node.value
    if not isinstance(node, ast.Call):
        return ""
    function = node.func
    return (
        function.id if isinstance(function, ast.Name) else function.attr if isinstance(function, ast.Attribute) else ""
    )


def holds_call(node: ast.AST, names: set[str]) -> bool:
    return any(called(inner) in names for inner in ast.walk(node))


def names_in(node: ast.AST) -> set[str]:
    """Return the names of an expression, and those of its attributes."""
    found = {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}
    return found | {inner.attr for inner in ast.walk(node) if isinstance(inner, ast.Attribute)}


def compared(node: ast.Compare, operator: ast.cmpop) -> ast.Compare:
    return ast.Compare(node.left, [operator], node.comparators)


def number(value: Any) -> ast.Constant:
    return ast.Constant(value)


INFINITY = ast.parse("float('inf')", mode="eval").body
MINUS_INFINITY = ast.parse("-float('inf')", mode="eval").body


def is_end(node: ast.AST, solution: Solution) -> bool:
    """Return whether a statement answers the terminal test."""
    if not isinstance(node, ast.If) or node.orelse:
        return False
    return holds_call(node.test, solution.names("terminal"))


def is_limit(node: ast.AST, solution: Solution) -> bool:
    """Return whether a statement answers the depth limit, and nothing else."""
    if not isinstance(node, ast.If) or holds_call(node.test, solution.names("terminal")) | (
        "orig_depth" in names_in(node)
    ):
        return False
    return solution.table.get("depth") in names_in(node.test) and isinstance(node.test, ast.Compare)


def is_cut(node: ast.AST, solution: Solution) -> bool:
    """Return whether a statement cuts off."""
    leaves = isinstance(node, ast.If) and len(node.body) == 1 and isinstance(node.body[0], ast.Return | ast.Break)
    return leaves and isinstance(node.test, ast.Compare) and bool(names_in(node.test) & set(solution.table["window"]))


def of_window(node: ast.AST, solution: Solution) -> str:
    """Return alpha or beta if an expression is one of them, perhaps negated or within max or min."""
    if isinstance(node, ast.UnaryOp):
        return of_window(node.operand, solution)
    if isinstance(node, ast.Call) and called(node) in ("max", "min"):
        return next((found for one in node.args if (found := of_window(one, solution))), "")
    name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
    return name if name in solution.table["window"] or name == "best_score" else ""


def recursions(solution: Solution, scopes: Scopes) -> Iterator[ast.Call]:
    """Yield the calls that search a child."""
    found = (node for node in scopes.walk(ast.Call) if called(node) in solution.recursive | {"Frame"})
    yield from (node for node in found if called(node) != "Frame" or len(node.args) > 3)


def windows(solution: Solution, scopes: Scopes) -> Iterator[tuple[ast.Call, list[int]]]:
    """Yield the recursive calls that hand down a window, and where it stands among their arguments."""
    for call in recursions(solution, scopes):
        where = [i for i, argument in enumerate(call.args) if of_window(argument, solution)]
        if len(where) == 2:
            yield call, where


def with_arguments(call: ast.Call, arguments: Mapping[int, ast.expr]) -> ast.Call:
    return ast.Call(call.func, [arguments.get(i, old) for i, old in enumerate(call.args)], call.keywords)


def is_action_test(node: ast.AST) -> bool:
    """Return whether a comparison asks if a value is better than the best one."""
    if not isinstance(node, ast.Compare) or not isinstance(node.ops[0], ast.Gt | ast.Lt):
        return False
    best = {"best", "best_value", "best_score", "bester_wert", "bester", "v", "bestAction"}
    return bool(names_in(node.comparators[0]) & best)


# --- Searches


@operator("negamax-sign", ("negamax", "alpha-beta", "table"))
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    for node in scopes.walk(ast.UnaryOp):
        if (isinstance(node.op, ast.USub) and called(node.operand) in solution.recursive) or (
            solution.name == "stack" and ast.unparse(node) == "-value"
        ):
            yield node, node.operand


@operator("min-max-swapped", ("minimax", "alpha-beta", "depth-limit"))
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    if (solution.name, role) == ("pacman", "alpha-beta"):  # its branches also say who is next
        return
    movers = solution.names("player") | {"maximises", "maximising", "maximizing", "maximiert", "agentIndex"}
    for node in scopes.walk(ast.If, ast.IfExp):  # who maximises
        if isinstance(node.test, ast.Compare) and isinstance(node.test.ops[0], ast.Eq):
            of_root = len(node.body) > 2 if isinstance(node, ast.If) else ast.unparse(node.body) in ("max",)
            if names_in(node.test) & movers and (of_root or called_any(node, solution.recursive | {"maxValue"})):
                yield node.test, compared(node.test, ast.NotEq())
        elif isinstance(node.test, ast.Name) and node.test.id in movers and called_any(node, solution.recursive):
            yield node.test, ast.UnaryOp(ast.Not(), node.test)
    for node in scopes.walk(ast.Assign):  # ist_max = spieler == "X"
        if isinstance(node.value, ast.Compare) and holds_call(node.value, solution.names("player")):
            yield node.value, compared(node.value, ast.NotEq())
    if solution.name == "stack":
        for node in scopes.walk(ast.Compare):
            if isinstance(node.ops[0], ast.Eq) and called(node.left) == "player":
                yield node, compared(node, ast.NotEq())


def called_any(node: ast.AST, names: set[str]) -> bool:
    body = node.body if isinstance(node.body, list) else [node.body]
    return any(holds_call(part, names) for part in body)


@operator("one-side", ("minimax", "alpha-beta", "depth-limit"), "min-max-swapped")
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    """Search a child as if the same player moved again."""
    pairs = {"Min_Value": "Max_Value", "Min_Value_AB": "Max_Value_AB", "min_value": "max_value"}
    for scope in scopes.walk(ast.FunctionDef):
        if scope.name not in pairs.values():
            continue
        for call in ast.walk(scope):
            if isinstance(call, ast.Call) and called(call) in pairs and isinstance(call.func, ast.Name):
                yield call, ast.Call(ast.Name(pairs[call.func.id]), call.args, call.keywords)
    for call in recursions(solution, scopes):
        for i, argument in enumerate(call.args):
            if isinstance(argument, ast.Constant) and argument.value is False:
                yield call, with_arguments(call, {i: number(True)})
            if isinstance(argument, ast.UnaryOp) and isinstance(argument.op, ast.Not):
                yield call, with_arguments(call, {i: argument.operand})


@operator("utility-side", ("negamax", "alpha-beta", "table", "minimax", "depth-limit"))
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    utility = solution.names("utility")
    for node in scopes.walk(ast.BinOp):  # farbe * nutzen(s)
        if isinstance(node.op, ast.Mult) and called(node.right) in utility and not isinstance(node.left, ast.Constant):
            yield node, node.right
    for node in scopes.walk(ast.IfExp):  # utility(s) if ... else -utility(s)
        if called(node.body) in utility:
            yield node, ast.IfExp(node.test, node.orelse, node.body)
    for node in scopes.walk(ast.Return):
        if isinstance(node.value, ast.UnaryOp) and called(node.value.operand) in utility:
            yield node, ast.Return(node.value.operand)
        elif node.value is not None and called(node.value) in utility and role in ("minimax", "depth-limit"):
            yield node, ast.Return(ast.UnaryOp(ast.USub(), node.value))
    if role == "negamax":
        for node in scopes.walk(ast.Assign):  # faktor = 1 if ... else -1
            if isinstance(node.value, ast.IfExp) and ast.unparse(node.value.body) == "1":
                yield node.value, number(1)
    if solution.name == "aima_style":
        for node in scopes.walk(ast.Call):
            if called(node) == "utility" and ast.unparse(node.args[1]) == "player":
                yield node, with_arguments(node, {1: ast.parse("game.to_move(state)", mode="eval").body})


@operator("evaluation-side", ("table",), "evaluation-side", "not-zero-sum", "utility-side")
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    for node in scopes.walk(ast.BinOp):
        if isinstance(node.op, ast.Mult) and called(node.right) in solution.table["evaluation"]:
            yield node, node.right


@operator("depth-off-by-one", TWO_PLAYERS)
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    depth = solution.table.get("depth")
    for node in scopes.walk(ast.Compare):
        if isinstance(node.ops[0], ast.Eq) and depth in names_in(node):
            if ast.unparse(node.comparators[0]) == "0":
                yield node, ast.Compare(node.left, [ast.Eq()], [number(1)])
            elif called(node.comparators[0]) == "" and ast.unparse(node.comparators[0]) in ("d", "self.depth", "depth"):
                less = ast.BinOp(node.comparators[0], ast.Sub(), number(1))
                yield node, ast.Compare(node.left, [ast.GtE()], [less])


@operator("depth-not-decremented", TWO_PLAYERS)
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    depth = solution.table.get("depth")
    for call in recursions(solution, scopes):
        for argument in call.args:
            if isinstance(argument, ast.BinOp) and depth in names_in(argument.left):
                yield argument, argument.left
    for node in scopes.walk(ast.AugAssign):
        if depth in names_in(node.target):
            yield node, None


@operator("terminal-after-depth", TWO_PLAYERS)
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    """Ask for the depth limit first."""
    for block in scopes.blocks():
        for first, second in pairwise(block):
            if is_end(first, solution) and is_limit(second, solution):
                yield first, [second, first]


@operator("terminal-missing", SEARCHES)
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    for block in scopes.blocks():
        for statement in block:
            answer = statement.body[-1] if is_end(statement, solution) else None
            if isinstance(answer, ast.Return) and not isinstance(answer.value, ast.Constant):
                yield statement, None
    for node in scopes.walk(ast.BoolOp):
        ends = [value for value in node.values if holds_call(value, solution.names("terminal"))]
        if ends and len(ends) < len(node.values) and solution.table.get("depth") in names_in(node):
            kept = [value for value in node.values if value not in ends]
            yield node, kept[0] if len(kept) == 1 else ast.BoolOp(node.op, kept)


@operator("evaluation-ignored", TWO_PLAYERS)
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    """Estimate every position at the depth limit as even."""
    for node in scopes.walk(ast.If):
        if is_limit(node, solution):
            answer = node.body[0]
            if isinstance(answer, ast.Return) and isinstance(answer.value, ast.Tuple):
                yield answer.value.elts[0], number(0)
            elif isinstance(answer, ast.Return | ast.Assign):
                yield answer.value, number(0)


@operator("window-not-passed", WINDOWED)
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    for call, (first, second) in windows(solution, scopes):
        yield call, with_arguments(call, {first: MINUS_INFINITY, second: INFINITY})
        yield call, with_arguments(call, {first: MINUS_INFINITY})
        yield call, with_arguments(call, {second: INFINITY})


@operator("alpha-beta-swapped", WINDOWED)
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    for call, (first, second) in windows(solution, scopes):
        yield call, with_arguments(call, {first: call.args[second], second: call.args[first]})


@operator("window-not-updated", WINDOWED)
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    returned = {ast.unparse(node.value) for node in scopes.walk(ast.Return) if node.value is not None}
    for node in scopes.walk(ast.Assign):
        target = ast.unparse(node.targets[0])
        name = target.rpartition(".")[2]
        if name in solution.table["window"] and called(node.value) in ("max", "min") and target not in returned:
            yield node, None
    for node in scopes.walk(ast.If):
        if len(node.body) == 1 and isinstance(node.body[0], ast.Assign):
            name = ast.unparse(node.body[0].targets[0])
            if name in solution.table["window"] and name not in returned:
                yield node, None
    if solution.name == "functional" and role == "alpha-beta":
        for node in scopes.walk(ast.Call):
            if ast.unparse(node) == "max(alpha, value)":
                yield node, node.args[0]


@operator("cut-missing", WINDOWED)
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    for node in scopes.walk(ast.If):
        if is_cut(node, solution):
            yield node, None
    if solution.name == "stack" and role == "alpha-beta":
        for node in scopes.walk(ast.BoolOp):
            if "frame.alpha < frame.beta" in ast.unparse(node):
                yield node, node.values[0]


@operator("wrong-cut-side", WINDOWED, "wrong-cut-side", "too-few-nodes")
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    for node in scopes.walk(ast.If):
        if is_cut(node, solution):
            test = node.test
            turned = {ast.GtE: ast.LtE, ast.LtE: ast.GtE, ast.Gt: ast.Lt, ast.Lt: ast.Gt}[type(test.ops[0])]()
            alpha, beta = solution.table["window"]
            other = {alpha: beta, beta: alpha}
            if not isinstance(test.left, ast.Name) or not isinstance(test.comparators[0], ast.Name):
                continue
            left, right = test.left.id, test.comparators[0].id
            if {left, right} == {alpha, beta}:
                yield test, compared(test, turned)
            else:
                yield test, ast.Compare(test.left, [turned], [ast.Name(other.get(right, right))])


BEST_ACTIONS = {"best_action", "bestAction", "bester_zug"}
WITH_ACTIONS = ("minimax", "alpha-beta", "depth-limit")


@operator("action-not-returned", WITH_ACTIONS)
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    """Return no action."""
    for node in scopes.walk(ast.Return):
        for inner in ast.walk(node):
            if isinstance(inner, ast.Name) and inner.id in BEST_ACTIONS:
                yield inner, number(None)


@operator("action-not-best", WITH_ACTIONS, "action-not-best", "action-not-returned")
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    """Return the action that was tried last."""
    loops = [node.target.id for node in scopes.walk(ast.For) if isinstance(node.target, ast.Name)]
    for node in scopes.walk(ast.Return):
        for inner in ast.walk(node):
            if isinstance(inner, ast.Name) and inner.id in BEST_ACTIONS:
                for name in sorted({"action", "a", "zug"}.intersection(loops)):
                    yield inner, ast.Name(name)
    for node in scopes.walk(ast.If):  # it is noted whatever its value
        if is_action_test(node.test) and len(node.body) == 2 and not node.orelse:
            noted = [
                one for one in node.body if isinstance(one, ast.Assign) and names_in(one.targets[0]) & BEST_ACTIONS
            ]
            rest = [one for one in node.body if one not in noted]
            if noted and rest:
                yield node, [ast.If(node.test, rest, []), *noted]


@operator("first-action-skipped", SEARCHES)
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    yield from _skipping(solution, scopes, "list(A)[1:]")


@operator("last-action-skipped", SEARCHES)
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    yield from _skipping(solution, scopes, "list(A)[:-1]")


def _skipping(solution: Solution, scopes: Scopes, form: str) -> Iterator[Change]:
    sources = solution.names("actions") | set(solution.table.get("children", []))
    for node in scopes.walk():
        if isinstance(node, ast.For | ast.comprehension) and called(node.iter) in sources:
            made = ast.parse(form, mode="eval").body
            made.value.args = [node.iter]
            yield node.iter, made
        if solution.name == "stack" and isinstance(node, ast.Assign) and called(node.value) == "list":
            made = ast.parse(form, mode="eval").body
            made.value.args = node.value.args
            yield node.value, made


@operator("result-ignored", SEARCHES)
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    """Search the state itself in the place of the one after the action."""
    for call in recursions(solution, scopes):
        for argument in call.args:
            if called(argument) in solution.names("result"):
                yield argument, argument.func.value if solution.name == "pacman" else argument.args[-2]


@operator("state-changed", ("minimax", "negamax", "alpha-beta"))
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    if solution.name == "easy":
        for node in scopes.walk(ast.Call):
            if called(node) == "copy":
                yield node, node.func.value


@operator("table-bound", ("table",))
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    for node in scopes.walk(ast.Assign):
        if ast.unparse(node) in ("flag = UPPER", "flag = LOWER"):
            yield node.value, ast.Name("EXACT")
            yield node.value, ast.Name("LOWER" if ast.unparse(node.value) == "UPPER" else "UPPER")
    for node in scopes.walk(ast.If):
        if isinstance(node.test, ast.BoolOp) and "flag ==" in ast.unparse(node.test):
            yield node.test, node.test.values[0]


@operator("table-depth", ("table",), "table-depth", "table-bound")
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    """Take values of the table that were searched less deep."""
    for node in scopes.walk(ast.BoolOp):
        if "entry[0] >= depth" in ast.unparse(node):
            yield node, node.values[0]


@operator("initial-value", TWO_PLAYERS)
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    """Begin with 0 in the place of infinity."""
    best = {"v", "best", "bester", "best_value", "value", "wert", "bester_wert"}
    for node in scopes.walk(ast.Assign):
        value = ast.unparse(node.value).lstrip("-").lower()
        infinite = value in ("inf", "math.inf", "infinity", "unendlich", "1000", "float('inf')", "float('-inf')")
        if ast.unparse(node.targets[0]) in best and infinite:
            yield node.value, number(0)


@operator("last-value", TWO_PLAYERS)
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    """Keep the value of the last child in the place of the best."""
    for node in scopes.walk(ast.Assign):
        target = ast.unparse(node.targets[0])
        found = called(node.value) in ("max", "min") and holds_call(node.value, solution.recursive)
        if found and target not in solution.table["window"] and target == ast.unparse(node.value.args[0]):
            yield node.value, node.value.args[-1]


@operator("max-n-minimises", ("max-n",))
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    for node in scopes.walk(ast.Compare):
        if isinstance(node.ops[0], ast.Gt):
            yield node, compared(node, ast.Lt())


@operator("max-n-wrong-player", ("max-n",))
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    """Let everyone maximise the first player's entry."""
    for node in scopes.walk(ast.Assign):
        if called(node.value) in solution.names("player"):
            yield node.value, number(0)


@operator("paranoid-no-sum", ("paranoid",))
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    for node in scopes.walk(ast.BinOp):
        if isinstance(node.op, ast.Sub) and called(node.right) == "sum":
            yield node, node.left


# --- Rules


@operator("win-missing", ("rules.win",))
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    for node in scopes.walk(ast.List, ast.Tuple):
        if len(node.elts) in (4, 6, 8) or len(node.elts) == 4 or "ROWS" in ast.unparse(node):
            for gone in node.elts:
                yield node, type(node)([one for one in node.elts if one is not gone])
    for block in scopes.blocks():
        for one in block:
            if isinstance(one, ast.If) and "board[1][1]" in ast.unparse(one.test):
                yield one, None
    for node in scopes.walk(ast.BoolOp):
        if "s[4]" in ast.unparse(node) and isinstance(node.op, ast.Or):
            for gone in node.values:
                yield node, next(one for one in node.values if one is not gone)
    for node in scopes.walk(ast.For):
        if ast.unparse(node.iter) in ("(0, 3, 6)", "(0, 1, 2)"):
            yield node, None


@operator("utility-sign", ("rules.utility",))
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    """Count O's win as X's, or the other way round."""
    for node in scopes.walk(ast.UnaryOp):
        if ast.unparse(node) == "-1":
            yield node, node.operand
    for node in scopes.walk(ast.BinOp):
        if isinstance(node.op, ast.Sub) and solution.name == "functional":
            yield node, ast.BinOp(node.left, ast.Add(), node.right)
            yield node, ast.BinOp(node.right, ast.Sub(), node.left)
    for node in scopes.walk(ast.IfExp):
        if solution.name != "easy":
            yield node, ast.IfExp(node.test, node.orelse, node.body)
    for node in scopes.walk(ast.Return):
        if isinstance(node.value, ast.Constant) and node.value.value == 1:
            yield node, ast.Return(ast.UnaryOp(ast.USub(), node.value))


@operator("utility-value", ("rules.utility",))
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    """Give a draw, or a win, another value."""
    if solution.name == "easy":  # the score of a loss is of any size
        return
    for node in scopes.walk(ast.Constant):
        if node.value == 0 and not isinstance(node.value, bool):
            yield node, number(1)
        elif node.value == 1 and not isinstance(node.value, bool):
            yield node, number(2)


@operator("first-player", ("rules.player", "rules.start"))
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    initial = any("init" in getattr(scope, "name", "") for scope in scopes.nodes)
    for node in scopes.walk(ast.Constant):
        if node.value == "X" and initial:
            yield node, number("O")
    for node in scopes.walk(ast.Assign):
        if ast.unparse(node) == "self.current_player = 1":
            yield node.value, number(2)
    for node in scopes.walk(ast.Compare):
        if isinstance(node.ops[0], ast.Gt) and solution.name == "lists":
            yield node, compared(node, ast.GtE())
    for node in scopes.walk(ast.IfExp):
        if {ast.unparse(node.body), ast.unparse(node.orelse)} in ({"1", "-1"}, {"'X'", "'O'"}):
            yield node, ast.IfExp(node.test, node.orelse, node.body)
    if solution.name == "bitboards":
        for node in scopes.walk(ast.BinOp):
            if ast.unparse(node) == "position.ply & 1":
                yield node, ast.parse("1 - (position.ply & 1)", mode="eval").body


@operator("turn-order", ("rules.player", "rules.result"))
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    """Let one player move again and again."""
    for node in scopes.walk(ast.IfExp):
        if {ast.unparse(node.body), ast.unparse(node.orelse)} in ({"1", "-1"}, {"'X'", "'O'"}):
            always = {"1", "'X'"}
            yield node, node.body if ast.unparse(node.body) in always else node.orelse
    for node in scopes.walk(ast.Return):
        if isinstance(node.value, ast.Name) and node.value.id == "O":
            yield node, ast.Return(ast.Name("X"))
    for node in scopes.walk(ast.BinOp):
        if ast.unparse(node) in ("1 - agentIndex", "position.ply & 1"):
            yield node, number(0)


@operator("actions-missing", ("rules.actions",))
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    for node in scopes.walk(ast.Call):
        if called(node) == "range" and isinstance(node.args[0], ast.Constant):
            yield node, ast.Call(node.func, [number(node.args[0].value - 1)], [])
            yield node, ast.Call(node.func, [number(1), node.args[0]], [])
    for node in scopes.walk(ast.Return):
        if isinstance(node.value, ast.Name | ast.ListComp | ast.Attribute):
            yield node.value, ast.parse(f"list({ast.unparse(node.value)})[1:]", mode="eval").body
            yield node.value, ast.parse(f"list({ast.unparse(node.value)})[:-1]", mode="eval").body
    for node in scopes.walk(ast.BinOp):
        if ast.unparse(node).endswith("& 511"):
            yield node.right, number(255)


@operator("actions-illegal", ("rules.actions",))
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    """Allow squares that are taken."""
    for node in scopes.walk(ast.If):
        if isinstance(node.test, ast.Compare):
            yield node, node.body
    for node in scopes.walk(ast.comprehension):
        if node.ifs:
            yield node, ast.comprehension(node.target, node.iter, [], 0)
    for node in scopes.walk(ast.Compare):
        if ast.unparse(node) == "brett == 0":
            yield node, compared(node, ast.LtE())
    for node in scopes.walk(ast.BinOp):
        if ast.unparse(node) == "position.own | position.other":
            yield node, node.left


@operator("result-wrong", ("rules.result",))
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    """Put a mark on another square, or the wrong mark, or none."""
    for node in scopes.walk(ast.Assign):
        target = node.targets[0]
        if isinstance(target, ast.Subscript):
            yield node, None
            if solution.name == "lists":
                yield node, ast.parse("new_board[j][i] = player(board)").body
            if solution.name == "felder_numpy":
                yield node, ast.parse("neu[zug[1], zug[0]] = am_zug(brett)").body
            if solution.name == "stack":
                yield node, ast.parse("cells[8 - square] = state['turn']").body
        if solution.name == "vorlesung" and ast.unparse(target) == "stein":
            yield node.value, number("O" if node.value.value == "X" else "X")
    for node in scopes.walk(ast.BinOp):
        text = ast.unparse(node)
        if text.startswith("1 << move"):
            yield node, ast.parse("1 << 8 - move", mode="eval").body
        if text in ("s[:feld] + stein + s[feld + 1:]",):
            yield node, ast.parse("s[:feld + 1] + stein + s[feld + 2:]", mode="eval").body
        if text == "stellung.kreise | {feld}":
            yield node, node.left
        if text == "stellung.kreuze | {feld}":
            yield node, node.left
    if solution.name == "functional":
        for node in scopes.walk(ast.Call):
            if called(node) == "player":
                yield node, ast.UnaryOp(ast.USub(), node)


@operator("result-changes", ("rules.result",), "state-changed")
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    for node in scopes.walk(ast.Call):
        if called(node) in ("deepcopy", "list") and solution.name != "pacman":
            yield node, node.args[0]
        elif called(node) == "copy" and isinstance(node.func, ast.Attribute):
            yield node, node.func.value


@operator("terminal-late", ("rules.terminal",), "terminal-late", "win-missing")
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    """Forget the full board, or the wins of one side."""
    for node in scopes.walk(ast.BoolOp):
        for gone in node.values:
            kept = [one for one in node.values if one is not gone]
            yield node, kept[0] if len(kept) == 1 else ast.BoolOp(node.op, kept)
    for scope in scopes.nodes:
        for one in getattr(scope, "body", []) if isinstance(scope, ast.FunctionDef) else []:
            if isinstance(one, ast.If):
                yield one, None
            if isinstance(one, ast.Return) and ast.unparse(one) == "return True":
                yield one, ast.Return(number(False))


@operator("terminal-early", ("rules.terminal",))
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    """Take a board with one free square, or with any mark, as full."""
    for node in scopes.walk(ast.Compare):
        text = ast.unparse(node)
        early = {
            "'.' not in s": "s.count('.') < 2",
            "0 not in s": "s.count(0) <= 1",
            "len(state.moves) == 0": "len(state.moves) <= 1",
            "self.possible_moves() == []": "len(self.possible_moves()) < 2",
            "position.ply == 9": "position.ply >= 8",
            "' ' not in state['cells']": "' ' in state['cells'] and state['cells'][4] != ' '",
            "len(stellung.belegt) == 9": "len(stellung.belegt) > 7",
            "brett != 0": "brett.flat[1:] != 0",
            "EMPTY in row": "row.count(EMPTY) > 1",
        }.get(text)
        if early:
            yield node, ast.parse(early, mode="eval").body


# --- Evaluations


@operator("evaluation-sign", ("evaluation",), "evaluation-sign", "evaluation-weight", "evaluation-feature")
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    """Add what is to be subtracted: all, or one term, whose weight then has the wrong sign."""
    for node in scopes.walk(ast.AugAssign):
        if isinstance(node.op, ast.Sub):
            yield node, ast.AugAssign(node.target, ast.Add(), node.value)
    for node in scopes.walk(ast.BinOp):
        of_one_term = isinstance(node.right, ast.Constant) and "summe" in ast.unparse(node.left)
        if isinstance(node.op, ast.Sub) and (of_one_term or isinstance(node.right, ast.BinOp)):
            yield node, ast.BinOp(node.left, ast.Add(), node.right)
    for node in scopes.walk(ast.Dict):
        negated = [ast.unparse(one).lstrip("-") for one in node.values]
        if any(ast.unparse(one).startswith("-") for one in node.values):
            yield node, ast.Dict(node.keys, [ast.parse(text, mode="eval").body for text in negated])


@operator("evaluation-side", ("evaluation",), "evaluation-side", "evaluation-sign")
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    """Evaluate for the wrong side."""
    for node in scopes.walk(ast.Return):
        totals = isinstance(node.value, ast.Name) and node.value.id in ("points", "summe", "total", "score", "punkte")
        if totals or isinstance(node.value, ast.BinOp):
            yield node, ast.Return(ast.UnaryOp(ast.USub(), node.value))
        elif isinstance(node.value, ast.IfExp):
            yield node, ast.Return(node.value.body)
            yield node, ast.Return(node.value.orelse)


@operator("evaluation-weight", ("evaluation",))
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    for node in scopes.walk(ast.Dict):
        values = [ast.unparse(one) for one in node.values]
        if "3" in values:
            i = values.index("3")
            yield node, ast.Dict(node.keys, [number(2) if j == i else one for j, one in enumerate(node.values)])
    for node in scopes.walk(ast.AugAssign, ast.BinOp):
        weight = (
            node.value
            if isinstance(node, ast.AugAssign)
            else node.left
            if isinstance(node.op, ast.Mult)
            else node.right
        )
        if isinstance(weight, ast.Constant) and weight.value == 3:
            yield weight, number(2)
    for node in scopes.walk(ast.Tuple):
        if ast.unparse(node) == "(0, 1, 3, 0)":
            yield node, ast.parse("(0, 1, 2, 0)", mode="eval").body


@operator("evaluation-feature", ("evaluation",), "evaluation-feature", "evaluation-weight")
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    """Leave a line out, or count lines of both."""
    for node in scopes.walk(ast.List):
        if len(node.elts) >= 2 and any(word in ast.unparse(node) for word in ("diag", "4 - i")):
            yield node, ast.List(node.elts[:-1])
    for block in scopes.blocks():
        for one in block:
            if isinstance(one, ast.Expr) and "[1][1]" in ast.unparse(one) and "board[0][2]" in ast.unparse(one):
                yield one, None
    for node in scopes.walk(ast.BoolOp):
        text = ast.unparse(node)
        if isinstance(node.op, ast.And) and len(node.values) == 2 and "0" in text and "==" in text:
            yield node, node.values[0]
    for node in scopes.walk(ast.If):
        if isinstance(node.test, ast.Compare | ast.UnaryOp) and ast.unparse(node.test) in (
            "os == 0", "xs == 0", "theirs == 0", "mine == 0", "not theirs", "not mine",
            "not reihe & stellung.kreise", "not reihe & stellung.kreuze", "marks.count(1 - agent) == 0",
        ):  # fmt: skip
            yield node, node.body


# --- What a program should not do


def _begins_with(code: str) -> ChangesOf:
    """Put statements at the beginning of the first function."""

    def changes(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
        for scope in [node for node in scopes.walk(ast.FunctionDef) if not node.name.startswith("__")][:1]:
            body = [*ast.parse(code).body, *scope.body]
            yield scope, type(scope)(**{**dict(ast.iter_fields(scope)), "body": body})

    return changes


BEHAVIOURS = {
    "endless": "while True:\n    pass",
    "exits": "import sys\nsys.exit(0)",
    "exits-at-once": "import os\nos._exit(3)",
    "crashes": "undefined_variable += 1",
    "prints": "print('here ' * 20)",
    "writes-files": "open('protocol.txt', 'a').write('visited')",
    "uses-network": "import socket\nsocket.create_connection(('192.0.2.1', 80), 1)",
    "out-of-memory": "hoard = []\nwhile True:\n    hoard.append(bytearray(10**7))",
    "deep-recursion": "def deeper(n):\n    return deeper(n + 1)\ndeeper(0)",
    "catches-all": "while True:\n    try:\n        raise ValueError\n    except BaseException:\n        pass",
}
_CODES = {"exits-at-once": ("exits",), "catches-all": ("endless",)}
for _name, _code in BEHAVIOURS.items():
    operator(_name, ("minimax", "rules.actions"), *_CODES.get(_name, ()))(_begins_with(_code))


@operator("missing-function", ("minimax", "alpha-beta", "negamax"))
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    """Leave out the function that is asked for."""
    if len(scopes.nodes) == 1 and (solution.name, role) != ("easy", "negamax"):  # the class Negamax would do
        yield scopes.nodes[0], ast.Pass()


RETURNED = ("minimax", "alpha-beta", "negamax", "rules.utility")


@operator("wrong-type", RETURNED, "wrong-type", "crashes")
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    """Return a text."""
    for last in _returns(scopes):
        yield last, ast.Return(ast.Call(ast.Name("str"), [last.value], []))


@operator("nothing-returned", RETURNED, "nothing-returned", "wrong-type")
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    """Forget to return the value."""
    for last in _returns(scopes):
        yield last, None


def _returns(scopes: Scopes) -> Iterator[ast.Return]:
    values = {"v", "best", "bester", "best_value", "value", "wert", "alpha"}
    for scope in scopes.walk(ast.FunctionDef):
        last = scope.body[-1]
        if isinstance(last, ast.Return) and isinstance(last.value, ast.Name) and last.value.id in values:
            yield last


def _without_colon(text: str) -> str:
    """Return a file in which the last colon of a function's head is missing."""
    head = text.rindex("\ndef ") if "\ndef " in text else text.rindex("    def ")
    colon = text.index(":\n", head)
    return text[:colon] + text[colon + 1 :]


def _unchanged(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    if scopes.nodes:
        yield scopes.nodes[0], scopes.nodes[0]


OPERATORS.append(Operator("syntax-error", ("syntax-error",), ("minimax",), _unchanged, _without_colon))


# --- What is right, but not like everyone's: it must pass


REMARKS = ("ties", "cut-on-strict-only")


@operator("ties", ("minimax", "alpha-beta", "depth-limit"))
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    for node in scopes.walk(ast.If):
        if is_action_test(node.test) and len(node.body) == 2 and role == "minimax":
            turned = ast.GtE() if isinstance(node.test.ops[0], ast.Gt) else ast.LtE()
            yield node.test, compared(node.test, turned)


@operator("cut-on-strict-only", ("alpha-beta", "table"))
def _(solution: Solution, scopes: Scopes, role: str) -> Iterator[Change]:
    for node in scopes.walk(ast.If):
        if is_cut(node, solution) and isinstance(node.test.ops[0], ast.GtE | ast.LtE):
            turned = ast.Gt() if isinstance(node.test.ops[0], ast.GtE) else ast.Lt()
            yield node.test, compared(node.test, turned)


# --- Which of them differ


def sample(found: list[Mutant], number: int, seed: int = 57) -> list[Mutant]:
    """Return some mutants: of every operator and every solution in turn, chosen by a seed."""
    random = Random(seed)
    left = {}
    for mutant in random.sample(found, len(found)):
        left.setdefault((mutant.operator), []).append(mutant)
    chosen: list[Mutant] = []
    used: dict[tuple[str, str], int] = {}
    while left and len(chosen) < number:
        for name in list(left):
            if len(chosen) == number:
                break
            least = min(left[name], key=lambda one: used.get((name, one.original), 0))
            left[name].remove(least)
            used[name, least.original] = used.get((name, least.original), 0) + 1
            chosen.append(least)
            if not left[name]:
                del left[name]
    return chosen
