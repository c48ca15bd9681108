"""The pages of the drawer: what to do now, the log, faults, sliders, help."""

from collections.abc import Callable, Iterator
from itertools import groupby

import pygame
from msgspec import Struct
from pygame import Rect

from table.emulation.acts import Act, AirNoise, LineNoise, Speed
from table.emulation.analyser.event_log import CHANNELS, LogLine
from table.emulation.bench_view import BenchFault, BenchState
from table.emulation.window.bench_canvas import GAP, HEIGHT, SIZE, BenchCanvas
from table.emulation.window.places import (
    ActButton,
    BenchPlace,
    FilterField,
    LogArea,
    LogSwitch,
    Slider,
    Switch,
    SwitchOf,
)
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.rules.text import Text, text
from table.screen.drawing import palette
from table.screen.drawing.palette import Colour

LABEL = 86
"""The width of the name of a group of faults, in units."""
LINE, LETTERS = 17, 14
"""The height and the size of type of a line of the log, in units."""
TIME, SOURCE = 66, 74
"""The widths of the log's columns, in units."""
MOST = 200
"""The most letters of a line of the log that are drawn. No window has room for more."""
COLOURS: dict[str, Colour] = {"spi": palette.QUIET, "faults": palette.ALERT, "table": palette.GOOD}
CLOSE = Switch(SwitchOf.GUIDE, "close")
HELP = ("drag", "edge", "turn", "knobs", "plugs", "tokens", "bots", "keys", "screen")


def draw_now(canvas: BenchCanvas, area: Rect, state: BenchState) -> None:
    """Draw a sentence for each seat or for both, a tip, and the button that closes the drawer."""
    words = text("bench.now.close")
    close = Rect(0, 0, canvas.chip_width(words), canvas.px(24))
    close.bottomright = area.bottomright
    canvas.chip(close, words, CLOSE)
    row = (area.height - close.height) // 3
    if len(state.guide) == 1:
        both = Rect(area.x, area.y, area.width, 2 * row)
        canvas.text(state.guide[0], both, 17, palette.INK, bold=True, lines=3)
    for place, (seat, sentence) in enumerate(zip(SEATS, state.guide, strict=False) if len(state.guide) > 1 else ()):
        line = Rect(area.x, area.y + place * row, area.width, row)
        canvas.icon(f"seat.{seat}", (line.x + canvas.px(12), line.centery), 20, palette.SEAT[seat])
        inner = Rect(line.x + canvas.px(28), line.y, line.width - canvas.px(28), line.height)
        canvas.text(sentence, inner, 17, palette.SEAT[seat], bold=True, lines=2)
    tip = Rect(area.x, area.y + 2 * row, area.width - close.width - canvas.px(12), area.height - 2 * row)
    canvas.text(text("bench.now.tip"), tip, 14.5, palette.QUIET, lines=3)


