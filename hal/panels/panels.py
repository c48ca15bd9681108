"""All panels of the table, and the one thread that serves them."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from hal.closing import close_each
from hal.computer.waiting import Waiting
from hal.events import Button, Fault, LampSetting, PanelEvent, PartEvent
from hal.panels.claims import PinHeader
from hal.panels.contacts import StartedHold
from hal.panels.panel import Panel
from hal.panels.settings import PanelSettings

if TYPE_CHECKING:  # a table without keypads need not load their driver
    from hal.panels.keypads.input_device import InputKernel
    from hal.panels.keypads.panel import KeypadPanel
    from hal.panels.keypads.settings import KeypadSettings


class Edge(Struct, frozen=True):
    """A change of a button's contact, at `at_s` seconds of the panels' clock."""

    panel: str
    button: Button
    down: bool
    at_s: float


class Panels:
    """The panels of one table.

    gpiozero's threads add edges, stamped by `now`; one thread (or the virtual loop) steps and reads.

    Any thread may call `show` and `wake`. `now` and the `now_s` of `step` come from the same clock, in seconds.
    """

    def __init__(
        self,
        settings: Iterable[PanelSettings],
        header: PinHeader,
        now: Callable[[], float],
        on_edge: Callable[[], None] | None = None,
        keypads: "Iterable[KeypadPanel]" = (),
    ) -> None:
        """`header` has the pins of the chosen world. gpiozero's thread calls `on_edge` after each edge.

        `step` reports an unavailable pin or keypad.
        """
        self._now = now
        self._on_edge = on_edge
        # Appends and pops of a deque are atomic, so gpiozero's thread needs no lock.
        self._edges: deque[Edge] = deque()
        self._to_show: deque[LampSetting] = deque()
        self._stepped_s = now()
        self._wired = {wired.name: Panel(wired, header, self._catcher(wired.name), now()) for wired in settings}
        self._keypads = tuple(keypads)
        self._panels: dict[str, Panel | KeypadPanel] = {**self._wired, **{pad.name: pad for pad in self._keypads}}
        self._waiting = Waiting(with_files=bool(self._keypads))

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the panels, as configured."""
        return tuple(self._panels)

    @property
    def down(self) -> tuple[tuple[str, Button], ...]:
        """Return the panel and the button of each button that is pressed now."""
        return tuple((name, button) for name, panel in self._panels.items() for button in panel.down)

    @property
    def holds(self) -> tuple[StartedHold, ...]:
        """Return the buttons that are being held, as of the last step. Only the panels' thread."""
        return tuple(hold for panel in self._panels.values() for hold in panel.holds)

    def show(self, setting: LampSetting) -> None:
        """Set a lamp at the next step, which follows at once. Any thread may call.

        Raises KeyError if there is no such panel.
        """
        if setting.panel not in self._panels:
            raise KeyError(f"no panel {setting.panel!r}: there are {', '.join(self._panels)}")
        self._to_show.append(setting)
        self._waiting.wake()

    @property
    def faults(self) -> Mapping[str, tuple[Fault, ...]]:
        """Return the faults of each panel, for an examination."""
        return {name: panel.faults for name, panel in self._panels.items()}

    def step(self, now_s: float) -> tuple[PanelEvent | PartEvent, ...]:
        """Process the edges, let time pass to `now_s`, and step the lamps.

        Return the changes of pins and keypads, and the gestures in order. Only the panels' thread.
        """
        self._waiting.clear()
        self._stepped_s = max(self._stepped_s, now_s)
        changes = [change for panel in self._panels.values() for change in panel.news(now_s)]
        events: list[tuple[float, PanelEvent]] = []
        while self._edges:
            edge = self._edges.popleft()
            events += self._wired[edge.panel].edge(edge.button, edge.down, edge.at_s)
        while self._to_show:
            setting = self._to_show.popleft()
            self._panels[setting.panel].show(setting, now_s)
        for panel in self._panels.values():
            events += panel.advance(now_s)
        return (*changes, *(event for _, event in sorted(events, key=lambda pair: pair[0])))

    def next_deadline(self) -> float | None:
        """Return the time of the next step if nothing happens before: now, if an edge or a lamp is pending; or None."""
        if self._edges or self._to_show:
            return self._stepped_s
        due = (panel.next_deadline(self._stepped_s) for panel in self._panels.values())
        return min((max(due_s, self._stepped_s) for due_s in due if due_s is not None), default=None)

    def wait(self, timeout_s: float | None) -> None:
        """Sleep until `step` has something to do, for at most `timeout_s` real seconds; None: without a limit.

        Only the panels' thread calls it; `wake` ends it.
        """
        self._waiting.wait([file for pad in self._keypads for file in pad.files], timeout_s)

    def wake(self) -> None:
        """End a `wait`. Any thread may call."""
        self._waiting.wake()

    def close(self) -> None:
        """Switch all lamps off, and release all pins and keypads. Call it after the last `step`."""
        close_each((*(panel.close for panel in self._panels.values()), self._waiting.close))
        self._panels.clear()
        self._wired.clear()
        self._keypads = ()

    def _catcher(self, panel: str) -> Callable[[Button, bool], None]:
        def caught(button: Button, down: bool) -> None:
            self._edges.append(Edge(panel, button, down, self._now()))
            self._waiting.wake()
            if self._on_edge is not None:
                self._on_edge()

        return caught


def keypad_panels(every: "Iterable[KeypadSettings]", kernel: "InputKernel") -> "tuple[KeypadPanel, ...]":
    """Return the keypads of a table. They are opened at the first step."""
    from hal.panels.keypads.claim import KeypadClaim
    from hal.panels.keypads.panel import KeypadPanel

    settings = tuple(every)
    places = frozenset(each.place for each in settings)
    return tuple(KeypadPanel(each, KeypadClaim(each, kernel, places)) for each in settings)
