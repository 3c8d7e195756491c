"""Names with options."""

from typing import Any, Literal, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spielbaum.errors import InputError, UnknownNameError
from spielbaum.spec import Spec, arguments_of, convert_options, options_of, parse_spec, split_specs
from tiers import examples

NAME = st.from_regex(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", fullmatch=True)
VALUE = st.from_regex(r"[A-Za-z0-9./_-]+", fullmatch=True)
SPECS = st.builds(Spec, NAME, st.dictionaries(NAME, VALUE, max_size=4))


def factory(
    rules: object,
    *,
    width: int = 7,
    weight: float = 0.5,
    misere: bool = False,
    fail: Literal["soft", "hard"] = "soft",
    lines: Literal[3, 4] = 3,
    file: str = "",
    _hidden: int = 0,
) -> None:
    """Take every kind of option."""


OPTIONS = options_of(factory)


def convert(text: str) -> dict[str, Any]:
    return convert_options(parse_spec(text), OPTIONS, "game")


@pytest.mark.slow
@examples(40)
@given(spec=SPECS)
def test_specs_round_trip(spec: Spec) -> None:
    assert parse_spec(str(spec)) == spec


@examples(40)
@given(spec=SPECS)
def test_parentheses_mean_the_same_as_the_colon(spec: Spec) -> None:
    inside = ", ".join(f"{key}={value}" for key, value in spec.options.items())
    assert parse_spec(f" {spec.name} ({inside})") == spec


@pytest.mark.parametrize(
    ("text", "name", "options"),
    [
        ("nim", "nim", {}),
        ("nim:", "nim", {}),
        ("nim()", "nim", {}),
        ("nim:misere", "nim", {"misere": "true"}),
        ("connect-four:width=6,height=5", "connect-four", {"width": "6", "height": "5"}),
        ("max-n(immediate, transform = none)", "max-n", {"immediate": "true", "transform": "none"}),
        ("tree:file=a=b.json", "tree", {"file": "a=b.json"}),
    ],
)
def test_valid_forms(text: str, name: str, options: dict[str, str]) -> None:
    assert parse_spec(text) == Spec(name, options)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "cannot read ''"),
        (":width=3", "cannot read ':width=3'"),
        ("a=b", "cannot read 'a=b'"),
        ("a,b", "cannot read 'a,b'"),
        ("nim(misere", "cannot read"),
        ("nim:=3", "cannot read option '=3'"),
        ("nim:heaps=", "cannot read option 'heaps='"),
        ("mnk:line=3,width=4,line=5", "option 'line' is given twice"),
        ("nim:misere,misere", "option 'misere' is given twice"),
    ],
)
def test_invalid_forms_are_refused(text: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        parse_spec(text)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("minimax", ["minimax"]),
        ("minimax,alpha-beta", ["minimax", "alpha-beta"]),
        (" minimax , alpha-beta ", ["minimax", "alpha-beta"]),
        ("minimax,,alpha-beta,", ["minimax", "alpha-beta"]),
        ("a(x=1, y=2),b", ["a(x=1, y=2)", "b"]),
        ("a:x=1,b:y=2", ["a:x=1", "b:y=2"]),
        ("a:x=1,y=2,b", ["a:x=1,y=2", "b"]),
        ("a:flag,b", ["a:flag", "b"]),
        ("", []),
    ],
)
def test_lists_are_split_outside_parentheses(text: str, parts: list[str]) -> None:
    assert split_specs(text) == parts


@pytest.mark.slow
@examples(40)
@given(specs=st.lists(SPECS, min_size=1, max_size=4))
def test_specs_that_are_joined_are_split_again(specs: list[Spec]) -> None:
    assert [parse_spec(part) for part in split_specs(",".join(map(str, specs)))] == specs


def test_options_are_the_parameters_with_a_default() -> None:
    assert {name: option.default for name, option in OPTIONS.items()} == {
        "width": 7,
        "weight": 0.5,
        "misere": False,
        "fail": "soft",
        "lines": 3,
        "file": "",
    }
    assert OPTIONS["fail"].choices == ("soft", "hard")
    assert [str(OPTIONS[name]) for name in ("width", "fail")] == ["width=7", "fail=soft|hard"]


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("g", {}),
        ("g:width=12", {"width": 12}),
        ("g:width=-1", {"width": -1}),
        ("g:weight=2.5", {"weight": 2.5}),
        ("g:weight=3", {"weight": 3.0}),
        ("g:misere", {"misere": True}),
        ("g:misere=True", {"misere": True}),
        ("g:misere=no", {"misere": False}),
        ("g:fail=hard", {"fail": "hard"}),
        ("g:lines=4", {"lines": 4}),
        ("g:file=12", {"file": "12"}),
    ],
)
def test_values_get_the_type_of_the_default(text: str, options: dict[str, Any]) -> None:
    converted = convert(text)
    assert converted == options
    assert [type(value) for value in converted.values()] == [type(value) for value in options.values()]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("g:width=six", "option 'width' of game 'g' must be a whole number, not 'six'"),
        ("g:width=6.5", "must be a whole number, not '6.5'"),
        ("g:weight=heavy", "option 'weight' of game 'g' must be a number, not 'heavy'"),
        ("g:misere=perhaps", "must be true or false, not 'perhaps'"),
        ("g:fail=medium", "option 'fail' of game 'g' must be one of soft, hard, not 'medium'"),
        ("g:lines=5", "must be one of 3, 4, not '5'"),
    ],
)
def test_values_that_cannot_be_read_are_refused(text: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        convert(text)


@pytest.mark.parametrize(("text", "hint"), [("g:widht=3", "did you mean 'width'"), ("g:_hidden=3", "unknown option")])
def test_unknown_options_are_refused_with_a_hint(text: str, hint: str) -> None:
    with pytest.raises(UnknownNameError, match=hint):
        convert(text)


class Switches(NamedTuple):
    """Options that several functions share."""

    table: Literal["none", "big"] = "none"
    killers: bool = False


SWITCHES = Switches(table="big")


def with_switches(*, width: int = 7, switches: Switches = SWITCHES) -> tuple[int, Switches]:
    return width, switches


def test_options_may_be_fields_of_a_named_tuple() -> None:
    options = options_of(with_switches)
    assert list(options) == ["width", "table", "killers"]
    assert (options["table"].default, options["table"].choices) == ("big", ("none", "big"))
    chosen = convert_options(parse_spec("it:killers,width=3"), options, "game")
    assert with_switches(**arguments_of(with_switches, chosen)) == (3, Switches("big", True))
    assert with_switches(**arguments_of(with_switches, {})) == (7, SWITCHES)
