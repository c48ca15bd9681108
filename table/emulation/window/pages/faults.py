"""The fault words as buttons: a fault that is on stands out, and the word that ends it is beside it."""

from itertools import groupby

from pygame import Rect

from table.emulation.bench_view import BenchFault, BenchState
from table.emulation.window.chips import GAP, HEIGHT, draw_chip, flow
from table.emulation.window.places import ActButton, Place, Switch, SwitchOf
from table.rules.seats import SEATS, Seat
from table.rules.text import text
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas

LABEL = 86


def draw_faults(
    canvas: Canvas,
    area: Rect,
    state: BenchState,
    faults: tuple[BenchFault, ...],
    hopper: int,
    reader: Seat,
    hint: str,
    places: list[tuple[Rect, Place]],
) -> None:
    foot = Rect(area.x, area.bottom - canvas.px(22), area.width, canvas.px(22))
    top = area.y
    for of, group in groupby(faults, key=lambda fault: fault.of):
        height = canvas.px(HEIGHT)
        if top + height > foot.y:
            break
        label = Rect(area.x, top, canvas.px(LABEL), height)
        canvas.text(text(f"bench.faults.{of}"), label, 15, palette.QUIET)
        x = label.right
        if of in ("hopper", "reader"):
            x = _draw_choice(canvas, of, x, top, state, hopper, reader, places)
        rest = Rect(x, top, area.right - x, foot.y - top)
        chips = [(fault.word, ActButton(fault.act, hint_of(fault)), fault.on, _colour(fault)) for fault in group]
        top += flow(canvas, rest, chips, places) + canvas.px(GAP + 3)
    canvas.text(hint or text("bench.faults.hint"), foot, 14, palette.INK if hint else palette.QUIET)


def _draw_choice(
    canvas: Canvas,
    of: str,
    x: int,
    y: int,
    state: BenchState,
    hopper: int,
    reader: Seat,
    places: list[tuple[Rect, Place]],
) -> int:
    """Draw the choice of hopper or reader for the words, and return the x at its end.

    Hoppers are numbered from 1, as the table's messages number them.
    """
    height, gap = canvas.px(HEIGHT), canvas.px(2)
    if of == "hopper":
        for one in state.hoppers:
            rect = Rect(x, y, canvas.px(22), height)
            place = Switch(SwitchOf.HOPPER, str(one.number))
            draw_chip(canvas, rect, str(one.number + 1), place, places, on=one.number == hopper, colour=palette.QUIET)
            x = rect.right + gap
    else:
        for seat in SEATS:
            rect = Rect(x, y, canvas.px(46), height)
            words, place = text(f"screen.seat.{seat}"), Switch(SwitchOf.READER, str(seat))
            draw_chip(canvas, rect, words, place, places, on=seat is reader, colour=palette.SEAT[seat])
            x = rect.right + gap
    return x + canvas.px(8)


def hint_of(fault: BenchFault) -> str:
    """Return the vocabulary's own words, which are the same in tests, scripts and docs."""
    seen = fault.what if fault.what else fault.word
    return f"{fault.word}: {seen}" + (f" [{fault.cure}]" if fault.cure else "")


def _colour(fault: BenchFault) -> tuple[int, int, int]:
    if fault.on:
        return palette.ALERT
    return palette.INK if fault.what else palette.GOOD
