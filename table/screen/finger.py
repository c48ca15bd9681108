"""Convert a touch panel's finger into mouse events, as a desktop does.

Without a desktop, SDL neither assigns a touch to a window nor emulates a mouse (SDL_evdev.c of 2.0.22 to 3.2): it only
reports the finger's position.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import pygame
from pygame.event import Event

POINTERS = {
    pygame.FINGERDOWN: pygame.MOUSEBUTTONDOWN,
    pygame.FINGERMOTION: pygame.MOUSEMOTION,
    pygame.FINGERUP: pygame.MOUSEBUTTONUP,
}
"""The mouse event for each kind of finger event."""
LEFT = 1


class FirstFinger:
    """The first finger on a panel. Other fingers are ignored until it is lifted."""

    def __init__(self) -> None:
        self._down: object = None

    def pointed(self, events: Iterable[Event], size: tuple[int, int]) -> Iterator[Event]:
        """Yield the events, with those of the finger converted to mouse events.

        Each is at the finger's pixel on a display of this size.
        """
        for event in events:
            if event.type not in POINTERS:
                yield event
            elif self._is_first(event):
                yield Event(POINTERS[event.type], _mouse_fields(event, size))

    def _is_first(self, event: Event) -> bool:
        finger = (event.touch_id, event.finger_id)
        if event.type == pygame.FINGERDOWN and self._down is None:
            self._down = finger
        first = self._down == finger
        if event.type == pygame.FINGERUP and first:
            self._down = None
        return first


def _mouse_fields(event: Event, size: tuple[int, int]) -> dict[str, Any]:
    (width, height), x, y = size, event.x, event.y
    fields = {"pos": (_pixel(x, width), _pixel(y, height)), "touch": True}
    if event.type == pygame.FINGERMOTION:
        return fields | {"rel": (round(event.dx * width), round(event.dy * height)), "buttons": (LEFT, 0, 0)}
    return fields | {"button": LEFT}


def _pixel(share: float, pixels: int) -> int:
    """Return the pixel at this share of a display's side; 1 is its far edge."""
    return min(max(int(share * pixels), 0), pixels - 1)
