"""A seat's command card: its place (empty, face down, locked), and the card face up in three forms."""

import pygame
from pygame import Rect

from table.rules.seats import Seat
from table.rules.text import text
from table.rules.view import Card
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.typefaces import BODY, HUGE, LEAD, SMALL, TITLE
from table.view.published import UNREAD, Desk, PhoneState, ReaderState

WIDTH, HEIGHT = 110, 154
"""The usual size of a card in units; larger cards keep these proportions."""

PIPS = 28
"""The width in units of the pips in a card's shortest form."""

NOTE_LINES = 4
"""The most lines of the note of a card in landscape."""

LEAST_INSCRIBED = 17
"""The smallest size of the words on a card's place, which the sentence beside it repeats."""

IDLE = 54
"""The height in units of two lines about a card that is not needed."""

TROUBLES = (*UNREAD, ReaderState.FOREIGN, ReaderState.GONE)
"""The states of a reader that a player has to fix by hand."""


def draw_place(canvas: Canvas, rect: Rect, desk: Desk) -> None:
    """Draw the place of a sealed card.

    Before the reveal it shows only that a card lies there, and whether it is locked.
    """
    if desk.locked:
        draw_back(canvas, rect, desk.seat)
        _inscribe(canvas, rect, "screen.locked", palette.INK, desk.seat, "sign.lock")
    elif desk.reader in TROUBLES:
        canvas.frame(rect, palette.ALERT, palette.PANEL, desk.seat)
        canvas.icon("sign.fault", rect.center, 50 * rect.width / WIDTH / canvas.scale, palette.ALERT)
    elif desk.reader is ReaderState.CARD:
        draw_back(canvas, rect, desk.seat)
        _inscribe(canvas, rect, "screen.reader.card", palette.INK, desk.seat, "sign.card")
    else:
        canvas.frame(rect, palette.RAISED, palette.GROUND, desk.seat)
        phone = desk.phone is not None and desk.phone.state is PhoneState.HELD
        key, sign = ("screen.reader.phone", "sign.phone") if phone else ("screen.reader.lay", "sign.card")
        _inscribe(canvas, rect, key, palette.QUIET, desk.seat, sign)


def draw_locked(canvas: Canvas, box: Rect, desk: Desk) -> Rect:
    """Draw a banner, large enough to read across the room, that this seat has locked. Return the rest of the box."""
    banner = Rect(box.x, box.y + canvas.px(4), box.width, canvas.px(46))
    canvas.plate(banner, palette.SEAT[desk.seat], desk.seat)
    canvas.icon("sign.lock", (banner.x + canvas.px(28), banner.centery), 32, palette.GROUND)
    words = Rect(banner.x + canvas.px(54), banner.y, banner.width - canvas.px(62), banner.height)
    canvas.text(text("screen.locked"), words, TITLE, palette.GROUND, bold=True)
    top = banner.bottom + canvas.px(6)
    return Rect(box.x, top, box.width, box.bottom - top)


def draw_idle(canvas: Canvas, box: Rect, desk: Desk) -> int:
    """Draw a line about a card or a problem on the reader while no card is needed, and return its height."""
    trouble = desk.reader in TROUBLES and desk.reader is not ReaderState.FOREIGN
    line = Rect(box.x, box.y, box.width, canvas.px(IDLE))
    colour = palette.ALERT if trouble else palette.QUIET
    canvas.icon("sign.fault" if trouble else "sign.card", (line.x + canvas.px(13), line.centery), 22, colour)
    words = text(f"screen.reader.{desk.reader}" if trouble else "screen.reader.idle")
    canvas.text(
        words, Rect(line.x + canvas.px(32), line.y, line.width - canvas.px(32), line.height), BODY, colour, lines=2
    )
    return line.height + canvas.px(6)


def _inscribe(canvas: Canvas, rect: Rect, key: str, colour: palette.Colour, seat: Seat, icon: str) -> None:
    """Draw an icon into a place for a card, and words below it if they are large enough to read."""
    unit = rect.width / WIDTH / canvas.scale
    box = Rect(0, 0, rect.width - canvas.px(12 * unit), round(rect.height * 0.44))
    box.midtop = (rect.centerx, rect.y + round(rect.height * 0.52))
    inscribed = BODY * unit >= LEAST_INSCRIBED and canvas.fits(
        text(key), box, BODY * unit, bold=True, lines=3, minor=True
    )
    centre = (rect.centerx, rect.y + round(rect.height * 0.3)) if inscribed else rect.center
    canvas.icon(icon, centre, 50 * unit, palette.SEAT[seat] if colour == palette.INK else colour)
    if inscribed:
        canvas.text(text(key), box, BODY * unit, colour, bold=True, align="centre", lines=3, minor=True)


def draw_back(canvas: Canvas, rect: Rect, seat: Seat) -> None:
    canvas.frame(
        rect, palette.SEAT[seat], palette.DEEP[seat], seat, radius=12 * rect.width / WIDTH / canvas.scale, width=3
    )


