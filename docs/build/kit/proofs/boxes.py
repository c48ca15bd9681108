"""The boxes put together, with what is bought in its place.

Boards have all that is soldered on and plugged in.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from manifold3d import Manifold

from proofs.assembly import COMMON, standing
from proofs.bought import Held, measure
from proofs.fitting import NOTHING, Joint
from proofs.meshes import overlap
from solids.box_measures import BoardCase, Panel, ReaderTray, board_case, corners, panel, reader_tray

CLEAR = 0.01
WIRES = "wire-short"
Size = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Box:
    """A box with its lid, and the screws that hold it."""

    name: str
    lower: Manifold
    lid: Manifold
    joint: Joint
    top: float
    """The height of the lid's upper side, on which its screws' heads lie."""
    screw: str
    """The part that its screws are."""
    holds: tuple[Held, ...]


def boxes() -> tuple[Box, ...]:
    return (_tray(reader_tray()), _panel(panel()), _pi(board_case("pi")), _pico(board_case("pico")))


def in_the_way(some: Box) -> Iterator[str]:
    """Yield what shares room with the box or its lid, and the two of them if they do with each other."""
    if overlap(some.lower, some.lid) > NOTHING:
        yield f"{some.name}: box and lid"
    for held in some.holds:
        if meets(some, held.by_the_drawing):
            yield f"{some.name}: {held.part}, {held.measure}"


def meets(some: Box, body: Manifold) -> bool:
    """True if the body shares room with the box or its lid."""
    return overlap(body, some.lower + some.lid) > NOTHING


def block(size: Size, low: float, high: float, at: Size = (0.0, 0.0)) -> Manifold:
    return Manifold.cube((*size, high - low)).translate((at[0] - size[0] / 2, at[1] - size[1] / 2, low))


def _wires(board: str, at: Callable[[float], Manifold]) -> Iterator[Held]:
    """Yield a board's header, the sockets on it and the bend of their wires; `at` places all three by their height."""
    stacked = ((board, "header"), (WIRES, "socket"), (WIRES, "bend"))
    whole = sum(measure(*each) for each in stacked)
    for part, name in stacked:
        others = whole - measure(part, name)
        yield Held(part, name, lambda value, others=others: at(others + value))


def _tray(m: ReaderTray) -> Box:
    low, top = m.floor + m.beneath, m.depth + m.lid
    high = low + m.board_thickness
    long, wide, thick, joints = (measure("pn532", name) for name in ("long", "wide", "thick", "joints"))
    row = (measure("pn532", "row"), measure("wire-short", "pitch"))
    at = (0.0, row[1] - wide / 2)
    under = (long - 11.0, wide - 11.0)
    sleeve = measure("sleeves", "wide"), measure("sleeves", "long")
    holds = (
        Held("pn532", "long", lambda along: block((along, wide), low + CLEAR, low + thick)),
        Held("pn532", "wide", lambda across: block((long, across), low + CLEAR, low + thick)),
        Held("pn532", "thick", lambda deep: block(row, low, low + deep + joints - CLEAR, at)),
        Held("pn532", "components", lambda tall: block(under, low - tall, low)),
        Held("pn532", "joints", lambda tall: block(row, high, high + tall - CLEAR, at)),
        *_wires("pn532", lambda tall: block(row, low - tall + CLEAR, low, at)),
        Held("sleeves", "wide", lambda across: block((across, sleeve[1]), top + CLEAR, top + _card())),
        Held("sleeves", "long", lambda along: block((sleeve[0], along), top + CLEAR, top + _card())),
    )
    return _box("reader", ("tray", "tray-lid"), m.size, top, "screws-m3", holds)


def _card() -> float:
    return measure("sleeves", "thick")


