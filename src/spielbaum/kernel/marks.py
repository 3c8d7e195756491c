"""Marks of functions of a kernel: inlined or cold."""

from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

ATTRIBUTES = {"cold": ("noinline", "cold"), "always_inline": ("alwaysinline",)}
"""The attributes of LLVM for each mark."""


def cold(function: Function) -> Function:
    """Mark a function as rarely called.

    It is not inlined, so that its callers are as small and fast as without the call.
    """
    function.__dict__["mark"] = "cold"
    return function


def always_inline(function: Function) -> Function:
    """Mark a function that is inlined into all its callers."""
    function.__dict__["mark"] = "always_inline"
    return function


def mark_of(function: Callable[..., Any]) -> str:
    """Return the mark of a function, or nothing."""
    return str(function.__dict__.get("mark", ""))


def copy_mark(function: FunctionType, copy: FunctionType) -> None:
    """Give a copy the mark of a function."""
    if mark_of(function):
        copy.__dict__["mark"] = mark_of(function)
