"""Patterns in the source of functions that cost time, and what to write instead."""

import ast
import copy
from collections import defaultdict
from collections.abc import Iterator
from inspect import isgeneratorfunction
from typing import Any, get_type_hints

from spielbaum.errors import Sentence
from spielbaum.profiling.advice import Candidate, Found, Program, pattern, whole_pattern
from spielbaum.profiling.rules import ITERATORS
from spielbaum.profiling.source import Change, Function
from spielbaum.profiling.syntax import Body, expression, generator, is_call, is_number, method_of, statement, text_of

_LENGTHS: dict[Any, bool] = {
    (ast.Eq, 0): True,
    (ast.NotEq, 0): False,
    (ast.Gt, 0): False,
    (ast.GtE, 1): False,
    (ast.Lt, 1): True,
}
"""Comparisons of a length with a number, and whether they are true for an empty list."""

READING = frozenset({"index", "count", "items", "keys", "values", "get", "copy"})
"""Methods that do not change a table."""

PURE = frozenset({"len", "min", "max", "sum", "any", "all", "enumerate", "zip", "range", "reversed", "sorted"})
"""Functions that do not change a table."""

MASK = 1 << 62
"""A number from which on a field that is used as bits may need the sign, too."""

COLLECTED = Sentence(
    "collects all actions before a search sees the first: yield each one; a search leaves many of them untried"
)


@pattern("a list to ask whether it is empty")
def _emptiness(program: Program, function: Function, body: Body) -> Iterator[Found]:
    for node in body.all(ast.UnaryOp, ast.Compare, ast.Call, ast.If, ast.IfExp, ast.While):
        for test, listed, is_empty in _tests(node):
            value, assigned = body.value_of(listed)
            made = generator(program.inlined(function, value), "True")
            if made is None:
                continue
            change = expression("not any(ITEMS)" if is_empty else "any(ITEMS)", ITEMS=made)
            text = Sentence(
                "makes a list, {}, to see whether there is anything in it: stop at the first, {}",
                text_of(value),
                text_of(change),
            )
            yield node.lineno, text, Change({test: change, **_without(assigned)})


