"""Statements."""

import ast
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from spielbaum.compiler import comparisons, containers, operators, sequences
from spielbaum.compiler.conditions import branch, branch_of_value
from spielbaum.compiler.constants import as_constant, is_table, plain
from spielbaum.compiler.emitter import LONGEST, Edge, Emitter, Loop, Scope, as_value
from spielbaum.compiler.expressions import attribute_of, closure, expression, value_of
from spielbaum.compiler.fusion import gone_over
from spielbaum.compiler.iteration import iterate
from spielbaum.compiler.source import most_uses
from spielbaum.compiler.types import NEVER, NONE, ContainerT, SequenceT, TupleT, is_list
from spielbaum.compiler.values import NOTHING, Constant, Generator, Lazy, Value, is_exhausted, parts_of
from spielbaum.errors import CompileError, Message

_STATEMENTS: dict[type[ast.stmt], Callable[[Any, Any], None]] = {}


def of(*kinds: type[ast.stmt]) -> Callable[[Callable[[Any, Any], None]], Callable[[Any, Any], None]]:
    """Register the translation of a kind of statement."""

    def register(function: Callable[[Any, Any], None]) -> Callable[[Any, Any], None]:
        _STATEMENTS.update(dict.fromkeys(kinds, function))
        return function

    return register


def statements(emitter: Emitter, nodes: Sequence[ast.stmt]) -> None:
    """Write statements, up to one after which nothing is alive."""
    for node in nodes:
        if not emitter.alive:
            return
        translate = _STATEMENTS.get(type(node))
        if translate is None:
            emitter.fail(node, _REFUSED.get(type(node), Message("has a statement that cannot be compiled")))
        emitter.scope.line = node.lineno
        try:
            translate(emitter, node)
        except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
            place = emitter.place(node)
            raise CompileError(Message("{} has {}, which cannot be compiled", place, shown(node))) from error


def shown(node: ast.stmt) -> str:
    """Return the first line of a statement, for a sentence."""
    text = ast.unparse(node).partition("\n")[0]
    return repr(text if len(text) <= LONGEST else text[:LONGEST] + " ...")


_REFUSED: dict[type[ast.stmt], Message] = {
    ast.With: Message("uses 'with', which cannot be compiled: read files at the top of the file, into a tuple"),
    ast.Try: Message("catches an exception, which cannot be compiled: test before, with if"),
    ast.ClassDef: Message("makes a class within the function: make it at the top of the file"),
    ast.AsyncFunctionDef: Message("uses 'async', which cannot be compiled"),
    ast.AsyncFor: Message("uses 'async', which cannot be compiled"),
    ast.AsyncWith: Message("uses 'async', which cannot be compiled"),
}


@of(ast.Import, ast.ImportFrom)
def _import(emitter: Emitter, node: ast.Import | ast.ImportFrom) -> None:
    name = node.module if isinstance(node, ast.ImportFrom) else node.names[0].name
    emitter.fail(node, Message("imports {} within the function: import it at the top of the file", name))


@of(ast.Global)
def _global(emitter: Emitter, node: ast.Global) -> None:
    refuse_change(emitter, node.names[0], node)


def refuse_change(emitter: Emitter, name: str, node: ast.AST) -> NoReturn:
    """Refuse a change of a global."""
    emitter.fail(node, Message("changes the global {!r}: a game remembers nothing, put it into the state", name))


def _changeable(emitter: Emitter, node: Any, whole: ast.AST) -> Value:
    """Return the value whose item is changed."""
    owner = _value(emitter, node)
    if isinstance(owner, Constant) and owner.path:
        refuse_change(emitter, owner.path, whole)
    return emitter.value(owner, whole)


@of(ast.Pass, ast.Nonlocal)
def _pass(_emitter: Emitter, _node: ast.stmt) -> None:
    pass


