"""The classic edition's units are held to their source, and every list that names one finds it."""

import pytest
from msgspec.structs import replace

from lab.trials.legion.known_units import is_found, known_prints, measure, print_of
from table.games.legion.data.catalogue import Catalogue


@pytest.mark.slow
def test_all_97_are_known_and_right_and_every_slip_of_the_pen_is_found() -> None:
    figure, control = measure()
    assert (figure.name, figure.value, figure.n, figure.ok) == ("legion.classic_units", 97, 97, True)
    assert control.ok
    assert control.value > figure.value


def test_a_wrong_fact_has_another_print(classic: Catalogue) -> None:
    jyn = classic.unit("legion.unit.jyn-erso.stardust")
    assert print_of(jyn) == known_prints()[jyn.lhq_id]
    assert print_of(replace(jyn, cost=75)) != known_prints()[jyn.lhq_id]


def test_a_unit_that_two_have_the_name_of_is_not_found(classic: Catalogue) -> None:
    first = classic.unit("legion.unit.storm-tide-commander")
    second = classic.unit("legion.unit.storm-tide-commander.second")
    assert is_found(first, classic)
    assert not is_found(replace(first, cost=second.cost), classic)
