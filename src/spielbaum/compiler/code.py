"""The text of LLVM functions and modules, written line by line.

Every value is one or more words of 64 bits. Variables are slots in memory, which LLVM turns into registers.
"""

import struct
from collections.abc import Sequence
from typing import Any, NamedTuple

RUNTIME = """
declare ptr @NRT_Allocate(i64)
declare ptr @spielbaum_mark()
declare void @spielbaum_cut(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i64 @llvm.bswap.i64(i64)
declare double @llvm.floor.f64(double)
declare double @llvm.sqrt.f64(double)
declare double @llvm.fabs.f64(double)
declare double @llvm.rint.f64(double)
declare double @sin(double)
declare double @cos(double)
declare double @tan(double)
declare double @atan(double)
declare double @tanh(double)
declare double @sinh(double)
declare double @cosh(double)
declare double @exp(double)
declare double @log(double)
declare double @log2(double)
declare double @log10(double)
!0 = !{!"branch_weights", i32 1, i32 2000}
!1 = !{!"branch_weights", i32 2000, i32 1}
"""
"""What functions may call outside of their module."""


class Site(NamedTuple):
    """A place that raises an exception.

    Attributes
    ----------
    kind
        The class of the exception.
    text
        Its message; None if it has none.
    function, line
        The function in whose source it is, and the line.
    """

    kind: type[BaseException]
    text: str | None
    function: Any
    line: int


class Code:
    """One function in LLVM's language.

    Parameters
    ----------
    symbol
        Its name.
    parameters
        Its parameters, each as it is written: ``ptr noalias %p``.
    resumes
        Whether it is a generator, which keeps its slots between calls: ``%scalars`` and ``%arrays`` hold them.
    """

    def __init__(self, symbol: str, parameters: Sequence[str], *, resumes: bool = False) -> None:
        self.symbol, self.parameters, self.resumes = symbol, list(parameters), resumes
        self.lines: list[str] = []
        self._number = 0
        self._slots: dict[Any, str] = {}
        self._prologue: list[str] = []
        self.sizes = [0, 0]
        self.allocates = False
        self.sites: set[int] = set()
        self.is_open = True

    def op(self, text: str) -> str:
        """Write an instruction with a result, and return that."""
        self._reachable()
        self._number += 1
        self.lines.append(f"  %v{self._number} = {text}")
        return f"%v{self._number}"

    def do(self, text: str) -> None:
        """Write an instruction without a result; one that ends a block ends it."""
        self._reachable()
        self.lines.append(f"  {text}")
        self.is_open = not text.startswith(("br ", "ret ", "switch ", "unreachable"))

    def _reachable(self) -> None:
        """Start a block after the end of another, for code that is never run."""
        if not self.is_open:
            self.start(self.label())

    def label(self) -> str:
        """Return a new label."""
        self._number += 1
        return f"b{self._number}"

    def start(self, label: str) -> None:
        """Start a block."""
        if self.is_open:
            self.lines.append("  unreachable")
        self.lines.append(f"{label}:")
        self.is_open = True

    def slot(self, key: object, words: int, *, indexed: bool = False) -> str:
        """Return the address of memory in the frame, the same for the same key.

        Parameters
        ----------
        key
            What it holds.
        words
            Its size.
        indexed
            Whether its words are addressed by variable indexes.
        """
        name = self._slots.get(key)
        if name is None:
            name = self._slots[key] = f"%s{len(self._slots)}"
            if self.resumes:
                place = 1 if indexed else 0
                frame = ("%scalars", "%arrays")[place]
                self._prologue.append(f"  {name} = getelementptr inbounds i64, ptr {frame}, i64 {self.sizes[place]}")
                self.sizes[place] += max(1, words)
            else:
                self._prologue.append(f"  {name} = alloca [{max(1, words)} x i64], align 16")
        return name

    def address(self, base: str, offset: int | str) -> str:
        """Return the address of a word."""
        return base if offset in (0, "0") else self.op(f"getelementptr inbounds i64, ptr {base}, i64 {offset}")

    def part(self, base: str, offset: int) -> str:
        """Return the address of a word behind a slot or a parameter, known in the whole function."""
        if offset == 0:
            return base
        key = base, offset
        if key not in self._slots:
            self._slots[key] = f"%s{len(self._slots)}"
            self._prologue.append(f"  {self._slots[key]} = getelementptr inbounds i64, ptr {base}, i64 {offset}")
        return self._slots[key]

    def load(self, base: str, offset: int | str = 0) -> str:
        """Return a word from memory."""
        return self.op(f"load i64, ptr {self.address(base, offset)}, align 8")

    def store(self, word: str, base: str, offset: int | str = 0) -> None:
        """Write a word to memory."""
        self.do(f"store i64 {word}, ptr {self.address(base, offset)}, align 8")

    def copy(self, target: str, source: str, words: int | str) -> None:
        """Copy words between places that do not overlap."""
        size = int(words) * 8 if str(words).isdigit() else self.op(f"shl i64 {words}, 3")
        self.do(f"call void @llvm.memcpy.p0.p0.i64(ptr align 8 {target}, ptr align 8 {source}, i64 {size}, i1 false)")

    def times(self, place: str, words: int) -> str:
        """Return the offset of an element, given its place and the words of one."""
        if place.isdigit():
            return str(int(place) * words)
        return place if words == 1 else self.op(f"mul i64 {place}, {words}")

    def pointer(self, word: str) -> str:
        """Return the address that a word holds."""
        return self.op(f"inttoptr i64 {word} to ptr")

    def word(self, pointer: str) -> str:
        """Return an address as a word."""
        return self.op(f"ptrtoint ptr {pointer} to i64")

    def truth(self, word: str) -> str:
        """Return a bool as a bit."""
        return self.op(f"icmp ne i64 {word}, 0")

    def of_bit(self, bit: str) -> str:
        """Return a bit as a bool."""
        return self.op(f"zext i1 {bit} to i64")

    def compare(self, how: str, one: str, other: str) -> str:
        """Return a comparison of words as a bool: ``eq``, ``ne``, ``slt``, ``ult`` ..."""
        return self.of_bit(self.op(f"icmp {how} i64 {one}, {other}"))

    def choose(self, condition: str, one: str, other: str) -> str:
        """Return one word if a bool is true, else the other."""
        return self.op(f"select i1 {self.truth(condition)}, i64 {one}, i64 {other}")

    def text(self, head: Sequence[str]) -> str:
        """Return the whole function."""
        parameters = ", ".join(self.parameters)
        return "\n".join([
            f"define i32 @{self.symbol}({parameters}) {{", "entry:", *self._prologue, *head, *self.lines, "}"
        ])  # fmt: skip


