"""The lamp of a seat whose panel has none: a ring around the seat's icon, in the colours and patterns of a lamp."""

from pygame import Rect

from hal.events import LampColour, LampPattern
from hal.panels.lamps import SWITCHED_PATTERNS
from table.rules.seats import BLUE, RED
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.palette import Colour
from table.screen.drawing.vectors import Disc
from table.view.published import Desk

SIGN = (24, 20)
"""The centre of the seat's icon, in units from the upper left corner of its half."""
SIZE = 34
RING = (Disc((12, 12), 11.2, 1.9),)

LIGHT: dict[LampColour, Colour] = {
    LampColour.WHITE: palette.INK,
    LampColour.AMBER: palette.ALERT,
    LampColour.GREEN: palette.GOOD,
    LampColour.BLUE: palette.SEAT[BLUE],
    LampColour.RED: palette.SEAT[RED],
}


def lamp_place(canvas: Canvas, half: Rect) -> Rect:
    """Return the rectangle of the lamp in a seat's half that is not turned."""
    place = Rect(0, 0, canvas.px(SIZE), canvas.px(SIZE))
    place.center = (half.x + canvas.px(SIGN[0]), half.y + canvas.px(SIGN[1]))
    return place


def draw_lamp(canvas: Canvas, place: Rect, desk: Desk, now_s: float) -> None:
    """Draw the lamp as it is at this time. Patterns count from time zero, so the screen keeps no start time."""
    colour, pattern = LampColour(desk.lamp[0]), LampPattern(desk.lamp[1])
    if colour is not LampColour.OFF and SWITCHED_PATTERNS[pattern].level(now_s):
        canvas.picture(RING, place.center, place.width, LIGHT[colour])


def lamp_due_s(desk: Desk, now_s: float) -> float | None:
    """Return the time at which the lamp may look different, or None."""
    colour, pattern = LampColour(desk.lamp[0]), LampPattern(desk.lamp[1])
    return None if colour is LampColour.OFF else SWITCHED_PATTERNS[pattern].next_change_s(now_s)
