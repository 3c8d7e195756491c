"""Boards compared with one number in all places at once.

``3 in board``, ``board.count(3)`` and the filter ``if piece == 3`` over ``enumerate(board)`` compare whole vectors. The
result is a word with a bit for each place; a filter goes over those that are set, without a branch for the others.
"""

import ast
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from spielbaum.compiler.emitter import Emitter
from spielbaum.compiler.fusion import reads_containers
from spielbaum.compiler.source import definition_of
from spielbaum.compiler.types import BOOL, INT, UINT, TupleT
from spielbaum.compiler.values import Lazy, Pair, Value

WORD = 64
"""The places of one word of bits."""

_FIXED = (ast.Name, ast.Attribute, ast.Constant, ast.BinOp, ast.UnaryOp, ast.Subscript, ast.operator, ast.unaryop,
          ast.expr_context)  # fmt: skip


def places(emitter: Emitter, board: Any, number: Any) -> list[str] | None:
    """Return the places of a board that hold a number, as words of bits; None if the values are of other types.

    Parameters
    ----------
    board
        A tuple in memory.
    number
        A value.
    """
    if not (
        isinstance(board, Value) and isinstance(board.type, TupleT) and board.pointer and isinstance(number, Value)
    ):
        return None
    kinds = {*board.type.items, number.type}
    if not (kinds <= {INT, BOOL} or kinds == {UINT}):
        return None
    code, length = emitter.code, len(board.type.items)
    words = []
    for start in range(0, length, WORD):
        word, place, left = "0", 0, min(WORD, length - start)
        while left:
            part = 1 << left.bit_length() - 1
            bits = _bits(emitter, code.address(board.pointer, start + place), part, number.word)
            word = code.op(f"or i64 {word}, {code.op(f'shl i64 {bits}, {place}')}")
            place, left = place + part, left - part
        words.append(word)
    return words


def _bits(emitter: Emitter, address: str, length: int, word: str) -> str:
    """Return which of some words in memory are equal to another one; their number is a power of two."""
    code, vector = emitter.code, f"<{length} x i64>"
    numbers = code.op(f"load {vector}, ptr {address}, align 8")
    first = code.op(f"insertelement {vector} poison, i64 {word}, i64 0")
    wanted = code.op(f"shufflevector {vector} {first}, {vector} poison, <{length} x i32> zeroinitializer")
    bits = code.op(f"bitcast <{length} x i1> {code.op(f'icmp eq {vector} {numbers}, {wanted}')} to i{length}")
    return str(bits if length == WORD else code.op(f"zext i{length} {bits} to i64"))


def iterate(emitter: Emitter, generator: ast.comprehension, iterable: Any, body: Callable[[Any], None]) -> bool:
    """Write the loop of a comprehension whose first filter compares the entry of a board; return whether it is one.

    ``body`` is called with an element that passes the filter.
    """
    if not (isinstance(iterable, Lazy) and iterable.kind == "enumerate" and (wanted := _wanted(emitter, generator))):
        return False
    board, code = emitter.current(iterable.inner[0]), emitter.code
    if not isinstance(board, Value) or not isinstance(board.type, TupleT) or len(board.type.items) > WORD:
        return False
    mark = emitter.snapshot()
    number = emitter.compiler.expression(emitter, wanted)
    number = emitter.value(number, wanted)
    found = places(emitter, board, number)
    if found is None:
        emitter.rollback(mark)
        return False
    held = emitter.held(Value(board.type.items[0], number.parts), wanted)
    slot = code.slot((emitter.path, id(generator), "matches"), 1)
    code.store(found[0], slot)
    start = "0" if iterable.extra is None else emitter.current(iterable.extra).word

    def once() -> list[Any]:
        now = code.load(slot)
        inside, end = emitter.split(code.op(f"icmp ne i64 {now}, 0"))
        emitter.resume(inside)
        code.store(code.op(f"and i64 {now}, {code.op(f'sub i64 {now}, 1')}"), slot)
        place = code.op(f"call i64 @llvm.cttz.i64(i64 {now}, i1 true)")
        place = place if start == "0" else code.op(f"add i64 {place}, {start}")
        body(Pair((Value(INT, (place,)), emitter.current(held))))
        return [end]

    emitter.meet(emitter.repeat((id(generator), "matches"), once, generator.iter), generator.iter)
    return True


def _wanted(emitter: Emitter, generator: ast.comprehension) -> ast.expr | None:
    """Return what the second of two targets is compared with by the first filter, if that is the same for all."""
    target, test = generator.target, generator.ifs[0] if generator.ifs else None
    if not (isinstance(target, ast.Tuple) and len(target.elts) == 2 and isinstance(test, ast.Compare)):
        return None
    names = [part.id for part in target.elts if isinstance(part, ast.Name)]
    if len(names) < len(target.elts) or not isinstance(test.ops[0], ast.Eq):
        return None
    for one, other in ((test.left, test.comparators[0]), (test.comparators[0], test.left)):
        if isinstance(one, ast.Name) and one.id == names[1] and len(test.ops) == 1:
            return other if _is_fixed(emitter, other, set(names)) else None
    return None


def _is_fixed(emitter: Emitter, node: ast.expr, targets: set[str]) -> bool:
    """Return whether an expression has the same value in every step of a loop."""
    if not all(isinstance(part, _FIXED) for part in ast.walk(node)) or reads_containers(emitter, node):
        return False
    used = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    return not used & (targets | _assigned_again(emitter.scope.function))


@lru_cache(1024)
def _assigned_again(function: Any) -> frozenset[str]:
    """Return the names of a function that may be assigned more than once."""
    definition = definition_of(function)
    parameters = {part.arg for part in ast.walk(definition) if isinstance(part, ast.arg)}
    stored = [
        part.id for part in ast.walk(definition) if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load)
    ]
    return frozenset(name for name in stored if name in parameters or stored.count(name) > 1)
