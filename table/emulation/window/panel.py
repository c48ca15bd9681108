"""A seat's panel: its lamp, and three buttons for the mouse."""

from collections.abc import Mapping

import pygame
from pygame import Rect

from hal.events import Button
from table.emulation.bench_view import BenchSeat
from table.emulation.window.places import PanelButton, Place
from table.rules.text import text
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas

SIGNS: Mapping[Button, str] = {
    Button.PREVIOUS: "sign.left",
    Button.CONFIRM: "sign.done",
    Button.NEXT: "sign.right",
}
"""The signs of the buttons, as the hints of the table's screen show them."""
NAME = 12.5
"""The size of type of a button's name. A button that is too narrow for it has its sign alone."""
BAR = 4
"""The height of the bar above a button that is held, in units."""
LAMP = 15
"""The radius of the lamp in units."""


def draw_panel(canvas: Canvas, area: Rect, seat: BenchSeat, places: list[tuple[Rect, Place]]) -> None:
    canvas.plate(area, palette.GROUND, seat.seat, radius=8)
    _draw_lamp(canvas, (area.centerx, area.y + canvas.px(LAMP + 6)), seat.lamp)
    gap, top = canvas.px(2), area.y + canvas.px(2 * LAMP + 12)
    width = (area.width - 4 * gap) // 3
    for index, button in enumerate((Button.PREVIOUS, Button.CONFIRM, Button.NEXT)):
        rect = Rect(area.x + gap + index * (width + gap), top, width, area.bottom - gap - top)
        _draw_knob(canvas, rect, seat, button)
        places.append((rect, PanelButton(seat.seat, button)))


def _draw_lamp(canvas: Canvas, centre: tuple[int, int], light: tuple[int, int, int]) -> None:
    """Draw a diffused LED: a body that is dark when it is off, and a halo as bright as it shines."""
    radius = canvas.px(LAMP)
    brightness = max(light) / 255
    pygame.draw.circle(canvas.surface, palette.blend(palette.GROUND, light, brightness * 0.45), centre, radius)
    pygame.draw.circle(canvas.surface, palette.EDGE, centre, round(radius * 0.72))
    body = palette.blend(palette.RAISED, light, 0.1 + 0.9 * brightness) if brightness else palette.RAISED
    pygame.draw.circle(canvas.surface, body, centre, round(radius * 0.62))


def _draw_knob(canvas: Canvas, rect: Rect, seat: BenchSeat, button: Button) -> None:
    down = button in seat.down
    if down:
        canvas.plate(rect, palette.SEAT[seat.seat], seat.seat, radius=8)
    else:
        canvas.frame(rect, palette.EDGE, palette.RAISED, seat.seat, radius=8)
    ink = palette.GROUND if down else palette.INK
    name, sign = Rect(rect.x, rect.centery, rect.width, rect.bottom - rect.centery - canvas.px(2)), Rect(rect)
    words, room = text(f"button.{button}"), name.inflate(-canvas.px(2), 0)
    if canvas.text_width(words, NAME) <= room.width:
        sign.height = rect.height // 2 + canvas.px(2)
        canvas.text(words, room, NAME, ink, align="centre")
    canvas.icon(SIGNS[button], sign.center, 16, ink)
    for held, share in seat.held:
        if held is button:
            bar = Rect(rect.x, rect.y - canvas.px(BAR + 1), round(rect.width * share), canvas.px(BAR))
            canvas.surface.fill(palette.INK, bar)
