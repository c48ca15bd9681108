"""The clips on the wires. Other threads only put what they carry into a bounded queue; the main thread decodes it."""

from collections import deque
from collections.abc import Callable, Mapping
from itertools import groupby

from table.emulation.acts import Act
from table.emulation.analyser import event_log as record
from table.emulation.analyser.event_log import Record
from table.emulation.analyser.serial import SerialTap, likeness
from table.emulation.analyser.spi import Analyser, Frame, Transfer, registers

WAITING = 6_000
"""Transfers that are kept for the decoder; when it does not come, the oldest are lost."""
LOOK_NS = 4_000_000
"""What is further apart on one reader's bus are two looks at it."""


class Tap:
    """`carried`, `line` and `did` may be called from any thread; the rest is the main thread's."""

    def __init__(self, readers: Mapping[tuple[int, int], str], now_s: Callable[[], float]) -> None:
        """`readers`: the name of each by bus and chip-select."""
        self.record = Record()
        self._readers = dict(readers)
        self._now_s = now_s
        self._transfers: deque[tuple[int, Transfer]] = deque(maxlen=WAITING)
        self._told: deque[tuple[float, str, str, str | bytes]] = deque(maxlen=WAITING)
        self._analysers = {name: Analyser() for name in self._readers.values()}
        self._frames: dict[str, list[tuple[int, Frame]]] = {name: [] for name in self._readers.values()}
        self._lines = {True: SerialTap(), False: SerialTap()}

    def carried(self, bus: int, transfer: Transfer) -> None:
        self._transfers.append((bus, transfer))

    def line(self, data: bytes, towards_host: bool) -> None:
        self._told.append((self._now_s(), record.SERIAL, "in" if towards_host else "out", data))

    def did(self, act: Act) -> None:
        tag = str(act.__struct_config__.tag)
        fields = (f"{name}={getattr(act, name)}" for name in act.__struct_fields__)
        self.tell(record.HANDS, "hands", f"{tag} {' '.join(fields)}")

    def tell(self, channel: str, source: str, words: str) -> None:
        self._told.append((self._now_s(), channel, source, words))

    def take_in(self, wanted_registers: bool) -> None:
        """Decode what came since the last time. Register accesses only where somebody looks at them: they are many."""
        while self._transfers:
            bus, transfer = self._transfers.popleft()
            name = self._readers.get((bus, transfer.device))
            if name is not None:
                self._decode(name, transfer, wanted_registers)
        while self._told:
            at_s, channel, source, words = self._told.popleft()
            if isinstance(words, bytes):
                for each in self._lines[source == "in"].feed(words):
                    self.record.add(at_s, channel, source, (each,), like=(likeness(each),))
            else:
                self.record.add(at_s, channel, source, (words,))

    def _decode(self, name: str, transfer: Transfer, wanted_registers: bool) -> None:
        frames = self._frames[name]
        if frames and transfer.at_ns - frames[-1][0] > LOOK_NS:
            self._end_look(name)
        frames.extend((transfer.at_ns, frame) for frame in self._analysers[name].feed(transfer))
        if wanted_registers:
            self.record.add(transfer.at_ns / 1e9, record.SPI, name, (registers(transfer),))

    def _end_look(self, name: str) -> None:
        """A look that finds what the last one found is one line less to read."""
        frames, self._frames[name] = self._frames[name], []
        self.record.add(frames[0][0] / 1e9, record.CARD, name, exchanges([frame for _, frame in frames]))


def exchanges(frames: list[Frame]) -> list[str]:
    """A line for each question, with its answer behind it; what is asked again at once, once."""
    told: list[str] = []
    for frame in frames:
        if frame.outward or not told:
            told.append(frame.words)
        else:
            told[-1] += f": {frame.words}"
    groups = ((line, len(list(same))) for line, same in groupby(told))
    return [line if count == 1 else f"{line} ({count} times)" for line, count in groups]
