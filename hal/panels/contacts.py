"""The three buttons of one panel in time: their edges in, presses and holds out."""

from collections.abc import Iterable

from msgspec import Struct

from hal.events import Button, Held, PanelEvent, Pressed
from hal.panels.gestures import ButtonTiming, Contact, Gesture

HELD = (Button.CONFIRM, Button.NEXT)
"""The buttons that can be held."""


class StartedHold(Struct, frozen=True):
    """A button that is down, and counts as held after `hold_s` seconds of the panels' clock."""

    panel: str
    button: Button
    since_s: float
    hold_s: float

    def share(self, now_s: float) -> float:
        """Return the completed share of the hold, from 0 to 1."""
        return min(max((now_s - self.since_s) / self.hold_s, 0.0), 1.0)


class PanelContacts:
    """The gestures of one panel's buttons. Only the thread that steps the panels may call."""

    def __init__(self, panel: str, debounce_s: float, hold_s: float) -> None:
        self._panel, self._debounce_s, self._hold_s = panel, debounce_s, hold_s
        self._contacts = {button: self._contact(button) for button in Button}

    @property
    def holds(self) -> tuple[StartedHold, ...]:
        """Return the buttons that are being held."""
        begun = ((button, contact.held_since_s) for button, contact in self._contacts.items())
        return tuple(
            StartedHold(self._panel, button, since_s, self._hold_s) for button, since_s in begun if since_s is not None
        )

    def edge(self, button: Button, down: bool, at_s: float) -> list[tuple[float, PanelEvent]]:
        """Process an edge, and return the gestures that are certain by then, each with its time."""
        return self._events(button, self._contacts[button].edge(down, at_s))

    def advance(self, now_s: float) -> list[tuple[float, PanelEvent]]:
        """Return the gestures that became certain up to `now_s`, each with its time."""
        return [
            pair for button, contact in self._contacts.items() for pair in self._events(button, contact.advance(now_s))
        ]

    def release(self, buttons: Iterable[Button]) -> None:
        """Forget the edges of these lost buttons, which count neither as a press nor as a hold."""
        for button in buttons:
            self._contacts[button] = self._contact(button)

    def next_deadline(self) -> float | None:
        """Return the time at which a gesture becomes certain if no edge comes before, or None."""
        due = (contact.next_deadline() for contact in self._contacts.values())
        return min((due_s for due_s in due if due_s is not None), default=None)

    def _contact(self, button: Button) -> Contact:
        return Contact(ButtonTiming(self._debounce_s, self._hold_s if button in HELD else None))

    def _events(self, button: Button, gestures: tuple[tuple[float, Gesture], ...]) -> list[tuple[float, PanelEvent]]:
        return [
            (at_s, Held(self._panel, button) if gesture is Gesture.HOLD else Pressed(self._panel, button))
            for at_s, gesture in gestures
        ]
