"""The log of an emulated table: bounded, filtered, and short if lines repeat."""

from collections import deque
from collections.abc import Iterable, Set

from msgspec import Struct

KEPT = 4_000
"""The number of lines that are kept, about 1 MB."""

LATELY, AGAIN_S = 3, 0.8
"""A group repeats one of its source's last `LATELY` groups if it comes within `AGAIN_S` seconds of it."""

SPI, CARD, SERIAL, FAULTS, TABLE, HANDS = "spi", "card", "serial", "faults", "table", "hands"
REPEATING = frozenset({CARD, SPI, SERIAL})
"""The channels whose repetitions are counted. Wires repeat constantly; the other channels log each line."""
CHANNELS = (CARD, SPI, SERIAL, FAULTS, TABLE, HANDS)


class LogLine(Struct):
    """A line of the log. Only `times` changes: it counts immediate repetitions."""

    at_s: float
    """Emulated seconds."""
    channel: str
    source: str
    """The reader, or the end of the serial line."""
    words: str
    times: int = 1


class _Group(Struct):
    like: tuple[str, ...]
    first: LogLine
    at_s: float
    """The emulated second at which it came last."""


class EventLog:
    """The analyser's log. One thread only."""

    def __init__(self, kept: int = KEPT) -> None:
        self._lines: deque[LogLine] = deque(maxlen=kept)
        self._lately: dict[tuple[str, str], deque[_Group]] = {}
        """The last groups of each source."""
        self.version = 0
        """The number of groups of new lines so far."""
        self.counted = 0
        """The number of repetitions so far."""

    def __len__(self) -> int:
        return len(self._lines)

    def copy(self) -> "EventLog":
        """Return a copy that can be read while this log continues."""
        kept = EventLog(self._lines.maxlen or KEPT)
        kept._lines.extend(self._lines)
        return kept

    def add(self, at_s: float, channel: str, source: str, words: Iterable[str], like: tuple[str, ...] = ()) -> None:
        """Add lines that belong together; a repetition is only counted.

        `like` is compared in place of the lines, if it is given.
        """
        if not (added := tuple(words)):
            return
        lately = self._lately.setdefault((channel, source), deque(maxlen=LATELY))
        for group in lately if channel in REPEATING else ():
            if group.like == (like or added) and at_s - group.at_s <= AGAIN_S:
                group.first.times += 1
                group.at_s = at_s
                self.counted += 1
                return
        self.version += 1
        lines = tuple(LogLine(at_s, channel, source, each) for each in added)
        lately.append(_Group(like or added, lines[0], at_s))
        self._lines.extend(lines)

    def clear(self) -> None:
        self.version += 1
        self._lines.clear()
        self._lately.clear()

    def filtered(self, channels: Set[str], text: str, most: int, skipped: int = 0) -> tuple[LogLine, ...]:
        """Return the last `most` lines of these channels that contain this text, without the newest `skipped`."""
        wanted, found = text.lower(), list[LogLine]()
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
