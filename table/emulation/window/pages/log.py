"""The log in the drawer: the traffic on the wires, newest at the bottom, with its filters."""

import pygame
from pygame import Rect

from table.emulation.analyser.event_log import CHANNELS, LogLine
from table.emulation.window.chips import HEIGHT, MARGIN, SIZE, draw_chip
from table.emulation.window.places import FilterField, LogArea, Place, Switch, SwitchOf
from table.rules.seats import SEATS
from table.rules.text import Text, text
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.palette import Colour

LINE, LETTERS = 17, 14
TIME, SOURCE = 66, 74
"""The widths of the columns in units."""
MOST = 200
"""The most letters of a line that are drawn. No window has room for more."""
COLOURS: dict[str, Colour] = {"spi": palette.QUIET, "faults": palette.ALERT, "table": palette.GOOD}


def rows(canvas: Canvas, area: Rect) -> int:
    """Return the number of lines that fit."""
    return max(1, (area.height - canvas.px(HEIGHT + 5)) // canvas.px(LINE))


def draw_log(
    canvas: Canvas,
    area: Rect,
    lines: tuple[LogLine, ...],
    channels: frozenset[str],
    filter: str,
    typing: bool,
    paused: bool,
    places: list[tuple[Rect, Place]],
) -> None:
    head = Rect(area.x, area.y, area.width, canvas.px(HEIGHT))
    _draw_filters(canvas, head, channels, filter, typing, paused, places)
    body = Rect(area.x, head.bottom + canvas.px(5), area.width, 0)
    body.height = area.bottom - body.y
    canvas.plate(body, palette.GROUND, radius=4)
    places.append((body, LogArea()))
    if not lines:
        canvas.text(text("bench.log.nothing"), body.inflate(-canvas.px(16), 0), 15, palette.QUIET)
    pitch = canvas.px(LINE)
    for index, line in enumerate(lines):
        _draw_line(canvas, Rect(body.x + canvas.px(6), body.y + index * pitch, body.width - canvas.px(12), pitch), line)


def _draw_filters(
    canvas: Canvas,
    row: Rect,
    channels: frozenset[str],
    filter: str,
    typing: bool,
    paused: bool,
    places: list[tuple[Rect, Place]],
) -> None:
    x = row.x
    chips: list[tuple[Text, Place, bool]] = [
        (text(f"bench.log.{one}"), Switch(SwitchOf.CHANNEL, one), one in channels) for one in CHANNELS
    ]
    chips += [
        (text("bench.log.pause"), Switch(SwitchOf.LOG, "pause"), paused),
        (text("bench.log.clear"), Switch(SwitchOf.LOG, "clear"), False),
    ]
    for words, place, on in chips:
        width = canvas.text_width(words, SIZE, bold=True) + 2 * canvas.px(MARGIN)
        colour = palette.ALERT if place == Switch(SwitchOf.LOG, "pause") else palette.QUIET
        draw_chip(canvas, Rect(x, row.y, width, row.height), words, place, places, on=on, colour=colour)
        x += width + canvas.px(4)
    field = Rect(x + canvas.px(4), row.y, row.right - x - canvas.px(4), row.height)
    if field.width < canvas.px(40):
        return
    canvas.frame(field, palette.INK if typing else palette.EDGE, palette.GROUND, radius=6, width=1.4)
    box = field.inflate(-canvas.px(12), 0)
    if filter or typing:
        ink = canvas.text(filter or " ", box, SIZE, palette.INK)
        if typing:
            caret = Rect((ink.right if filter else box.x) + 1, field.y + canvas.px(4), 2, field.height - canvas.px(8))
            pygame.draw.rect(canvas.surface, palette.INK, caret)
    else:
        canvas.text(text("bench.log.filter"), box, SIZE, palette.QUIET)
    places.append((field, FilterField()))


def _draw_line(canvas: Canvas, row: Rect, line: LogLine) -> None:
    moment = Rect(row.x, row.y, canvas.px(TIME), row.height)
    canvas.text(f"{line.at_s:.3f}", moment.inflate(-canvas.px(10), 0), LETTERS, palette.QUIET, align="right")
    source = Rect(moment.right, row.y, canvas.px(SOURCE), row.height)
    canvas.text(line.source, source, LETTERS, _source_colour(line), bold=True)
    words = Rect(source.right, row.y, row.right - source.right, row.height)
    told = line.words if line.times == 1 else f"{line.words}  (x{line.times})"
    drawn = canvas.letters.render(told[:MOST], canvas.px(LETTERS), False, COLOURS.get(line.channel, palette.INK))
    canvas.surface.blit(drawn, words, Rect(0, 0, words.width, drawn.get_height()))


def _source_colour(line: LogLine) -> Colour:
    return next((palette.SEAT[seat] for seat in SEATS if line.source == seat), palette.QUIET)