def _panel(m: Panel) -> Box:
    face = m.height + m.plate
    bend = measure(WIRES, "bend")
    middle = m.buttons[1]
    legs = (12.0, 12.0)

    def button(thread: float, deep: float) -> Manifold:
        nut = _bar(middle, measure("button", "nut"), m.height - measure("button", "nut_high"), m.height - CLEAR)
        bezel = _bar(middle, measure("button", "bezel"), face + CLEAR, face + 2)
        return _bar(middle, thread, m.height - deep - bend, face) + nut + bezel

    def lamp(diameter: float, deep: float) -> Manifold:
        soldered = block(legs, m.height - deep - bend, m.height - CLEAR, (m.lamp, 0.0))
        return _bar(m.lamp, diameter, m.height - CLEAR, face) + soldered

    holds = (
        Held("button", "deep", lambda deep: button(measure("button", "thread"), deep)),
        Held("button", "thread", lambda thread: button(thread, measure("button", "deep"))),
        Held("rgb-led", "deep", lambda deep: lamp(measure("rgb-led", "diameter"), deep)),
        Held("rgb-led", "diameter", lambda diameter: lamp(diameter, measure("rgb-led", "deep"))),
        Held("panel-lead", "diameter", lambda thick: _lead(m, thick)),
    )
    return _box("panel", ("panel-box", "panel-top"), m.size, face, "screws-panel", holds)


def _lead(m: Panel, thick: float) -> Manifold:
    """Return the lead in its notch, beneath the face."""
    edge = -m.size[1] / 2
    return block((thick, 30.0), m.height - thick + CLEAR, m.height - CLEAR, (0.0, edge))


def _pi(m: BoardCase) -> Box:
    low, high = m.floor + m.post, m.floor + m.post + m.thickness
    row = (51.0, 5.1)

    def wired(tall: float) -> Manifold:
        return block(row, high, high + tall, (-10.0, m.board[1] / 2 - 3.5))

    holds = (
        Held("pi", "beneath", lambda deep: block(_within(m.board), low - deep, high)),
        Held("pi", "sockets", lambda tall: block((21.0, 53.0), high, high + tall, (m.board[0] / 2 - 7.5, 0.0))),
        Held("pi", "thick", lambda thick: wired(m.above + thick - m.thickness)),
        *_wires("pi", wired),
    )
    return _box("pi", ("pi-case", "pi-lid"), m.size, m.floor + m.height + m.floor, "screws-pi-lid", holds)


def _within(board: Size) -> Size:
    """Return the room between the posts."""
    return board[0] - 44.0, board[1] - 14.0


def _pico(m: BoardCase) -> Box:
    low, high = m.floor + m.post, m.floor + m.post + m.thickness
    pitch, row = measure(WIRES, "pitch"), measure("pico", "row") + 2.54
    rows = (-measure("pico", "row_at"), measure("pico", "row_at"))
    long, thick, joints = (measure("pico", name) for name in ("long", "thick", "joints"))
    plug_wide, plug_high = (measure("usb-data", name) for name in ("plug_wide", "plug_high"))

    def board(long: float, thick: float, joints: float) -> Manifold:
        tails = (block((row, 1.0), low + thick, low + thick + joints, (0.0, y)) for y in rows)
        return sum(tails, block((long, measure("pico", "wide")), low + CLEAR, low + thick))

    def wired(tall: float) -> Manifold:
        one, other = (block((row, pitch), low - tall, low, (0.0, y)) for y in rows)
        return one + other

    def plug(wide: float, tall: float) -> Manifold:
        middle = high + measure("pico", "socket_at")
        beyond = (-m.board[0] / 2 - 12.0, 0.0)
        return block((20.0, wide), middle - tall / 2, middle + tall / 2, beyond)

    holds = (
        Held("pico", "long", lambda value: board(value, thick, joints)),
        Held("pico", "thick", lambda value: board(long, value, joints)),
        Held("pico", "joints", lambda value: board(long, thick, value)),
        *_wires("pico", wired),
        Held("usb-data", "plug_high", lambda value: plug(plug_wide, value)),
        Held("usb-data", "plug_wide", lambda value: plug(value, plug_high)),
    )
    return _box("pico", ("pico-case", "pico-lid"), m.size, m.floor + m.height + m.floor, "screws-case", holds)


def _bar(x: float, width: float, low: float, high: float) -> Manifold:
    return Manifold.cylinder(high - low, width / 2, circular_segments=64).translate((x, 0, low))


def _box(name: str, of: tuple[str, str], size: Size, top: float, screw: str, holds: tuple[Held, ...]) -> Box:
    lower, lid = (standing(COMMON, each) for each in of)
    return Box(name, lower, lid, Joint(" and ".join(of), lower, lid, corners(size)), top, screw, holds)
