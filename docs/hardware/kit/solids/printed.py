"""All printed parts by name, as they stand in the assembly and as they lie on the bed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from build123d import Part, Pos, Rot

from sim_hardware.dispenser.kit import HopperMeasures
from solids import boxes, chute, hopper
from solids.places import places

ON_ITS_SIDE = frozenset({"chute", "cover"})
"""These are printed with y upward, all others as they stand."""
HOPPER = ("disc", "base", "bowl", "mount", "leg", "chute", "cover")
BOXES = ("tray", "tray-lid", "panel-box", "panel-top", "pi-case", "pi-lid", "pico-case", "pico-lid")
COUNTS: Mapping[str, int] = MappingProxyType({"leg": 4, "tray": 2, "tray-lid": 2, "panel-box": 2, "panel-top": 2})
"""The number for a hopper, or of a box for the table; 1 for what is not named."""


@dataclass(frozen=True, slots=True)
class PrintedPart:
    name: str
    solid: Part
    """As it stands in the assembly."""

    @property
    def on_the_bed(self) -> Part:
        """Return the part as it is printed: on z = 0, its middle at x = y = 0."""
        turned = Rot(90, 0, 0) * self.solid if self.name in ON_ITS_SIDE else self.solid
        box = turned.bounding_box()
        return Pos(-box.center().X, -box.center().Y, -box.min.Z) * turned


def hopper_parts(m: HopperMeasures) -> Iterator[PrintedPart]:
    at = places(m)
    yield PrintedPart("disc", hopper.disc(m))
    yield PrintedPart("base", hopper.base(m, at))
    yield PrintedPart("bowl", hopper.bowl(m, at))
    yield PrintedPart("mount", hopper.mount(m, at))
    yield PrintedPart("leg", hopper.leg(m, at.corners[0]))
    yield PrintedPart("chute", chute.chute(m, at))
    yield PrintedPart("cover", chute.cover(m, at))


def box_parts() -> Iterator[PrintedPart]:
    reader, panel = boxes.reader_tray(), boxes.panel()
    yield PrintedPart("tray", boxes.tray(reader))
    yield PrintedPart("tray-lid", boxes.tray_lid(reader))
    yield PrintedPart("panel-box", boxes.panel_box(panel))
    yield PrintedPart("panel-top", boxes.panel_top(panel))
    for name in ("pi", "pico"):
        yield PrintedPart(f"{name}-case", boxes.case(boxes.board_case(name)))
        yield PrintedPart(f"{name}-lid", boxes.case_lid(boxes.board_case(name)))
