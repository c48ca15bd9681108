"""A panel on its pins: three contacts and a lamp, with their changes in time."""

from collections.abc import Callable
from functools import partial
from typing import Any

from gpiozero import LED, PWMLED, DigitalInputDevice

from hal.closing import close_each
from hal.events import Button, Fault, LampColour, LampPattern, LampSetting, PanelEvent, PartEvent
from hal.panels.claims import PinClaim, PinHeader
from hal.panels.contacts import PanelContacts, StartedHold
from hal.panels.lamps import HELD_SHOWN, HELD_STEPS, Light, Rgb, held_level
from hal.panels.settings import PanelSettings

DARK: Rgb = (0.0, 0.0, 0.0)

OnEdge = Callable[[Button, bool], None]


class Panel:
    """A panel with its buttons and its lamp.

    `on_edge(button, down)` is called on gpiozero's thread; only the thread that steps may call the methods.

    The contacts are gpiozero's DigitalInputDevice. Its subclass Button adds only `when_held`, for which each button
    runs a thread that wakes ten times a second.
    """

    def __init__(self, settings: PanelSettings, header: PinHeader, on_edge: OnEdge, now_s: float) -> None:
        """Claim the panel's pins. A button without its pin does nothing, and the lamp is dark without one of its three.

        Never raises: `news` reports unavailable pins.
        """
        self._settings, self._on_edge = settings, on_edge
        self._contacts = PanelContacts(settings.name, settings.debounce_s, settings.hold_s)
        self._lamp = tuple(self._claim(name, pin, header, self._light_of(pin)) for name, pin in settings.lamp)
        self._buttons = {
            button: self._claim(str(button), pin, header, partial(self._contact_at, button, pin))
            for button, pin in settings.buttons
        }
        self._shown = DARK
        self._light = Light.shown(LampColour.OFF, LampPattern.STEADY, now_s, pwm=settings.pwm)
        self._setting: LampSetting | None = None

    @property
    def name(self) -> str:
        return self._settings.name

    @property
    def down(self) -> tuple[Button, ...]:
        """Return the buttons that are pressed at this moment, by their levels."""
        return tuple(button for button, claim in self._buttons.items() if claim.use(_is_active, False))

    @property
    def holds(self) -> tuple[StartedHold, ...]:
        """Return the buttons that are being held."""
        return self._contacts.holds

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Return the faults of its pins, each once."""
        return tuple(dict.fromkeys(claim.fault for claim in self._claims if claim.fault is not None))

    def news(self, now_s: float) -> list[PartEvent]:
        """Try missing pins again, and return the changes. A button that was lost is released."""
        events: list[PartEvent] = []
        for claim in self._claims:
            events += claim.news(now_s)
        self._contacts.release(button for button, claim in self._buttons.items() if not claim.there)
        return events

    def edge(self, button: Button, down: bool, at_s: float) -> list[tuple[float, PanelEvent]]:
        return self._contacts.edge(button, down, at_s)

    def advance(self, now_s: float) -> list[tuple[float, PanelEvent]]:
        """Let time pass: return the gestures that became certain, each with its time, and step the lamp's pattern."""
        events = self._contacts.advance(now_s)
        self._light_up(now_s)
        return events

    def show(self, setting: LampSetting, now_s: float) -> None:
        """Show this setting. If it is already shown, its pattern continues."""
        if setting == self._setting:
            return
        wired = self._settings
        self._light = Light.shown(
            setting.colour,
            setting.pattern,
            now_s,
            pwm=wired.pwm,
            brightness=wired.brightness,
            balance=wired.levels,
        )
        self._setting = setting
        self._light_up(now_s)

    def next_deadline(self, now_s: float) -> float | None:
        due = [self._next_light_s(now_s), self._contacts.next_deadline()]
        due += (claim.next_deadline() for claim in self._claims)
        return min((due_s for due_s in due if due_s is not None), default=None)

    def close(self) -> None:
        """Switch the lamp off, and release the pins."""
        close_each(claim.close for claim in self._claims)

    @property
    def _claims(self) -> tuple[PinClaim, ...]:
        return (*self._lamp, *self._buttons.values())

    def _claim(self, name: str, pin: int, header: PinHeader, make: Callable[[Any], Any]) -> PinClaim:
        return PinClaim(f"panels.{self.name}.{name}", pin, header, make)

    def _contact_at(self, button: Button, pin: int, pin_factory: Any) -> Any:
        device = DigitalInputDevice(pin, pull_up=self._settings.pull_up, pin_factory=pin_factory)
        try:
            device.when_activated = partial(self._on_edge, button, True)
            device.when_deactivated = partial(self._on_edge, button, False)
        except BaseException:
            device.close()
            raise
        return device

    def _light_of(self, pin: int) -> Callable[[Any], Any]:
        led = PWMLED if self._settings.pwm else LED
        return lambda factory: led(pin, active_high=not self._settings.common_anode, pin_factory=factory)

    def _light_up(self, now_s: float) -> None:
        begun, wired = self._longest_hold, self._settings
        levels = self._light.levels(now_s)
        if begun is not None and (share := begun.share(now_s)) >= HELD_SHOWN:
            white = Light.shown(
                LampColour.WHITE,
                LampPattern.STEADY,
                now_s,
                pwm=wired.pwm,
                brightness=wired.brightness * held_level(share, pwm=True) if wired.pwm else 1.0,
                balance=wired.levels,
            ).levels(now_s)
            levels = white if wired.pwm or held_level(share, pwm=False) else (0.0, 0.0, 0.0)
        if not all(claim.there for claim in self._lamp):
            levels = DARK  # two of three colours would show another setting
        if levels != self._shown:
            self._shown = levels
            for claim, level in zip(self._lamp, levels, strict=True):
                claim.use(partial(_set_level, level), None)

    @property
    def _longest_hold(self) -> StartedHold | None:
        return min(self.holds, key=lambda hold: hold.since_s, default=None)

    def _next_light_s(self, now_s: float) -> float | None:
        """Return the time at which the lamp changes: by its pattern, or with the progress of a hold."""
        begun = self._longest_hold
        if begun is None or begun.share(now_s) >= 1:
            return self._light.next_change(now_s)
        step = int(begun.share(now_s) * HELD_STEPS + 1e-6) + 1
        return begun.since_s + max(step / HELD_STEPS, HELD_SHOWN) * begun.hold_s


def _is_active(device: Any) -> bool:
    return bool(device.is_active)


def _set_level(level: float, device: Any) -> None:
    device.value = level
