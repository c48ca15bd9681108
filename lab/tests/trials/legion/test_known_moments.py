"""The figures of battle forces and of keywords' moments, with what they must find missing."""

import pytest

from lab.trials.legion import known_forces, known_moments
from table.games.legion.data.catalogue import load


def test_all_battle_forces_are_known_and_an_invented_one_is_not() -> None:
    known, control = known_forces.measure()
    assert (known.name, known.value, known.ok) == ("legion.forces", 20, True)
    assert (control.value, control.ok) == (1, True)


def test_the_rows_are_those_of_the_builder() -> None:
    assert len(known_moments.rows()) == 188
    assert {row["moment"] for row in known_moments.rows()} == known_moments.IN_TIME.keys()


@pytest.mark.slow
def test_every_row_is_reported_and_none_without_its_keyword_or_card() -> None:
    stated, control = known_moments.measure()
    assert (stated.name, stated.value, stated.n) == ("legion.moments", 188, 188), stated.note
    assert (control.value, control.ok) == (188, True)


def test_a_keyword_that_is_reported_at_another_moment_is_found() -> None:
    row = next(row for row in known_moments.rows() if row["keyword"] == "Inspire")
    assert known_moments.is_reminded(row, load())
    assert not known_moments.is_reminded({**row, "moment": "end_phase"}, load())
