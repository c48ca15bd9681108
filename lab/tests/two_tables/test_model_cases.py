"""The result of spin's verifier as it is read, and the figures made of it."""

import pytest

from lab.two_tables.__main__ import HERE, figures_of
from lab.two_tables.model_cases import CASES, Case, Explored, explored

CLEAN = """
State-vector 52 byte, depth reached 1697, errors: 0
    47719 states, stored
    60000 states, matched
"""
FOUND = (
    "pan:1: assertion violated 0 (at depth 22)\n"
    "State-vector 52 byte, depth reached 22, errors: 1\n       69 states, stored\n"
)


def test_a_result_is_read() -> None:
    assert explored(CLEAN) == Explored(47719, 1697, 0, whole=True)
    assert explored(FOUND) == Explored(69, 22, 1, whole=True)


@pytest.mark.parametrize("cut", ["error: max search depth too small\n", "Warning: Search not completed\n"])
def test_a_search_that_was_cut_off_proves_nothing(cut: str) -> None:
    assert not explored(cut + CLEAN).whole
    figures = figures_of([(Case("a"), explored(cut + CLEAN)), (Case("a", (), control=True), explored(FOUND))])
    assert [figure.name for figure in figures if not figure.ok] == ["two_tables.model.errors"]


def test_a_control_that_is_not_found_is_a_failure() -> None:
    figures = figures_of([(Case("a"), explored(CLEAN)), (Case("a", (), control=True), explored(CLEAN))])
    assert [figure.name for figure in figures if not figure.ok] == ["two_tables.model.controls"]
    assert next(figure.value for figure in figures if figure.name == "two_tables.model") == 47719


def test_without_a_result_nothing_is_believed() -> None:
    with pytest.raises(ValueError, match="no result"):
        explored("")


def test_every_switch_of_a_case_is_in_its_model() -> None:
    for case in CASES:
        model = (HERE / case.file).read_text("utf-8")
        for option in case.options:
            name = option.removeprefix("-D").partition("=")[0]
            assert any(f"{word} {name}" in model for word in ("#ifdef", "#ifndef")), (case, name)
