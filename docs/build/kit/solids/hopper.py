"""The hopper: disc, base, bowl with the partition above the exit, motor mount and leg."""

from math import cos, hypot, radians, sin

from build123d import Circle, Cone, Part, Pos, Rectangle, Rot, extrude

from sim_hardware.dispenser.kit import HopperMeasures
from solids.places import TONGUE, Places, Point
from solids.shapes import block, joined, prism, round_bar, sink, without

THROUGH = 1.0
"""A hole begins and ends so much outside of what it goes through."""
PARTITION_ANGLE = 54.0
"""The partition covers so much to both sides of the exit: a pocket that overlaps the hole lies under it."""
HUB_AIR = 1.5
"""Between hub and partition, level."""
MOUNT_EDGE = 6.0
STEPS = 24


def disc(m: HopperMeasures, thicker: float = 0.0) -> Part:
    """Return the disc with its pockets, its hub upward. `thicker` spoils it, as a control."""
    low, high = m.disc.lift, m.disc.lift + m.disc_thickness + thicker
    part = round_bar((0, 0), m.disc_radius, low, high)
    part += _cone(m, 0.0, high)
    pocket = _pocket(m, low, high)
    part = without(part, (Rot(0, 0, n * 360 / m.disc.pockets) * pocket for n in range(m.disc.pockets)))
    return part - _shaft(m, low - THROUGH, high + m.hub_height + THROUGH)


def _cone(m: HopperMeasures, wider: float, low: float) -> Part:
    """Return the hub from the disc upward."""
    return Pos(0, 0, low + m.hub_height / 2) * Cone(m.hub_radius + wider, m.disc.hub_top + wider, m.hub_height)


def _pocket(m: HopperMeasures, low: float, high: float) -> Part:
    """Return the pocket at y = 0: two half circles and what is between them, its ends sloping."""
    half, above = m.disc.pocket_slot / 2, high + THROUGH
    outline = Rectangle(m.pocket, 2 * half) + [Pos(0, y) * Circle(m.pocket / 2) for y in (-half, half)]
    slope = m.pocket_ramp * (above - low) / (high - low)
    ways = ((0.0, low - THROUGH), (-slope, low), (slope, low))
    return joined(
        extrude(Pos(m.pitch_radius, 0, start) * outline, amount=hypot(y, above - start), dir=(0, y, above - start))
        for y, start in ways
    )


def _shaft(m: HopperMeasures, low: float, high: float) -> Part:
    radius = (m.motor.shaft + m.motor.shaft_play) / 2
    flat = m.motor.flat + m.motor.shaft_play - radius
    return round_bar((0, 0), radius, low, high) & block((-radius, flat), (-radius, radius), (low, high))


def exit_hole(m: HopperMeasures, low: float, high: float) -> Part:
    """Return the hole in the floor: a pocket's width, and longer where the token comes from."""
    half, x = m.hole / 2, m.pitch_radius
    middle = block((x - half, x + half), (-m.chute.dwell, 0), (low, high))
    ends = (round_bar((x, y), half, low, high) for y in (-m.chute.dwell, 0.0))
    for each in ends:
        middle += each
    return middle


def base(m: HopperMeasures, p: Places) -> Part:
    """Return the floor with the pit in which the disc turns."""
    high = m.gap
    part = block((-p.half, p.half + TONGUE), (-p.half, p.half), (-m.bowl.floor, high))
    part -= block((p.half, p.half + TONGUE + THROUGH), (-p.half - THROUGH, p.half + THROUGH), (0, high + THROUGH))
    part -= round_bar((0, 0), m.pit_radius, 0, high + THROUGH)
    low = -m.bowl.floor - THROUGH
    holes = [exit_hole(m, low, THROUGH), round_bar((0, 0), m.motor.shaft / 2 + 1.0, low, THROUGH)]
    holes += [round_bar(at, m.screw.free / 2, low, high + THROUGH) for at in p.corners]
    for at in (*p.mount, *p.chute):
        holes += [round_bar(at, m.screw.free / 2, low, THROUGH), sink(at, m.screw.countersunk, m.screw.free, 0.0)]
    return without(part, holes)


def bowl(m: HopperMeasures, p: Places) -> Part:
    """Return the wall that holds the heap, with the partition that keeps it off the exit.

    The partition is as high as the wall. On a lower roof tokens would stay that the disc never reaches.
    """
    low, flange = m.gap, m.gap + m.bowl.flange
    high = flange + m.bowl.height
    inner = m.bowl_radius
    part = block((-p.half, p.half), (-p.half, p.half), (low, flange))
    part += round_bar((0, 0), inner + m.bowl.wall, low, high)
    opening = round_bar((0, 0), inner, low - THROUGH, high + THROUGH) - _partition(m, inner, low, high + THROUGH)
    part -= opening
    return without(part, (round_bar(at, m.screw.free / 2, low - THROUGH, flange + THROUGH) for at in p.corners))


def _partition(m: HopperMeasures, outer: float, low: float, high: float) -> Part:
    edge: list[Point] = [(0.0, 0.0)]
    for step in range(STEPS + 1):
        angle = radians(-PARTITION_ANGLE + 2 * PARTITION_ANGLE * step / STEPS)
        edge.append(((outer + 5) * cos(angle), (outer + 5) * sin(angle)))
    shaft_room = round_bar((0, 0), m.disc.hub_top + HUB_AIR, low - THROUGH, high + THROUGH)
    return prism(edge, low, high) - _cone(m, HUB_AIR, m.disc.lift + m.disc_thickness) - shaft_room


def mount(m: HopperMeasures, p: Places) -> Part:
    """Return the plate between base and motor. The motor's screws lie in it, beneath the base."""
    high = -m.bowl.floor
    low = high - m.motor.plate
    radius = m.pitch_radius + MOUNT_EDGE
    part = round_bar((0, 0), radius, low, high)
    part -= block((m.motor.half_width, radius + 1), (-radius - 1, radius + 1), (low - THROUGH, high + THROUGH))
    holes = [round_bar((0, 0), m.motor.boss / 2, low - THROUGH, high + THROUGH)]
    holes += [round_bar(at, m.screw.cut / 2, low - THROUGH, high + THROUGH) for at in p.mount]
    for at in m.motor.holes:
        holes.append(round_bar(at, m.screw.free / 2, low - THROUGH, high + THROUGH))
        holes.append(round_bar(at, m.motor.head / 2, high - m.motor.head_depth, high + THROUGH))
    return without(part, holes)


def leg(m: HopperMeasures, at: Point) -> Part:
    """Return one leg, under a corner of the base."""
    high = -m.bowl.floor
    half = m.leg.side / 2
    x, y = at
    part = block((x - half, x + half), (y - half, y + half), (high - m.leg.height, high))
    foot = half + m.leg.foot
    part += block((x - foot, x + foot), (y - foot, y + foot), (high - m.leg.height, high - m.leg.height + m.leg.foot))
    return part - round_bar(at, m.screw.cut / 2, high - 14.0, high + THROUGH)