class Unit:
    """One module: functions, constants, strings, and the places that raise exceptions."""

    def __init__(self) -> None:
        self.functions: dict[str, str] = {}
        self.sites: list[Site] = []
        self._site_numbers: dict[Site, int] = {}
        self._tables: dict[tuple[str, ...], str] = {}
        self._strings: dict[str, int] = {}
        self._has_letters = self._recurs = False

    def string(self, text: str) -> int:
        """Return the number of a string."""
        return self._strings.setdefault(text, len(self._strings))

    def letters(self) -> str:
        """Return the address of a table with the letters of every string, each the address of a header."""
        self._has_letters = True
        return "@letters.{suffix}"

    def _letters(self) -> list[str]:
        """Return the definition of that table; a letter is a string, too."""
        if not self._has_letters:
            return []
        for text in list(self._strings):
            for letter in text:
                self.string(letter)
        lines, headers = [], []
        for number, text in enumerate(self._strings):
            name, size = f"@letters{number}.{{suffix}}", len(text)
            words = ", ".join(f"i64 {self._strings[letter]}" for letter in text) or "i64 0"
            lines += [
                f"{name}.data = internal unnamed_addr constant [{max(1, size)} x i64] [{words}], align 16",
                f"{name} = internal unnamed_addr constant [3 x i64] "
                f"[i64 {size}, i64 {size}, i64 ptrtoint (ptr {name}.data to i64)], align 16",
            ]
            headers.append(f"i64 ptrtoint (ptr {name} to i64)")
        table = f"[{len(headers)} x i64] [{', '.join(headers)}]"
        return [*lines, f"@letters.{{suffix}} = internal unnamed_addr constant {table}, align 16"]

    def depth(self) -> str:
        """Return the address of the number of calls of functions that call themselves, which are running."""
        self._recurs = True
        return "@depth.{suffix}"

    @staticmethod
    def stack() -> str:
        """Return the address of the place in the stack where the first of these calls is."""
        return "@stack.{suffix}"

    def site(self, site: Site) -> int:
        """Return the status of a function that raises there: its place in ``sites`` + 1."""
        if site not in self._site_numbers:
            self.sites.append(site)
            self._site_numbers[site] = len(self.sites)
        return self._site_numbers[site]

    def table(self, words: Sequence[str]) -> str:
        """Return the address of constant words."""
        key = tuple(words)
        return self._tables.setdefault(key, f"@table{len(self._tables)}.{{suffix}}")

    def text(self, suffix: str) -> str:
        """Return the module.

        Parameters
        ----------
        suffix
            A part of every symbol: those of two modules in one kernel differ.
        """
        tables = [
            f"{name} = internal unnamed_addr constant [{max(1, len(words))} x i64] "
            f"[{', '.join(f'i64 {word}' for word in words or ('0',))}], align 16"
            for words, name in self._tables.items()
        ]
        if self._recurs:
            tables += [f"@{name}.{{suffix}} = internal global i64 0, align 8" for name in ("depth", "stack")]
        return "\n".join([RUNTIME, *tables, *self._letters(), *self.functions.values()]).replace("{suffix}", suffix)


def whole_word(number: int) -> str:
    """Return a whole number as a word, modulo 2**64 and with a sign."""
    return str((number + 2**63) % 2**64 - 2**63)


def float_word(number: float) -> str:
    """Return the bits of a float as a word."""
    return str(struct.unpack("<q", struct.pack("<d", number))[0])