def _tests(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr, bool]]:
    """Yield what a node tests for being empty: the test, the list, and whether the test is true for an empty one."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node, node.operand, True
    elif isinstance(node, ast.Call) and is_call(node, "bool"):
        yield node, node.args[0], False
    elif isinstance(node, ast.If | ast.IfExp | ast.While):
        yield node.test, node.test, False
    elif isinstance(node, ast.Compare) and len(node.ops) == 1:
        left, other, operator = node.left, node.comparators[0], type(node.ops[0])
        if isinstance(left, ast.Call) and is_call(left, "len") and isinstance(other, ast.Constant):
            if (operator, other.value) in _LENGTHS:
                yield node, left.args[0], _LENGTHS[operator, other.value]
        elif isinstance(other, ast.List) and not other.elts and operator in (ast.Eq, ast.NotEq):
            yield node, left, operator is ast.Eq


def _without(statement: ast.stmt | None) -> dict[ast.AST, Any]:
    """Return the change that removes a statement, if there is one."""
    return {} if statement is None else {statement: ()}


@pattern("a list in any or all")
def _list_in_call(_program: Program, _function: Function, body: Body) -> Iterator[Found]:
    for node in body.all(ast.Call):
        if is_call(node, "any", "all", "sum", "min", "max", "tuple", "set") and isinstance(node.args[0], ast.ListComp):
            made = expression(f"{node.func.id}(ITEMS)", ITEMS=generator(node.args[0]) or node)
            early = Sentence(", which also stops early") if node.func.id in ("any", "all") else ""
            text = Sentence("makes a list for {}: leave out the brackets{}, {}", node.func.id, early, text_of(made))
            yield node.lineno, text, Change({node: made})


@pattern("a list to loop over once")
def _list_for_loop(program: Program, function: Function, body: Body) -> Iterator[Found]:
    for node in body.all(ast.For):
        value, assigned = body.value_of(node.iter)
        made = program.inlined(function, value)
        if isinstance(value, ast.Call) and is_call(value, "list", "tuple"):
            text, change = text_of(value.args[0]), _without(assigned) | {node.iter: value.args[0]}
        elif isinstance(made, ast.ListComp) and len(made.generators) == 1:
            text, change = _shown(made.generators[0]), _without(assigned) | {node: _merged(node, made)}
        else:
            continue
        yield (
            node.lineno,
            Sentence("makes a list, {}, to loop over it once: loop over {}", text_of(value), text),
            Change(change),
        )


def _shown(part: ast.comprehension) -> str:
    """Return what a comprehension runs over, as text."""
    return text_of(part.iter) + (Sentence(", and test {} there", text_of(part.ifs[0])) if part.ifs else "")


def _merged(loop: ast.For, made: ast.ListComp) -> ast.For:
    """Return a loop over what a list comprehension runs over, in place of the loop over the list."""
    part = made.generators[0]
    is_same = ast.unparse(loop.target) == ast.unparse(made.elt)
    block = loop.body if is_same else [ast.Assign([loop.target], made.elt), *loop.body]
    for condition in reversed(part.ifs):
        block = [ast.If(condition, block, [])]
    return ast.For(part.target, part.iter, block, loop.orelse)


@pattern("items collected in a list")
def _collected(program: Program, function: Function, body: Body) -> Iterator[Found]:
    if isgeneratorfunction(function.function):
        return
    is_rule = any(function is program.rule(name) for name in ITERATORS)
    text = (
        COLLECTED
        if is_rule
        else Sentence("makes a list that is looped over once: yield each item, which saves the list")
    )
    for node in body.all(ast.Return):
        value = node.value
        if isinstance(value, ast.ListComp):
            loop = statement("yield ITEM", ITEM=value.elt)
            for part in reversed(value.generators):
                for condition in reversed(part.ifs):
                    loop = ast.If(condition, [loop], [])
                loop = ast.For(part.target, part.iter, [loop], [])
            yield node.lineno, text, Change({node: loop})
        elif isinstance(value, ast.Name) and node is body.node.body[-1]:
            change = _yielding(body, value.id)
            if change is not None:
                yield node.lineno, text, change


def _yielding(body: Body, name: str) -> Change | None:
    """Return the change by which a function that fills a list and returns it becomes a generator."""
    assigned = body.assigned_once(name)
    if assigned is None or ast.unparse(assigned.value) != "[]":
        return None
    change = _without(assigned)
    for one in body.loads(name):
        parent = body.parents[one]
        made = method_of(body.parents.get(parent), "append", "extend")
        if isinstance(parent, ast.Return):
            change[parent] = () if parent is body.node.body[-1] else ast.Return(None)
        elif made is not None and isinstance(body.parents[made], ast.Expr):
            template = "yield ITEM" if method_of(made, "append") else "for action in ITEM:\n    yield action"
            change[body.parents[made]] = statement(template, ITEM=made.args[0])
        else:
            return None
    return Change(change)


@pattern("a table made at every call")
def _table(_program: Program, function: Function, body: Body) -> Iterator[Found]:
    for node in body.all(ast.List, ast.Dict, ast.Set, ast.ListComp):
        parent = body.parents[node]
        if not _is_constant(node, function, body):
            continue
        if isinstance(parent, ast.Assign) and isinstance(parent.targets[0], ast.Name):
            name = parent.targets[0].id
            if body.assigned_once(name) is None or not all(_only_reads(one, body) for one in body.loads(name)):
                continue
            change: dict[ast.AST, Any] = _without(parent)
        elif isinstance(parent, ast.Subscript) and node is parent.value:
            name = "TABLE"
            change = {node: ast.Name(name, ast.Load())}
        else:
            continue
        text = Sentence("makes the table {} at every call: make it once, at the top of the file", text_of(node))
        table = statement(f"{name} = VALUE", VALUE=_as_tuples(node))
        yield node.lineno, text, Change(change, {body.node: [table]})


def _is_constant(node: ast.expr, function: Function, body: Body) -> bool:
    """Return whether a display of at least two items, or a list comprehension, has the same value in every call."""
    items = [*node.keys, *node.values] if isinstance(node, ast.Dict) else getattr(node, "elts", [None, None])
    inner = list(ast.walk(node))
    names = [one for one in inner if isinstance(one, ast.Name)]
    own = {one.id for one in names if isinstance(one.ctx, ast.Store)}
    is_display = not isinstance(node, ast.ListComp)
    varying = (ast.Lambda, ast.NamedExpr, ast.Starred, *((ast.Call, ast.Store) if is_display else ()))
    return (
        len(items) > 1
        and not (is_display and None in items)
        and not any(isinstance(one, varying) for one in inner)
        and all(one.id in own or not (body.is_local(one.id) or function.found(one.id) is None) for one in names)
    )


def _only_reads(name: ast.Name, body: Body) -> bool:
    """Return whether a read of a table neither changes it nor passes it on."""
    parent = body.parents[name]
    if isinstance(parent, ast.Subscript):
        return isinstance(parent.ctx, ast.Load) and parent.value is name
    if isinstance(parent, ast.Attribute):
        return parent.attr in READING
    if isinstance(parent, ast.Call):
        return isinstance(parent.func, ast.Name) and parent.func.id in PURE
    if isinstance(parent, ast.Compare):
        return all(isinstance(one, ast.In | ast.NotIn) for one in parent.ops)
    return isinstance(parent, ast.For | ast.comprehension)


def _as_tuples(node: ast.expr) -> ast.expr:
    """Return a table with tuples for lists."""
    if isinstance(node, ast.ListComp):
        return expression("tuple(ITEMS)", ITEMS=ast.GeneratorExp(node.elt, node.generators))
    if isinstance(node, ast.List | ast.Tuple):
        return ast.Tuple([_as_tuples(one) for one in node.elts], ast.Load())
    return node


@pattern("the first of a list taken away")
def _pop_first(_program: Program, _function: Function, body: Body) -> Iterator[Found]:
    for node in body.all(ast.Call):
        if not (method_of(node, "pop") and len(node.args) == 1 and is_number(node.args[0], 0)):
            continue
        name, change = node.func.value.id, None
        assigned = body.assigned_once(name)
        if assigned is not None:
            pops = [one for one in body.all(ast.Call) if ast.unparse(one) == ast.unparse(node)]
            queue: dict[ast.AST, Any] = {assigned.value: expression("deque(ITEMS)", ITEMS=assigned.value)}
            imported = [statement("from collections import deque")]
            change = Change({**queue, **dict.fromkeys(pops, expression(f"{name}.popleft()"))}, top=imported)
        text = Sentence(
            "takes the first of the list {}, which moves all others: make it a deque, {}.popleft()", name, name
        )
        yield node.lineno, text, change


@pattern("membership in a list")
def _member(_program: Program, _function: Function, body: Body) -> Iterator[Found]:
    for node in body.all(ast.Compare):
        listed = node.comparators[-1]
        if not isinstance(node.ops[-1], ast.In | ast.NotIn) or not isinstance(listed, ast.Name):
            continue
        assigned = body.assigned_once(listed.id)
        if assigned is None or len(body.repeats(node)) <= len(body.repeats(assigned)):
            continue
        change = _as_set(body, listed.id, assigned)
        if change is not None:
            yield node.lineno, Sentence("searches the list {} again and again: make it a set", listed.id), change


def _as_set(body: Body, name: str, assigned: ast.Assign) -> Change | None:
    """Return the change by which a list becomes a set, if it is only searched and filled."""
    value = assigned.value
    if isinstance(value, ast.List):
        made: ast.expr = ast.Set(value.elts) if value.elts else expression("set()")
    elif isinstance(value, ast.ListComp):
        made = ast.SetComp(value.elt, value.generators)
    elif isinstance(value, ast.Call) and is_call(value, "list"):
        made = expression("set(ITEMS)", ITEMS=value.args[0])
    else:
        return None
    change: dict[ast.AST, Any] = {value: made}
    for one in body.loads(name):
        parent = body.parents[one]
        if method_of(body.parents.get(parent), "append"):
            change[parent] = expression(f"{name}.add")
        elif not (isinstance(parent, ast.Compare) and one is parent.comparators[-1]) and not is_call(parent, "len"):
            return None
    return Change(change)


@pattern("the same call again")
def _repeated(program: Program, function: Function, body: Body) -> Iterator[Found]:
    found: dict[str, list[ast.Call]] = defaultdict(list)
    for node in body.all(ast.Call):
        names = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
        if _is_work(program, function, node) and not any(body.changes(name) for name in names):
            found[ast.unparse(node)].append(node)
    for shown, calls in found.items():
        if len(calls) > 1:
            above = list(body.above(calls[0]))
            first = next(one for one in body.node.body if one in above)
            text = Sentence("calls {} {} times: keep the result in a variable", shown, len(calls))
            yield calls[1].lineno, text, _kept(calls, first, body)


def _is_work(program: Program, function: Function, node: ast.Call) -> bool:
    """Return whether a call takes time and always returns the same: a function of the game, or a search in a board."""
    helper = program.called(function, node)
    is_search = isinstance(node.func, ast.Attribute) and node.func.attr in ("count", "index")
    return is_search or (helper is not None and not isgeneratorfunction(helper.function))


def _kept(calls: list[ast.Call], first: ast.stmt, body: Body) -> Change:
    """Return the change that keeps the result of equal calls in a variable, from a statement on."""
    kept = "once" if "kept" in body.names else "kept"
    return Change(
        dict.fromkeys(calls, ast.Name(kept, ast.Load())), {first: [statement(f"{kept} = VALUE", VALUE=calls[0])]}
    )


@pattern("the same in every round of a loop")
def _invariant(program: Program, function: Function, body: Body) -> Iterator[Found]:
    for node in body.all(ast.Call):
        if not _is_work(program, function, node):
            continue
        names = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
        outermost = None
        for loop in body.repeats(node):
            if any(
                one.id in names and not isinstance(one.ctx, ast.Load)
                for one in ast.walk(loop)
                if isinstance(one, ast.Name)
            ):
                break
            outermost = loop
        if outermost is not None:
            text = Sentence(
                "calls {} in every round of a loop, with the same result: call it once before the loop", text_of(node)
            )
            yield node.lineno, text, _kept([node], body.statement(outermost), body)


@pattern("a tuple that grows")
def _growing(_program: Program, _function: Function, body: Body) -> Iterator[Found]:
    noted = set()
    for node in body.all(ast.AugAssign, ast.Assign):
        name, added = _grown(node)
        if added is not None and name not in noted and body.repeats(node):
            noted.add(name)
            text = Sentence("copies {} for every item, {}: append to a list", name, text_of(node))
            ending = Sentence(", and end with tuple({})", name) if isinstance(added, ast.Tuple) else ""
            yield node.lineno, text + ending, _appending(body, name)


def _grown(node: ast.stmt) -> tuple[str, ast.Tuple | ast.List | None]:
    """Return the name of the tuple, or list, that a statement replaces by a longer one, and what it adds."""
    name, added = "", None
    if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add):
        name, added = ast.unparse(node.target), node.value if isinstance(node.value, ast.Tuple) else None
    elif isinstance(node, ast.Assign) and isinstance(node.value, ast.BinOp) and isinstance(node.value.op, ast.Add):
        name, value = ast.unparse(node.targets[0]), node.value
        is_longer = ast.unparse(value.left) == name and isinstance(value.right, ast.Tuple | ast.List)
        added = value.right if is_longer else None  # type: ignore[assignment]
    return name, added if name.isidentifier() else None


def _appending(body: Body, name: str) -> Change | None:
    """Return the change by which a tuple that grows becomes a list, and a tuple where it is read."""
    change: dict[ast.AST, Any] = {}
    written: set[ast.AST] = set()
    for node in body.all(ast.Assign, ast.AugAssign):
        found, added = _grown(node)
        if added is not None and found == name:
            change[node] = [statement(f"{name}.append(ITEM)", ITEM=item) for item in added.elts]
            written |= set(ast.walk(node))
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            change[node.value] = expression("list(ITEMS)", ITEMS=node.value)
            written |= set(ast.walk(node))
    change.update({one: expression(f"tuple({name})") for one in body.loads(name) if one not in written})
    return None if name in body.parameters else Change(change)


@pattern("a deep copy")
def _deep_copy(_program: Program, function: Function, body: Body) -> Iterator[Found]:
    for node in body.all(ast.Call):
        if function.called(node) is copy.deepcopy and node.args:
            for template in ("[list(row) for row in COPIED]", "list(COPIED)"):
                made = expression(template, COPIED=node.args[0])
                text = Sentence("copies all objects in {} one by one: write {}", text_of(node.args[0]), text_of(made))
                yield node.lineno, text, Change({node: made})


@pattern("sorted to take the first")
def _sorted_first(_program: Program, _function: Function, body: Body) -> Iterator[Found]:
    for node in body.all(ast.Subscript):
        value, place = node.value, ast.unparse(node.slice)
        if isinstance(value, ast.Call) and ast.unparse(value.func) == "sorted" and place in ("0", "-1"):
            turned = [one for one in value.keywords if one.arg == "reverse"]
            is_largest = (place == "-1") != any(ast.unparse(one.value) == "True" for one in turned)
            others = [one for one in value.keywords if one not in turned]
            made = ast.Call(ast.Name("max" if is_largest else "min", ast.Load()), value.args, others)
            yield node.lineno, Sentence("sorts everything to take one: write {}", text_of(made)), Change({node: made})


@pattern("a loop that goes on")
def _no_break(_program: Program, _function: Function, body: Body) -> Iterator[Found]:
    for node in body.all(ast.For, ast.While):
        test = node.body[0]
        if len(node.body) > 1 or node.orelse or not isinstance(test, ast.If) or test.orelse or len(test.body) > 1:
            continue
        flag = test.body[0]
        if isinstance(flag, ast.Assign) and isinstance(flag.value, ast.Constant):
            text = Sentence(
                "goes on after {}, which nothing changes any more: leave the loop with break", text_of(flag)
            )
            yield node.lineno, text, Change({flag: [flag, ast.Break()]})


@pattern("a value that is not used")
def _unused(_program: Program, _function: Function, body: Body) -> Iterator[Found]:
    for node in body.all(ast.Assign):
        name = ast.unparse(node.targets[0])
        if isinstance(node.value, ast.Call) and len(body.names[name]) == 1 and not name.startswith("_"):
            yield node.lineno, Sentence("never uses {}: leave out {}", name, text_of(node)), Change({node: ast.Pass()})


@pattern("counting by hand")
def _count(_program: Program, _function: Function, body: Body) -> Iterator[Found]:
    for node in body.all(ast.Call):
        if not is_call(node, "sum", "len"):
            continue
        listed = node.args[0]
        made = _counted(node) if isinstance(listed, ast.GeneratorExp | ast.ListComp) else None
        if made is not None:
            yield node.lineno, Sentence("counts one by one: write {}", text_of(made)), Change({node: made})
        elif is_call(node, "len") and (isinstance(listed, ast.ListComp) or is_call(listed, "list")):
            made = expression("sum(ITEMS)", ITEMS=generator(listed, "1") or listed)
            yield (
                node.lineno,
                Sentence("makes a list to count its items: write {}", text_of(made)),
                Change({node: made}),
            )


def _counted(node: ast.Call) -> ast.expr | None:
    """Return ``board.count(value)`` for a sum, or the length of a list, that counts; else None."""
    made = node.args[0]
    assert isinstance(made, ast.GeneratorExp | ast.ListComp)
    part, function = made.generators[0], ast.unparse(node.func)
    if len(made.generators) > 1 or (function == "sum" and part.ifs and not is_number(made.elt, 1)):
        return None
    tests = part.ifs if part.ifs or function == "len" else [made.elt]
    test = tests[0] if len(tests) == 1 else None
    if not (isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.Eq)):
        return None
    item = ast.unparse(part.target)
    others = [one for one in (test.left, test.comparators[0]) if ast.unparse(one) != item]
    if len(others) != 1 or item in {ast.unparse(one) for one in ast.walk(others[0]) if isinstance(one, ast.Name)}:
        return None
    return expression("BOARD.count(VALUE)", BOARD=part.iter, VALUE=others[0])


@pattern("_replace")
def _replace(_program: Program, function: Function, body: Body) -> Iterator[Found]:
    names = function.function.__globals__
    for node in body.all(ast.Call):
        if not (method_of(node, "_replace") and node.keywords and not node.args):
            continue
        given = {one.arg: one.value for one in node.keywords}
        classes = [name for name, value in names.items() if given.keys() <= set(getattr(value, "_fields", ()))]
        if len(classes) == 1 and isinstance(names[classes[0]], type):
            state = node.func.value.id
            values = [given.get(name, expression(f"{state}.{name}")) for name in names[classes[0]]._fields]
            made = ast.Call(ast.Name(classes[0], ast.Load()), values, [])
            text = Sentence("makes a dictionary and a list of all fields, {}: write {}", text_of(node), text_of(made))
            yield node.lineno, text, Change({node: made})


@whole_pattern("computed by is_terminal and by utility")
def _computed_twice(program: Program) -> Iterator[Candidate]:
    end, value = program.rule("is_terminal"), program.rule("utility")
    if end is None or value is None:
        return
    calls = {ast.unparse(node): node for node in Body(value.node).all(ast.Call) if program.called(value, node)}
    for node in Body(end.node).all(ast.Call):
        shown = ast.unparse(node)
        if program.called(end, node) and shown in calls:
            text = Sentence(
                "computes {}, and so does utility: if the last move decides it, compute it in result, "
                "and keep it in a field of the state",
                shown,
            )
            yield Candidate(end, node.lineno, text, None, ("is_terminal", "utility"))


@whole_pattern("masks that are declared int")
def _masks(program: Program) -> Iterator[Candidate]:
    states = [call.state for rule in program.rules.values() for call in rule.sample]
    if not states or not hasattr(states[0], "_fields"):
        return
    kinds = get_type_hints(type(states[0]))
    large = {name for name in states[0]._fields if max(_as_number(getattr(state, name)) for state in states) >= MASK}
    places: dict[str, tuple[Function, int]] = {}
    for function in program.functions:
        for node in Body(function.node).all(ast.BinOp):
            if isinstance(node.op, ast.BitAnd | ast.BitOr | ast.BitXor | ast.LShift | ast.RShift):
                for name in large & {getattr(side, "attr", "") for side in (node.left, node.right)}:
                    places.setdefault(name, (function, node.lineno))
    names = sorted(name for name in places if kinds.get(name) is int)
    if names:
        fields = (
            Sentence("the field {}", names[0]) if len(names) == 1 else Sentence("the fields {}", " and ".join(names))
        )
        text = Sentence("uses {} as bits, declared int: declare U64, which has 64 bits and no sign", fields)
        function, line = places[names[0]]
        yield Candidate(function, line, text, None, ())


def _as_number(value: Any) -> int:
    return value if isinstance(value, int) else 0
