"""A hopper for each token: the disc turns, the screws find their holes, one token passes and two do not."""

import pytest

from proofs.assembly import Hopper, assembled
from proofs.fitting import (
    ABOVE,
    NOTHING,
    coin,
    crooked,
    drives,
    jams_in_pocket,
    joints,
    overlapping,
    shaft,
    stopped,
    stuck_angles,
    way,
)
from proofs.meshes import overlap
from proofs.spoilt import moved_hole, thicker_disc
from sim_hardware.dispenser.kit import token, tokens

TOO_THICK = 0.6
MOVED = 1.0
PLAY_DEGREES = 12
TIGHT = 0.1
"""Two tokens lie so much closer than they are thick: cardboard gives."""


@pytest.fixture(scope="module", params=[each.name for each in tokens()])
def hopper(request: pytest.FixtureRequest) -> Hopper:
    return assembled(token(request.param))


def test_the_disc_turns_free(hopper: Hopper) -> None:
    assert stuck_angles(hopper) == []


def test_no_part_is_where_another_one_is(hopper: Hopper) -> None:
    assert list(overlapping(hopper)) == []


def test_the_motors_shaft_takes_the_disc_along_and_does_not_stand_out_of_its_hub(hopper: Hopper) -> None:
    m = hopper.measures
    assert drives(hopper, m.motor.shaft_length)
    below = m.bowl.floor + m.motor.plate + m.disc.lift
    assert m.motor.shaft_length < below + m.disc_thickness + m.hub_height


def test_the_shaft_turns_by_a_few_degrees_in_its_disc_and_no_farther(hopper: Hopper) -> None:
    """The play of its D: the disc lags by so much when the motor turns back."""
    m = hopper.measures
    played = next(
        degrees for degrees in range(45) if overlap(shaft(m, m.motor.shaft_length, degrees), hopper.disc) > NOTHING
    )
    assert 1 <= played <= PLAY_DEGREES


def test_every_screw_goes_through_both_parts(hopper: Hopper) -> None:
    screw = hopper.measures.screw
    assert [each for joint in joints(hopper) for each in crooked(joint, screw.cut, screw.free)] == []


def test_a_token_of_any_measure_within_its_tolerance_turns_with_the_disc(hopper: Hopper) -> None:
    token = hopper.measures.token
    for diameter, thickness in ((token.widest, token.thickest), (token.diameter, token.thickness)):
        assert jams_in_pocket(hopper, diameter, thickness) == []


def test_it_passes_the_hole_the_chute_and_the_barrier(hopper: Hopper) -> None:
    token = hopper.measures.token
    for diameter, thickness in (
        (token.widest, token.thickest - ABOVE),
        (token.diameter, token.thickness),
        (token.narrowest, token.thinnest),
    ):
        assert list(stopped(hopper, way(hopper.measures, diameter, thickness))) == []


def test_two_of_the_thinnest_do_not_pass_under_the_roof(hopper: Hopper) -> None:
    m = hopper.measures
    assert not m.holds_two
    two = coin(m.token.narrowest, 2 * m.token.thinnest - TIGHT).translate((m.pitch_radius, 0, 0))
    assert overlap(two, hopper.bowl) > 1.0


def test_two_of_the_thinnest_do_not_pass_the_chute(hopper: Hopper) -> None:
    token = hopper.measures.token
    two = way(hopper.measures, token.narrowest, 2 * token.thinnest - TIGHT)
    *_, last = stopped(hopper, two)
    assert last[0] == len(two) - 2, "they are not stopped in the narrow part"
    assert last[1] > 1.0


def test_the_barriers_slot_is_no_narrower_than_the_chute(hopper: Hopper) -> None:
    assert hopper.measures.barrier.slot >= hopper.measures.gap
    assert hopper.measures.beam_from_side > hopper.measures.hole - hopper.measures.token.narrowest


# Controls.


def test_a_disc_that_is_too_thick_sticks_at_every_angle(hopper: Hopper) -> None:
    spoilt = thicker_disc(hopper, TOO_THICK)
    assert len(stuck_angles(spoilt)) == 36


def test_a_shaft_of_9_mm_ends_beneath_the_disc(hopper: Hopper) -> None:
    assert not drives(hopper, 9.0)


@pytest.mark.parametrize("which", ["corners", "mount", "chute"])
def test_a_hole_that_was_moved_stops_its_screw(hopper: Hopper, which: str) -> None:
    spoilt = moved_hole(hopper, getattr(hopper.at, which)[0], MOVED)
    screw = hopper.measures.screw
    faults = [each for joint in joints(spoilt) for each in crooked(joint, screw.cut, screw.free)]
    assert len(faults) >= 1
    assert all("base" in each for each in faults)


def test_a_token_beyond_its_tolerance_is_stopped(hopper: Hopper) -> None:
    m = hopper.measures
    assert list(stopped(hopper, way(m, m.token.widest + 2.0, m.token.thickness)))
    assert list(stopped(hopper, way(m, m.token.diameter, m.gap + 0.3)))
