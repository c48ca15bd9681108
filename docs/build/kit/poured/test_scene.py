"""The scene itself: tokens come into the bowl, rest where they should, and none begins within another."""

import math

import mujoco
import numpy as np
import pytest
import trimesh

from poured.payout import DISC, EACH, FIRST, GRAVITY_M_S2, LET_GO_S, Heap
from poured.scene import DISC_KG, STEPS_S, TORQUE, Pour, printed_part, rim, scene, thinner, token_strips
from sim_hardware.dispenser.kit import measures, token, tokens

EVERY = pytest.mark.parametrize("name", [each.name for each in tokens()])
REST_S = 1.2
TILTED = [Pour(4, tilt=5.0, downhill=downhill) for downhill in (0.0, 90.0, 180.0, 270.0)]


def heap(name: str, pour: Pour) -> Heap:
    m = measures(token(name))
    return Heap(m, pour, scene(m, pour))


@EVERY
def test_no_token_is_let_go_within_another_or_within_the_hopper(name: str) -> None:
    some = heap(name, Pour())
    for number in range(len(some.inside)):
        some.let_go(number)
        mujoco.mj_forward(some.model, some.data)
        assert DISC + 1 + number not in some.model.geom_bodyid[some.data.contact.geom]
        some.wait(LET_GO_S)


@pytest.mark.parametrize("name", ["18x1.5", "30x2.5"])
@pytest.mark.parametrize("pour", [Pour(), *TILTED], ids=lambda each: f"{each.tilt:g} to {each.downhill:g}")
def test_every_token_comes_into_the_bowl(name: str, pour: Pour) -> None:
    some, m = heap(name, pour), measures(token(name))
    some.pour()
    assert (some.beside, len(some.rest())) == (0, pour.tokens)
    assert all(math.hypot(x, y) < m.bowl_radius and 0 < z < rim(m) for x, y, z in some.rest())


@pytest.mark.parametrize("away", [200.0, 55.0])
def test_what_falls_beside_the_hopper_is_not_paid(away: float) -> None:
    some = heap("25x2.0", Pour(4))
    some.model.qpos0[FIRST::EACH] = away / 1000
    some.pour()
    assert (some.beside, some.rest()) == (4, ())


@pytest.mark.parametrize(("closed", "beside"), [(True, 0), (False, 1)])
def test_a_token_that_jumps_out_of_a_wedge_stays_beneath_the_lid(closed: bool, beside: int) -> None:
    some = heap("18x1.5", Pour(1))
    some.pour()
    if not closed:
        some.data.mocap_pos[0] = -1, 0, 0
    some.data.qvel[1:4] = -0.4, 0, 1.5
    some.wait(1.0)
    assert some.beside == beside


@EVERY
def test_a_stack_on_the_disc_stands_as_high_as_its_tokens(name: str) -> None:
    m = measures(token(name))
    model = scene(m, Pour(4))
    data = mujoco.MjData(model)
    x = -m.pitch_radius  # Between two of the five pockets.
    heights = [m.disc.lift + m.disc_thickness + m.token.thickness * (n + 0.5) for n in range(4)]
    for number, z in enumerate(heights):
        place = FIRST + EACH * number
        data.qpos[place : place + EACH] = x / 1000, 0, (z + 0.2 * (number + 1)) / 1000, 1, 0, 0, 0
    for _ in range(round(REST_S / STEPS_S[0])):
        mujoco.mj_step(model, data)
    stand = [data.qpos[FIRST + EACH * n + 2] * 1000 for n in range(4)]
    assert np.allclose(stand, heights, atol=0.1)


@EVERY
def test_a_bowed_token_lies_as_high_as_its_bow_and_weighs_what_a_flat_one_weighs(name: str) -> None:
    some = token(name)
    strips = np.concatenate(list(token_strips(some, 0.0, 0.4)))
    assert np.ptp(strips[:, 2]) == pytest.approx(some.thickness + 0.4)
    assert np.ptp(strips[:, 0]) == pytest.approx(some.diameter)
    flat, bowed = (scene(measures(some), Pour(1, bow=bow)).body_mass[DISC + 1] for bow in (0.0, 0.4))
    assert bowed == pytest.approx(flat, rel=0.02)


@EVERY
def test_a_disc_with_wider_pockets_is_smaller_by_as_much_on_every_side(name: str) -> None:
    m = measures(token(name))
    disc = printed_part(m, "disc")
    less = thinner(disc, 0.125)
    assert less.is_watertight
    assert np.ptp(less.vertices[:, 0]) == pytest.approx(2 * m.disc_radius - 0.25, abs=0.05)
    assert disc.volume - less.volume == pytest.approx(0.125 * upright_area(disc), rel=0.1)


def upright_area(part: trimesh.Trimesh) -> float:
    """Return the area of a part's sides as they are seen from beside."""
    return float((part.area_faces * np.linalg.norm(part.face_normals[:, :2], axis=1)).sum())


@EVERY
def test_a_token_that_the_motor_presses_against_the_partition_stays_out_of_it(name: str) -> None:
    m = measures(token(name))
    model = scene(m, Pour(1))
    data = mujoco.MjData(model)
    beside = math.radians(54) + math.asin((m.token.diameter / 2 + 0.5) / m.pitch_radius)
    x, y = m.pitch_radius * math.cos(-beside), m.pitch_radius * math.sin(-beside)
    data.qpos[FIRST : FIRST + EACH] = x / 1000, y / 1000, (m.disc_thickness + m.token.thickness) / 1000, 1, 0, 0, 0
    within = []
    for _ in range(round(1.0 / STEPS_S[0])):
        data.ctrl[0] = math.pi
        mujoco.mj_step(model, data)
        within.append(-1000 * float(data.contact.dist.min(initial=0.0)))
    assert np.quantile(within, 0.99) < 0.2, "but for a moment as it is hit"


@pytest.mark.parametrize("friction", [0.15, 0.6])
def test_the_disc_rubs_on_the_floor_with_its_weight_and_that_of_the_token_on_it(friction: float) -> None:
    some, m = heap("25x2.0", Pour(1, friction=friction)), measures(token("25x2.0"))
    some.brake()
    by_itself = some.model.dof_frictionloss[0]
    some.inside[0] = True
    place = -m.pitch_radius / 1000, 0, (m.disc.lift + m.disc_thickness + m.token.thickness / 2) / 1000
    some.data.qpos[FIRST : FIRST + EACH] = *place, 1, 0, 0, 0
    some.wait(REST_S)
    some.brake()
    weight = (DISC_KG + some.model.body_mass[DISC + 1]) * GRAVITY_M_S2
    assert by_itself == pytest.approx(friction * DISC_KG * GRAVITY_M_S2 * m.pitch_radius / 1000, rel=0.01)
    assert some.model.dof_frictionloss[0] == pytest.approx(friction * weight * m.pitch_radius / 1000, rel=0.01)
    assert some.model.dof_frictionloss[0] < 0.03 * TORQUE, "the weight alone does not stop the motor"
