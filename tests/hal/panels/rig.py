"""Two panels on an emulated header: fingers below the pins, `Panels` above them, one clock for both."""

from math import ceil

from msgspec.structs import replace

from hal.events import PanelEvent, PartEvent
from hal.panels.claims import PinHeader
from hal.panels.panels import Panels
from hal.panels.settings import PanelSettings
from sim_hardware.clock import MS, Clock, S
from sim_hardware.panel import EmulatedPanels, PanelWires

BLUE = PanelSettings(name="blue", previous=17, next=27, confirm=22, lamp_red=5, lamp_green=6, lamp_blue=13, hold_s=0.8)
RED = replace(BLUE, name="red", previous=23, next=24, confirm=16, lamp_red=12, lamp_green=20, lamp_blue=21)


def wires(settings: PanelSettings) -> PanelWires:
    return PanelWires(
        buttons={str(button): pin for button, pin in settings.buttons},
        lamp=(settings.lamp_red, settings.lamp_green, settings.lamp_blue),
        pull_up=settings.pull_up,
        common_anode=settings.common_anode,
    )


class Rig:
    def __init__(self, *settings: PanelSettings) -> None:
        wired = settings or (BLUE, RED)
        self.clock = Clock()
        self.emulated = EmulatedPanels({one.name: wires(one) for one in wired}, self.clock)
        self.panels = Panels(wired, PinHeader(lambda: self.emulated.pin_factory), lambda: self.clock.now_s)

    def run(self, seconds: float, every_ms: int = 5) -> list[PanelEvent | PartEvent]:
        """Go on in steps, as the virtual loop would."""
        reported: list[PanelEvent | PartEvent] = []
        end_ns = self.clock.now_ns + int(seconds * S)
        while self.clock.now_ns < end_ns:
            self.clock.advance(every_ms * MS)
            reported += self.panels.step(self.clock.now_s)
        return reported

    def run_by_deadlines(self, seconds: float) -> list[PanelEvent | PartEvent]:
        """Go on as the thread does: asleep until a deadline, or until an edge comes."""
        reported: list[PanelEvent | PartEvent] = []
        end_s = self.clock.now_s + seconds
        while self.clock.now_s < end_s:
            due_s = self.panels.next_deadline()
            wanted_s = end_s if due_s is None else min(due_s, end_s)
            self.clock.advance_to(ceil(wanted_s * S) + 1)
            reported += self.panels.step(self.clock.now_s)
        return reported
