"""Draw the picture of a whole table to scale, from `examples/usb-readers.toml`, into `docs/build` (`make docs`)."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from table.config import Config

PICTURE = Path("build") / "table.svg"
EXAMPLE = Path("examples") / "usb-readers.toml"
WIDE_MM, DEEP_MM = 900, 900
"""The size of the table. The players sit at its lower and its upper edge."""
MARGIN_MM, KEY_MM = 110, 190
RC522_WIRE_MM, USB_LEAD_MM = 200, 5000
EDGE = 'stroke="#333333" stroke-width="2"'
REACH = 'fill="none" stroke="#aa3333" stroke-width="3" stroke-dasharray="10 8"'
USB_LINE, WIRE_LINE = "#2f6f9f", "#b8860b"
PANEL_WIRE_MM = 2000
PI_X, PI_Y = 130, 450
SLACK = 1.3
"""The ratio of a cable's length to its drawn line, for corners and slack."""


@dataclass(frozen=True, slots=True)
class LaidPart:
    """A part on the table, by its middle and size in millimetres from the upper left corner."""

    name: str
    x: float
    y: float
    wide: float
    deep: float
    fill: str
    lines: tuple[str, ...] = ()

    @property
    def middle(self) -> tuple[float, float]:
        return self.x, self.y


@dataclass(frozen=True, slots=True)
class LaidCable:
    """A cable along these points, with its description."""

    points: tuple[tuple[float, float], ...]
    what: str
    colour: str
    most_mm: int
    """The maximum length of this cable."""
    label: tuple[float, float]

    @property
    def drawn_mm(self) -> float:
        return sum(abs(bx - ax) + abs(by - ay) for (ax, ay), (bx, by) in pairwise(self.points))

    @property
    def length_mm(self) -> int:
        """Return the length to buy: that of the line with some slack, in half metres."""
        return -(-round(self.drawn_mm * SLACK) // 500) * 500


def parts(config: Config) -> tuple[LaidPart, ...]:
    """Return the parts of a table: a reader and a panel before each player, all else at the left edge."""
    boards = {"rc522": "RC522", "pn532": "PN532", "pcsc": "PC/SC reader"}
    placed = [
        LaidPart("screen", 450, 450, 240, 160, "#dfe8f0", ("screen,", "flat between both")),
        LaidPart("pi", PI_X, PI_Y, 130, 60, "#d7ead7", ("Raspberry Pi",)),
        LaidPart("hub", 130, 355, 130, 56, "#e8e8e8", ("USB hub with", "its own supply")),
        LaidPart("dispenser", 130, 585, 150, 120, "#f0e6d6", ("dispenser,", "if you build one")),
    ]
    for name, seat, y, panel_y in (("red", config.seats.red, 115, 90), ("blue", config.seats.blue, 785, 810)):
        kind = config.readers[seat.reader].kind
        fill = "#cfd8ef" if name == "blue" else "#efcfcf"
        placed.append(LaidPart(f"{name} reader", 450, y, 110, 80, fill, (f"{name}: {boards[kind]}",)))
        placed.append(
            LaidPart(f"{name} panel", 660, panel_y, 190, 56, "#eeeeee", (f"{name}: panel,", "three buttons, a lamp"))
        )
    return tuple(placed)


def cables(config: Config) -> tuple[LaidCable, ...]:
    """Return the cables between the parts, along the table's edges."""
    by_name = {part.name: part for part in parts(config)}
    hub, pi, dispenser = by_name["hub"].middle, by_name["pi"].middle, by_name["dispenser"].middle
    laid = [
        LaidCable((hub, pi), "USB", USB_LINE, USB_LEAD_MM, (130, 401)),
        LaidCable((hub, (230, 355), (230, 585), dispenser), "USB", USB_LINE, USB_LEAD_MM, (230, 510)),
    ]
    for name, edge_y, way_y, lead_x in (("red", 25.0, 37.0, 60.0), ("blue", 875.0, 863.0, 40.0)):
        reader, panel = by_name[f"{name} reader"].middle, by_name[f"{name} panel"].middle
        lead = (hub, (lead_x, hub[1]), (lead_x, edge_y), (reader[0], edge_y), reader)
        laid.append(LaidCable(lead, "USB lead", USB_LINE, USB_LEAD_MM, (250, edge_y)))
        wires = (pi, (20.0, pi[1]), (20.0, way_y), (panel[0], way_y), panel)
        laid.append(LaidCable(wires, "panel: 7 wires", WIRE_LINE, PANEL_WIRE_MM, (560, way_y)))
    return tuple(laid)


def picture(config: Config) -> str:
    """Return the picture as SVG."""
    return "\n".join(_lines(config)) + "\n"


def _lines(config: Config) -> Iterator[str]:
    wide, deep = WIDE_MM + 2 * MARGIN_MM, DEEP_MM + 2 * MARGIN_MM + KEY_MM
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-MARGIN_MM} {-MARGIN_MM} {wide} {deep}" '
        'font-family="sans-serif" font-size="20">'
    )
    yield "<title>A whole table, 90 cm wide, seen from above</title>"
    yield f'<rect x="{-MARGIN_MM}" y="{-MARGIN_MM}" width="{wide}" height="{deep}" fill="#ffffff"/>'
    yield f'<rect x="0" y="0" width="{WIDE_MM}" height="{DEEP_MM}" rx="8" fill="#faf6ee" {EDGE}/>'
    yield _text(450, -45, "the red player sits here")
    yield _text(450, DEEP_MM + 60, "the blue player sits here")
    yield _ruler(-20)
    yield f'<circle cx="{PI_X}" cy="{PI_Y}" r="{RC522_WIRE_MM}" {REACH}/>'
    yield _text(290, 620, "an RC522's wires end here: 20 cm from the Pi", "#aa3333", "start")
    every = cables(config)
    for cable in every:
        points = " ".join(f"{x:g},{y:g}" for x, y in cable.points)
        yield f'<polyline points="{points}" fill="none" stroke="{cable.colour}" stroke-width="5"/>'
    for part in parts(config):
        yield from _part(part)
    for cable in every:
        yield _label(cable)
    for row, line in enumerate(KEY):
        yield _text(0, DEEP_MM + 120 + 30 * row, line, anchor="start")
    yield "</svg>"


