"""All printed parts by name, as they stand in the assembly and as they lie on the bed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from build123d import Part, Pos, Rot

from sim_hardware.dispenser.kit import HopperMeasures
from solids import boxes, chute, hopper
from solids.box_measures import board_case, panel, reader_tray
from solids.places import Move, places

ON_ITS_SIDE = frozenset({"chute", "cover"})
"""These are printed with y upward."""
ON_ITS_HEAD = frozenset({"pico-lid"})
"""These are printed upside down, all others as they stand."""
HOPPER = ("disc", "base", "bowl", "mount", "leg", "chute", "cover")
BOXES = ("tray", "tray-lid", "panel-box", "panel-top", "pi-case", "pi-lid", "pico-case", "pico-lid")
COUNTS: Mapping[str, int] = MappingProxyType({"leg": 4, "tray": 2, "tray-lid": 2, "panel-box": 2, "panel-top": 2})
"""The number for a hopper, or of a box for the table; 1 for what is not named."""
AS_IT_IS: Move = (0.0, 0.0, 0.0)
DIGITS = 6
"""A move is told to a nanometre."""


@dataclass(frozen=True, slots=True)
class PrintedPart:
    name: str
    solid: Part
    """As it stands in the assembly, or one of several."""
    stands: tuple[Move, ...] = (AS_IT_IS,)
    """The moves that bring the solid to each of its places."""

    @property
    def on_the_bed(self) -> Part:
        """Return the part as it is printed: on z = 0, its middle at x = y = 0."""
        x, y, z = self._lowest
        return Pos(-x, -y, -z) * self._turned

    @property
    def turn_back(self) -> int:
        """Return the degrees about x by which the printed part is turned to stand as in the assembly."""
        return -self._turn

    @property
    def moves_back(self) -> tuple[Move, ...]:
        """Return the moves that bring the printed part, once it is turned, to each of its places."""
        x, y, z = self._lowest
        back = {0: (x, y, z), 90: (x, z, -y), 180: (x, -y, -z)}[self._turn]
        return tuple(_reported(back[0] + at[0], back[1] + at[1], back[2] + at[2]) for at in self.stands)

    @property
    def _turn(self) -> int:
        return 90 if self.name in ON_ITS_SIDE else 180 if self.name in ON_ITS_HEAD else 0

    @property
    def _turned(self) -> Part:
        return Rot(self._turn, 0, 0) * self.solid if self._turn else self.solid

    @property
    def _lowest(self) -> Move:
        """Return the middle of what lies on the bed once it is turned."""
        box = self._turned.bounding_box()
        return box.center().X, box.center().Y, box.min.Z


def _reported(x: float, y: float, z: float) -> Move:
    return round(x, DIGITS) + 0.0, round(y, DIGITS) + 0.0, round(z, DIGITS) + 0.0


def hopper_parts(m: HopperMeasures) -> Iterator[PrintedPart]:
    at = places(m)
    first = at.corners[0]
    yield PrintedPart("disc", hopper.disc(m))
    yield PrintedPart("base", hopper.base(m, at))
    yield PrintedPart("bowl", hopper.bowl(m, at))
    yield PrintedPart("mount", hopper.mount(m, at))
    under = tuple((x - first[0], y - first[1], 0.0) for x, y in at.corners)
    yield PrintedPart("leg", hopper.leg(m, first), under)
    yield PrintedPart("chute", chute.chute(m, at))
    yield PrintedPart("cover", chute.cover(m, at))


def box_parts() -> Iterator[PrintedPart]:
    reader, of_panel = reader_tray(), panel()
    yield PrintedPart("tray", boxes.tray(reader))
    yield PrintedPart("tray-lid", boxes.tray_lid(reader), ((0.0, 0.0, reader.depth),))
    yield PrintedPart("panel-box", boxes.panel_box(of_panel))
    yield PrintedPart("panel-top", boxes.panel_top(of_panel), ((0.0, 0.0, of_panel.height),))
    for name in ("pi", "pico"):
        of_board = board_case(name)
        yield PrintedPart(f"{name}-case", boxes.case(of_board))
        yield PrintedPart(f"{name}-lid", boxes.case_lid(of_board), ((0.0, 0.0, of_board.floor + of_board.height),))
