"""Functions of the standard library, as they are compiled: written in Python, and translated like a game's own.

They yield and return what those of the standard library do, with two exceptions: iterables may be read to their end
before the first element is yielded, and what they make may be a list instead of a tuple.
"""

import functools
import itertools
import math
import operator
from collections.abc import Callable, Iterable, Iterator
from typing import Any

TRANSLATIONS: dict[Any, Callable[..., Any]] = {}
"""The functions here by those that they stand for."""


def of(*functions: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a function."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        TRANSLATIONS.update(dict.fromkeys(functions, function))
        return function

    return register


# Iterators


@of(itertools.chain.from_iterable)
def from_iterable(iterables: Iterable[Any]) -> Iterator[Any]:
    """Yield the elements of iterables, one after the other."""
    for iterable in iterables:
        yield from iterable


@of(itertools.accumulate)
def accumulate(iterable: Iterable[Any], func: Any = operator.add, *, initial: Any = None) -> Iterator[Any]:
    """Yield the results so far."""
    values = list(iterable)
    if initial is None:
        if values:
            total = values[0]
            yield total
            for place in range(1, len(values)):
                total = func(total, values[place])
                yield total
    else:
        total = initial
        yield total
        for value in values:
            total = func(total, value)
            yield total


@of(itertools.repeat)
def repeat(value: Any, times: Any) -> Iterator[Any]:
    """Yield a value several times."""
    for _ in range(times):
        yield value


@of(itertools.count)
def count(start: Any = 0, step: Any = 1) -> Iterator[Any]:
    """Yield numbers without end."""
    while True:
        yield start
        start = start + step


@of(itertools.takewhile)
def takewhile(predicate: Any, iterable: Iterable[Any]) -> Iterator[Any]:
    """Yield elements up to the first for which a condition is false."""
    for element in iterable:
        if not predicate(element):
            return
        yield element


@of(itertools.dropwhile)
def dropwhile(predicate: Any, iterable: Iterable[Any]) -> Iterator[Any]:
    """Yield elements from the first on for which a condition is false."""
    is_over = False
    for element in iterable:
        if not is_over and not predicate(element):
            is_over = True
        if is_over:
            yield element


@of(itertools.starmap)
def starmap(function: Any, iterable: Iterable[Any]) -> Iterator[Any]:
    """Yield results for tuples of arguments."""
    for arguments in iterable:
        yield function(*arguments)


@of(itertools.filterfalse)
def filterfalse(predicate: Any, iterable: Iterable[Any]) -> Iterator[Any]:
    """Yield elements for which a condition is false."""
    for element in iterable:
        if not predicate(element):
            yield element


@of(itertools.compress)
def compress(data: Iterable[Any], selectors: Iterable[Any]) -> Iterator[Any]:
    """Yield elements whose selector is true."""
    for element, selector in zip(data, selectors):  # noqa: B905
        if selector:
            yield element


def first_of(iterable: Iterable[Any], stop: Any) -> Iterator[Any]:
    """Yield the first elements: ``islice(iterable, stop)``."""
    if stop < 0:
        raise ValueError("Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    if stop > 0:
        left = stop
        for element in iterable:
            yield element
            left -= 1
            if left == 0:
                return


@of(itertools.islice)
def islice(iterable: Iterable[Any], start: Any, stop: Any, step: Any = 1) -> Iterator[Any]:
    """Yield the elements from one place up to another, by steps."""
    if start < 0 or stop < 0 or step < 1:
        raise ValueError("Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    place = 0
    following = start
    if stop > start:
        for element in iterable:
            if place == following:
                yield element
                following += step
            place += 1
            if place >= stop:
                return


def all_permutations(iterable: Iterable[Any], size: Any) -> Iterator[Any]:
    """Yield the permutations of some elements in lexicographic order of their places."""
    values = list(iterable)
    number = len(values)
    if size <= number:
        places = list(range(number))
        cycles = list(range(number, number - size, -1))
        yield tuple([values[place] for place in places[:size]])
        going = size > 0
        while going:
            going = False
            for i in range(size - 1, -1, -1):
                cycles[i] -= 1
                if cycles[i] == 0:
                    moved = places[i]
                    for j in range(i, number - 1):
                        places[j] = places[j + 1]
                    places[number - 1] = moved
                    cycles[i] = number - i
                else:
                    j = number - cycles[i]
                    held = places[i]
                    places[i] = places[j]
                    places[j] = held
                    yield tuple([values[place] for place in places[:size]])
                    going = True
                    break


def _reduced(function: Any, values: Any, first: Any, total: Any) -> Any:
    for place in range(first, len(values)):
        total = function(total, values[place])
    return total


@of(functools.reduce)
def reduce(function: Any, iterable: Iterable[Any], *initial: Any) -> Any:
    """Return the result for all elements."""
    values = list(iterable)
    if len(initial) == 0:
        if not values:
            raise TypeError("reduce() of empty iterable with no initial value")
        return _reduced(function, values, 1, values[0])
    return _reduced(function, values, 0, initial[0])


# Numbers


@of(math.gcd)
def gcd(*numbers: Any) -> Any:
    """Return the greatest common divisor."""
    found = 0
    for number in numbers:
        other = abs(number)
        while other:
            found, other = other, found % other
    return found


@of(math.lcm)
def lcm(*numbers: Any) -> Any:
    """Return the least common multiple."""
    found = 1
    for number in numbers:
        if number == 0:
            return 0
        found = found // gcd(found, number) * abs(number)
    return found


@of(math.isqrt)
def isqrt(number: Any) -> Any:
    """Return the root, rounded down."""
    if number < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    found = int(math.sqrt(number))
    while found * found > number:
        found -= 1
    while (found + 1) * (found + 1) <= number:
        found += 1
    return found


@of(math.comb)
def comb(number: Any, size: Any) -> Any:
    """Return the number of combinations."""
    if number < 0 or size < 0:
        raise ValueError("n must be a non-negative integer")
    if size > number:
        return 0
    found = 1
    for place in range(min(size, number - size)):
        found = found * (number - place) // (place + 1)
    return found


@of(math.perm)
def perm(number: Any, size: Any) -> Any:
    """Return the number of permutations of some."""
    if number < 0 or size < 0:
        raise ValueError("n must be a non-negative integer")
    found = 1
    for place in range(size):
        found *= max(0, number - place)
    return found


@of(math.factorial)
def factorial(number: Any) -> Any:
    """Return the product of the numbers from 1 on."""
    if number < 0:
        raise ValueError("factorial() not defined for negative values")
    found = 1
    for factor in range(2, number + 1):
        found *= factor
    return found


@of(math.prod)
def prod(iterable: Iterable[Any], *, start: Any = 1) -> Any:
    """Return a product."""
    found = start
    for number in iterable:
        found = found * number
    return found


@of(math.trunc)
def trunc(number: Any) -> Any:
    """Return a number without its fraction."""
    return int(number)


@of(math.hypot)
def hypot(x: Any, y: Any) -> Any:
    """Return the length of a vector."""
    return math.sqrt(x * x + y * y)


# Operators, as functions

TRANSLATIONS |= {
    operator.add: lambda a, b: a + b,
    operator.sub: lambda a, b: a - b,
    operator.mul: lambda a, b: a * b,
    operator.floordiv: lambda a, b: a // b,
    operator.truediv: lambda a, b: a / b,
    operator.mod: lambda a, b: a % b,
    operator.and_: lambda a, b: a & b,
    operator.or_: lambda a, b: a | b,
    operator.xor: lambda a, b: a ^ b,
    operator.lshift: lambda a, b: a << b,
    operator.rshift: lambda a, b: a >> b,
    operator.lt: lambda a, b: a < b,
    operator.le: lambda a, b: a <= b,
    operator.gt: lambda a, b: a > b,
    operator.ge: lambda a, b: a >= b,
    operator.eq: lambda a, b: a == b,
    operator.ne: lambda a, b: a != b,
    operator.neg: lambda a: -a,
    operator.not_: lambda a: not a,
    operator.invert: lambda a: ~a,
    operator.contains: lambda a, b: b in a,
    operator.getitem: lambda a, b: a[b],
}


# Lists, dictionaries and deques


def rotated(values: Any, steps: Any) -> None:
    """Rotate a deque."""
    if len(values) > 0:
        for _ in range(steps % len(values)):
            values.appendleft(values.pop())


def reversed_deque(values: Any) -> None:
    """Reverse a deque."""
    held = list(values)
    values.clear()
    for value in held:
        values.appendleft(value)


def removed(values: Any, wanted: Any) -> None:
    """Remove the first of a deque that is equal to a value."""
    held = list(values)
    place = held.index(wanted)
    values.clear()
    for other in range(len(held)):
        if other != place:
            values.append(held[other])


def extended_left(values: Any, iterable: Iterable[Any]) -> None:
    """Append elements to the left of a deque."""
    for value in iterable:
        values.appendleft(value)


def index_between(values: Any, wanted: Any, start: Any, stop: Any) -> Any:
    """Return the first place of a value in a part of a sequence."""
    number = len(values)
    first = max(0, start + number) if start < 0 else start
    last = stop + number if stop < 0 else min(stop, number)
    for place in range(first, last):
        if values[place] == wanted:
            return place
    raise ValueError("index(x): x is not there")


def most_common(counts: Any, number: Any) -> Any:
    """Return the keys with the largest counts; all of them if the number is below 0."""
    pairs = sorted(counts.items(), key=lambda pair: -pair[1])
    return pairs if number < 0 else pairs[:number]


def total(counts: Any) -> Any:
    """Return the sum of all counts."""
    return sum(counts.values())


def merge_sorted(values: Any, keys: Any) -> None:
    """Sort values by their keys: runs of 16 by insertion, then runs are merged."""
    number = len(values)
    for begin in range(0, number, 16):
        for place in range(begin + 1, min(begin + 16, number)):
            value, key, at = values[place], keys[place], place
            while at > begin and key < keys[at - 1]:
                values[at], keys[at] = values[at - 1], keys[at - 1]
                at -= 1
            values[at], keys[at] = value, key
    width = 16
    while width < number:
        old_values, old_keys = values[:], keys[:]
        for begin in range(0, number, 2 * width):
            middle, end = min(begin + width, number), min(begin + 2 * width, number)
            left, right = begin, middle
            is_in_order = middle >= end or not old_keys[middle] < old_keys[middle - 1]
            for place in range(end if is_in_order else begin, end):
                if left < middle and (right >= end or not old_keys[right] < old_keys[left]):
                    values[place], keys[place] = old_values[left], old_keys[left]
                    left += 1
                else:
                    values[place], keys[place] = old_values[right], old_keys[right]
                    right += 1
        width *= 2