KEY = (
    "Drawn to scale. Lengths are to buy: the way along the edges, and a third more.",
    "Blue: USB, at most 5 m each. Between a USB-serial lead and its PN532 board are four wires of",
    "at most 20 cm; a reader by PC/SC has its own lead.",
    "Brown: a panel's seven wires to the header. They carry presses and lamps alone, and bear 2 m.",
    "No metal within 3 cm of a reader, and at least 12 cm between two of them.",
)


def _part(part: LaidPart) -> Iterator[str]:
    x, y = part.x - part.wide / 2, part.y - part.deep / 2
    yield f'<rect x="{x:g}" y="{y:g}" width="{part.wide:g}" height="{part.deep:g}" rx="6" fill="{part.fill}" {EDGE}/>'
    for row, line in enumerate(part.lines):
        yield _text(part.x, part.y + 6 + 22 * (row - (len(part.lines) - 1) / 2), line, size=16)


def _label(cable: LaidCable) -> str:
    x, y = cable.label
    words = f"{cable.what}, {cable.length_mm / 1000:g} m"
    wide = 9.5 * len(words)
    box = f'<rect x="{x - wide / 2:g}" y="{y - 13:g}" width="{wide:g}" height="24"'
    return f'{box} fill="#ffffff" stroke="{cable.colour}"/>' + _text(x, y + 6, words, size=16)


def _ruler(y: float) -> str:
    strokes = ((0, y, WIDE_MM, y), (0, y - 8, 0, y + 8), (WIDE_MM, y - 8, WIDE_MM, y + 8))
    lines = "".join(f'<line x1="{ax:g}" y1="{ay:g}" x2="{bx:g}" y2="{by:g}" {EDGE}/>' for ax, ay, bx, by in strokes)
    return lines + _text(760, y - 8, f"{WIDE_MM // 10} cm")


def _text(x: float, y: float, words: str, fill: str = "#222222", anchor: str = "middle", size: int = 20) -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" font-size="{size}" fill="{fill}">{words}</text>'
