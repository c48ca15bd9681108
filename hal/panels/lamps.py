"""Lamp patterns as tables: colour, pattern and age give the levels of red, green and blue."""

from dataclasses import dataclass
from math import cos, pi
from typing import TypeAlias

Rgb: TypeAlias = tuple[float, float, float]

COLOURS: dict[str, Rgb] = {
    "off": (0.0, 0.0, 0.0),
    "white": (1.0, 0.8, 0.7),
    "blue": (0.0, 0.15, 1.0),
    "red": (1.0, 0.0, 0.0),
    "green": (0.0, 1.0, 0.1),
    "amber": (1.0, 0.35, 0.0),
}
"""The levels of each colour, balanced by eye for common diffused RGB LEDs, whose green and blue outshine red."""

SWITCHED: dict[str, Rgb] = {
    "off": (0.0, 0.0, 0.0),
    "white": (1.0, 1.0, 1.0),
    "blue": (0.0, 0.0, 1.0),
    "red": (1.0, 0.0, 0.0),
    "green": (0.0, 1.0, 0.0),
    "amber": (1.0, 1.0, 0.0),
}
"""The nearest colours for lamps that can only be on or off."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A row of levels, `frame_s` seconds each, again and again."""

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

PATTERNS: dict[str, Pattern] = {
    "steady": Pattern(1.0, (1.0,)),
    "blink": Pattern(0.35, (1.0, 0.0)),
    "pulse": Pattern(0.05, tuple(0.55 + 0.45 * cos(2 * pi * n / PULSE_FRAMES) for n in range(PULSE_FRAMES))),
}

SWITCHED_PATTERNS: dict[str, Pattern] = PATTERNS | {"pulse": Pattern(0.4, (1.0, 1.0, 1.0, 0.0))}
"""The patterns for lamps that can only be on or off. The pulse is long on and briefly off, unlike the blink."""


@dataclass(frozen=True, slots=True)
class Light:
    """The setting of one lamp from the moment it was shown.

    Raises KeyError for a colour or pattern that does not exist.
    """

    colour: Rgb
    pattern: Pattern
    since_s: float

    @classmethod
    def shown(cls, colour: str, pattern: str, since_s: float, *, pwm: bool, brightness: float = 1.0) -> "Light":
        if not pwm:
            return cls(SWITCHED[colour], SWITCHED_PATTERNS[pattern], since_s)
        red, green, blue = COLOURS[colour]
        return cls((red * brightness, green * brightness, blue * brightness), PATTERNS[pattern], since_s)

    def levels(self, now_s: float) -> Rgb:
        level = self.pattern.level(now_s - self.since_s)
        red, green, blue = self.colour
        return (red * level, green * level, blue * level)

    def next_change(self, now_s: float) -> float | None:
        if not any(self.colour):
            return None
        change_s = self.pattern.next_change_s(now_s - self.since_s)
        return None if change_s is None else self.since_s + change_s
