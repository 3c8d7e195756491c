"""A linker for one WebAssembly object of LLVM, which makes a module with addresses in a memory that is there already.

An object is a module with relocations. Here its data is given an address, the relocations are applied, and the entry is
exported. Function and type indices stay as they are, so most of the object is copied. What is not known is refused.

The format: WebAssembly Core Specification 2.0, section 5; "WebAssembly Object File Linking" of the WebAssembly tool
conventions, version 2.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

MAGIC = b"\0asm\1\0\0\0"

CUSTOM, TYPE, IMPORT, FUNCTION, TABLE, EXPORT, ELEMENT, DATA_COUNT, CODE, DATA = 0, 1, 2, 3, 4, 7, 9, 12, 10, 11
"""The numbers of sections."""

_KNOWN = frozenset({TYPE, IMPORT, FUNCTION, DATA_COUNT, CODE, DATA})
_LAST = "target_features"
_UNUSED = frozenset({"producers", _LAST})

OF_FUNCTION, OF_TABLE, OF_MEMORY, OF_GLOBAL = range(4)
"""The kinds of imports."""

_SYMBOL_TABLE, _SEGMENT_INFO = 8, 5
_FUNCTION, _DATA, _GLOBAL, _SECTION, _OF_TABLE = 0, 1, 2, 3, 5
_UNDEFINED, _EXPLICIT_NAME = 0x10, 0x40

_FUNCTION_INDEX, _TABLE_INDEX_SLEB, _TABLE_INDEX, _ADDRESS_LEB, _ADDRESS_SLEB, _ADDRESS = range(6)
_TYPE_INDEX, _GLOBAL_INDEX, _TABLE_NUMBER = 6, 7, 20
_WITH_ADDEND = frozenset({_ADDRESS_LEB, _ADDRESS_SLEB, _ADDRESS})
_PADDED = 5
"""The bytes of a number that a relocation changes."""

STACK_POINTER, MEMORY, FUNCTIONS = "__stack_pointer", "__linear_memory", "__indirect_function_table"
_GET, _SET, _CONSTANT, _ADD = 0x23, 0x24, 0x41, 0x6A


class LinkError(ValueError):
    """An object that cannot be linked."""


class Symbol(NamedTuple):
    """A symbol of an object: a function by its index, or data by its segment and the offset there."""

    kind: int
    name: str
    place: int
    offset: int = 0


class Relocation(NamedTuple):
    """A place in a section whose content depends on a symbol or a type."""

    kind: int
    offset: int
    place: int
    addend: int


class Segment(NamedTuple):
    """Data, with the offset of its bytes in the data section."""

    start: int
    content: bytes
    alignment: int


class _Reader:
    def __init__(self, content: bytes, at: int = 0, end: int | None = None) -> None:
        self.content, self.at = content, at
        self.end = len(content) if end is None else end

    def byte(self) -> int:
        if self.at >= self.end:
            raise LinkError("the object ends too early")
        self.at += 1
        return self.content[self.at - 1]

    def number(self) -> int:
        """Read an unsigned number (LEB128)."""
        value = 0
        for shift in range(0, 35, 7):
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
        raise LinkError("a number of the object is too long")

    def signed(self) -> int:
        """Read a signed number."""
        start = self.at
        value = self.number()
        bits = 7 * (self.at - start)
        return value - (1 << bits) if value >> (bits - 1) else value

    def bytes(self, length: int) -> bytes:
        if length > self.end - self.at:
            raise LinkError("the object ends too early")
        self.at += length
        return self.content[self.at - length : self.at]

    def text(self) -> str:
        return self.bytes(self.number()).decode()

    def part(self) -> "_Reader":
        """Return a reader of the next part, which begins with its length."""
        length = self.number()
        start = self.at
        self.bytes(length)
        return _Reader(self.content, start, self.at)

    @property
    def is_done(self) -> bool:
        return self.at == self.end


class Import(NamedTuple):
    """An import: module, name, kind, and its description as it is written."""

    module: str
    name: str
    kind: int
    described: bytes


class Object:
    """A WebAssembly object.

    Parameters
    ----------
    content
        The content of the file.

    Raises
    ------
    LinkError
        If it is damaged, or has a section, a symbol or a relocation that is not known here.
    """

    def __init__(self, content: bytes) -> None:
        if content[: len(MAGIC)] != MAGIC:
            raise LinkError("this is no WebAssembly object")
        self.sections: dict[int, bytes] = {}
        self.relocations: dict[int, list[Relocation]] = {}
        self.symbols: list[Symbol] = []
        self._numbers: list[int] = []  # of the sections, in order
        self._is_whole = False
        alignments: list[int] = []
        reader = _Reader(content, len(MAGIC))
        try:
            while not reader.is_done:
                number = reader.byte()
                section = reader.part()
                self._numbers.append(number)
                if number == CUSTOM:
                    self._custom(section, alignments)
                elif number in _KNOWN and number not in self.sections:
                    self.sections[number] = section.bytes(section.end - section.at)
                else:
                    raise LinkError(f"section {number} of the object is not known")
            if not self._is_whole:
                raise LinkError("the object ends too early")
            self.imports = list(self._imports())
            self.segments = list(self._segments(alignments))
        except UnicodeDecodeError:
            raise LinkError("a name of the object is not text") from None

    @property
    def imported_functions(self) -> list[str]:
        """The names of the functions that it calls and does not define."""
        return [one.name for one in self.imports if one.kind == OF_FUNCTION]

    def function(self, name: str) -> int | None:
        """Return the index of a function that it defines; None if there is none."""
        defined = (one for one in self.symbols if one.kind == _FUNCTION and one.place >= len(self.imported_functions))
        return next((one.place for one in defined if one.name == name), None)

    def _custom(self, section: _Reader, alignments: list[int]) -> None:
        name = section.text()
        if name == "linking":
            self._linking(section, alignments)
        elif name in ("reloc.CODE", "reloc.DATA"):
            target = section.number()
            if target >= len(self._numbers) or self._numbers[target] != (CODE if name == "reloc.CODE" else DATA):
                raise LinkError(f"{name} of the object belongs to another section")
            self.relocations[self._numbers[target]] = [self._relocation(section) for _ in range(section.number())]
        elif name not in _UNUSED:
            raise LinkError(f"section {name!r} of the object is not known")
        self._is_whole = name == _LAST

    def _linking(self, section: _Reader, alignments: list[int]) -> None:
        if section.number() != 2:
            raise LinkError("the object has another version")
        while not section.is_done:
            kind, part = section.byte(), section.part()
            if kind == _SYMBOL_TABLE:
                self.symbols += [self._symbol(part) for _ in range(part.number())]
            elif kind == _SEGMENT_INFO:
                for _ in range(part.number()):
                    part.text()
                    alignments.append(1 << part.number())
                    if part.number() & ~3:  # strings that could be merged
                        raise LinkError("a segment of the object is not plain data")
            else:
                raise LinkError(f"part {kind} of the object's symbols is not known")

    def _symbol(self, part: _Reader) -> Symbol:
        kind, flags = part.byte(), part.number()
        if kind in (_FUNCTION, _GLOBAL, _OF_TABLE):
            index, named = part.number(), not flags & _UNDEFINED or flags & _EXPLICIT_NAME
            return Symbol(kind, part.text() if named else "", index)
        if kind == _DATA:
            name = part.text()
            if flags & _UNDEFINED:
                raise LinkError(f"the data {name} is not there")
            index, offset, _size = part.number(), part.number(), part.number()
            return Symbol(kind, name, index, offset)
        raise LinkError(f"a symbol of the object has the unknown kind {kind}")

    def _relocation(self, section: _Reader) -> Relocation:
        kind, offset, index = section.byte(), section.number(), section.number()
        return Relocation(kind, offset, index, section.signed() if kind in _WITH_ADDEND else 0)

    def _imports(self) -> Iterator[Import]:
        reader = _Reader(self.sections.get(IMPORT, b"\0"))
        for _ in range(reader.number()):
            module, name, kind, start = reader.text(), reader.text(), reader.byte(), reader.at
            if kind == OF_FUNCTION:
                reader.number()
            elif kind in (OF_TABLE, OF_MEMORY):
                if kind == OF_TABLE:
                    reader.byte()
                if reader.byte() & 1:
                    reader.number()
                reader.number()
            elif kind == OF_GLOBAL:
                reader.bytes(2)
            else:
                raise LinkError(f"the object imports {name}, of an unknown kind")
            yield Import(module, name, kind, reader.content[start : reader.at])

    def _segments(self, alignments: Sequence[int]) -> Iterator[Segment]:
        reader = _Reader(self.sections.get(DATA, b"\0"))
        count = reader.number()
        if count != len(alignments):
            raise LinkError("the segments of the object are not described")
        for place in range(count):
            if reader.byte() != 0 or reader.byte() != _CONSTANT or reader.number() < 0 or reader.byte() != 0x0B:
                raise LinkError("a segment of the object has an address of its own")
            length = reader.number()
            yield Segment(reader.at, reader.bytes(length), alignments[place])


class Layout(NamedTuple):
    """Where the segments of an object lie, from the start of its data on, and how many bytes there are."""

    places: tuple[int, ...]
    size: int


ALIGNMENT = 16
"""That of the start of the data."""


def layout_of(linked: Object) -> Layout:
    """Return the layout of the data of an object."""
    places, end = [], 0
    for segment in linked.segments:
        if segment.alignment > ALIGNMENT:
            raise LinkError("the data of the object is aligned to more than 16 bytes")
        end = -(-end // segment.alignment) * segment.alignment
        places.append(end)
        end += len(segment.content)
    return Layout(tuple(places), end)


def link(linked: Object, exports: Mapping[str, int], *, data: int, stack_limit: int) -> bytes:
    """Return a module that runs in a memory that exists, for one place in it.

    It imports ``env.memory``, ``env.__stack_pointer`` if it needs a stack, and functions of ``env``.

    Parameters
    ----------
    linked
        The object.
    exports
        The names of exports, and the functions by their indices.
    data
        The address of ``layout_of(linked).size`` bytes, aligned to 16.
    stack_limit
        The lowest address of the stack: a function that would go below it traps.

    Raises
    ------
    LinkError
        If a relocation is not known, or has no place.
    """
    linking = _Linking(linked, data, stack_limit)
    code, contents = linking.code(), linking.data()
    sections = [
        (TYPE, linked.sections.get(TYPE, b"\0")),
        (IMPORT, linking.imports()),
        (FUNCTION, linked.sections.get(FUNCTION, b"\0")),
        (TABLE, linking.table()),
        (EXPORT, _vector([_text(name) + b"\0" + leb(index) for name, index in exports.items()])),
        (ELEMENT, linking.elements()),
        (DATA_COUNT, linked.sections.get(DATA_COUNT, b"")),
        (CODE, code),
        (DATA, contents),
    ]
    return MAGIC + b"".join(bytes([number]) + leb(len(body)) + body for number, body in sections if body)


class _Linking:
    def __init__(self, linked: Object, data: int, stack_limit: int) -> None:
        self.linked, self.base, self.stack_limit = linked, data, stack_limit
        self.places = layout_of(linked).places
        self.in_table: dict[int, int] = {}  # functions whose address is taken
        self.has_table = any(one.kind == OF_TABLE for one in linked.imports)
        globals_ = [one.name for one in linked.imports if one.kind == OF_GLOBAL]
        if globals_ not in ([], [STACK_POINTER]):
            raise LinkError(f"the object imports {', '.join(globals_)}")

    def imports(self) -> bytes:
        found = []
        for one in self.linked.imports:
            if one.kind == OF_TABLE:
                continue
            name = "memory" if one.kind == OF_MEMORY else one.name
            described = b"\0\0" if one.kind == OF_MEMORY else one.described
            found.append(_text("env") + _text(name) + bytes([one.kind]) + described)
        return _vector(found)

    def table(self) -> bytes:
        return _vector([b"\x70\0" + leb(1 + len(self.in_table))]) if self.has_table else b""

    def elements(self) -> bytes:
        """Return the functions in the table, from index 1 on: 0 is no function."""
        functions = _vector([leb(index) for index in self.in_table])
        return _vector([b"\0" + bytes([_CONSTANT, 1, 0x0B]) + functions]) if self.in_table else b""

    def data(self) -> bytes:
        content = bytearray(self.linked.sections.get(DATA, b"\0"))
        for one in self.linked.relocations.get(DATA, []):
            if one.kind not in (_ADDRESS, _TABLE_INDEX):
                raise LinkError(f"data of the object has a relocation of the unknown kind {one.kind}")
            if not any(s.start <= one.offset <= s.start + len(s.content) - 4 for s in self.linked.segments):
                raise LinkError("a relocation of the object has no place")
            content[one.offset : one.offset + 4] = (self.value_of(one) & 0xFFFFFFFF).to_bytes(4, "little")
        segments = []
        for segment, place in zip(self.linked.segments, self.places, strict=True):
            end = segment.start + len(segment.content)
            start = bytes([0, _CONSTANT]) + _sleb(self.base + place) + b"\x0b"
            segments.append(start + leb(len(segment.content)) + content[segment.start : end])
        return _vector(segments) if segments else b""

    def code(self) -> bytes:
        content = bytearray(self.linked.sections.get(CODE, b"\0"))
        sets = []
        for one in self.linked.relocations.get(CODE, []):
            place = slice(one.offset, one.offset + _PADDED)
            number = content[place]
            if len(number) < _PADDED or [byte >> 7 for byte in number] != [1, 1, 1, 1, 0]:
                raise LinkError("a relocation of the object has no place")
            if one.kind in (_ADDRESS_SLEB, _TABLE_INDEX_SLEB):
                content[place] = _padded(self.value_of(one), signed=True)
            elif one.kind in (_FUNCTION_INDEX, _ADDRESS_LEB, _TYPE_INDEX, _GLOBAL_INDEX, _TABLE_NUMBER):
                content[place] = _padded(self.value_of(one), signed=False)
            else:
                raise LinkError(f"code of the object has a relocation of the unknown kind {one.kind}")
            if one.kind == _GLOBAL_INDEX and content[one.offset - 1] == _SET:
                sets.append(one.offset - 1)
        return self.with_checks(bytes(content), sets)

    def value_of(self, one: Relocation) -> int:
        """Return what a relocation writes."""
        if one.kind == _TYPE_INDEX:
            return one.place
        if one.place >= len(self.linked.symbols):
            raise LinkError("a relocation of the object has no symbol")
        symbol = self.linked.symbols[one.place]
        wanted = {_FUNCTION_INDEX: _FUNCTION, _TABLE_INDEX_SLEB: _FUNCTION, _TABLE_INDEX: _FUNCTION}
        wanted |= {_GLOBAL_INDEX: _GLOBAL, _TABLE_NUMBER: _OF_TABLE}
        if symbol.kind != wanted.get(one.kind, _DATA):
            raise LinkError(f"a relocation of the object has the symbol {symbol.name}, of another kind")
        if symbol.kind == _DATA:
            if symbol.place >= len(self.places):
                raise LinkError(f"the data {symbol.name} is not there")
            return self.base + self.places[symbol.place] + symbol.offset + one.addend
        if one.kind in (_TABLE_INDEX_SLEB, _TABLE_INDEX):
            return self.in_table.setdefault(symbol.place, len(self.in_table) + 1)
        return symbol.place

    def with_checks(self, code: bytes, sets: Sequence[int]) -> bytes:
        """Return the code with a trap wherever a function lets the stack grow below its limit."""
        check = (
            bytes([_GET, 0, _CONSTANT]) + _sleb(self.stack_limit) + bytes([0x49, 0x04, 0x40, 0x00, 0x0B])
        )  # i32.lt_u, if, unreachable, end
        reader, bodies, grown = _Reader(code), [], sorted(sets)
        for _ in range(reader.number()):
            body = reader.part()
            parts, at, is_first = [], body.at, True
            for place in (one for one in grown if body.at <= one < body.end):
                end = place + 1 + _PADDED
                parts.append(code[at:end])
                if is_first or code[place - 1] != _ADD:  # at the end of a function the stack shrinks
                    parts.append(check)
                at, is_first = end, False
            whole = b"".join([*parts, code[at : body.end]])
            bodies.append(leb(len(whole)) + whole)
        if not reader.is_done:
            raise LinkError("the code of the object has another length")
        return _vector(bodies)


def leb(number: int) -> bytes:
    """Return an unsigned number as LEB128."""
    written = bytearray()
    while number > 0x7F:
        written.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*written, number])


def _sleb(number: int) -> bytes:
    """Return an address as a signed number of 32 bits."""
    number = (number + 2**31) % 2**32 - 2**31
    written = bytearray()
    while not -64 <= number < 64:
        written.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*written, number & 0x7F])


def _padded(number: int, *, signed: bool) -> bytes:
    """Return a number of 32 bits in five bytes."""
    number = (number + 2**31) % 2**32 - 2**31 if signed else number % 2**32
    return bytes([*(number >> shift & 0x7F | 0x80 for shift in range(0, 28, 7)), number >> 28 & 0x7F])


def _text(text: str) -> bytes:
    return leb(len(text.encode())) + text.encode()


def _vector(items: Sequence[bytes]) -> bytes:
    return leb(len(items)) + b"".join(items)
