"""The boxes: reader tray, button panel, and the cases of Pi and Pico, each with its lid."""

from collections.abc import Iterator, Sequence

from build123d import Part

from solids.box_measures import BOSS, CORNER, SCREW_CUT, SCREW_FREE, BoardCase, Panel, ReaderTray, corners
from solids.places import Point
from solids.shapes import block, joined, round_bar, without

BOARD_PLAY = 0.3
UNDER_LID = 0.2
STOP = 2.5
PLUG = 12.0
"""The width of a USB plug, between the stops of a board's end."""
STUD = 1.7
HELD = 0.1
"""From a stud of the lid to the board."""


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
    high = m.depth - UNDER_LID  # a board that its wires lift stays between the posts
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
    part += joined(_rests(m) if m.rest[0] else (round_bar(at, 3.0, 0, m.floor + m.post) for at in m.holes))
    part += joined(round_bar(at, BOSS, 0, m.floor + m.height) for at in corners(m.size))
    if m.hole:
        part = without(part, (round_bar(at, m.hole / 2, m.floor - 1, m.floor + m.post + 1) for at in m.holes))
    return without(part, (round_bar(at, SCREW_CUT / 2, m.floor, m.floor + m.height + 1) for at in corners(m.size)))


def _rests(m: BoardCase) -> Iterator[Part]:
    """Yield what lies under the board's ends, narrower than the room between its headers, and the stops beyond them.

    Between the stops of an end is room for a plug.
    """
    end, low, high = m.board[0] / 2, m.floor - 0.5, m.floor + m.post
    reach, half = m.rest[0], m.rest[1] / 2
    stop = end + BOARD_PLAY
    for side in (-1, 1):
        yield block(_between(side * (end - reach), side * end), (-half, half), (low, high))
        for beside in (-1, 1):
            edge, far = beside * PLUG / 2, beside * (m.board[1] / 2 + 1.0)
            xs = _between(side * (end - reach), side * (stop + STOP))
            yield block(xs, _between(edge, beside * half), (low, high))
            yield block(_between(side * stop, side * (stop + STOP)), _between(edge, far), (low, high + m.thickness))


def _between(one: float, other: float) -> Point:
    return min(one, other), max(one, other)


def case_lid(m: BoardCase) -> Part:
    """Return the lid, with slots for air. Where the board lies on rests, its studs hold it down."""
    slots: Sequence[Part] = tuple(_slots(m))
    lid = without(plate(m.size, 0, m.floor), (round_bar(at, SCREW_FREE / 2, -1, m.floor + 1) for at in corners(m.size)))
    lid = without(lid, slots)
    if not m.rest[0]:
        return lid
    return lid + joined(round_bar(at, STUD, HELD - m.above - m.play, 0.5) for at in m.holes)


def _slots(m: BoardCase) -> Iterator[Part]:
    reach = m.board[1] / 2 - 4
    for x in range(-int(m.board[0] / 2) + 8, int(m.board[0] / 2) - 7, 8):
        yield block((x - 1.5, x + 1.5), (-reach, reach), (-1, m.floor + 1))
