"""Every screw in its place: its head has a seat, a driver reaches it, its thread holds, and its tip strikes nothing."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from manifold3d import Manifold

from proofs.assembly import Hopper, assembled
from proofs.bought import measure
from proofs.boxes import Box, boxes
from proofs.fitting import NOTHING, motor
from proofs.meshes import overlap
from sim_hardware.dispenser.kit import tokens
from solids.box_measures import SCREW_CUT, board_case
from solids.places import Point, on_ramp, sides

DRIVER, REACH = 6.4, 80.0
"""A driver's bit, across its corners and along its way, in millimetres."""
LOOSE = 0.4
"""A screw's core is so much thinner than the hole that it cuts its thread into."""
HOLDS = 1.0
"""The thread holds if it grips over so many diameters."""
CLEAR = 0.01


@dataclass(frozen=True, slots=True)
class Screw:
    """A screw with its head at `at`; it points along -z, or along -y if it is `level`."""

    name: str
    part: str
    at: tuple[float, float, float]
    cut: float
    """The hole into which it cuts."""
    around: Manifold
    """What is there when it is screwed in, without what it holds into."""
    into: Manifold
    level: bool = False
    sunk: bool = False
    longer: float = 0.0
    head_more: float = 0.0
    """These two spoil it."""

    @property
    def diameter(self) -> float:
        return measure(self.part, "thread")

    @property
    def length(self) -> float:
        return measure(self.part, "long") + self.longer

    @property
    def head(self) -> Manifold:
        """Return its head: on its seat, or within it with all but nothing above."""
        radius, high = measure(self.part, "head") / 2 + self.head_more / 2, measure(self.part, "head_high")
        if not self.sunk:
            return self._placed(_bar(radius, CLEAR, high + self.head_more))
        core = self.diameter / 2
        return self._placed(Manifold.cylinder(radius - core, core, radius).translate((0, 0, core - radius)))

    @property
    def driver(self) -> Manifold:
        low = CLEAR if self.sunk else measure(self.part, "head_high")
        return self._placed(_bar(DRIVER / 2, low, low + REACH))

    @property
    def core(self) -> Manifold:
        return self._placed(_bar((self.cut - LOOSE) / 2, -self.length, 0.0))

    @property
    def grip(self) -> float:
        """Return the length over which its thread has material around it."""
        outer = self.cut / 2 + LOOSE
        ring = self._placed(_bar(outer, -self.length, 0.0) - _bar(self.cut / 2, -self.length - 1, 1.0))
        area = 3.14159 * (outer**2 - (self.cut / 2) ** 2)
        return overlap(ring, self.into) / area

    def _placed(self, body: Manifold) -> Manifold:
        return (body.rotate((-90, 0, 0)) if self.level else body).translate(self.at)


def faults(screw: Screw) -> Iterator[str]:
    all_there = screw.around + screw.into
    for what, body in (("head", screw.head), ("driver", screw.driver), ("tip", screw.core)):
        if (shared := overlap(body, all_there)) > NOTHING:
            yield f"{screw.name}: {shared:.2f} mm3 are in the way of its {what}"
    if screw.grip < (needed := HOLDS * screw.diameter):
        yield f"{screw.name}: it holds over {screw.grip:.1f} of {needed:.1f} mm"


def of_hopper(some: Hopper) -> Iterator[Screw]:
    """Yield each screw with what is there at its step of the page."""
    m, at, cut = some.measures, some.at, some.measures.screw.cut
    flange = m.gap + m.bowl.flange
    cover = sides(m)[3] + m.chute.wall
    under = some.base + some.mount
    for x, y in at.corners:
        whole = some.base + some.bowl + some.disc + some.mount + some.chute + some.cover
        yield Screw("corner", "screws-hopper", (x, y, flange), cut, whole, some.legs)
    for x, y in at.mount:
        yield Screw("mount", "screws-countersunk", (x, y, 0.0), cut, some.base + motor(m), some.mount, sunk=True)
    for x, y in at.chute:
        yield Screw("chute", "screws-countersunk", (x, y, 0.0), cut, under, some.chute, sunk=True)
    for x, z in at.cover:
        yield Screw("cover", "screws-cover", (x, cover, z), cut, some.cover, some.chute, level=True)
    for sign in (-1, 1):
        x, z = on_ramp(m, m.beam_at, m.gap / 2 + sign * m.barrier.ears / 2)
        ear = (x, cover + measure("barrier", "flange"), z)
        yield Screw("barrier", "screws-barrier", ear, m.barrier.ear_hole, some.chute, some.cover, level=True)


def of_box(some: Box) -> Iterator[Screw]:
    for x, y in some.joint.at:
        yield Screw(f"{some.name}'s lid", some.screw, (x, y, some.top), SCREW_CUT, some.lid, some.lower)


def of_pi(some: Box) -> Iterator[Screw]:
    """Yield the screws of the Pi's board, before the lid is put on."""
    m = board_case("pi")
    for x, y in m.holes:
        at = (x, y, m.floor + m.post + m.thickness)
        yield Screw("Pi's board", "screws-pi", at, m.hole, Manifold(), some.lower)


def everywhere() -> Iterator[Screw]:
    """Yield every screw of the kit, with those of a hopper for each token."""
    for box in boxes():
        yield from of_box(box)
        if box.name == "pi":
            yield from of_pi(box)
    for hopper in map(assembled, tokens()):
        yield from of_hopper(hopper)


def longer(screw: Screw, by: float) -> Screw:
    return replace(screw, longer=by)


def with_larger_head(screw: Screw, by: float) -> Screw:
    """Return it with a head that is wider and higher."""
    return replace(screw, head_more=by)


def _bar(radius: float, low: float, high: float, at: Point = (0.0, 0.0)) -> Manifold:
    return Manifold.cylinder(high - low, radius, circular_segments=64).translate((*at, low))
