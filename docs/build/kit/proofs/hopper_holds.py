"""A hopper's motor and light barrier, as its printed parts hold them."""

from collections.abc import Iterator

from manifold3d import Manifold

from proofs.assembly import Hopper
from proofs.bought import Held, measure
from sim_hardware.dispenser.kit import HopperMeasures
from solids.places import on_ramp, sides

CLEAR = 0.01
LEADS_WIDE = 12.0


def holds(some: Hopper) -> Iterator[Held]:
    m = some.measures
    yield Held("gear-motor", "shaft", lambda wide: _shaft(m, wide))
    yield Held(
        "gear-motor", "collar", lambda wide: _bar(wide / 2, -m.bowl.floor - m.motor.plate, -m.bowl.floor - CLEAR)
    )
    yield Held("screws-motor", "head", lambda wide: _heads(m, wide, measure("screws-motor", "head_high")))
    yield Held("screws-motor", "head_high", lambda high: _heads(m, measure("screws-motor", "head"), high))
    yield Held("barrier", "prongs", lambda wide: _barrier(m, wide, measure("barrier", "wide")))
    yield Held("barrier", "wide", lambda long: _barrier(m, measure("barrier", "prongs"), long))


def room(some: Hopper) -> Manifold:
    """Return all printed parts."""
    return some.base + some.bowl + some.disc + some.mount + some.legs + some.chute + some.cover


def _shaft(m: HopperMeasures, wide: float) -> Manifold:
    """Return the shaft with its flat, in a disc that has not turned against it."""
    low, high = -m.bowl.floor - m.motor.plate, measure("gear-motor", "shaft_long") - m.bowl.floor - m.motor.plate
    flat = measure("gear-motor", "flat") - wide / 2
    return _bar(wide / 2, low, high) - Manifold.cube((wide, 2 * wide, high - low)).translate((flat, -wide, low))


def _heads(m: HopperMeasures, wide: float, high: float) -> Manifold:
    seat = -m.bowl.floor - m.motor.head_depth
    return sum((_bar(wide / 2, seat + CLEAR, seat + high).translate((*at, 0.0)) for at in m.motor.holes), Manifold())


def _barrier(m: HopperMeasures, wide: float, long: float) -> Manifold:
    """Return its prongs in the chute, and its bar with ears and leads outside of the cover."""
    top = sides(m)[3] + m.chute.wall
    bar, flange = measure("barrier", "long"), measure("barrier", "flange")
    leads = measure("barrier", "leads")
    x, z = on_ramp(m, m.beam_at, m.gap / 2)

    def across(size: float, low: float, high: float) -> Manifold:
        block = Manifold.cube((long, high - low, size)).translate((-long / 2, 0.0, -size / 2))
        return block.rotate((0, m.chute.angle, 0)).translate((x, low, z))

    slot = across(m.barrier.slot, top - m.barrier.deep, top + CLEAR)
    prongs = across(wide, top - m.barrier.deep, top + CLEAR) - slot
    return prongs + across(bar, top + CLEAR, top + flange) + across(LEADS_WIDE, top + flange, top + flange + leads)


def _bar(radius: float, low: float, high: float) -> Manifold:
    return Manifold.cylinder(high - low, radius, circular_segments=64).translate((0, 0, low))
