"""Names with options: ``connect-four:width=6,height=5``, ``alpha-beta(fail=hard)``."""

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args, get_origin, get_type_hints

from spielbaum.errors import InputError, Message, UnknownNameError

BARE = "name"
"""The option whose name may be omitted: ``figure:hypermax`` means ``figure:name=hypermax``."""

_NESTED = re.compile(r"\s*([^:(),=]+?)\s*:\s*([\w-]+)\s*(?::(.*)|\((.*)\))\s*", re.DOTALL)
_OUTER_COMMA = re.compile(r",(?![^()]*\))")


def as_typed(text: str) -> str:
    """Return a spec with true and false written as on the command line.

    Examples
    --------
    >>> as_typed("nim:heaps=3-4-5,misere=True")
    'nim:heaps=3-4-5,misere=true'
    """
    return re.sub(r"=(True|False)(?![\w-])", lambda found: found[0].lower(), text)


@dataclass(frozen=True)
class Spec:
    """A name and its options as texts; a flag has the value ``"true"``."""

    name: str
    options: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        """Return the text of the spec."""
        text = ",".join(
            value if key == BARE and re.fullmatch(r"[\w-]+", value) else f"{key}={value}"
            for key, value in self.options.items()
        )
        return f"{self.name}:{text}" if text else self.name


@dataclass(frozen=True)
class Option:
    """An option of a game or an algorithm, read from the signature of a function."""

    name: str
    default: Any
    choices: tuple[Any, ...] = ()

    def __str__(self) -> str:
        """Return name, default and choices as a help text shows them."""
        return f"{self.name}={'|'.join(map(str, self.choices)) or self.default}"

    def has(self, text: str) -> bool:
        """Return whether a text is one of its values.

        Examples
        --------
        >>> Option("history", False).has("true"), Option("history", 0.0).has("true")
        (True, False)
        """
        try:
            _convert(text, self, Message(""))
        except InputError:
            return False
        return True


def parse_spec(text: str) -> Spec:
    """Read ``name``, ``name:key=value,flag`` or ``name(key=value, flag)``.

    After an option without a name the others may follow in parentheses or after a colon:
    ``openspiel:hex(board_size=4)`` and ``openspiel:hex:board_size=4`` mean ``openspiel:hex,board_size=4``.

    Raises
    ------
    InputError
        If the text is malformed, or has an option twice.

    Examples
    --------
    >>> parse_spec("connect-four:width=6,height=5")
    Spec(name='connect-four', options={'width': '6', 'height': '5'})
    >>> parse_spec("max-n(immediate)").options
    {'immediate': 'true'}
    >>> parse_spec("openspiel:hex(board_size=4)").options
    {'name': 'hex', 'board_size': '4'}
    """
    nested = _NESTED.fullmatch(text)
    if nested:
        return parse_spec(f"{nested[1]}:{BARE}={nested[2]},{nested[4] if nested[3] is None else nested[3]}")
    match = re.fullmatch(r"\s*([^:(),=]+?)\s*(?::(.*)|\((.*)\))?\s*", text, re.DOTALL)
    if not match:
        raise InputError(Message("cannot read {!r}: write NAME, NAME:key=value,flag or NAME(key=value, flag)", text))
    options: dict[str, str] = {}
    body = match[2] if match[2] is not None else match[3] or ""
    for part in filter(None, (piece.strip() for piece in _OUTER_COMMA.split(body))):
        key, separator, value = (piece.strip() for piece in part.partition("="))
        if key in options:
            raise InputError(Message("option {!r} is given twice in {!r}", key, text))
        if not key or (separator and not value):
            raise InputError(Message("cannot read option {!r} in {!r}: write key=value", part, text))
        options[key] = value if separator else "true"
    return Spec(match[1], options)