def draw_faults(
    canvas: BenchCanvas,
    area: Rect,
    state: BenchState,
    faults: tuple[BenchFault, ...],
    hopper: int,
    reader: Seat,
    hint: str,
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
        if of in (SwitchOf.HOPPER, SwitchOf.READER):
            x = _draw_choice(canvas, of, x, top, state, hopper, reader)
        rest = Rect(x, top, area.right - x, foot.y - top)
        chips = [(fault.word, ActButton(fault.act, hint_of(fault)), fault.on, _colour(fault)) for fault in group]
        top += canvas.flow(rest, chips) + canvas.px(GAP + 3)
    canvas.text(hint or text("bench.faults.hint"), foot, 14, palette.INK if hint else palette.QUIET)


def _draw_choice(canvas: BenchCanvas, of: str, x: int, y: int, state: BenchState, hopper: int, reader: Seat) -> int:
    """Draw the switch that selects the hopper or reader for the fault buttons. Return the x at its end.

    Hoppers are numbered from 1, as the table's messages number them.
    """
    choices: list[tuple[float, Text | str, Switch, bool, Colour]] = [
        (22, str(one.number + 1), Switch(SwitchOf.HOPPER, str(one.number)), one.number == hopper, palette.QUIET)
        for one in state.hoppers
    ]
    if of == SwitchOf.READER:
        choices = [
            (46, text(f"screen.seat.{seat}"), Switch(SwitchOf.READER, str(seat)), seat is reader, palette.SEAT[seat])
            for seat in SEATS
        ]
    for units, words, place, on, colour in choices:
        rect = Rect(x, y, canvas.px(units), canvas.px(HEIGHT))
        canvas.chip(rect, words, place, on=on, colour=colour)
        x = rect.right + canvas.px(2)
    return x + canvas.px(8)


def hint_of(fault: BenchFault) -> str:
    """Return the vocabulary's own words, which are the same in tests, scripts and docs."""
    seen = fault.what if fault.what else fault.word
    return f"{fault.word}: {seen}" + (f" [{fault.cure}]" if fault.cure else "")


def _colour(fault: BenchFault) -> tuple[int, int, int]:
    if fault.on:
        return palette.ALERT
    return palette.INK if fault.what else palette.GOOD


def rows(canvas: BenchCanvas, area: Rect) -> int:
    """Return the number of lines that fit."""
    return max(1, (area.height - canvas.px(HEIGHT + 5)) // canvas.px(LINE))


def draw_log(
    canvas: BenchCanvas,
    area: Rect,
    lines: tuple[LogLine, ...],
    channels: frozenset[str],
    filter: str,
    typing: bool,
    paused: bool,
) -> None:
    head = Rect(area.x, area.y, area.width, canvas.px(HEIGHT))
    _draw_filters(canvas, head, channels, filter, typing, paused)
    body = Rect(area.x, head.bottom + canvas.px(5), area.width, 0)
    body.height = area.bottom - body.y
    canvas.plate(body, palette.GROUND, radius=4)
    canvas.mark(body, LogArea())
    if not lines:
        canvas.text(text("bench.log.nothing"), body.inflate(-canvas.px(16), 0), 15, palette.QUIET)
    pitch = canvas.px(LINE)
    for index, line in enumerate(lines):
        _draw_line(canvas, Rect(body.x + canvas.px(6), body.y + index * pitch, body.width - canvas.px(12), pitch), line)


def _draw_filters(
    canvas: BenchCanvas, row: Rect, channels: frozenset[str], filter: str, typing: bool, paused: bool
) -> None:
    x = row.x
    chips: list[tuple[Text, BenchPlace, bool]] = [
        (text(f"bench.log.{one}"), Switch(SwitchOf.CHANNEL, one), one in channels) for one in CHANNELS
    ]
    chips += [
        (text("bench.log.pause"), Switch(SwitchOf.LOG, LogSwitch.PAUSE), paused),
        (text("bench.log.clear"), Switch(SwitchOf.LOG, LogSwitch.CLEAR), False),
    ]
    for words, place, on in chips:
        width = canvas.chip_width(words)
        colour = palette.ALERT if place == Switch(SwitchOf.LOG, LogSwitch.PAUSE) else palette.QUIET
        canvas.chip(Rect(x, row.y, width, row.height), words, place, on=on, colour=colour)
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
    canvas.mark(field, FilterField())


def _draw_line(canvas: BenchCanvas, row: Rect, line: LogLine) -> None:
    moment = Rect(row.x, row.y, canvas.px(TIME), row.height)
    canvas.text(f"{line.at_s:.3f}", moment.inflate(-canvas.px(10), 0), LETTERS, palette.QUIET, align="right")
    source = Rect(moment.right, row.y, canvas.px(SOURCE), row.height)
    colour = palette.SEAT[Seat(line.source)] if line.source in SEATS else palette.QUIET
    canvas.text(line.source, source, LETTERS, colour, bold=True)
    words = Rect(source.right, row.y, row.right - source.right, row.height)
    shown = line.words if line.times == 1 else f"{line.words}  (x{line.times})"
    drawn = canvas.letters.render(shown[:MOST], canvas.px(LETTERS), False, COLOURS.get(line.channel, palette.INK))
    canvas.surface.blit(drawn, words, Rect(0, 0, words.width, drawn.get_height()))


class SliderScale(Struct, frozen=True):
    name: str
    stops: tuple[float, ...]
    value: Callable[[BenchState], float]
    act: Callable[[float], Act]
    usual: float = 0.0

    def nearest(self, share: float) -> float:
        """Return the slider's stop nearest to this share of the track."""
        last = len(self.stops) - 1
        return self.stops[max(0, min(last, round(share * last)))]

    def share(self, state: BenchState) -> float:
        value = self.value(state)
        near = min(range(len(self.stops)), key=lambda index: abs(self.stops[index] - value))
        return near / (len(self.stops) - 1)


def _air(seat: Seat) -> SliderScale:
    return SliderScale(
        f"air.{seat}",
        (0.0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.7),
        lambda state: state.seats[SEATS.index(seat)].noise,
        lambda share: AirNoise(seat, share),
    )


SCALES: dict[str, SliderScale] = {
    scale.name: scale
    for scale in (
        SliderScale("speed", (0.0, 0.125, 0.25, 0.5, 1.0, 2.0, 4.0), lambda state: state.speed, Speed, 1.0),
        _air(BLUE),
        _air(RED),
        SliderScale("line", (0.0, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0), lambda state: state.line_noise, LineNoise),
    )
}


def draw_sliders(canvas: BenchCanvas, area: Rect, state: BenchState) -> None:
    """Draw the sliders, each with a line on its effect."""
    for scale, rect in zip(SCALES.values(), _columns(canvas, area, len(SCALES), 14, 76), strict=True):
        _draw_slider(canvas, rect, scale, state)


def _columns(canvas: BenchCanvas, area: Rect, count: int, gap: float, most_high: float) -> Iterator[Rect]:
    """Yield a box for each item of a page, in two columns if they fit. `gap` and `most_high` are in units."""
    columns = 2 if area.width > canvas.px(560) else 1
    rows = -(-count // columns)
    width = (area.width - canvas.px(gap) * (columns - 1)) // columns
    height = min(canvas.px(most_high), area.height // rows)
    for index in range(count):
        column, row = divmod(index, rows)
        yield Rect(area.x + column * (width + canvas.px(gap)), area.y + row * height, width, height)


def _draw_slider(canvas: BenchCanvas, rect: Rect, scale: SliderScale, state: BenchState) -> None:
    value = scale.value(state)
    colour = palette.INK if value == scale.usual else palette.ALERT
    label = Rect(rect.x, rect.y, canvas.px(128), canvas.px(22))
    canvas.text(text(f"bench.slider.{scale.name}"), label, 15, palette.INK)
    shown = Rect(rect.right - canvas.px(60), rect.y, canvas.px(60), canvas.px(22))
    canvas.text(_shown_value(scale, value), shown, 15, colour, bold=True, align="right")
    track = Rect(label.right, rect.y, shown.x - label.right - canvas.px(6), canvas.px(22))
    groove = Rect(track.x, track.centery - canvas.px(2), track.width, canvas.px(4))
    pygame.draw.rect(canvas.surface, palette.EDGE, groove, border_radius=canvas.px(2))
    for stop in range(len(scale.stops)):
        x = groove.x + groove.width * stop // (len(scale.stops) - 1)
        pygame.draw.circle(canvas.surface, palette.EDGE, (x, track.centery), canvas.px(3.5))
    at = groove.x + round(groove.width * scale.share(state))
    pygame.draw.circle(canvas.surface, colour, (at, track.centery), canvas.px(8))
    canvas.mark(track.inflate(canvas.px(8), 0), Slider(scale.name))
    hint = Rect(rect.x, track.bottom, rect.width, rect.bottom - track.bottom - canvas.px(3))
    kind = scale.name.partition(".")[0]
    canvas.text(text(f"bench.slider.{kind}.does"), hint, 13, palette.QUIET, lines=2)


def _shown_value(scale: SliderScale, value: float) -> Text | str:
    if scale.name != "speed":
        return f"{value:.0%}"
    return text("bench.slider.stopped") if not value else f"x{value:g}"


def draw_help(canvas: BenchCanvas, area: Rect) -> None:
    """Draw a short legend of the acts at the bench and their keys."""
    for name, box in zip(HELP, _columns(canvas, area, len(HELP), 16, 44), strict=True):
        box.height -= canvas.px(3)
        canvas.text(text(f"bench.help.{name}"), box, 14.5, palette.INK, lines=2)
