"""How the parts of a hopper fit: room for the disc, screws as pins, tokens on their way."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, radians, sin, tan

from manifold3d import Manifold

from proofs.assembly import Hopper
from proofs.meshes import overlap
from sim_hardware.dispenser.kit import HopperMeasures
from solids.places import Point, on_ramp, sides

PIN = 0.4
"""A pin is so much thinner than the narrowest hole that it goes through."""
GRIP = 2.0
"""A pin that is so much wider than the widest hole must not go through."""
NOTHING = 1e-4
"""Cubic millimetres that are the rounding of a mesh."""
ANGLES = 36
TILTS = 24
TURNED = 20.0
"""A shaft that has turned so many degrees in a disc that stands still has met it."""
TAKEN = 1.0
"""Cubic millimetres of a turned shaft within its disc that take it along."""
ABOVE = 0.05
"""A token slides so much above the ramp: the mesh's facets are no steps."""


# The disc.


def stuck_angles(some: Hopper) -> list[int]:
    """Return the angles, in degrees, at which the disc shares room with base or bowl."""
    room = some.base + some.bowl
    turned = ((degrees, some.disc.rotate((0, 0, degrees))) for degrees in range(0, 360, 360 // ANGLES))
    return [degrees for degrees, disc in turned if overlap(disc, room) > NOTHING]


# Screws.


@dataclass(frozen=True, slots=True)
class Joint:
    """Two bodies with a screw through both. `upright` screws go along z, the others along y."""

    name: str
    first: Manifold
    second: Manifold
    at: tuple[Point, ...]
    upright: bool = True


def joints(some: Hopper) -> tuple[Joint, ...]:
    return (
        Joint("bowl and base", some.bowl, some.base, some.at.corners),
        Joint("base and legs", some.base, some.legs, some.at.corners),
        Joint("base and mount", some.base, some.mount, some.at.mount),
        Joint("base and chute", some.base, some.chute, some.at.chute),
        Joint("chute and cover", some.chute, some.cover, some.at.cover, upright=False),
    )


def crooked(joint: Joint, cut: float, free: float) -> Iterator[str]:
    """Yield the screws that do not go through both bodies, or find nothing there to hold."""
    for at in joint.at:
        thin, thick = (_pin(joint, at, radius) for radius in ((cut - PIN) / 2, (free + GRIP) / 2))
        for number, body in enumerate((joint.first, joint.second), 1):
            if overlap(thin, body) > NOTHING:
                yield f"{joint.name}: the screw at {at[0]:.1f}, {at[1]:.1f} is stopped by part {number}"
            if overlap(thick, body) < 1.0:
                yield f"{joint.name}: no hole at {at[0]:.1f}, {at[1]:.1f} in part {number}"


def _pin(joint: Joint, at: Point, radius: float) -> Manifold:
    """Return a pin about the plane at which both bodies meet: the end of the one that begins lower."""
    axis = 2 if joint.upright else 1
    lower = min((each.bounding_box() for each in (joint.first, joint.second)), key=lambda box: box[axis])
    meeting = lower[3 + axis]
    bar = Manifold.cylinder(6.0, radius, circular_segments=64, center=True)
    return bar.translate((*at, meeting)) if joint.upright else bar.rotate((90, 0, 0)).translate((at[0], meeting, at[1]))


# Tokens.


def coin(diameter: float, thickness: float) -> Manifold:
    return Manifold.cylinder(thickness, diameter / 2, circular_segments=128)


def jams_in_pocket(some: Hopper, diameter: float, thickness: float) -> list[int]:
    """Return the angles at which a token in the first pocket touches disc, base or bowl."""
    token = coin(diameter, thickness).translate((some.measures.pitch_radius, 0, 0))
    turns = range(0, 360, 360 // ANGLES)
    room = some.base + some.bowl
    with_disc = overlap(token, some.disc) > NOTHING
    return [each for each in turns if with_disc or overlap(token.rotate((0, 0, each)), room) > NOTHING]


def way(m: HopperMeasures, diameter: float, thickness: float) -> Sequence[Manifold]:
    """Return a token's poses from its pocket through the hole, over onto the ramp, and out of the chute."""
    angle, radius = m.chute.angle, diameter / 2
    upper = m.pitch_radius - m.hole / 2
    edge_x = m.pitch_radius - radius
    edge_z = -m.bowl.floor - (edge_x - upper) * tan(radians(angle)) + ABOVE / cos(radians(angle))

    def pose(tilt: float, x: float, z: float) -> Manifold:
        """Return the token with the upper edge of its lower face there."""
        middle = (x + radius * cos(radians(tilt)), 0.0, z - radius * sin(radians(tilt)))
        return coin(diameter, thickness).rotate((0, tilt, 0)).translate(middle)

    poses = [pose(0, edge_x, 0.0), pose(0, edge_x, edge_z)]
    poses += [pose(angle * step / TILTS, edge_x, edge_z) for step in range(1, TILTS + 1)]
    out_x, out_z = on_ramp(m, m.end_at + 2.0, ABOVE)
    return [*poses, pose(angle, out_x, out_z)]


def stopped(some: Hopper, poses: Sequence[Manifold]) -> Iterator[tuple[int, float]]:
    """Yield each step of a way at which what the token sweeps is not free, with the volume that is in its way."""
    solid = some.base + some.chute + some.cover + some.mount + fork(some.measures)
    for number, (one, next_one) in enumerate(pairwise(poses)):
        shared = overlap(Manifold.batch_hull([one, next_one]), solid)
        if shared > NOTHING:
            yield number, shared


def fork(m: HopperMeasures) -> Manifold:
    """Return the light barrier's prongs in their seat."""
    top = sides(m)[3] + m.chute.wall
    size = (m.barrier.long, m.barrier.deep, (m.barrier.wide - m.barrier.slot) / 2)
    block = Manifold.cube(size, center=True)
    aside = (m.barrier.slot + size[2]) / 2
    return _placed(m, block, aside, top) + _placed(m, block, -aside, top)


def _placed(m: HopperMeasures, block: Manifold, aside: float, top: float) -> Manifold:
    x, z = on_ramp(m, m.beam_at, m.gap / 2 + aside)
    return block.rotate((0, m.chute.angle, 0)).translate((x, top - m.barrier.deep / 2, z))


def motor(m: HopperMeasures) -> Manifold:
    """Return the room that the motor may take under its plate."""
    size = (2 * m.motor.half_width, 120.0, 60.0)
    return Manifold.cube(size).translate((-m.motor.half_width, -60.0, -m.bowl.floor - m.motor.plate - 60.0))


def shaft(m: HopperMeasures, length: float, turned: float = 0.0) -> Manifold:
    """Return the motor's shaft with its flat, from the plate upward."""
    radius = m.motor.shaft / 2
    flat = Manifold.cube((m.motor.shaft, m.motor.shaft, length)).translate((m.motor.flat - radius, -radius, 0))
    bar = Manifold.cylinder(length, radius, circular_segments=64) - flat
    return bar.rotate((0, 0, turned)).translate((0, 0, -m.bowl.floor - m.motor.plate))


def drives(some: Hopper, length: float) -> bool:
    """True if a shaft of this length takes the disc along: turned against it, it shares room with it."""
    return overlap(shaft(some.measures, length, TURNED), some.disc) > TAKEN


def overlapping(some: Hopper) -> Iterator[str]:
    """Yield the pairs of assembled bodies that share room."""
    bodies: dict[str, Manifold] = {
        "base": some.base,
        "bowl": some.bowl,
        "mount": some.mount,
        "legs": some.legs,
        "chute": some.chute,
        "cover": some.cover,
        "fork": fork(some.measures),
        "motor": motor(some.measures),
        "shaft": shaft(some.measures, some.measures.motor.shaft_length),
        "disc": some.disc,
    }
    names = list(bodies)
    for number, one in enumerate(names):
        for other in names[number + 1 :]:
            if overlap(bodies[one], bodies[other]) > NOTHING:
                yield f"{one} and {other}"
