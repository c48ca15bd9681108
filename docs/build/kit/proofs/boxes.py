"""The boxes put together, with what is bought in its place: boards, buttons and a card, as blocks of their measures."""

from collections.abc import Iterator
from dataclasses import dataclass

from manifold3d import Manifold

from proofs.assembly import COMMON, standing
from proofs.fitting import NOTHING, Joint
from proofs.meshes import overlap
from solids.box_measures import BoardCase, Panel, ReaderTray, board_case, corners, panel, reader_tray

BUTTON, BUTTON_DEEP = 16.0, 30.0
"""A push button's body by `parts.toml`, in millimetres."""
HEADER = (20.4, 2.6)
"""Eight pins in a row, as the widest header of a PN532 board has, with the sockets on them."""
LAMP = 5.0
CARD = 0.6
CLEAR = 0.01


@dataclass(frozen=True, slots=True)
class Box:
    """A box with its lid, and the screws that hold it."""

    name: str
    lower: Manifold
    lid: Manifold
    joint: Joint
    holds: tuple[tuple[str, Manifold], ...]
    """What is bought, where it lies."""


def boxes() -> tuple[Box, ...]:
    return (_tray(reader_tray()), _panel(panel()), _case("pi"), _case("pico"))


def in_the_way(some: Box) -> Iterator[str]:
    """Yield what shares room with the box or its lid, and the two of them if they do with each other."""
    if overlap(some.lower, some.lid) > NOTHING:
        yield f"{some.name}: box and lid"
    for name, body in some.holds:
        if overlap(body, some.lower + some.lid) > NOTHING:
            yield f"{some.name}: {name}"


def block(size: tuple[float, float], low: float, high: float) -> Manifold:
    return Manifold.cube((*size, high - low)).translate((-size[0] / 2, -size[1] / 2, low))


def _tray(m: ReaderTray, longer: float = 0.0, taller: float = 0.0) -> Box:
    low = m.floor + m.beneath
    board = block((m.board[0] + longer, m.board[1] + longer), low + CLEAR, low + m.board_thickness)
    top = m.depth + m.lid
    card = block((m.sleeve[0] + longer, m.sleeve[1] + longer), top + CLEAR, top + CARD)
    pins = block(HEADER, low - m.beneath - taller + CLEAR, low).translate((0.0, HEADER[1] - m.board[1] / 2, 0.0))
    return _box("reader", "tray", "tray-lid", m.size, (("board", board), ("header with sockets", pins), ("card", card)))


def _panel(m: Panel, deeper: float = 0.0) -> Box:
    face = m.height + m.plate
    buttons = [(f"button {n}", _bar(at, BUTTON, face - BUTTON_DEEP - deeper, face)) for n, at in enumerate(m.buttons)]
    lamp = ("lamp", _bar(m.lamp, LAMP, face - 8, face))
    return _box("panel", "panel-box", "panel-top", m.size, (*buttons, lamp))


def _case(name: str, longer: float = 0.0) -> Box:
    m: BoardCase = board_case(name)
    low = m.floor + m.post
    room = block((m.board[0] + longer, m.board[1] + longer), low + CLEAR, m.floor + m.height - CLEAR)
    return _box(name, f"{name}-case", f"{name}-lid", m.size, (("board", room),))


def too_much() -> tuple[Box, ...]:
    """Return the boxes as controls: what lies in them is too long by more than its play, or too deep.

    The header with its sockets is half a millimetre too tall.
    """
    return (
        _tray(reader_tray(), 1.5),
        _tray(reader_tray(), taller=0.5),
        _panel(panel(), 6.0),
        _case("pi", 12.0),
        _case("pico", 12.0),
    )


def _bar(x: float, width: float, low: float, high: float) -> Manifold:
    return Manifold.cylinder(high - low, width / 2, circular_segments=64).translate((x, 0, low))


def _box(name: str, lower: str, lid: str, size: tuple[float, float], holds: tuple[tuple[str, Manifold], ...]) -> Box:
    bodies = standing(COMMON, lower), standing(COMMON, lid)
    return Box(name, *bodies, Joint(f"{lower} and {lid}", *bodies, corners(size)), holds)
