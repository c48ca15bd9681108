"""The strip at the top: round, phase and steps, and below it the headline."""

from typing import NamedTuple

from pygame import Rect

from table.rules.seats import SEATS
from table.rules.text import Text, text
from table.rules.view import Step, StepState, View
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.layout import Layout
from table.screen.drawing.typefaces import BODY, LEAD, SMALL, TypeScale
from table.screen.touch import Translated
from table.view.published import ClockFace

ICON = 24
"""The width in units of the icon before a time."""
RUNS = "*"
"""The mark at a running time."""
BETWEEN = 22
"""The gap in units between the round, the times and the step, in addition to the margin at the right of a time."""
SIGN = 34
"""The width in units of the icon before the headline."""
STEP_COLOUR: dict[str, palette.Colour] = {
    StepState.DONE: palette.QUIET,
    StepState.NOW: palette.ALERT,
    StepState.AHEAD: palette.RAISED,
}


def draw_header(canvas: Canvas, layout: Layout, view: View, clock: ClockFace | None = None) -> None:
    """Draw round, phase and step; a match clock replaces the phase.

    To make room for the times, the number of rounds is dropped first, and then the step's name shrinks.
    """
    box = layout.header
    track = Rect(box.x, box.bottom - canvas.px(6), box.width, canvas.px(5))
    _draw_track(canvas, track, view.steps)
    line = Rect(box.x, box.y, box.width, box.height - canvas.px(7))
    with canvas.typed(_type_of(canvas, line, view, clock)):
        _draw_line(canvas, line, view, clock)


def _now(view: View) -> Step | None:
    return next((step for step in view.steps if step.state == StepState.NOW), None)