@of(ast.Expr)
def _expression(emitter: Emitter, node: ast.Expr) -> None:
    value = node.value
    if isinstance(value, ast.Constant):
        return
    if isinstance(value, ast.Yield):
        _yield(emitter, NOTHING if value.value is None else _value(emitter, value.value), value)
    elif isinstance(value, ast.YieldFrom):
        iterate(emitter, expression(emitter, value.value), lambda element: _yield(emitter, element, value), value)
    else:
        expression(emitter, value)


def _yield(emitter: Emitter, value: Any, node: ast.AST) -> None:
    scope: Scope | None = emitter.scope
    while scope is not None and scope.on_yield is None:
        scope = scope.parent
    if scope is None or scope.on_yield is None:
        emitter.fail(node, Message("yields here, which cannot be compiled"))
    scope.on_yield(as_value(emitter, value, node), node)


def _value(emitter: Emitter, node: ast.expr) -> Any:
    return as_value(emitter, expression(emitter, node), node)


@of(ast.Return)
def _return(emitter: Emitter, node: ast.Return) -> None:
    value = NOTHING if node.value is None else _value(emitter, node.value)
    if emitter.alive:
        emitter.scope.returns.append(emitter.leave(value))


@of(ast.If)
def _if(emitter: Emitter, node: ast.If) -> None:
    yes, no = branch(emitter, node.test)
    ends: list[Edge] = emitter.collecting([])
    for edges, body in ((yes, node.body), (no, node.orelse)):
        if edges:
            emitter.meet(edges, node)
            statements(emitter, body)
            if emitter.alive:
                ends.append(emitter.leave())
    emitter.collected()
    emitter.meet(ends, node)


@of(ast.While)
def _while(emitter: Emitter, node: ast.While) -> None:
    loop = Loop()
    emitter.collecting(loop.breaks)

    def once() -> list[Edge]:
        yes, no = branch(emitter, node.test)
        emitter.collecting(no)
        if yes:
            emitter.meet(yes, node)
            _body(emitter, node.body, loop, node)
        emitter.collected()
        return no

    ends = emitter.repeat((id(node), "while"), once, node)
    emitter.meet(ends, node)
    _else(emitter, node.orelse)
    emitter.collected()
    emitter.meet([*loop.breaks, *([emitter.leave()] if emitter.alive else [])], node)


@of(ast.For)
def _for(emitter: Emitter, node: ast.For) -> None:
    loop = Loop()
    iterable = as_value(emitter, gone_over(emitter, node.iter), node.iter)
    if isinstance(iterable, Value) and iterable.pointer and _changes(node):
        iterable = emitter.copied(iterable, node, "gone over")
    emitter.collecting(loop.breaks)
    scope = emitter.scope

    def body(element: Any) -> None:
        outer, emitter.scope = emitter.scope, scope
        assign_target(emitter, node.target, element, node)
        _body(emitter, node.body, loop, node)
        emitter.scope = outer

    iterate(emitter, iterable, body, node)
    if emitter.alive:
        _else(emitter, node.orelse)
    emitter.collected()
    emitter.meet([*loop.breaks, *([emitter.leave()] if emitter.alive else [])], node)


def _changes(node: ast.For) -> bool:
    """Return whether the body assigns a name that the loop goes over."""
    used = {part.id for part in ast.walk(node.iter) if isinstance(part, ast.Name)}
    assigned = {
        part.id
        for statement in [node.target, *node.body]
        for part in ast.walk(statement)
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
    }
    return bool(used & assigned)


def _body(emitter: Emitter, body: Sequence[ast.stmt], loop: Loop, node: ast.AST) -> None:
    """Write the body of a loop, up to where its next iteration begins."""
    outer, loop.continues = loop.continues, []
    emitter.collecting(loop.continues)
    emitter.scope.loops.append(loop)
    statements(emitter, body)
    emitter.scope.loops.pop()
    emitter.collected()
    ends, loop.continues = loop.continues, outer
    emitter.meet([*ends, *([emitter.leave()] if emitter.alive else [])], node)


