"""Pins of the header by themselves: which one moved, and a lamp that is on or off."""

import pytest

from hal.panels.header import BareLamp, HeaderInputs
from hal.panels.pins import PinsError
from sim_hardware.panel import mock_pins


def test_the_pin_that_a_button_takes_down_is_named_once() -> None:
    pins = mock_pins()
    with HeaderInputs(pins, frozenset((17, 22, 27)), pull_up=True) as inputs:
        assert (inputs.active(), inputs.moved()) == (frozenset(), None)
        pins.pin(22).drive_low()
        assert (inputs.moved(), inputs.moved()) == (22, None)
        pins.pin(22).drive_high()
        assert inputs.moved() is None
        pins.pin(22).drive_low()
        assert inputs.moved() == 22


def test_a_button_to_the_supply_is_seen_with_the_other_pull() -> None:
    pins = mock_pins()
    with HeaderInputs(pins, frozenset((17,)), pull_up=False) as inputs:
        assert inputs.active() == frozenset()
        pins.pin(17).drive_high()
        assert inputs.moved() == 17


def test_a_pin_that_something_else_holds_is_left_out_and_the_others_are_watched() -> None:
    pins = mock_pins()
    lamp = BareLamp((5, 6, 13), pins, common_anode=False)
    with HeaderInputs(pins, frozenset((5, 17)), pull_up=True) as inputs:
        pins.pin(17).drive_low()
        assert inputs.active() == {17}
    lamp.close()


def test_a_lamp_shows_the_colours_that_are_on_whatever_its_common_leg() -> None:
    for anode in (False, True):
        pins = mock_pins()
        lamp = BareLamp((5, 6, 13), pins, common_anode=anode)
        lamp.show((1, 0, 1))
        assert [bool(pins.pin(number).state) != anode for number in (5, 6, 13)] == [True, False, True]
        lamp.close()


def test_a_pin_that_is_needed_and_that_something_else_holds_is_named_and_the_others_are_given_back() -> None:
    pins = mock_pins()
    lamp = BareLamp((5, 6, 13), pins, common_anode=False)
    with pytest.raises(PinsError, match="pin 6: "):
        HeaderInputs(pins, frozenset((4, 17)), pull_up=True, own=frozenset((6, 17)))
    with pytest.raises(PinsError, match="the lamp on 4, 17 and 6: "):
        BareLamp((4, 17, 6), pins, common_anode=False)
    lamp.close()
    with HeaderInputs(pins, frozenset((4,)), pull_up=True, own=frozenset((6, 17))) as inputs:
        pins.pin(4).drive_low()
        assert inputs.moved() == 4
