"""Prisms and cylinders between two heights, of which all parts are made."""

from collections.abc import Iterable, Sequence

from build123d import Cone, Cylinder, Part, Pos, Rot, Vector, Wire, extrude, make_face

from solids.places import Point


def prism(points: Sequence[Point], low: float, high: float) -> Part:
    """Return the prism over a polygon in x and y."""
    outline = Wire.make_polygon([Vector(x, y, low) for x, y in points], close=True)
    return extrude(make_face(outline), amount=high - low, dir=(0, 0, 1))


def profile(points: Sequence[Point], near: float, far: float) -> Part:
    """Return the prism over a polygon in x and z, from y = near to y = far."""
    return Rot(90, 0, 0) * prism(points, -far, -near)


def block(x: Point, y: Point, z: Point) -> Part:
    return prism(((x[0], y[0]), (x[1], y[0]), (x[1], y[1]), (x[0], y[1])), *z)


def round_bar(at: Point, radius: float, low: float, high: float) -> Part:
    """Return an upright cylinder."""
    return Pos(*at, (low + high) / 2) * Cylinder(radius, high - low)


def level_bar(at: Point, radius: float, near: float, far: float) -> Part:
    """Return a cylinder along y, at this x and z."""
    return Pos(at[0], (near + far) / 2, at[1]) * Rot(90, 0, 0) * Cylinder(radius, far - near)


def sink(at: Point, width: float, hole: float, top: float) -> Part:
    """Return the cone that a countersunk screw's head needs, flush with `top`."""
    deep = (width - hole) / 2
    return Pos(*at, top - deep / 2) * Cone(hole / 2, width / 2, deep)


def joined(parts: Iterable[Part]) -> Part:
    first, *others = parts
    for each in others:
        first += each
    return first


def without(part: Part, holes: Iterable[Part]) -> Part:
    for each in holes:
        part -= each
    return part