def _else(emitter: Emitter, body: Sequence[ast.stmt]) -> None:
    if emitter.alive:
        statements(emitter, body)


@of(ast.Break)
def _break(emitter: Emitter, _node: ast.Break) -> None:
    emitter.scope.loops[-1].breaks.append(emitter.leave())


@of(ast.Continue)
def _continue(emitter: Emitter, _node: ast.Continue) -> None:
    emitter.scope.loops[-1].continues.append(emitter.leave())


@of(ast.FunctionDef)
def _function(emitter: Emitter, node: ast.FunctionDef) -> None:
    if node.decorator_list:
        emitter.fail(node, Message("decorates the nested function {!r}: write it at the top of the file", node.name))
    emitter.variables[(emitter.scope.identity, node.name)] = closure(emitter, node)


@of(ast.Raise)
def _raise(emitter: Emitter, node: ast.Raise) -> None:
    kind: Any = None
    text: str | None = None
    raised = node.exc
    if isinstance(raised, ast.Call):
        kind = expression(emitter, raised.func)
        texts = [message_of(emitter, part) for part in raised.args]
        text = texts[0] if len(texts) == 1 else str(_as_written(raised.args, texts)) if texts else None
    elif raised is not None:
        kind = expression(emitter, raised)
    if not (isinstance(kind, Constant) and isinstance(kind.value, type) and issubclass(kind.value, BaseException)):
        emitter.fail(node, Message("raises no new exception: write raise ValueError(...)"))
    emitter.throw(kind.value, text)


def _as_written(nodes: Sequence[ast.expr], texts: Sequence[str]) -> tuple[object, ...]:
    """Return the arguments of an error, of which Python shows the tuple."""
    return tuple(
        node.value if isinstance(node, ast.Constant) else text for node, text in zip(nodes, texts, strict=True)
    )


