"""The keyboard as two panels, with the same three buttons as a seat at the table.

Blue: A previous, D next, S confirm. Red: left, right and down arrow, or J, L and K. Holding a confirm or next key
counts as holding the button. F1 is help, F3 shows the last reveal and roll again, F4 changes the language, Ctrl+Q ends
the program, F11 changes between window and full screen.
"""

from collections.abc import Mapping

import pygame
from msgspec import Struct

from hal.events import Button
from table.rules.seats import BLUE, RED, Seat
from table.screen.touch import ButtonHold

KEYS: dict[int, tuple[Seat, Button]] = {
    pygame.K_a: (BLUE, Button.PREVIOUS),
    pygame.K_d: (BLUE, Button.NEXT),
    pygame.K_s: (BLUE, Button.CONFIRM),
    pygame.K_LEFT: (RED, Button.PREVIOUS),
    pygame.K_RIGHT: (RED, Button.NEXT),
    pygame.K_DOWN: (RED, Button.CONFIRM),
    pygame.K_j: (RED, Button.PREVIOUS),
    pygame.K_l: (RED, Button.NEXT),
    pygame.K_k: (RED, Button.CONFIRM),
}


class KeyEdge(Struct, frozen=True):
    """A press or a release of a key that is used as a button."""

    seat: Seat
    button: Button
    down: bool


class KeyPush(Struct, frozen=True):
    """A seat's input: a short press of a button, or a hold of CONFIRM or NEXT."""

    seat: Seat
    button: Button
    held: bool = False


HELD = (Button.CONFIRM, Button.NEXT)


class KeyPanels:
    """Turns edges into pushes, as the panels do: PREVIOUS immediately, the others at their release or after a hold."""

    def __init__(self, hold_s: Mapping[Seat, float]) -> None:
        """`hold_s` has each seat's hold time in seconds."""
        self._hold_s = hold_s
        self._down: dict[tuple[Seat, Button], float] = {}

    def take(self, edge: KeyEdge, now_s: float) -> tuple[KeyPush, ...]:
        key = (edge.seat, edge.button)
        if edge.button not in HELD:
            return (KeyPush(*key),) if edge.down else ()
        if edge.down:
            self._down.setdefault(key, now_s)
            return ()
        return (KeyPush(*key),) if self._down.pop(key, None) is not None else ()

    def due(self, now_s: float) -> tuple[KeyPush, ...]:
        """Return the holds that are long enough by now. Their release gives no push."""
        ripe = [key for key, since_s in self._down.items() if now_s - since_s >= self._hold_s[key[0]]]
        for key in ripe:
            del self._down[key]
        return tuple(KeyPush(seat, button, held=True) for seat, button in ripe)

    def holding(self, now_s: float) -> tuple[ButtonHold, ...]:
        """Return the keys that are down and may become holds, with the completed share."""
        return tuple(
            ButtonHold(seat, button, (now_s - since_s) / self._hold_s[seat])
            for (seat, button), since_s in self._down.items()
        )

    @property
    def waiting(self) -> bool:
        return bool(self._down)
