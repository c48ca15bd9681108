"""The clips on the wires. Other threads put traffic into a bounded queue; the main thread decodes it."""

from collections import deque
from collections.abc import Callable, Mapping
from itertools import groupby

from firmware_bridge.wire import LineReader
from sim_hardware.nfc.frame_words import spelt
from sim_hardware.nfc.mfrc522.bus_analyser import AirFrame, Analyser, Transfer, registers
from table.emulation.acts import Act
from table.emulation.analyser import event_log
from table.emulation.analyser.event_log import EventLog

WAITING = 6_000
"""The most transfers that wait for the decoder. Beyond that, the oldest are lost."""
LOOK_NS = 4_000_000
"""The nanoseconds of silence on a reader's bus that separate two looks for cards."""


class WireTap:
    """Records all wires of a table.

    Any thread may call `carried`, `line` and `did`; only the main thread may call the rest.
    """

    def __init__(self, readers: Mapping[tuple[int, int], str], now_s: Callable[[], float]) -> None:
        """`readers` holds the name of each reader by bus and chip-select."""
        self.record = EventLog()
        self._readers = dict(readers)
        self._now_s = now_s
        self._transfers: deque[tuple[int, Transfer]] = deque(maxlen=WAITING)
        self._pending: deque[tuple[float, str, str, str | bytes]] = deque(maxlen=WAITING)
        self._analysers = {name: Analyser() for name in self._readers.values()}
        self._frames: dict[str, list[tuple[int, AirFrame]]] = {name: [] for name in self._readers.values()}
        self._lines = {True: SerialDecoder(), False: SerialDecoder()}

    def carried(self, bus: int, transfer: Transfer) -> None:
        self._transfers.append((bus, transfer))

    def line(self, data: bytes, towards_host: bool) -> None:
        self._pending.append((self._now_s(), event_log.SERIAL, "in" if towards_host else "out", data))

    def did(self, act: Act) -> None:
        tag = str(act.__struct_config__.tag)
        fields = (f"{name}={getattr(act, name)}" for name in act.__struct_fields__)
        self.log(event_log.HANDS, "hands", f"{tag} {' '.join(fields)}")

    def log(self, channel: str, source: str, words: str) -> None:
        self._pending.append((self._now_s(), channel, source, words))

    def take_in(self, wanted_registers: bool) -> None:
        """Decode the traffic since the last call. Register accesses are many, and decoded only if they are wanted."""
        while self._transfers:
            bus, transfer = self._transfers.popleft()
            if (name := self._readers.get((bus, transfer.device))) is not None:
                self._decode(name, transfer, wanted_registers)
        while self._pending:
            at_s, channel, source, words = self._pending.popleft()
            if isinstance(words, bytes):
                for each in self._lines[source == "in"].feed(words):
                    self.record.add(at_s, channel, source, (each,), like=(likeness(each),))
            else:
                self.record.add(at_s, channel, source, (words,))

    def _decode(self, name: str, transfer: Transfer, wanted_registers: bool) -> None:
        if (frames := self._frames[name]) and transfer.at_ns - frames[-1][0] > LOOK_NS:
            self._end_look(name)
        frames.extend((transfer.at_ns, frame) for frame in self._analysers[name].feed(transfer))
        if wanted_registers:
            self.record.add(transfer.at_ns / 1e9, event_log.SPI, name, (registers(transfer),))

    def _end_look(self, name: str) -> None:
        """Log the frames of one look. A look like the last one is only counted."""
        frames, self._frames[name] = self._frames[name], []
        self.record.add(frames[0][0] / 1e9, event_log.CARD, name, exchanges([frame for _, frame in frames]))


def exchanges(frames: list[AirFrame]) -> list[str]:
    """Return a line for each request with its answer. Immediate repetitions are counted."""
    lines: list[str] = []
    for frame in frames:
        if frame.outward or not lines:
            lines.append(frame.words)
        else:
            lines[-1] += f": {frame.words}"
    groups = ((line, len(list(same))) for line, same in groupby(lines))
    return [line if count == 1 else f"{line} ({count} times)" for line, count in groups]


SHOWN_BYTES = 24
HEARTBEAT = ("beat", "alive")


class SerialDecoder:
    """The decoder of one direction of the line takes bytes and returns words."""

    def __init__(self) -> None:
        self._reader = LineReader()

    def feed(self, data: bytes) -> tuple[str, ...]:
        before = self._reader.rejected
        lines = [" ".join(words) for words in self._reader.feed(data)]
        if spoilt := self._reader.rejected - before:
            lines.append(f"{spoilt} bytes outside any frame: {spelt(data[:SHOWN_BYTES])}")
        return tuple(lines)


def likeness(line: str) -> str:
    """Return the line without the number that makes each heartbeat different."""
    verb, *rest = line.split(" ")
    return " ".join((verb, *rest[1:])) if verb in HEARTBEAT else line
