"""Marks for functions of a kernel: which the compiler must inline, and which it must not, or need not call twice."""

from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

ATTRIBUTES = {"cold": ("noinline", "cold"), "always_inline": ("alwaysinline",)}
"""What each mark says to LLVM."""


def cold(function: Function) -> Function:
    """Mark a function as seldom called.

    The compiler leaves it on its own, so that those who might call it are as small and fast as if they could not.
    """
    function.__dict__["mark"] = "cold"
    return function


def always_inline(function: Function) -> Function:
    """Mark a function as a part of all who call it, from however many places."""
    function.__dict__["mark"] = "always_inline"
    return function


def pure(function: Function) -> Function:
    """Mark a function that depends on its arguments alone and raises nothing: twice the same is calculated once.

    That holds where one function makes both calls, or what is inlined in it. The compiler leaves the function itself on
    its own, so that it can see that they are the same.
    """
    function.__dict__["mark"] = "pure"
    return function


def mark_of(function: Callable[..., Any]) -> str:
    """Return the mark of a function, or nothing."""
    return str(function.__dict__.get("mark", ""))


def copy_mark(function: FunctionType, copy: FunctionType) -> None:
    """Give a copy the mark of a function."""
    if mark_of(function):
        copy.__dict__["mark"] = mark_of(function)