def split_specs(text: str) -> list[str]:
    """Split a list of specs at the commas outside parentheses.

    An entry without a name, such as ``fail=hard`` after ``alpha-beta:order=none``, belongs to the previous entry.

    Examples
    --------
    >>> split_specs("minimax,alpha-beta(fail=hard, order=none)")
    ['minimax', 'alpha-beta(fail=hard, order=none)']
    """
    parts: list[str] = []
    for part in _OUTER_COMMA.split(text):
        if parts and re.fullmatch(r"\s*[\w-]+=[^:()]*(\.py:\w+)?", part) and ":" in parts[-1]:
            parts[-1] += "," + part
        elif part.strip():
            parts.append(part.strip())
    return parts


def options_of(function: Callable[..., Any]) -> dict[str, Option]:
    """Return the options of a function: its parameters with a default, except private ones.

    A parameter whose default is a NamedTuple stands for the fields of the tuple.
    """
    found: dict[str, Option] = {}
    for name, default, hint in _parameters(function):
        fields = get_type_hints(type(default)) if hasattr(default, "_fields") else {}
        for option, kind in fields.items() or [(name, hint)]:
            choices = get_args(kind) if get_origin(kind) is Literal else ()
            found[option] = Option(option, getattr(default, option) if fields else default, choices)
    return found


def arguments_of(function: Callable[..., Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a function for some options; fields of a NamedTuple are collected in one."""
    arguments = dict(options)
    for name, default, _ in _parameters(function):
        if hasattr(default, "_fields"):
            inside = {field: arguments.pop(field) for field in default._fields if field in arguments}
            arguments[name] = default._replace(**inside)
    return arguments


def _parameters(function: Callable[..., Any]) -> list[tuple[str, Any, Any]]:
    """Return name, default and type of each public parameter with a default."""
    hints = get_type_hints(function)
    return [
        (parameter.name, parameter.default, hints.get(parameter.name, type(parameter.default)))
        for parameter in inspect.signature(function).parameters.values()
        if parameter.default is not inspect.Parameter.empty and not parameter.name.startswith("_")
    ]


def convert_options(spec: Spec, options: Mapping[str, Option], kind: str) -> dict[str, Any]:
    """Return the options of a spec as values, which have the types of the defaults.

    Raises
    ------
    InputError
        If an option does not exist or its value is invalid.
    """
    converted: dict[str, Any] = {}
    for key, text in spec.options.items():
        if key not in options and text == "true" and BARE in options and BARE not in {*spec.options, *converted}:
            key, text = BARE, key
        if key not in options:
            raise UnknownNameError(Message("option of {} {!r}", kind, spec.name), key, options)
        converted[key] = _convert(text, options[key], Message("option {!r} of {} {!r}", key, kind, spec.name))
    return converted


def checked(value: Any, option: Option, where: Message) -> Any:
    """Return the value of an option, checked; an int is accepted for a float.

    Raises
    ------
    InputError
        If it is not a value of the option.
    """
    wanted = type(option.default)
    if wanted is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if option.choices and value not in option.choices:
        raise InputError(Message("{} must be one of {}, not {!r}", where, ", ".join(map(str, option.choices)), value))
    if not option.choices and type(value) is not wanted:
        raise InputError(Message("{} must be {}, not {!r}", where, Message(_KINDS[wanted]), value))
    return value


def option_text(value: Any) -> str:
    """Return the text of an option's value.

    Examples
    --------
    >>> option_text(True), option_text(30.0), option_text(0.5), option_text("hard")
    ('true', '30', '0.5', 'hard')
    """
    if isinstance(value, bool):
        return str(value).lower()
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


_KINDS = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}


def _convert(text: str, option: Option, where: Message) -> Any:
    if option.choices:
        for choice in option.choices:
            if text == str(choice):
                return choice
        choices = ", ".join(map(str, option.choices))
        raise InputError(Message("{} must be one of {}, not {!r}", where, choices, text))
    wanted = type(option.default)
    if wanted is bool:
        if text.lower() in ("true", "yes", "on", "1"):
            return True
        if text.lower() in ("false", "no", "off", "0"):
            return False
        raise InputError(Message("{} must be true or false, not {!r}", where, text))
    try:
        return wanted(text)
    except ValueError:
        kind = Message(_KINDS.get(wanted, wanted.__name__))
        raise InputError(Message("{} must be {}, not {!r}", where, kind, text)) from None