def _type_of(canvas: Canvas, line: Rect, view: View, clock: ClockFace | None) -> TypeScale:
    """Return the scale of the type in this line: the usual one if the phase would not fit in a larger one."""
    step, usual = _now(view), canvas.type_scale.usual
    taken = canvas.text_width(_round_of(view), BODY, bold=True) + canvas.px(30)
    if step is not None:
        taken += min(line.width // 2, canvas.text_width(step.name, LEAD, bold=True) + canvas.px(2))
    with canvas.typed(usual):
        phase = canvas.text_width(view.phase, BODY)
    return usual if clock is None and taken + phase > line.width else canvas.type_scale


def _round_of(view: View) -> Text:
    return text("screen.round_of" if view.rounds else "screen.round", round=view.round, rounds=view.rounds)


def _draw_line(canvas: Canvas, line: Rect, view: View, clock: ClockFace | None) -> None:
    step = _now(view)
    whole = _round_of(view)
    short = text("screen.round", round=view.round)
    if clock is not None and clock.last_round:
        whole = short = text("screen.last_round")
    shown = tuple[ShownTime, ...]()
    for rounds, size in ((whole, LEAD), (short, LEAD), (short, BODY), (short, SMALL)):
        right = (
            0 if step is None else min(line.width // 2, canvas.text_width(step.name, size, bold=True) + canvas.px(2))
        )
        room = line.width - right - canvas.px(BETWEEN) - canvas.text_width(rounds, BODY, bold=True)
        if clock is None or (shown := _fitting(canvas, clock, room)):
            break
    left = Rect(line.x, line.y, canvas.text_width(rounds, BODY, bold=True) + canvas.px(18), line.height)
    canvas.text(rounds, left, BODY, palette.QUIET, bold=True)
    if step is not None:
        canvas.text(
            step.name,
            Rect(line.right - right, line.y, right, line.height),
            size,
            palette.ALERT,
            bold=True,
            align="right",
        )
    middle = Rect(left.right, line.y, line.width - left.width - right - canvas.px(12), line.height)
    if clock is None:
        canvas.text(view.phase, middle, BODY, palette.QUIET, minor=True)
    else:
        _draw_times(canvas, middle, shown or _times(clock)[:2])


class ShownTime(NamedTuple):
    time: str
    icon: str
    colour: palette.Colour


def _times(clock: ClockFace) -> tuple[ShownTime, ...]:
    """Return the remaining times, with a mark at the running one, and then the time charged to neither seat."""
    if clock.shared:
        return (ShownTime(minutes(clock.blue_s) + RUNS * bool(clock.running), "counter.round", palette.INK),)
    seats = (
        ShownTime(minutes(clock.left_s(seat)) + RUNS * (seat in clock.running), f"seat.{seat}", palette.SEAT[seat])
        for seat in SEATS
    )
    nobody = () if clock.nobody_s is None else (ShownTime(minutes(clock.nobody_s), "", palette.QUIET),)
    return (*seats, *nobody)


def _fitting(canvas: Canvas, clock: ClockFace, room: int) -> tuple[ShownTime, ...]:
    """Return as many of the times as fit, at least both seats'; nothing if these do not fit."""
    times = _times(clock)
    for shown in (times, times[:2]):
        if sum(_width(canvas, one) for one in shown) <= room:
            return shown
    return ()


def _width(canvas: Canvas, one: ShownTime) -> int:
    return canvas.text_width(one.time, BODY, bold=True) + canvas.px((ICON if one.icon else 0) + 12)


def _draw_times(canvas: Canvas, box: Rect, times: tuple[ShownTime, ...]) -> None:
    x = box.x
    for one in times:
        if one.icon:
            canvas.icon(one.icon, (x + canvas.px(ICON // 2), box.centery), 18, one.colour)
            x += canvas.px(ICON)
        width = canvas.text_width(one.time, BODY, bold=True) + canvas.px(2)
        canvas.text(one.time, Rect(x, box.y, width, box.height), BODY, one.colour, bold=True)
        x += width + canvas.px(10)


def minutes(seconds: int) -> str:
    """Return a time in the format of a clock."""
    sign = "-" if seconds < 0 else ""
    return f"{sign}{abs(seconds) // 60}:{abs(seconds) % 60:02d}"


def _draw_track(canvas: Canvas, track: Rect, steps: tuple[Step, ...]) -> None:
    if not steps:
        canvas.surface.fill(palette.RAISED, track)
        return
    gap = canvas.px(3)
    width = (track.width - gap * (len(steps) - 1)) / len(steps)
    for index, step in enumerate(steps):
        x = track.x + round(index * (width + gap))
        canvas.surface.fill(STEP_COLOUR.get(step.state, palette.RAISED), Rect(x, track.y, round(width), track.height))


def draw_headline(canvas: Canvas, layout: Layout, view: View, aside: int = 0) -> None:
    """Draw the headline, in the colour of the acting seat, after its icon.

    `aside` is the width in pixels that is taken at both ends.
    """
    acting = view.acting
    box = layout.headline.inflate(-2 * aside, 0)
    if acting is None:
        small = not canvas.fits(view.headline, box, LEAD, bold=True)
        canvas.text(view.headline, box, LEAD, bold=True, align="centre", lines=2, minor=small)
        return
    side = canvas.px(SIGN)
    long = canvas.text_width(view.headline, LEAD, bold=True) > box.width - 2 * side
    room = Rect(box.x + side, box.y, box.width - (1 if long else 2) * side, box.height)
    small = not canvas.fits(view.headline, room, LEAD, bold=True)
    ink = canvas.text(view.headline, room, LEAD, palette.SEAT[acting], bold=True, align="centre", lines=2, minor=small)
    canvas.icon(f"seat.{acting}", (ink.x - side // 2, box.centery), 22, palette.SEAT[acting])


def draw_name(canvas: Canvas, layout: Layout) -> None:
    """Draw the name and the language, instead of round and phase, before a match begins."""
    box = layout.header
    language = Rect(box.right - canvas.px(132), box.y + canvas.px(3), canvas.px(132), box.height - canvas.px(6))
    canvas.text(text("screen.name"), Rect(box.x, box.y, language.x - box.x, box.height), LEAD, palette.QUIET, bold=True)
    canvas.plate(language, palette.RAISED, radius=8)
    canvas.text(text("screen.language"), language, BODY, align="centre")
    canvas.touchable(language, Translated())
    canvas.text(text("screen.begin"), layout.headline, LEAD, bold=True, align="centre")
