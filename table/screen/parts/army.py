"""A seat's units and pools: chips for all units, names for those with an order, counts for face-down tokens."""

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from pygame import Rect

from table.rules.prompts import AnyPrompt, ChooseOne
from table.rules.seats import Seat
from table.rules.text import text
from table.rules.view import Piece, PieceState, Pool
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.typefaces import BODY, FINE, SMALL
from table.session.focus import always_possible
from table.session.input import Pointed

POOL_ROW, NAME_ROW, LEAST_NAMED, LEAST_ROW = 36, 30, 27, 23
"""The height in units of a pool; of a unit with an order, usually and at least; and of a line of the roster."""
NAME_SIZES = (BODY, SMALL, FINE, 17)
"""The sizes of all names of a roster. If the longest does not fit at the last size, the chips have no names."""
MOST_COUNTED = 30
"""The letters of a name that count for the size of a roster.

A longer name is cut, so that it does not shrink the others.
"""
RING = 5
"""The distance in units of an active chip's ring from its edges, both sides together."""
BADGES_BESIDE = 2
"""The most badges at the right edge of a chip; more of them are at the left."""
CHIP, LEAST_CHIP = 38, 30
"""The width of a unit's chip in units: the largest, and the smallest."""


INKS: dict[str, palette.Colour] = {PieceState.ACTIVE: palette.ALERT, PieceState.ORDERED: palette.INK}
SIGNS: dict[str, tuple[str, palette.Colour]] = {
    PieceState.DONE: ("sign.done", palette.GOOD),
    PieceState.GONE: ("sign.gone", palette.QUIET),
}


Ways: TypeAlias = Mapping[str, Pointed]
"""The touch of each piece, by the piece's id."""


def ways_of_pieces(mine: tuple[AnyPrompt, ...], seat: Seat) -> Ways:
    """Return for each piece the touch that opens its most frequent action in the menu."""
    ways: dict[str, Pointed] = {}
    for prompt in always_possible(mine)[0]:
        if isinstance(prompt, ChooseOne):
            for cursor, option in enumerate(prompt.options):
                ways.setdefault(option.id, Pointed(seat, prompt.key, cursor))
    return ways


def way_to_units(mine: tuple[AnyPrompt, ...], seat: Seat, pieces: tuple[Piece, ...]) -> Pointed | None:
    """Return the touch that opens the most frequent menu action for any of these pieces, or None."""
    known = {piece.id for piece in pieces}
    return next((way for id, way in ways_of_pieces(mine, seat).items() if id in known), None)


