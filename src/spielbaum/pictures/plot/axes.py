"""Axes of plots: positions of numbers, and ticks whose labels do not overlap."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from spielbaum.language import current_texts
from spielbaum.pictures.svg.blocks import text_width

SIZE = 13
"""The font size, in units of the picture."""

MOST_TICKS = 7


@dataclass(frozen=True)
class Axis:
    """One axis.

    Parameters
    ----------
    label
        The quantity, with its unit.
    low, high
        The ends of the axis.
    logarithmic
        Whether the scale is logarithmic; then both ends are positive.
    whole
        Whether ticks are at integers only.
    powers
        Whether the ticks of a logarithmic axis are powers of two, written as such.
    """

    label: str
    low: float
    high: float
    logarithmic: bool = False
    whole: bool = False
    powers: bool = False

    @classmethod
    def over(
        cls,
        label: str,
        numbers: Iterable[float],
        *,
        logarithmic: bool = False,
        whole: bool = False,
        powers: bool = False,
    ) -> "Axis":
        """Return an axis that spans all numbers, with a margin.

        Examples
        --------
        >>> Axis.over("plies", [0, 10]).high
        10.5
        """
        low, high = _ends(list(numbers) or [1.0, 2.0], logarithmic)
        return cls(label, low, high, logarithmic, whole, powers)

    def place(self, number: float, length: float) -> float:
        """Return the position of a number on an axis of a length."""
        low, high, at = (self._turned(x) for x in (self.low, self.high, number))
        return (at - low) / (high - low) * length

    def _turned(self, number: float) -> float:
        return math.log10(number) if self.logarithmic else number

    def ticks(self, length: float | None = None) -> list[tuple[float, str]]:
        """Return the ticks and their labels; with a length, few enough that labels side by side fit.

        Examples
        --------
        >>> Axis("share", 0, 1).ticks()
        [(0.0, '0'), (0.2, '0.2'), (0.4, '0.4'), (0.6, '0.6'), (0.8, '0.8'), (1.0, '1')]
        >>> [text for _, text in Axis("seconds", 0.001, 2, logarithmic=True).ticks()]
        ['0.001', '0.01', '0.1', '1']
        >>> [text for _, text in Axis("entries", 1000, 5000, logarithmic=True, powers=True).ticks()]
        ['2^10', '2^11', '2^12']
        """
        found = self._steps() if not self.logarithmic else self._powers() if self.powers else self._decades()
        if length is not None and found:
            # Half a width more, since the last label is shifted to the left if it would leave the picture.
            widest = 1.5 * max(text_width(text, SIZE) for _, text in found) + SIZE / 2
            places = [self.place(number, length) for number, _ in found]
            gap = min((b - a for a, b in pairwise(places)), default=length)
            found = found[:: max(1, math.ceil(widest / gap))]
        return found

    def _steps(self) -> list[tuple[float, str]]:
        step = _step((self.high - self.low) / MOST_TICKS, self.whole)
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return [(float(f"{i * step:.10g}"), number_text(i * step)) for i in range(first, last + 1)]

    def _decades(self) -> list[tuple[float, str]]:
        first, last = math.floor(math.log10(self.low)), math.ceil(math.log10(self.high))
        digits = (1,) if last - first > 2 else (1, 2, 5)
        found = [digit * 10.0**exponent for exponent in range(first, last + 1) for digit in digits]
        inside = [number for number in found if self.low * (1 - 1e-9) <= number <= self.high * (1 + 1e-9)]
        if not inside or (len(inside) == 1 and self.high > 1.25 * self.low):  # a short axis is nearly linear
            return self._steps()
        return [(number, number_text(number)) for number in inside]

    def _powers(self) -> list[tuple[float, str]]:
        first, last = math.ceil(math.log2(self.low)), math.floor(math.log2(self.high))
        return [(2.0**exponent, f"2^{exponent}") for exponent in range(first, last + 1)]


def _step(least: float, whole: bool) -> float:
    """Return the next number that is 1, 2 or 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(least))
    step = next(digit * power for digit in (1, 2, 5, 10) if digit * power >= least * (1 - 1e-9))
    return max(step, 1.0) if whole else step


def _ends(numbers: list[float], logarithmic: bool) -> tuple[float, float]:
    low, high = min(numbers), max(numbers)
    if logarithmic:
        room = max((high / low) ** 0.05, 1.1)
        return low / room, high * room
    room = (high - low) / 20 or max(abs(high), 1.0) / 2
    return low - (0 if low == 0 else room), high + room


def number_text(number: float) -> str:
    """Return a number for readers: with no more digits than needed, and thousands separated.

    Examples
    --------
    >>> number_text(25_000.0), number_text(0.30000000000000004), number_text(2e6), number_text(-50.0), number_text(1e-6)
    ('25,000', '0.3', '2,000,000', '−50', '0.000001')
    >>> number_text(-0.0)
    '0'
    """
    text = f"{number:,.0f}" if abs(number) >= 1000 else f"{number:.6g}"
    if "e" in text:
        text = f"{number:.7f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else current_texts().local(text.replace("-", "−"))
