"""The progress of a hold: a bar on the held answer, for a finger, a key or a panel's button."""

import pygame
from pygame import Rect

from hal.events import Button
from table.rules.seats import SEATS
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas
from table.screen.parts.asked import shown_prompt
from table.screen.touch import ButtonHold, FingerPress
from table.session.input import Touched
from table.view.published import Published

BAR = 7
"""The height of the bar in units."""


def draw_press(canvas: Canvas, press: FingerPress) -> None:
    """Draw an edge around the touched place, and a bar for the completed share of the hold."""
    rect = next((rect for rect, touch in canvas.touches if touch == press.touch), None)
    if rect is not None:
        _draw_edge(canvas, rect)
        if press.share > 0:
            _draw_bar(canvas, rect, press.share)


def draw_hold(canvas: Canvas, published: Published, hold: ButtonHold, half: Rect) -> None:
    """Draw the progress of a button's hold on the answer with the seat's focus.

    A hold of NEXT is not an answer: its bar is at the foot of the seat's `half`, and so is that of a CONFIRM without a
    visible answer.
    """
    if (rect := _answered_by(canvas, published, hold)) is not None:
        _draw_edge(canvas, rect)
    _draw_bar(canvas, half if rect is None else rect, hold.share)


def _answered_by(canvas: Canvas, published: Published, hold: ButtonHold) -> Rect | None:
    desk = published.desks[SEATS.index(hold.seat)]
    asked = shown_prompt(published.prompts, desk)
    key = desk.focus.prompt if desk.focus is not None else "" if asked is None else asked.key
    if hold.button is not Button.CONFIRM:
        return None
    places = [
        (touch.hold, rect)
        for rect, touch in canvas.touches
        if isinstance(touch, Touched) and touch.seat in (hold.seat, None) and touch.prompt == key
    ]
    return max(places, key=lambda place: place[0])[1] if places else None


def _draw_edge(canvas: Canvas, rect: Rect) -> None:
    pygame.draw.rect(canvas.surface, palette.INK, rect.inflate(canvas.px(4), canvas.px(4)), canvas.px(3), canvas.px(9))


def _draw_bar(canvas: Canvas, rect: Rect, share: float) -> None:
    done = Rect(rect.x, rect.bottom - canvas.px(BAR), round(rect.width * min(1.0, share)), canvas.px(BAR))
    canvas.surface.fill(palette.INK, done)
