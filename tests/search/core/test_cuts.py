"""The reasons of cutoffs."""

from spielbaum.search.core.cuts import ALPHA_BETA, PROBCUT, REASONS, find_reason, new_reason
from spielbaum.search.trace.describe import Cut, cut_parts, cut_text


def cut(reason: str) -> Cut:
    secured = (1.0, 2.0, -3.0) if reason == "hypermax" else ()
    return Cut(reason, 5, 4, at_most=False, of_window=False, secured=secured)


def test_the_words_of_every_reason_can_be_read_again() -> None:
    for reason in REASONS:
        kind = "limit" if reason.name == "alpha-beta" else reason.name
        assert cut_parts(cut_text(cut(reason.name), 1)) == (kind, 5.0, 4.0)


def test_the_indices_of_reasons_are_those_of_the_counters() -> None:
    assert (REASONS[ALPHA_BETA].name, REASONS[PROBCUT].name) == ("alpha-beta", "probcut")
    assert len({reason.name for reason in REASONS}) == len(REASONS)


def test_an_algorithm_adds_a_reason_with_its_words() -> None:
    count = len(REASONS)
    try:
        index = new_reason("my-cut", "my-cut: {best} is more than {bound}")
        assert index == count == new_reason("my-cut", "my-cut: {best} is well above {bound}")
        assert find_reason("my-cut").words == "my-cut: {best} is well above {bound}"
        assert cut_text(cut("my-cut"), 1) == "my-cut: 5 is well above 4"
        assert cut_parts("my-cut: 5 is well above 4") == ("my-cut", 5.0, 4.0)
    finally:
        del REASONS[count:]
