"""A panel on its pins has three contacts and a lamp. This follows their changes in time."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from gpiozero import RGBLED, DigitalInputDevice

from hal.closing import close_each
from hal.events import Button, Held, LampColour, LampPattern, LampSetting, PanelEvent, Pressed
from hal.panels.gestures import ButtonTiming, Contact, Gesture
from hal.panels.lamps import HELD_SHOWN, HELD_STEPS, Light, held_level
from hal.panels.settings import PanelSettings

HELD = (Button.CONFIRM, Button.NEXT)
"""The buttons that can be held."""

OnEdge = Callable[[Button, bool], None]


@dataclass(frozen=True, slots=True)
class StartedHold:
    """A button that is down, and is held as soon as it has been down for `hold_s` seconds. The panels' clock."""

    panel: str
    button: Button
    since_s: float
    hold_s: float

    def share(self, now_s: float) -> float:
        """Return the share of the hold that is done, from 0 to 1."""
        return min(max((now_s - self.since_s) / self.hold_s, 0.0), 1.0)


class Panel:
    """This is one panel.

    `on_edge(button, down)` is called on gpiozero's thread; only the thread that steps may call the methods.

    The contacts are gpiozero's DigitalInputDevice. Its subclass Button adds only `when_held`, for which each button
    runs a thread that wakes ten times a second.
    """

    def __init__(self, settings: PanelSettings, pin_factory: Any, on_edge: OnEdge, now_s: float) -> None:
        self._settings = settings
        self._contacts: dict[Button, Contact] = {}
        self._closing: list[Any] = []
        self._devices: dict[Button, Any] = {}
        try:
            self._lamp = self._closed_later(
                RGBLED(
                    settings.lamp_red,
                    settings.lamp_green,
                    settings.lamp_blue,
                    active_high=not settings.common_anode,
                    pwm=settings.pwm,
                    pin_factory=pin_factory,
                )
            )
            for button, pin in settings.buttons:
                self._contacts[button] = Contact(_touch(button, settings))
                device = self._closed_later(DigitalInputDevice(pin, pull_up=settings.pull_up, pin_factory=pin_factory))
                self._devices[button] = device
                device.when_activated = partial(on_edge, button, True)
                device.when_deactivated = partial(on_edge, button, False)
        except BaseException:
            self.close()
            raise
        self._shown = (0.0, 0.0, 0.0)
        self._light = Light.shown(LampColour.OFF, LampPattern.STEADY, now_s, pwm=settings.pwm)
        self._setting: LampSetting | None = None

    @property
    def name(self) -> str:
        return self._settings.name

    @property
    def down(self) -> tuple[Button, ...]:
        """Return the buttons that are pressed at this moment, by their levels."""
        return tuple(button for button, device in self._devices.items() if device.is_active)

    @property
    def holds(self) -> tuple[StartedHold, ...]:
        """Return the buttons that are on the way to a hold."""
        begun = ((button, contact.held_since_s) for button, contact in self._contacts.items())
        name, hold_s = self.name, self._settings.hold_s
        return tuple(StartedHold(name, button, since_s, hold_s) for button, since_s in begun if since_s is not None)

    def edge(self, button: Button, down: bool, at_s: float) -> list[tuple[float, PanelEvent]]:
        return self._events(button, self._contacts[button].edge(down, at_s))

    def advance(self, now_s: float) -> list[tuple[float, PanelEvent]]:
        """Let time pass: return the gestures that became certain, each with its time, and step the lamp's pattern."""
        events = [
            pair for button, contact in self._contacts.items() for pair in self._events(button, contact.advance(now_s))
        ]
        self._light_up(now_s)
        return events

    def show(self, setting: LampSetting, now_s: float) -> None:
        """Show this setting. If it is shown already, its pattern goes on."""
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
        due = [self._next_light_s(now_s), *(contact.next_deadline() for contact in self._contacts.values())]
        return min((due_s for due_s in due if due_s is not None), default=None)

    def close(self) -> None:
        """Switch the lamp off, and give the pins back."""
        close_each(device.close for device in self._closing)
        self._closing.clear()

    def _closed_later(self, device: Any) -> Any:
        self._closing.append(device)
        return device

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
        if levels != self._shown:
            self._lamp.value = levels
            self._shown = levels

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

    def _events(self, button: Button, gestures: tuple[tuple[float, Gesture], ...]) -> list[tuple[float, PanelEvent]]:
        return [
            (at_s, Held(self.name, button) if gesture is Gesture.HOLD else Pressed(self.name, button))
            for at_s, gesture in gestures
        ]


def _touch(button: Button, settings: PanelSettings) -> ButtonTiming:
    return ButtonTiming(settings.debounce_s, settings.hold_s if button in HELD else None)
