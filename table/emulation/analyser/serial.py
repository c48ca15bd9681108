"""The dispenser's line in words: frames of the wire as they pass, and what is none."""

from firmware_bridge.wire import LineReader
from table.emulation.analyser.iso14443 import spelt

SHOWN_BYTES = 24
HEARTBEAT = ("beat", "alive")


class SerialTap:
    """One direction. Bytes in, lines out."""

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
    """The line without the number that makes each heartbeat another one."""
    verb, *rest = line.split(" ")
    return " ".join((verb, *rest[1:])) if verb in HEARTBEAT else line
