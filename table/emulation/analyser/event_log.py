"""What happened, line by line: bounded, filtered, and short where the same comes again and again."""

from collections import deque
from collections.abc import Iterable, Set
from dataclasses import dataclass

from msgspec import Struct

KEPT = 4_000
"""Lines; some 1 MB."""

LATELY, AGAIN_S = 3, 0.8
"""A source repeats itself if one of so many last groups of it comes again, so soon."""

SPI, CARD, SERIAL, FAULTS, TABLE, HANDS = "spi", "card", "serial", "faults", "table", "hands"
REPEATING = frozenset({CARD, SPI, SERIAL})
"""Wires say the same all day; what happens at the table and by hand is told each time."""
CHANNELS = (CARD, SPI, SERIAL, FAULTS, TABLE, HANDS)


class Line(Struct):
    """Changes in one way alone: what came again right away is counted."""

    at_s: float
    """Emulated."""
    channel: str
    source: str
    """Which reader, or which end of the line."""
    words: str
    times: int = 1


@dataclass(slots=True)
class _Group:
    like: tuple[str, ...]
    first: Line
    at_s: float
    """When it last came."""


class Record:
    """One thread."""

    def __init__(self, kept: int = KEPT) -> None:
        self._lines: deque[Line] = deque(maxlen=kept)
        self._lately: dict[tuple[str, str], deque[_Group]] = {}
        """The last groups of each source."""
        self.version = 0
        """Raised with every new line."""
        self.counted = 0
        """Raised where a line came again."""

    def __len__(self) -> int:
        return len(self._lines)

    def copy(self) -> "Record":
        """As it is now, to be looked at while this one goes on."""
        kept = Record(self._lines.maxlen or KEPT)
        kept._lines.extend(self._lines)
        return kept

    def add(self, at_s: float, channel: str, source: str, words: Iterable[str], like: tuple[str, ...] = ()) -> None:
        """Lines that belong together. What these wires have said a moment ago already is counted, no more.

        `like`: what is to be compared, where that is not the lines themselves.
        """
        told = tuple(words)
        if not told:
            return
        lately = self._lately.setdefault((channel, source), deque(maxlen=LATELY))
        for group in lately if channel in REPEATING else ():
            if group.like == (like or told) and at_s - group.at_s <= AGAIN_S:
                group.first.times += 1
                group.at_s = at_s
                self.counted += 1
                return
        self.version += 1
        lines = tuple(Line(at_s, channel, source, each) for each in told)
        lately.append(_Group(like or told, lines[0], at_s))
        self._lines.extend(lines)

    def clear(self) -> None:
        self.version += 1
        self._lines.clear()
        self._lately.clear()

    def filtered(self, channels: Set[str], text: str, most: int, skipped: int = 0) -> tuple[Line, ...]:
        """The last `most` lines of these channels that hold this text, after so many of the newest were skipped."""
        wanted, found = text.lower(), list[Line]()
        for line in reversed(self._lines):
            if line.channel not in channels:
                continue
            if wanted and wanted not in f"{line.source} {line.words}".lower():
                continue
            if skipped:
                skipped -= 1
                continue
            found.append(line)
            if len(found) == most:
                break
        return tuple(reversed(found))