def ordered(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    return tuple(piece for piece in pieces if piece.state in (PieceState.ACTIVE, PieceState.ORDERED))


def draw_ordered(canvas: Canvas, box: Rect, pieces: tuple[Piece, ...], seat: Seat, ways: Ways) -> None:
    """Draw the names of the units with a face-up order, while the seat has no question, as far as they fit."""
    up = ordered(pieces)
    row = canvas.px(NAME_ROW)
    row = row if row * len(up) <= box.height else canvas.px(LEAST_NAMED)
    if not (fits := box.height // row):
        return  # the chips stand here, and those of units with an order are filled
    shown = up if len(up) <= fits else up[: max(1, fits - 1)]
    rest = text("screen.and_more", count=len(up) - len(shown))
    beside = canvas.text_width(rest, SMALL) + canvas.px(8) if len(shown) == fits < len(up) else 0
    for index, piece in enumerate(shown):
        y = box.y + index * row
        colour = palette.ALERT if piece.state == PieceState.ACTIVE else palette.SEAT[seat]
        canvas.icon(piece.icon, (box.x + canvas.px(12), y + row // 2), 21, colour)
        name = Rect(box.x + canvas.px(30), y, box.width - canvas.px(30) - beside, row)
        if piece.state == PieceState.ACTIVE:
            name.width -= canvas.px(26)
            canvas.icon("sign.left", (name.right + canvas.px(14), name.centery), 20, colour)
        canvas.text(piece.name, name, BODY)
        _touchable(canvas, Rect(box.x, y, box.width, row), piece, ways)
    if beside:
        canvas.text(rest, Rect(box.right - beside, box.y, beside, row), SMALL, palette.QUIET, align="right")
    elif len(shown) < len(up):
        below = Rect(box.x + canvas.px(30), box.y + len(shown) * row, box.width - canvas.px(30), row)
        canvas.text(rest, below, SMALL, palette.QUIET)


class _Roster(NamedTuple):
    columns: int
    row: int
    """The height of a row in pixels."""
    size: float
    """The size of all names in units."""


def _roster(canvas: Canvas, box: Rect, pieces: tuple[Piece, ...]) -> _Roster | None:
    """Return the least number of columns in which all names fit at the largest possible size.

    None if they do not fit.
    """
    best: _Roster | None = None
    for columns in (1, 2, 3):
        rows = -(-len(pieces) // columns)
        row = min(canvas.px(NAME_ROW), box.height // max(1, rows))
        size = _size_of_names(canvas, box.width // columns, row, pieces) if row >= canvas.px(LEAST_ROW) else None
        if size is not None and (best is None or size > best.size):
            best = _Roster(columns, row, size)
    return best


def fits_roster(canvas: Canvas, box: Rect, pieces: tuple[Piece, ...]) -> bool:
    """True if all units fit by name."""
    return bool(pieces) and _roster(canvas, box, pieces) is not None


def _width_of_name(canvas: Canvas, column: int, row: int) -> int:
    """Return the width of a name beside its chip."""
    return column - row - canvas.px(6)


def _size_of_names(canvas: Canvas, column: int, row: int, pieces: tuple[Piece, ...]) -> float | None:
    """Return the one size at which all names fit beside their chips, or None if there is none.

    The setting for larger type never makes them smaller, because the usual sizes are tried as well.
    """
    width, factor = _width_of_name(canvas, column, row), canvas.type_scale.factor
    names = [piece.name[:MOST_COUNTED] for piece in pieces]
    for size in sorted({*NAME_SIZES, *(size / factor for size in NAME_SIZES)}, reverse=True):
        if canvas.pitch(size) <= row and all(canvas.text_width(name, size) <= width for name in names):
            return size
    return None


def _touchable(canvas: Canvas, rect: Rect, piece: Piece, ways: Ways) -> None:
    if piece.id in ways:
        canvas.touchable(rect, ways[piece.id])


def draw_roster(canvas: Canvas, box: Rect, pieces: tuple[Piece, ...], seat: Seat, ways: Ways) -> None:
    """Draw every unit by name with its chip, while the seat has no question. Draw nothing if they do not fit."""
    if (roster := _roster(canvas, box, pieces)) is None:
        return
    row, down, column = roster.row, -(-len(pieces) // roster.columns), box.width // roster.columns
    width = _width_of_name(canvas, column, row)
    for index, piece in enumerate(pieces):
        x, y = box.x + index // down * column, box.y + index % down * row
        side = row - canvas.px(3)
        draw_chip(canvas, Rect(x, y + (row - side) // 2, side, side), piece, seat)
        ink = INKS.get(piece.state, palette.QUIET)
        canvas.text(piece.name, Rect(x + row + canvas.px(3), y, width, row), roster.size, ink, minor=True)
        _touchable(canvas, Rect(x, y, column, row), piece, ways)


def _chips(canvas: Canvas, width: int, height: int, pieces: tuple[Piece, ...]) -> tuple[int, int]:
    """Return the number of chips in a row, and their distance in pixels; 0 if they do not fit this height."""
    rows = 1 if len(pieces) * canvas.px(LEAST_CHIP) <= width else 2
    across = max(1, -(-len(pieces) // rows))
    cell = min(canvas.px(CHIP), width // across, (height - canvas.px(4)) // rows)
    return across, cell if cell >= canvas.px(LEAST_CHIP) else 0


def height_of_pieces(canvas: Canvas, width: int, height: int, pieces: tuple[Piece, ...]) -> int:
    """Return the height in pixels that the chips take of this height; 0 if they do not fit."""
    across, cell = _chips(canvas, width, height, pieces)
    return -(-len(pieces) // across) * cell + canvas.px(4) if pieces and cell else 0


def draw_pieces(canvas: Canvas, box: Rect, pieces: tuple[Piece, ...], seat: Seat, ways: Ways) -> None:
    """Draw rows of chips that fill the box."""
    across, cell = _chips(canvas, box.width, box.height, pieces)
    for index, piece in enumerate(pieces):
        x, y = box.x + index % across * cell, box.y + canvas.px(4) + index // across * cell
        draw_chip(canvas, Rect(x, y, cell - canvas.px(3), cell - canvas.px(3)), piece, seat)
        _touchable(canvas, Rect(x, y, cell, cell), piece, ways)


def draw_chip(canvas: Canvas, rect: Rect, piece: Piece, seat: Seat) -> None:
    """Draw a unit's chip.

    Waiting units are outlined, ordered ones filled; active ones have the alert colour and an inner ring, done ones a
    tick, defeated ones a cross.
    """
    size = rect.width / canvas.scale
    if piece.state == PieceState.ORDERED:
        canvas.plate(rect, palette.SEAT[seat], seat, radius=7)
        ink = palette.GROUND
    elif piece.state == PieceState.ACTIVE:
        canvas.plate(rect, palette.ALERT, seat, radius=7)
        canvas.frame(rect.inflate(-canvas.px(RING), -canvas.px(RING)), palette.GROUND, palette.ALERT, seat, radius=5)
        size -= RING
        ink = palette.GROUND
    elif piece.state in (PieceState.DONE, PieceState.GONE):
        canvas.plate(rect, palette.GROUND, seat, radius=7)
        ink = palette.EDGE
    else:
        canvas.frame(rect, palette.EDGE, palette.PANEL, seat, radius=7)
        ink = palette.INK
    canvas.icon(piece.icon, rect.center, size * 0.66, ink)
    if (sign := SIGNS.get(piece.state)) is not None:
        gone = piece.state == PieceState.GONE
        centre = rect.center if gone else (rect.right - canvas.px(9), rect.bottom - canvas.px(9))
        canvas.icon(sign[0], centre, size * (0.8 if gone else 0.5), sign[1])
    for index, badge in enumerate(piece.badges):
        left, down = divmod(index, BADGES_BESIDE)
        x = rect.x + canvas.px(7) if left else rect.right - canvas.px(7)
        canvas.icon(badge, (x, rect.y + canvas.px(7 + 13 * down)), 13, palette.ALERT)


def draw_pools(canvas: Canvas, box: Rect, pools: tuple[Pool, ...]) -> int:
    """Draw one row for each pool at the foot of the box, and return the height that they take."""
    row = canvas.px(POOL_ROW)
    for index, pool in enumerate(pools):
        line = Rect(box.x, box.bottom - row * (len(pools) - index), box.width, row)
        shown = [(icon, count) for icon, count in pool.counts if count]
        cell = canvas.px(42 if all(count < 10 for _, count in shown) else 52)
        space = line.width - cell * max(1, len(shown))
        label = Rect(line.x, line.y, max(space - canvas.px(6), 0), line.height)
        if canvas.text_width(pool.label, FINE) <= label.width:
            canvas.text(pool.label, label, FINE, palette.QUIET, minor=True)
        else:
            canvas.icon("sign.pool", (line.x + canvas.px(14), line.centery), 26, palette.QUIET)
        for place, (icon, count) in enumerate(shown):
            x = line.right - cell * (len(shown) - place)
            canvas.icon(icon, (x + canvas.px(12), line.centery), 22, palette.INK)
            canvas.text(str(count), Rect(x + canvas.px(25), line.y, cell - canvas.px(25), line.height), BODY, bold=True)
    return row * len(pools)