def draw_face(canvas: Canvas, rect: Rect, seat: Seat, card: Card) -> None:
    """Draw the card upright, as it lies on the table."""
    unit = rect.width / WIDTH / canvas.scale
    canvas.frame(rect, palette.SEAT[seat], palette.PAPER, seat, radius=12 * unit, width=3 * unit)
    inside = rect.inflate(-canvas.px(14 * unit), -canvas.px(14 * unit))
    pips = Rect(inside.x, inside.y, inside.width, canvas.px(30 * unit))
    if card.pips is not None:
        _draw_pips(canvas, Rect(pips.x, pips.y, canvas.px(24 * unit), pips.height), card.pips, 34 * unit)
        _draw_dots(canvas, (pips.x + canvas.px(34 * unit), pips.centery), card.pips, unit)
    note_height = canvas.px(52 * unit) if card.note is not None else 0
    name = Rect(inside.x, pips.bottom, inside.width, inside.height - pips.height - note_height)
    canvas.text(card.name, name, 23 * unit, palette.PRINT, bold=True, align="centre", lines=3)
    if card.note is not None:
        note = Rect(inside.x, name.bottom, inside.width, note_height)
        canvas.surface.fill(palette.SEAT[seat], Rect(note.x, note.y, note.width, canvas.px(2 * unit)))
        canvas.text(
            card.note, note.inflate(0, -canvas.px(4 * unit)), SMALL * unit, palette.PRINT, align="centre", lines=3
        )
    if not card.counts:
        _strike(canvas, rect, 5 * unit)


def draw_wide(canvas: Canvas, rect: Rect, seat: Seat, card: Card) -> None:
    """Draw the card in landscape, all of it large, while nothing else needs the room.

    It has no dots for the pips: a dot below a 1 would read as a `!`.
    """
    canvas.frame(rect, palette.SEAT[seat], palette.PAPER, seat, radius=12, width=3)
    pips = Rect(rect.x + canvas.px(10), rect.y, canvas.px(56), rect.height)
    if card.pips is not None:
        _draw_pips(canvas, pips, card.pips, HUGE)
    inside = Rect(
        pips.right + canvas.px(6),
        rect.y + canvas.px(8),
        rect.right - pips.right - canvas.px(16),
        rect.height - canvas.px(16),
    )
    size, below = _note_of(canvas, card, inside)
    name = Rect(inside.x, inside.y, inside.width, inside.height - below)
    named = canvas.size_for(card.name, name, (TITLE, LEAD, BODY), bold=True, lines=2)
    canvas.text(card.name, name, named, palette.PRINT, bold=True, lines=2)
    if not card.counts:
        _strike(canvas, name, 5)
    if card.note is not None:
        note = Rect(inside.x, name.bottom, inside.width, inside.bottom - name.bottom)
        canvas.surface.fill(palette.SEAT[seat], Rect(note.x, note.y, note.width, canvas.px(2)))
        written = Rect(note.x, note.y + canvas.px(3), note.width, note.height - canvas.px(3))
        canvas.text(card.note, written, size, palette.PRINT, lines=NOTE_LINES)


def _note_of(canvas: Canvas, card: Card, inside: Rect) -> tuple[float, int]:
    """Return the type size of the note on a card in landscape, and the height that it needs below the name."""
    if card.note is None:
        return BODY, 0
    most, usual = inside.height - canvas.high(canvas.least), inside.height - inside.height * 11 // 20
    for size in (BODY, SMALL, canvas.least):
        if (height := canvas.px(3) + canvas.high(size, canvas.lines_of(card.note, inside.width, size))) <= most:
            break
    return size, min(most, max(usual, height))


def draw_strip(canvas: Canvas, rect: Rect, seat: Seat, card: Card) -> None:
    """Draw the card as one line in its seat's title. A longer name is set smaller, in two lines."""
    canvas.plate(rect, palette.PAPER, seat, radius=8)
    x = rect.x + canvas.px(8)
    if card.pips is not None:
        _draw_pips(canvas, Rect(x, rect.y, canvas.px(20), rect.height), card.pips, LEAD)
        x += canvas.px(PIPS)
    name = Rect(x, rect.y, rect.right - canvas.px(6) - x, rect.height).inflate(0, canvas.px(2))
    bold = canvas.fits(card.name, name, BODY, bold=True, minor=True)
    ink = canvas.text(card.name, name, BODY, palette.PRINT, bold=bold, lines=2, minor=True)
    if not card.counts:
        canvas.surface.fill(
            palette.DIE_SIDE, Rect(ink.x - canvas.px(3), ink.centery, ink.width + canvas.px(6), canvas.px(3))
        )


def _draw_pips(canvas: Canvas, box: Rect, pips: int, size: float) -> None:
    canvas.text(str(pips), box, size, palette.PRINT, bold=True, align="centre")


def _draw_dots(canvas: Canvas, first: tuple[float, float], pips: int, unit: float) -> None:
    for index in range(min(pips, 4)):
        centre = (round(first[0] + canvas.px(15 * unit) * index), round(first[1]))
        canvas.icon("seat.blue", centre, 12 * unit, palette.PRINT)


def _strike(canvas: Canvas, rect: Rect, width: float) -> None:
    corner = canvas.px(2 * width)
    thick = canvas.px(width)
    start, end = (rect.x + corner, rect.bottom - corner), (rect.right - corner, rect.y + corner)
    for offset in range(-thick // 2, thick // 2 + 1):
        pygame.draw.aaline(canvas.surface, palette.DIE_SIDE, (start[0] + offset, start[1]), (end[0] + offset, end[1]))
