"""Readings are reported on a tick, and polls start at a steady pace."""

import pytest

from table.devices.reader_ticks import READ_S, TICK_S, next_look_s, report_s


@pytest.mark.parametrize(("began_s", "reported"), [(0.0, 0.1), (0.04, 0.1), (0.06, 0.2), (7.12, 7.2)])
def test_it_is_reported_on_the_first_tick_after_the_longest_read(began_s: float, reported: float) -> None:
    assert report_s(began_s) == pytest.approx(reported)
    assert report_s(began_s) - began_s <= READ_S + TICK_S + 1e-9


@pytest.mark.parametrize(("took_s", "begins"), [(0.001, 1.04), (0.039, 1.04), (0.041, 1.08), (0.1, 1.12)])
def test_how_long_a_look_takes_does_not_move_the_next_one(took_s: float, begins: float) -> None:
    assert next_look_s(1.0, 0.04, 1.0 + took_s) == pytest.approx(begins)
