"""Lamp patterns as tables: colour, pattern and age give the levels of red, green and blue."""

from math import cos, pi
from typing import TypeAlias

from msgspec import Struct

from hal.events import LampColour, LampPattern

Rgb: TypeAlias = tuple[float, float, float]

COLOURS: dict[LampColour, Rgb] = {
    LampColour.OFF: (0.0, 0.0, 0.0),
    LampColour.WHITE: (1.0, 0.8, 0.7),
    LampColour.BLUE: (0.0, 0.15, 1.0),
    LampColour.RED: (1.0, 0.0, 0.0),
    LampColour.GREEN: (0.0, 1.0, 0.1),
    LampColour.AMBER: (1.0, 0.35, 0.0),
}
"""The levels of each colour, for a lamp whose red, green and blue are equally bright.

They are not tested by eye yet: use `PanelSettings.levels` to adjust a lamp.
"""

SWITCHED: dict[LampColour, Rgb] = {
    LampColour.OFF: (0.0, 0.0, 0.0),
    LampColour.WHITE: (1.0, 1.0, 1.0),
    LampColour.BLUE: (0.0, 0.0, 1.0),
    LampColour.RED: (1.0, 0.0, 0.0),
    LampColour.GREEN: (0.0, 1.0, 0.0),
    LampColour.AMBER: (1.0, 1.0, 0.0),
}
"""The nearest colours for lamps that can only be on or off."""


class Pattern(Struct, frozen=True):
    """A repeating row of levels, `frame_s` seconds each."""

    frame_s: float
    levels: tuple[float, ...]

    def frame(self, age_s: float) -> int:
        # The microsecond keeps a frame that is computed at its own deadline from falling into the one before.
        return int((max(age_s, 0.0) + 1e-6) / self.frame_s)

    def level(self, age_s: float) -> float:
        return self.levels[self.frame(age_s) % len(self.levels)]

    def next_change_s(self, age_s: float) -> float | None:
        """Return the age in seconds at which the level may change next, or None."""
        return (self.frame(age_s) + 1) * self.frame_s if len(self.levels) > 1 else None


PULSE_FRAMES = 32

PATTERNS: dict[LampPattern, Pattern] = {
    LampPattern.STEADY: Pattern(1.0, (1.0,)),
    LampPattern.BLINK: Pattern(0.35, (1.0, 0.0)),
    LampPattern.WINK: Pattern(0.15, (0.0, 1.0, 0.0, *(1.0,) * 13)),
    LampPattern.PULSE: Pattern(0.05, tuple(0.55 + 0.45 * cos(2 * pi * n / PULSE_FRAMES) for n in range(PULSE_FRAMES))),
}

HELD_STEPS = 8
HELD_SHOWN = 0.25
"""The share of a hold after which the lamp shows it. A short press ends before that."""


def held_level(share: float, *, pwm: bool) -> float:
    """Return the light of a white lamp at this share of a hold: it grows, or flickers on a lamp without levels."""
    step = int(min(max(share, 0.0), 1.0) * HELD_STEPS + 1e-6)
    return step / HELD_STEPS if pwm else float(step % 2)


SWITCHED_PATTERNS: dict[LampPattern, Pattern] = PATTERNS | {
    LampPattern.PULSE: Pattern(0.4, (1.0, 1.0, 1.0, 0.0)),
}
"""On a lamp without levels, a pulse is long on and briefly off, so that it differs from a blink."""


class Light(Struct, frozen=True):
    """The setting of one lamp from the moment it was shown.

    Raises KeyError for a colour or pattern that does not exist.
    """

    colour: Rgb
    pattern: Pattern
    since_s: float

    @classmethod
    def shown(
        cls,
        colour: LampColour,
        pattern: LampPattern,
        since_s: float,
        *,
        pwm: bool,
        brightness: float = 1.0,
        balance: Rgb = (1.0, 1.0, 1.0),
    ) -> "Light":
        if not pwm:
            return cls(SWITCHED[colour], SWITCHED_PATTERNS[pattern], since_s)
        red, green, blue = (level * own * brightness for level, own in zip(COLOURS[colour], balance, strict=True))
        return cls((red, green, blue), PATTERNS[pattern], since_s)

    def levels(self, now_s: float) -> Rgb:
        level = self.pattern.level(now_s - self.since_s)
        red, green, blue = self.colour
        return (red * level, green * level, blue * level)

    def next_change(self, now_s: float) -> float | None:
        if not any(self.colour):
            return None
        change_s = self.pattern.next_change_s(now_s - self.since_s)
        return None if change_s is None else self.since_s + change_s
