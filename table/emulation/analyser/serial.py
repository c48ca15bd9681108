"""The dispenser's serial line in words: the frames that pass, and the bytes that are no frame."""

from firmware_bridge.wire import LineReader
from table.emulation.analyser.iso14443 import spelt

SHOWN_BYTES = 24
HEARTBEAT = ("beat", "alive")


class SerialDecoder:
    """The decoder of one direction of the line takes bytes and returns words."""

    def __init__(self) -> None:
        self._reader = LineReader()

    def feed(self, data: bytes) -> tuple[str, ...]:
        before = self._reader.rejected
        told = [" ".join(words) for words in self._reader.feed(data)]
        spoilt = self._reader.rejected - before
        if spoilt:
            told.append(f"{spoilt} bytes that are no frame: {spelt(data[:SHOWN_BYTES])}")
        return tuple(told)


def likeness(line: str) -> str:
    """Return the line without the number that makes each heartbeat different."""
    verb, *rest = line.split(" ")
    return " ".join((verb, *rest[1:])) if verb in HEARTBEAT else line
