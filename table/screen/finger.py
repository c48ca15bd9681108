"""A touch panel's finger, as the pointer that it is on a desktop.

Without a desktop SDL gives a touch to no window, and makes no mouse of it either (SDL_evdev.c of 2.0.22 to 3.2): it
comes as a finger's place alone.
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
"""The mouse event for each thing that a finger does."""
LEFT = 1


class FirstFinger:
    """The finger that came down first on a panel. Any other finger means nothing until it is lifted."""

    def __init__(self) -> None:
        self._down: object = None

    def pointed(self, events: Iterable[Event], size: tuple[int, int]) -> Iterator[Event]:
        """Yield the events with this finger's as a mouse's, at its pixel of a display of this size."""
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