def message_of(emitter: Emitter, node: ast.expr) -> str:
    """Return the message of an error; values in it that are not constant are shown as they are written."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.Name):
        known = expression(emitter, node)
        if isinstance(known, Constant):
            return str(known.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(
            f"{{{ast.unparse(part.value)}}}" if isinstance(part, ast.FormattedValue) else str(ast.literal_eval(part))
            for part in node.values
        )
    return f"{{{ast.unparse(node)}}}"


@of(ast.Assert)
def _assert(emitter: Emitter, node: ast.Assert) -> None:
    yes, no = branch(emitter, node.test)
    if no:
        emitter.meet(no, node)
        emitter.throw(AssertionError, None if node.msg is None else message_of(emitter, node.msg))
    emitter.meet(yes, node)


@of(ast.Delete)
def _delete(emitter: Emitter, node: ast.Delete) -> None:
    for target in node.targets:
        if isinstance(target, ast.Name):
            key = emitter.find(target.id)
            if key is not None:
                emitter.variables.pop(key, None)
            continue
        if not isinstance(target, ast.Subscript):
            emitter.fail(node, Message("deletes {!r}, which cannot be deleted", ast.unparse(target)))
        owner = _changeable(emitter, target.value, node)
        if isinstance(target.slice, ast.Slice):
            _put_slice(emitter, owner, target.slice, None, node)
            continue
        containers.delete(emitter, owner, value_of(emitter, target.slice), node)


# Assignments


@of(ast.Assign)
def _assign(emitter: Emitter, node: ast.Assign) -> None:
    if len(node.targets) == 1 and _is_parallel(node.targets[0], node.value):
        _assign_parallel(emitter, node)
        return
    value = _value(emitter, node.value)
    for target in node.targets:
        if emitter.alive:
            assign_target(emitter, target, value, node)


def _is_parallel(target: ast.expr, value: ast.expr) -> bool:
    return (
        isinstance(target, ast.Tuple)
        and isinstance(value, ast.Tuple)
        and len(target.elts) == len(value.elts)
        and not any(isinstance(part, ast.Starred) for part in (*target.elts, *value.elts))
    )


def _assign_parallel(emitter: Emitter, node: Any) -> None:
    """Assign several values that are all made before the first assignment."""
    made = []
    for part in node.value.elts:
        value = _value(emitter, part)
        made.append(emitter.copied(value, part, "parallel") if isinstance(value, Value) else value)
    for target, value in zip(node.targets[0].elts, made, strict=True):
        if emitter.alive:
            assign_target(emitter, target, value, node)


@of(ast.AnnAssign)
def _annotated(emitter: Emitter, node: ast.AnnAssign) -> None:
    if node.value is not None:
        assign_target(emitter, node.target, _value(emitter, node.value), node)


@of(ast.AugAssign)
def _augmented(emitter: Emitter, node: ast.AugAssign) -> None:
    sign, _ = operators.BINARY.get(type(node.op), ("", None))
    target = node.target
    if isinstance(target, ast.Subscript):
        owner = _changeable(emitter, target.value, node)
        index = emitter.unwrapped(value_of(emitter, target.slice), node)
        before = containers.item(emitter, owner, index, node)
        after = operators.binary(emitter, sign, before, _value(emitter, node.value), node)
        containers.put_item(emitter, owner, index, emitter.value(after, node), node)
        return
    if not isinstance(target, ast.Name):
        _refuse_field(emitter, target, node)
    before = expression(emitter, ast.copy_location(ast.Name(target.id, ast.Load()), target))
    value = _value(emitter, node.value)
    is_container = isinstance(before, Value) and isinstance(before.type, ContainerT)
    if is_container and containers.changed_in_place(emitter, sign, before, value, node):
        return
    assign_name(emitter, target.id, operators.binary(emitter, sign, before, value, node), node)


def assign_name(emitter: Emitter, name: str, value: Any, node: ast.AST) -> None:
    """Give a name a value."""
    key = emitter.find(name)
    if key is None:
        emitter.fail(node, Message("changes the global {!r}: a game remembers nothing, put it into the state", name))
    if is_exhausted(value) and most_uses(_body_with(emitter, name), name) > 1:
        emitter.fail(
            node,
            Message("uses the generator {!r} more than once, and it yields its elements once: make it a list", name),
        )
    emitter.assign(key, value, node)


def _body_with(emitter: Emitter, name: str) -> Sequence[ast.AST]:
    """Return the statements of the function that has a name as a local."""
    scope = emitter.scope
    while scope.parent is not None and (name not in scope.names or not scope.body):
        scope = scope.parent
    return scope.body


def assign_target(emitter: Emitter, target: ast.expr, value: Any, node: ast.AST) -> None:
    """Give a target a value."""
    if isinstance(target, ast.Name):
        assign_name(emitter, target.id, as_value(emitter, value, node), node)
    elif isinstance(target, ast.Tuple | ast.List):
        _unpack(emitter, target, value, node)
    elif isinstance(target, ast.Subscript):
        owner = _changeable(emitter, target.value, target)
        if isinstance(target.slice, ast.Slice):
            _put_slice(emitter, owner, target.slice, value, node)
            return
        held = emitter.copied(emitter.value(value, node), target, "assigned")
        containers.put_item(emitter, owner, emitter.unwrapped(value_of(emitter, target.slice), target), held, node)
    else:
        _refuse_field(emitter, target, node)


def _refuse_field(emitter: Emitter, target: ast.expr, node: ast.AST) -> NoReturn:
    shown = ast.unparse(target)
    owner, _, name = shown.rpartition(".")
    emitter.fail(node, f"changes {shown!r}, and a NamedTuple cannot be changed: write {owner}._replace({name}=...)")


def _put_slice(emitter: Emitter, owner: Value, part: ast.Slice, value: Any, node: ast.AST) -> None:
    if part.step is not None:
        emitter.fail(node, Message("changes a slice with a step: change the items one by one, in a loop"))
    start, stop = (
        None if end is None else emitter.unwrapped(value_of(emitter, end), node) for end in (part.lower, part.upper)
    )
    sequences.put_slice(emitter, owner, start, stop, value, node)


def _unpack(emitter: Emitter, target: ast.Tuple | ast.List, value: Any, node: ast.AST) -> None:
    starred = [place for place, part in enumerate(target.elts) if isinstance(part, ast.Starred)]
    items = parts_of(value)
    if items is None and isinstance(value, Constant) and is_table(value):
        items = tuple(as_constant(emitter, item, value.path, node) for item in plain(value.value))
    if items is None:
        made = emitter.value(value, node) if not isinstance(value, Lazy | Generator) else sequences.list_of(
            emitter, value, node)  # fmt: skip
        made = emitter.unwrapped(made, node)
        if made.type == NEVER:  # it is found later
            items = (made,) * len(target.elts)
        elif isinstance(made.type, TupleT):
            items = tuple(emitter.items(made))
        elif starred:
            _unpack_rest(emitter, target, starred[0], made, node)
            return
        elif is_list(made.type) or isinstance(made.type, SequenceT):
            whole = TupleT((made.type.element,) * len(target.elts))
            items = tuple(emitter.items(emitter.convert(made, whole, node)))
        else:
            emitter.fail(node, f"unpacks {made.type} into {len(target.elts)} names: only lists and tuples have items")
    if starred:
        (place,) = starred
        after = len(target.elts) - place - 1
        if len(items) < place + after:
            emitter.throw(ValueError, "not enough values to unpack")
            return
        middle = [emitter.value(item, node) for item in items[place : len(items) - after]]
        rest = sequences.list_of(emitter, emitter.tuple_of(middle, None, node), node, "rest")
        items = (*items[:place], rest, *items[len(items) - after :])
    if len(items) != len(target.elts):
        emitter.throw(ValueError, f"{len(target.elts)} values are needed, and there are {len(items)}")
        return
    kept = [emitter.copied(item, part, "unpacked") if isinstance(item, Value) else item
            for part, item in zip(target.elts, items, strict=True)]  # fmt: skip
    for part, item in zip(target.elts, kept, strict=True):
        assign_target(emitter, part.value if isinstance(part, ast.Starred) else part, item, node)


def _unpack_rest(emitter: Emitter, target: Any, place: int, value: Value, node: ast.AST) -> None:
    """Unpack a list with a starred name."""
    count = len(target.elts) - 1
    code = emitter.code
    length = sequences.length_of(emitter, value, node)
    emitter.throw_if(code.op(f"icmp slt i64 {length.word}, {count}"), ValueError, "not enough values to unpack")
    for index, part in enumerate(target.elts):
        with emitter.inside((id(node), "part", index)):
            if isinstance(part, ast.Starred):
                end = None if index == count else emitter.integer(index - count)
                rest = sequences.slice_of(emitter, value, emitter.integer(index), end, None, part)
                made = rest if is_list(value.type) else sequences.list_of(emitter, rest, part, "rest")
                assign_target(emitter, part.value, made, node)
            else:
                at = index if index < place else index - count - 1
                assign_target(emitter, part, sequences.item_of(emitter, value, emitter.integer(at), part), node)


# Match


@of(ast.Match)
def _match(emitter: Emitter, node: ast.Match) -> None:
    subject = emitter.held(_value(emitter, node.subject), node)
    ends: list[Edge] = emitter.collecting([])
    for case in node.cases:
        if not emitter.alive:
            break
        failed: list[Edge] = emitter.collecting([])
        with emitter.inside((id(case), "case")):
            _pattern(emitter, case.pattern, emitter.current(subject), failed, node)
            if emitter.alive and case.guard is not None:
                yes, no = branch(emitter, case.guard)
                failed += no
                emitter.meet(yes, node)
            if emitter.alive:
                statements(emitter, case.body)
                if emitter.alive:
                    ends.append(emitter.leave())
        emitter.collected()
        emitter.meet(failed, node)
    emitter.collected()
    emitter.meet([*ends, *([emitter.leave()] if emitter.alive else [])], node)


def _pattern(emitter: Emitter, pattern: ast.pattern, subject: Any, failed: list[Edge], node: ast.AST) -> None:
    """Write the test of a pattern; paths on which it fails are added to ``failed``."""
    if not emitter.alive:
        return
    if isinstance(pattern, ast.MatchValue | ast.MatchSingleton):
        wanted = value_of(emitter, pattern.value) if isinstance(pattern, ast.MatchValue) else Constant(pattern.value)
        _test(emitter, comparisons.compared(emitter, "eq", subject, emitter.value(wanted, node), node), failed, node)
    elif isinstance(pattern, ast.MatchAs):
        if pattern.pattern is not None:
            _pattern(emitter, pattern.pattern, subject, failed, node)
        if pattern.name is not None and emitter.alive:
            assign_name(emitter, pattern.name, subject, node)
    elif isinstance(pattern, ast.MatchOr):
        matched: list[Edge] = emitter.collecting([])
        for choice in pattern.patterns:
            others: list[Edge] = emitter.collecting([])
            with emitter.inside((id(choice), "or")):
                _pattern(emitter, choice, subject, others, node)
                if emitter.alive:
                    matched.append(emitter.leave())
            emitter.collected()
            emitter.meet(others, node)
        emitter.collected()
        if emitter.alive:
            failed.append(emitter.leave())
        emitter.meet(matched, node)
    elif isinstance(pattern, ast.MatchSequence):
        _match_sequence(emitter, pattern, subject, failed, node)
    elif isinstance(pattern, ast.MatchClass):
        _match_class(emitter, pattern, subject, failed, node)
    else:
        emitter.fail(node, Message("matches a dictionary, which cannot be compiled: write if"))


def _match_class(emitter: Emitter, pattern: ast.MatchClass, subject: Any, failed: list[Edge], node: ast.AST) -> None:
    """Write the test of a pattern with the class of a NamedTuple, which is known already, and its fields."""
    cls = expression(emitter, pattern.cls)
    fields = getattr(cls.value, "_fields", None) if isinstance(cls, Constant) else None
    if fields is None:
        emitter.fail(node, Message("matches a class that is no NamedTuple, which cannot be compiled: write if"))
    value = emitter.unwrapped(emitter.value(subject, node), node)
    if not isinstance(value.type, TupleT) or value.type.cls is not cls.value:
        failed.append(emitter.leave())
        return
    named = [*zip(fields, pattern.patterns, strict=False), *zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True)]
    for name, part in named:
        if not emitter.alive:
            return
        with emitter.inside((id(part), name)):
            _pattern(emitter, part, attribute_of(emitter, value, name, node), failed, node)


def _test(emitter: Emitter, value: Value, failed: list[Edge], node: ast.AST) -> None:
    yes, no = branch_of_value(emitter, value, node)
    failed += no
    emitter.meet(yes, node)


def _match_sequence(
    emitter: Emitter, pattern: ast.MatchSequence, subject: Any, failed: list[Edge], node: ast.AST
) -> None:
    value = emitter.value(subject, node)
    if any(isinstance(part, ast.MatchStar) for part in pattern.patterns):
        emitter.fail(node, Message("matches with a star, which cannot be compiled: write if"))
    if value.type == NONE or not sequences.is_sequence(value):
        failed.append(emitter.leave())
        return
    length = sequences.length_of(emitter, value, node)
    wanted = emitter.integer(len(pattern.patterns))
    _test(emitter, comparisons.compared(emitter, "eq", length, wanted, node), failed, node)
    for place, part in enumerate(pattern.patterns):
        if not emitter.alive:
            return
        with emitter.inside((id(part), place)):
            _pattern(emitter, part, sequences.item_of(emitter, value, emitter.integer(place), node), failed, node)
