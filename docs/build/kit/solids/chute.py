"""The chute, whose ramp turns a token onto its edge, and its cover with the light barrier's seat."""

from math import cos, radians, sin

from build123d import Part, Plane

from sim_hardware.dispenser.kit import HopperMeasures
from solids.places import TONGUE, Places, Point, on_ramp, sides
from solids.shapes import joined, level_bar, prism, profile, round_bar, without

BOSS = 4.0
"""The radius of what a cover's screw cuts into."""
FLANGE = 10.0
ROOM = 0.3
"""Around the barrier's body."""
FAR = 200.0


def chute(m: HopperMeasures, p: Places) -> Part:
    """Return the chute without its cover. It is printed on its closed side."""
    outside, wide, narrow, cover_y = sides(m)
    bosses = (level_bar(at, BOSS, outside, cover_y) for at in p.cover)
    body = joined((profile(_outer(m), outside, cover_y), profile(_flange(m, p), outside, cover_y), *bosses))
    rooms = [profile(_cavity(m), narrow, cover_y + 1), _wide_room(m, wide, narrow)]
    rooms.append(profile(_fork(m), cover_y - (m.barrier.deep - m.chute.wall) - ROOM, cover_y + 1))
    rooms += [level_bar(at, m.screw.cut / 2, outside + m.chute.wall, cover_y + 1) for at in p.cover]
    top = -m.bowl.floor
    rooms += [round_bar(at, m.screw.cut / 2, top - FLANGE - 1, top + 1) for at in p.chute]
    return without(body, rooms)


def cover(m: HopperMeasures, p: Places) -> Part:
    """Return the cover, with the window for the light barrier and the holes of its ears."""
    *_, low = sides(m)
    high = low + m.chute.wall
    bosses = (level_bar(at, BOSS, low, high) for at in p.cover)
    part = joined((profile(_outer(m), low, high), profile(_seat(m), low, high), *bosses))
    ears = [on_ramp(m, m.beam_at, m.gap / 2 + sign * m.barrier.ears / 2) for sign in (-1, 1)]
    part = without(part, (level_bar(at, m.barrier.ear_hole / 2, low - 1, high + 1) for at in ears))
    part = without(part, (level_bar(at, m.screw.free / 2, low - 1, high + 1) for at in p.cover))
    return part - profile(_fork(m), low - 1, high + 1)


def _cavity(m: HopperMeasures) -> tuple[Point, ...]:
    """Return the room of a token in x and z: open above, narrow below."""
    x, top = m.pitch_radius, -m.bowl.floor
    return (
        (x - m.hole / 2, top + 1),
        (x - m.hole / 2, top),
        on_ramp(m, m.end_at + 1, 0.0),
        on_ramp(m, m.end_at + 1, m.gap),
        on_ramp(m, m.narrow_at, m.gap),
        (x + m.hole / 2, top + 1),
    )


def _outer(m: HopperMeasures) -> tuple[Point, ...]:
    """Return the cavity with the walls around it."""
    wall, top = m.chute.wall, -m.bowl.floor
    right = m.pitch_radius + m.hole / 2 + wall
    bend_x, _ = on_ramp(m, m.narrow_at, m.gap + wall)
    bend = m.narrow_at + (right - bend_x) / cos(radians(m.chute.angle))
    return (
        (m.pitch_radius - m.hole / 2 - m.ramp_wall_across, top),
        on_ramp(m, m.end_at, -wall),
        on_ramp(m, m.end_at, m.gap + wall),
        on_ramp(m, bend, m.gap + wall),
        (right, top),
    )


def _flange(m: HopperMeasures, p: Places) -> tuple[Point, ...]:
    left, right, top = m.pitch_radius + m.hole / 2 + 0.5, p.half + TONGUE, -m.bowl.floor
    return ((left, top - FLANGE), (right, top - FLANGE), (right, top), (left, top))


def _wide_room(m: HopperMeasures, wide: float, narrow: float) -> Part:
    """Return the room beside the narrow part, in which a token falls that still moves; it ends in a slant."""
    angle = radians(m.chute.angle)
    x, z = on_ramp(m, 0.0, 0.0)
    ramp = Plane((x, 0, z), x_dir=(cos(angle), 0, -sin(angle)), z_dir=(sin(angle), 0, cos(angle)))
    slant = ((-FAR, wide), (m.narrow_at - m.chute.dwell, wide), (m.narrow_at, narrow + 0.01), (-FAR, narrow + 0.01))
    return profile(_cavity(m), wide, narrow + 0.01) & (ramp * prism(slant, -1, FAR))


def _fork(m: HopperMeasures) -> tuple[Point, ...]:
    """Return the barrier's body across the narrow part."""
    return _across(m, m.barrier.long / 2 + ROOM, m.barrier.wide / 2 + ROOM)


def _seat(m: HopperMeasures) -> tuple[Point, ...]:
    """Return the place for the barrier's ears."""
    return _across(m, m.barrier.long / 2 + 3.0, m.barrier.ears / 2 + BOSS)


def _across(m: HopperMeasures, along: float, aside: float) -> tuple[Point, ...]:
    corners = ((-along, -aside), (along, -aside), (along, aside), (-along, aside))
    return tuple(on_ramp(m, m.beam_at + s, m.gap / 2 + n) for s, n in corners)
