"""The boxes: reader tray, button panel, and the cases of Pi and Pico, each with its lid."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from build123d import Part

from sim_hardware.dispenser.kit import document
from solids.shapes import Point, block, joined, round_bar, without

SCREW_FREE, SCREW_CUT = document()["screw"]["free"], document()["screw"]["cut"]
BOSS = 4.0
CORNER = 5.0


@dataclass(frozen=True, slots=True)
class ReaderTray:
    """A tray with the reader's board, beneath a lid on which the card lies."""

    board: tuple[float, float]
    board_play: float
    board_thickness: float
    beneath: float
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
    height: float
    buttons: tuple[float, ...]
    button_hole: float
    lamp: float
    lamp_hole: float


@dataclass(frozen=True, slots=True)
class BoardCase:
    """A case with open sides for a board of this outline: posts under its holes, a lid on four pillars."""

    board: tuple[float, float]
    holes: tuple[Point, ...]
    hole: float
    post: float
    height: float
    floor: float = 2.4

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


def plate(size: tuple[float, float], low: float, high: float) -> Part:
    x, y = size[0] / 2, size[1] / 2
    return block((-x, x), (-y, y), (low, high))


def _open_box(size: tuple[float, float], floor: float, wall: float, height: float, notch: Point) -> Part:
    """Return a box that is open above, with bosses in its corners and a notch for a lead in its lower side."""
    box = plate(size, 0, height) - plate((size[0] - 2 * wall, size[1] - 2 * wall), floor, height + 1)
    reach = CORNER + BOSS
    for x, y in corners(size):
        toward_x, toward_y = (1 if x > 0 else -1), (1 if y > 0 else -1)
        outer_x, outer_y = toward_x * size[0] / 2, toward_y * size[1] / 2
        xs, ys = sorted((outer_x, outer_x - toward_x * reach)), sorted((outer_y, outer_y - toward_y * reach))
        box += block((xs[0], xs[1]), (ys[0], ys[1]), (0, height))
    box = without(box, (round_bar(at, SCREW_CUT / 2, floor, height + 1) for at in corners(size)))
    wide, deep = notch
    return box - block((-wide / 2, wide / 2), (-size[1] / 2 - 1, -size[1] / 2 + wall + 1), (height - deep, height + 1))


def tray(m: ReaderTray) -> Part:
    x, y = m.board[0] / 2, m.board[1] / 2
    box = _open_box(m.size, m.floor, m.wall, m.depth, m.notch)
    high = m.floor + m.beneath + m.board_thickness
    posts = joined(
        block((sx * x - 5, sx * x + 5), (sy * y - 5, sy * y + 5), (m.floor - 0.5, high))
        for sx in (-1, 1)
        for sy in (-1, 1)
    )
    play = m.board_play / 2
    return box + (posts - block((-x - play, x + play), (-y - play, y + play), (m.floor + m.beneath, high + 1)))


def tray_lid(m: ReaderTray) -> Part:
    """Return the lid, with a frame around the card, open at one side for a finger."""
    wide, long = m.sleeve[0] + m.sleeve_play, m.sleeve[1] + m.sleeve_play
    around = (wide + 4.8, long + 4.8)
    frame = plate(around, m.lid, m.lid + m.frame) - plate((wide, long), m.lid, m.lid + m.frame + 1)
    frame -= block((-12, 12), (-around[1], 0), (m.lid, m.lid + m.frame + 1))
    lid = plate(m.size, 0, m.lid) + frame
    return without(lid, (round_bar(at, SCREW_FREE / 2, -1, m.lid + 1) for at in corners(m.size)))


def panel_box(m: Panel) -> Part:
    return _open_box(m.size, m.wall, m.wall, m.height, (8.0, 6.0))


def panel_top(m: Panel) -> Part:
    """Return the panel's face: PREVIOUS, NEXT, CONFIRM from the left, and the lamp."""
    holes = [((at, 0.0), m.button_hole) for at in m.buttons] + [((m.lamp, 0.0), m.lamp_hole)]
    holes += [(at, SCREW_FREE) for at in corners(m.size)]
    return without(plate(m.size, 0, m.plate), (round_bar(at, wide / 2, -1, m.plate + 1) for at, wide in holes))


def case(m: BoardCase) -> Part:
    part = plate(m.size, 0, m.floor)
    part += joined(round_bar(at, 3.0, 0, m.floor + m.post) for at in m.holes)
    part += joined(round_bar(at, BOSS, 0, m.floor + m.height) for at in corners(m.size))
    part = without(part, (round_bar(at, m.hole / 2, m.floor - 1, m.floor + m.post + 1) for at in m.holes))
    return without(part, (round_bar(at, SCREW_CUT / 2, m.floor, m.floor + m.height + 1) for at in corners(m.size)))


def case_lid(m: BoardCase) -> Part:
    """Return the lid, with slots for air."""
    slots: Sequence[Part] = tuple(_slots(m))
    lid = without(plate(m.size, 0, m.floor), (round_bar(at, SCREW_FREE / 2, -1, m.floor + 1) for at in corners(m.size)))
    return without(lid, slots)


def _slots(m: BoardCase) -> Iterator[Part]:
    reach = m.board[1] / 2 - 4
    for x in range(-int(m.board[0] / 2) + 8, int(m.board[0] / 2) - 7, 8):
        yield block((x - 1.5, x + 1.5), (-reach, reach), (-1, m.floor + 1))
