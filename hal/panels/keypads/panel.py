"""A keypad as a panel: three of its keys are the buttons. It has no lamp, so the screen shows its seat's."""

from hal.events import Button, Fault, LampSetting, PanelEvent, PartEvent
from hal.panels.contacts import PanelContacts, StartedHold
from hal.panels.keypads.claim import KeypadClaim
from hal.panels.keypads.settings import KeypadSettings


class KeypadPanel:
    """The panel on one keypad. Only the thread that steps the panels may call."""

    def __init__(self, settings: KeypadSettings, claim: KeypadClaim) -> None:
        self._settings, self._claim = settings, claim
        self._contacts = PanelContacts(settings.name, settings.debounce_s, settings.hold_s)
        self._down: frozenset[Button] = frozenset()

    @property
    def name(self) -> str:
        return self._settings.name

    @property
    def down(self) -> tuple[Button, ...]:
        """Return the buttons that are pressed, as of the last step."""
        return tuple(self._down)

    @property
    def holds(self) -> tuple[StartedHold, ...]:
        """Return the buttons that are being held."""
        return self._contacts.holds

    @property
    def faults(self) -> tuple[Fault, ...]:
        return () if self._claim.fault is None else (self._claim.fault,)

    @property
    def files(self) -> tuple[int, ...]:
        """Return the files that can be read once a key moves."""
        return self._claim.files

    def news(self, now_s: float) -> list[PartEvent]:
        """Try a missing keypad again, and return the changes."""
        return list(self._claim.news(now_s))

    def advance(self, now_s: float) -> list[tuple[float, PanelEvent]]:
        """Read the keys that moved, and return the gestures that are certain by now, each with its time.

        The buttons of a keypad that was lost are released without a gesture.
        """
        events: list[tuple[float, PanelEvent]] = []
        moved, lost = self._claim.edges()
        for button, down, at_s in moved:
            self._down = self._down | {button} if down else self._down - {button}
            events += self._contacts.edge(button, down, now_s if at_s is None else min(at_s, now_s))
        if lost:
            self._contacts.release(Button)
            self._down = frozenset()
        return events + self._contacts.advance(now_s)

    def show(self, setting: LampSetting, now_s: float) -> None:
        """Do nothing: a keypad has no lamp."""

    def next_deadline(self, now_s: float) -> float | None:
        due = (self._claim.next_deadline(), self._contacts.next_deadline())
        return min((due_s for due_s in due if due_s is not None), default=None)

    def close(self) -> None:
        """Release the keypad to all programs."""
        self._claim.close()
