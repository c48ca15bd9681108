"""The convex pieces are the printed parts, and what is hollow stays hollow."""

import math

import mujoco
import numpy as np
import pytest
import trimesh

from poured.pieces import heights, pieces
from poured.scene import levels, printed_part
from proofs.assembly import document
from sim_hardware.dispenser.kit import HopperMeasures, measures, tokens
from solids.places import places

WITHIN = 0.1
SAMPLES = 4000
EVERY = pytest.mark.parametrize("m", [measures(each) for each in tokens()], ids=lambda each: each.token.name)


def farthest(part: trimesh.Trimesh, layers: list[float], but: np.ndarray, beside: float) -> float:
    """Return how far the pieces are from the part at most, in millimetres, but for screws' sinks at these places.

    A seam between two pieces has no width and does not count: what the pieces have within the part is not looked at.
    """
    joined = together(part, layers)
    lacking = trimesh.proximity.closest_point(joined, _beside(part, but, beside))[1]
    outside = -trimesh.proximity.signed_distance(part, _beside(joined, but, beside))
    return float(max(lacking.max(), outside.max()))


def together(part: trimesh.Trimesh, layers: list[float]) -> trimesh.Trimesh:
    return trimesh.boolean.union([trimesh.convex.convex_hull(each) for each in pieces(part, layers)])


def _beside(body: trimesh.Trimesh, but: np.ndarray, by: float) -> np.ndarray:
    """Return points all over a surface, without those near these places."""
    points = np.r_[body.vertices, trimesh.sample.sample_surface(body, SAMPLES, seed=1)[0]]
    if not len(but):
        return points
    return points[np.min(np.linalg.norm(points[:, None, :2] - but[None], axis=2), axis=1) > by]


@EVERY
@pytest.mark.parametrize("name", ["disc", "base", "bowl"])
def test_the_pieces_are_the_printed_part(m: HopperMeasures, name: str) -> None:
    part = printed_part(m, name)
    x, y, _ = document()["stands"][m.token.name][name]["moved"][0]
    at = places(m)
    sinks = np.array([*at.mount, *at.chute]) - (x, y) if name == "base" else np.empty((0, 2))
    layers = levels(m, name, part)
    assert farthest(part, layers, sinks, m.screw.countersunk / 2 + WITHIN) < WITHIN
    assert together(part, layers).volume == pytest.approx(part.volume, rel=0.01), "a piece within is lacking"


def test_a_part_whose_layers_are_wrong_is_found() -> None:
    part = printed_part(measures(tokens()[0]), "bowl")
    low, *_, high = heights(part)
    assert farthest(part, [low, 5.0, high], np.empty((0, 2)), 0.0) > 1.0


def ring() -> trimesh.Trimesh:
    return trimesh.creation.annulus(r_min=10.0, r_max=20.0, height=4.0)


def lowest(bodies: list[np.ndarray]) -> float:
    """Return where a ball of 12 mm is that fell onto these bodies for half a second, in millimetres."""
    assets = "".join(
        f'<mesh name="m{n}" vertex="{" ".join(f"{each / 1000:.6f}" for each in body.ravel())}"/>'
        for n, body in enumerate(bodies)
    )
    shapes = "".join(f'<geom type="mesh" mesh="m{n}"/>' for n in range(len(bodies)))
    model = mujoco.MjModel.from_xml_string(
        f"<mujoco><asset>{assets}</asset><worldbody>{shapes}"
        '<body pos="0 0 0.02"><freejoint/><geom type="sphere" size="0.006"/></body></worldbody></mujoco>'
    )
    data = mujoco.MjData(model)
    while data.time < 0.5:
        mujoco.mj_step(model, data)
    return float(data.qpos[2]) * 1000


def test_a_ball_falls_through_a_ring() -> None:
    assert lowest(list(pieces(ring(), heights(ring())))) < -100.0


def test_it_lies_on_a_ring_that_was_taken_as_its_hull() -> None:
    """The control: without the pieces every hole is closed."""
    assert math.isclose(lowest([ring().convex_hull.vertices]), 8.0, abs_tol=1.0)
