"""Two seats with USB keypads: fingers on the keys, an emulated kernel below the driver, one clock for all."""

from hal.events import PanelEvent, PartEvent
from hal.panels.claims import PinHeader
from hal.panels.keypads.claim import KeypadClaim
from hal.panels.keypads.panel import KeypadPanel
from hal.panels.keypads.settings import KeypadSettings
from hal.panels.panels import Panels
from sim_hardware.clock import MS, Clock, S
from sim_hardware.keypads import EmulatedInputs, EmulatedKeypad
from sim_hardware.panel import mock_pins

KP4, KP5, KP6, MUTE = 75, 76, 77, 113
"""Key codes of the number pad, and one of a knob."""
BLUE_PORT, RED_PORT = "1.1", "1.2"
PAD = {"previous": KP4, "next": KP6, "confirm": KP5}


def settings(name: str, port: str, usb: str = "1a2c:2d43", **keys: int) -> KeypadSettings:
    previous, following, confirm = (keys.get(button, key) for button, key in PAD.items())
    return KeypadSettings(
        name=name,
        place=f"usb-0000:01:00.0-{port}",
        usb=usb,
        previous=previous,
        next=following,
        confirm=confirm,
        hold_s=0.8,
    )


BLUE, RED = settings("blue", BLUE_PORT), settings("red", RED_PORT)


class Desk:
    """`plugged` are the ports with a keypad at the start."""

    def __init__(self, *plugged: str, bits: int = 64, knob: bool = False) -> None:
        self.clock = Clock()
        self.inputs = EmulatedInputs(self.clock, bits)
        self.holders: dict[str, str] = {}
        for port in plugged or (BLUE_PORT, RED_PORT):
            self.inputs.plug(EmulatedKeypad(knob=frozenset({MUTE}) if knob else frozenset()), port)
        self.panels = self.opened(BLUE, RED, bits=bits)

    def opened(self, *every: KeypadSettings, bits: int = 64) -> Panels:
        places = frozenset(each.place for each in every)
        claims = [KeypadClaim(each, self.inputs, places, bits // 8, lambda path: f"{path}: sway") for each in every]
        pads = [KeypadPanel(each, claim) for each, claim in zip(every, claims, strict=True)]
        pins = mock_pins()
        return Panels((), PinHeader(lambda: pins), lambda: self.clock.now_s, keypads=pads)

    def run(self, seconds: float, every_ms: int = 5) -> list[PanelEvent | PartEvent]:
        """Go on in steps, and return what the panels report."""
        reported: list[PanelEvent | PartEvent] = []
        end_ns = self.clock.now_ns + int(seconds * S)
        while self.clock.now_ns < end_ns:
            self.clock.advance(every_ms * MS)
            reported += self.panels.step(self.clock.now_s)
        return reported

    def tap(self, port: str, key: int, lasting_s: float = 0.08) -> list[PanelEvent | PartEvent]:
        self.inputs.press(port, key)
        reported = self.run(lasting_s)
        self.inputs.release(port, key)
        return reported + self.run(0.1)
