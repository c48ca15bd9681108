"""The measures of the boxes, from `sim_hardware/dispenser/kit.toml`."""

from dataclasses import dataclass
from typing import Any

from sim_hardware.dispenser.kit import document
from solids.places import Point

SCREW_FREE, SCREW_CUT = document()["screw"]["free"], document()["screw"]["cut"]
BOSS = 4.0
CORNER = 5.0


@dataclass(frozen=True, slots=True)
class ReaderTray:
    """A tray with the reader's board, beneath a lid on which the card lies."""

    board: tuple[float, float]
    board_play: float
    board_thickness: float
    header: float
    socket: float
    bend: float
    antenna_air: float
    lid: float
    sleeve: tuple[float, float]
    sleeve_play: float
    frame: float
    border: float
    floor: float
    wall: float
    notch: tuple[float, float]

    @property
    def size(self) -> tuple[float, float]:
        wide, long = self.sleeve
        return wide + self.sleeve_play + 2 * self.border, long + self.sleeve_play + 2 * self.border

    @property
    def beneath(self) -> float:
        """Return the room beneath the board: a straight header, the sockets on it, and the bend of their wires."""
        return self.header + self.socket + self.bend

    @property
    def depth(self) -> float:
        """Return the height of the tray's walls."""
        return self.floor + self.beneath + self.board_thickness + self.antenna_air

    @property
    def antenna_to_card(self) -> float:
        """Return the distance from the antenna to the card in its sleeve."""
        return self.antenna_air + self.lid


@dataclass(frozen=True, slots=True)
class Panel:
    size: tuple[float, float]
    plate: float
    wall: float
    button_deep: float
    bend: float
    play: float
    buttons: tuple[float, ...]
    button_hole: float
    lamp: float
    lamp_hole: float

    @property
    def height(self) -> float:
        """Return the height of the box without its face."""
        return self.wall + self.play + self.bend + self.button_deep


@dataclass(frozen=True, slots=True)
class BoardCase:
    """A case with open sides for a board of this outline, with a lid on four pillars.

    The board is screwed to posts under its holes; or its ends lie on rests, and studs of the lid hold it at its holes.
    """

    board: tuple[float, float]
    holes: tuple[Point, ...]
    thickness: float
    beneath: float
    above: float
    play: float
    hole: float = 0.0
    rest: tuple[float, float] = (0.0, 0.0)
    """How far a rest reaches under the board, and how wide it is."""
    floor: float = 2.4

    @property
    def post(self) -> float:
        """Return the height of the board's lower face above the floor."""
        return self.beneath + self.play

    @property
    def height(self) -> float:
        """Return the height of the pillars above the floor."""
        return self.post + self.thickness + self.above + self.play

    @property
    def size(self) -> tuple[float, float]:
        return self.board[0] + 4 * BOSS + 2, self.board[1] + 4 * BOSS + 2


def reader_tray() -> ReaderTray:
    return ReaderTray(**_pairs(document()["reader"]))


def panel() -> Panel:
    return Panel(**_pairs(document()["panel"]))


def board_case(name: str) -> BoardCase:
    """Return the measures of the case for `pi` or `pico`."""
    return BoardCase(**_pairs(document()[name]))


def _pairs(raw: dict[str, Any]) -> dict[str, Any]:
    """Return a section with tuples for lists."""
    return {name: _frozen(value) for name, value in raw.items()}


def _frozen(value: Any) -> Any:
    return tuple(_frozen(each) for each in value) if isinstance(value, list) else value


def corners(size: tuple[float, float], inset: float = CORNER) -> tuple[Point, ...]:
    x, y = size[0] / 2 - inset, size[1] / 2 - inset
    return ((x, y), (-x, y), (-x, -y), (x, -y))
