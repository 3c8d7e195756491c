"""The linker of WebAssembly objects: what it makes runs, and what it does not know it refuses."""

import random
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from node_kernels import DATA, NODE, PAGE, STACK, run_module
from spielbaum.kernel.wasm_linker import Import, LinkError, Object, Relocation, layout_of, link

IN_NODE = pytest.mark.skipif(NODE is None, reason="node is not installed")

SUM = """
@numbers = internal constant [3 x i32] [i32 7, i32 20, i32 300], align 4
@places = internal global [2 x ptr] [ptr @numbers, ptr @last], align 4
@last = internal global i64 1000, align 8
declare double @spielbaum_pause(double, double)
define internal i32 @deeper(i32 %depth, ptr %above) noinline {
  %room = alloca [1024 x i8]
  store volatile i32 %depth, ptr %room
  %is_leaf = icmp eq i32 %depth, 0
  br i1 %is_leaf, label %leaf, label %inner
inner:
  %less = sub i32 %depth, 1
  %found = call i32 @deeper(i32 %less, ptr %room)
  %here = load volatile i32, ptr %room
  %more = add i32 %found, %here
  ret i32 %more
leaf:
  ret i32 0
}
define i32 @spielbaum_call(ptr %result, ptr %error, i32 %depth) {
  %place = load volatile ptr, ptr getelementptr inbounds ([2 x ptr], ptr @places, i32 0, i32 1)
  %number = load i64, ptr %place
  %short = trunc i64 %number to i32
  %at = getelementptr [3 x i32], ptr @numbers, i32 0, i32 2
  %third = load volatile i32, ptr %at
  %deep = call i32 @deeper(i32 %depth, ptr null)
  %until = call double @spielbaum_pause(double 0.0, double 5.0)
  %paused = fptosi double %until to i32
  %one = add i32 %short, %third
  %two = add i32 %one, %deep
  %all = add i32 %two, %paused
  ret i32 %all
}
"""
"""A function that reads data by addresses, recurses with a frame of 1 KB, and calls what it imports."""


@cache
def an_object(text: str = SUM) -> bytes:
    """Return an object of LLVM."""
    from llvmlite import binding as llvm

    from spielbaum.kernel.webassembly import adopt, machine

    machine()
    content: bytes = machine().emit_object(adopt(llvm.parse_assembly(text)))
    return content


def linked(content: bytes) -> bytes:
    """Return the module of an object."""
    known = Object(content)
    place = known.function("spielbaum_call")
    assert place is not None
    return link(known, {"call": place}, data=DATA, stack_limit=PAGE)


@IN_NODE
def test_data_the_stack_and_imports_have_their_places(tmp_path: Path) -> None:
    assert run_module(linked(an_object()), (0, 0, 100), tmp_path) == 1000 + 300 + sum(range(101)) + 5


@IN_NODE
def test_a_function_that_would_leave_the_stack_traps(tmp_path: Path) -> None:
    depth = STACK // 1024
    with pytest.raises(subprocess.CalledProcessError) as caught:
        run_module(linked(an_object()), (0, 0, depth), tmp_path)
    assert "unreachable" in caught.value.stderr


def test_the_parts_of_an_object_are_known() -> None:
    known = Object(an_object())
    assert known.imported_functions == ["spielbaum_pause"]
    assert known.function("spielbaum_pause") is None
    assert known.function("nothing") is None
    assert layout_of(known).size == 32
    assert sorted(len(segment.content) for segment in known.segments) == [8, 8, 12]


def test_every_part_of_an_object_is_refused() -> None:
    content = an_object()
    for length in range(len(content)):
        try:
            linked(content[:length])
        except (LinkError, AssertionError):  # without its symbols it has no function
            continue
        pytest.fail(f"the first {length} bytes are linked")


def test_what_is_damaged_is_linked_or_refused() -> None:
    content, choose = an_object(), random.Random(55)
    refused = 0
    for _ in range(2000):
        damaged = bytearray(content)
        damaged[choose.randrange(len(damaged))] ^= 1 << choose.randrange(8)
        try:
            linked(bytes(damaged))
        except (LinkError, AssertionError):
            refused += 1
    assert refused > 500


def with_relocation(change: Callable[[Relocation], Relocation]) -> Object:
    """Return the object with another first relocation of its code."""
    known = Object(an_object())
    relocations = known.relocations[10]
    relocations[0] = change(relocations[0])
    return known


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda one: one._replace(kind=12), "of the unknown kind 12"),
        (lambda one: one._replace(place=1000), "has no symbol"),
        (lambda one: one._replace(offset=one.offset + 1), "has no place"),
        (lambda one: one._replace(offset=1 << 30), "has no place"),
        (lambda one: one._replace(kind=0 if one.kind else 3, addend=0), "of another kind"),
    ],
)
def test_a_relocation_that_is_not_known_is_refused(change: Callable[[Relocation], Relocation], said: str) -> None:
    with pytest.raises(LinkError, match=said):
        link(with_relocation(change), {}, data=DATA, stack_limit=PAGE)


def test_a_global_that_is_not_the_stack_is_refused() -> None:
    known = Object(an_object())
    known.imports.append(Import("env", "another", 3, b"\x7f\0"))
    with pytest.raises(LinkError, match="imports __stack_pointer, another"):
        link(known, {}, data=DATA, stack_limit=PAGE)


def test_machine_code_is_no_object() -> None:
    with pytest.raises(LinkError, match="no WebAssembly object"):
        Object(b"\x7fELF" + bytes(60))
