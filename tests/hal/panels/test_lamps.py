"""Lamp patterns: what the eye sees, and when it changes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.events import LampColour, LampPattern
from hal.panels.lamps import COLOURS, PATTERNS, SWITCHED, Light


def test_every_colour_and_pattern_that_a_setting_may_name_exists() -> None:
    assert set(COLOURS) == set(SWITCHED) == set(LampColour)
    assert set(PATTERNS) == set(LampPattern)


def test_colours_can_be_distinguished() -> None:
    assert len(set(COLOURS.values())) == len(set(SWITCHED.values())) == len(LampColour)


def test_a_steady_lamp_never_changes() -> None:
    light = Light.shown(LampColour.GREEN, LampPattern.STEADY, 5.0, pwm=True)
    assert light.next_change(100.0) is None
    assert light.levels(5.0) == light.levels(1000.0) == COLOURS[LampColour.GREEN]


def test_a_dark_lamp_asks_for_no_step_whatever_its_pattern() -> None:
    assert Light.shown(LampColour.OFF, LampPattern.PULSE, 0.0, pwm=True).next_change(3.0) is None


def test_a_blink_begins_lit_and_is_as_long_dark() -> None:
    light = Light.shown(LampColour.RED, LampPattern.BLINK, 2.0, pwm=False)
    assert light.levels(2.0) == (1.0, 0.0, 0.0)
    assert light.next_change(2.0) == pytest.approx(2.35)
    assert light.levels(2.35) == (0.0, 0.0, 0.0)
    assert light.levels(2.70) == (1.0, 0.0, 0.0)


def test_a_pulse_never_goes_dark_with_pwm() -> None:
    light = Light.shown(LampColour.BLUE, LampPattern.PULSE, 0.0, pwm=True)
    blues = [light.levels(n * 0.05)[2] for n in range(32)]
    assert max(blues) == pytest.approx(1.0)
    assert 0.05 < min(blues) < 0.2


def test_without_pwm_a_pulse_is_distinguished_from_a_blink_by_its_rhythm() -> None:
    def lit(pattern: LampPattern) -> float:
        light = Light.shown(LampColour.BLUE, pattern, 0.0, pwm=False)
        return sum(light.levels(n / 100)[2] for n in range(560)) / 560

    assert lit(LampPattern.BLINK) == pytest.approx(0.5, abs=0.01)
    assert lit(LampPattern.PULSE) == pytest.approx(0.75, abs=0.05)


def test_brightness_dims_with_pwm_alone() -> None:
    assert Light.shown(LampColour.RED, LampPattern.STEADY, 0.0, pwm=True, brightness=0.4).levels(0.0) == (0.4, 0.0, 0.0)
    assert Light.shown(LampColour.RED, LampPattern.STEADY, 0.0, pwm=False, brightness=0.4).levels(0.0) == (
        1.0,
        0.0,
        0.0,
    )


@given(
    colour=st.sampled_from(LampColour),
    pattern=st.sampled_from(LampPattern),
    pwm=st.booleans(),
    since_s=st.floats(0, 1e6),
    age_s=st.floats(0, 100),
)
def test_levels_fit_the_lamp_and_change_only_when_announced(
    colour: LampColour, pattern: LampPattern, pwm: bool, since_s: float, age_s: float
) -> None:
    light = Light.shown(colour, pattern, since_s, pwm=pwm)
    now_s = since_s + age_s
    levels = light.levels(now_s)
    assert all(0.0 <= level <= 1.0 for level in levels)
    assert pwm or set(levels) <= {0.0, 1.0}
    change_s = light.next_change(now_s)
    if change_s is None:
        assert light.levels(now_s + 1.234) == levels
    else:
        assert change_s > now_s - 1e-5
        assert light.levels((now_s + change_s) / 2) == levels


def test_the_levels_of_a_lamp_set_its_own_colours_against_each_other() -> None:
    white = Light.shown(LampColour.WHITE, LampPattern.STEADY, 0.0, pwm=True, balance=(1.0, 0.5, 0.25)).levels(0.0)
    assert white == pytest.approx((1.0, 0.4, 0.175))
    switched = Light.shown(LampColour.WHITE, LampPattern.STEADY, 0.0, pwm=False, balance=(1.0, 0.5, 0.25))
    assert switched.levels(0.0) == (1.0, 1.0, 1.0)


@pytest.mark.parametrize("pwm", [True, False])
def test_what_is_locked_winks_twice_and_shines_else(pwm: bool) -> None:
    light = Light.shown(LampColour.GREEN, LampPattern.WINK, 0.0, pwm=pwm)
    lit = [light.levels((n + 0.5) * 0.15)[1] > 0 for n in range(16)]
    assert lit.count(False) == 2
    others = [Light.shown(LampColour.GREEN, one, 0.0, pwm=pwm).pattern for one in LampPattern if one != "wink"]
    assert light.pattern not in others
