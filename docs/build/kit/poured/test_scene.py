"""The scene itself: tokens rest where they should, and none begins within another."""

import math

import mujoco
import numpy as np
import pytest
import trimesh

from poured.payout import POUR_S
from poured.scene import STEP_S, Pour, printed_part, scene, thinner, token_strips
from sim_hardware.dispenser.kit import measures, token, tokens

EVERY = pytest.mark.parametrize("name", [each.name for each in tokens()])
FIRST, EACH = 1, 7
"""A place in `qpos` is that of the disc's shaft, and each token has seven numbers after it."""


@EVERY
def test_no_token_begins_within_another_or_within_the_hopper(name: str) -> None:
    for seed in range(1, 6):
        model = scene(measures(token(name)), Pour(seed=seed))
        data = mujoco.MjData(model)
        mujoco.mj_forward(model, data)
        assert data.ncon == 0


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
    for _ in range(round(POUR_S / STEP_S)):
        mujoco.mj_step(model, data)
    stand = [data.qpos[FIRST + EACH * n + 2] * 1000 for n in range(4)]
    assert np.allclose(stand, heights, atol=0.1)


@EVERY
def test_a_bowed_token_lies_as_high_as_its_bow_and_weighs_what_a_flat_one_weighs(name: str) -> None:
    some = token(name)
    strips = np.concatenate(list(token_strips(some, 0.0, 0.4)))
    assert np.ptp(strips[:, 2]) == pytest.approx(some.thickness + 0.4)
    assert np.ptp(strips[:, 0]) == pytest.approx(some.diameter)
    flat, bowed = (scene(measures(some), Pour(1, bow=bow)).body_mass[-1] for bow in (0.0, 0.4))
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
    for _ in range(1000):
        data.ctrl[0] = math.pi
        mujoco.mj_step(model, data)
        within.append(-1000 * float(data.contact.dist.min(initial=0.0)))
    assert np.quantile(within, 0.99) < 0.2, "but for a moment as it is hit"
