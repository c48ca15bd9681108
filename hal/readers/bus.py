"""All readers of one bus or line, polled in turn by one thread."""

import logging
from collections.abc import Iterable, Iterator, Sequence
from types import ModuleType
from typing import TypeAlias

from msgspec.structs import replace

from hal.closing import close_each
from hal.events import (
    Fault,
    PartEvent,
    ReaderBack,
    ReaderEvent,
    ReaderGone,
    Tag,
    TagLifted,
    TagPlaced,
    TagUnclear,
    Unclear,
)
from hal.readers.card_reader import CardReader
from hal.readers.cross_talk import CrossTalk
from hal.readers.pcsc.settings import PcscSettings
from hal.readers.pn532.settings import Pn532Settings
from hal.readers.presence import Garble, Lifted, Look, Nothing, One, Placed, Presence, Thresholds
from hal.readers.reader import Reader
from hal.readers.reader_lines import HeaderLine
from hal.readers.settings import ReaderSettings
from hal.sealed import Sealed

log = logging.getLogger(__name__)

POLL_INTERVAL_S = 0.04

AnyReaderSettings: TypeAlias = ReaderSettings | Pn532Settings | PcscSettings


def made_reader(spidev: ModuleType | None, settings: AnyReaderSettings, *, in_turn: bool = False) -> CardReader:
    """Return the reader of these settings. Raises ValueError for an RC522 without `spidev`."""
    match settings:
        case Pn532Settings():
            from hal.readers.pn532.reader import Pn532Reader  # a table without one need not load its driver

            return Pn532Reader(settings, in_turn=in_turn)
        case PcscSettings():
            from hal.readers.pcsc.reader import PcscReader

            return PcscReader(settings)
        case ReaderSettings():
            if spidev is None:
                raise ValueError("an RC522 is on SPI")
            return Reader(spidev, settings, in_turn=in_turn)


class Readers:
    """The readers of one bus. One thread calls everything here.

    It calls `poll` about every `poll_interval_s`, and never twice within a millisecond.
    """

    def __init__(
        self,
        spidev: ModuleType | None,
        settings: Sequence[AnyReaderSettings],
        *,
        in_turn: bool = False,
        cross_talk: CrossTalk | None = None,
    ) -> None:
        """`spidev` is the module of the chosen world. Readers of other kinds have their transport in their settings.

        With `in_turn` only one field is on at a time, for readers so close that they detect each other's tags.

        `cross_talk` is shared by all buses of a table, whose readers can detect each other's tags as well.
        """
        self._readers = tuple(made_reader(spidev, each, in_turn=in_turn) for each in settings)
        self._by_name = {reader.name: reader for reader in self._readers}
        self._in_turn = in_turn
        self._turn = 0
        self.poll_interval_s = POLL_INTERVAL_S / (len(settings) or 1) if in_turn else POLL_INTERVAL_S
        self._thresholds = {each.name: each.thresholds for each in settings}
        self._presence = {reader.name: Presence() for reader in self._readers}
        self._faults: dict[str, Fault | None] = dict.fromkeys(self._presence)
        self._working: set[str] = set()
        self._cross_talk = cross_talk or CrossTalk()
        self._lines = tuple(
            line
            for each in settings
            if isinstance(each, ReaderSettings)
            for line in (each.reset, each.irq)
            if isinstance(line, HeaderLine)
        )

    def poll(self, now_s: float) -> tuple[ReaderEvent, ...]:
        """Poll every reader once, and return the changes. `now_s` is a monotonic clock's, in seconds.

        It takes a few milliseconds, longer for a new card. A reader that fails is reported as an event, not
        raised.
        """
        events: list[ReaderEvent] = []
        looks: dict[str, Look] = {}
        for reader in self._readers:
            if reader.name not in self._working:
                events += self._attempt(reader, now_s)
                continue
            if self._in_turn and reader is not self._readers[self._turn]:
                continue
            try:
                look = self._look(reader, now_s)
            except OSError:
                events += self._lost(reader, now_s)
            else:
                if look is not None:
                    looks[reader.name] = look
        if self._in_turn:
            self._pass_on(looks, now_s)
        for name, look in self._without_cross_talk(looks).items():
            events += self._after(name, look, now_s)
        return tuple(events)

    def news(self, now_s: float) -> tuple[PartEvent, ...]:
        """Return the changes of the reset and IRQ lines. A missing pin is tried again."""
        return tuple(event for line in self._lines for event in line.news(now_s))

    def __contains__(self, name: str) -> bool:
        """True if a reader of this name is on the bus."""
        return name in self._by_name

    def reader(self, name: str) -> CardReader:
        """Return a reader, for commands to the tag that rests on it. Raises KeyError for an unknown name."""
        return self._by_name[name]

    def _look(self, reader: CardReader, now_s: float) -> Look | None:
        presence = self._presence[reader.name]
        if reader.due(now_s):
            reader.check(now_s, resting=not presence.empty)
        elif self._about_to_lift(presence, self._thresholds[reader.name]):
            # Reset the chip first, in case it is the chip that went deaf.
            reader.refresh(now_s)
            self._presence[reader.name] = replace(presence, asked_again=True)
            return None
        return reader.look(presence.uid, now_s)

    def _about_to_lift(self, presence: Presence, limits: Thresholds) -> bool:
        """True if the next silent look would report the card as lifted. It is true once in each silence.

        It is false if the fields are on in turn, because they were just off, and their chips are set up often.
        """
        last = presence.uid is not None and presence.silences == limits.silences - 1
        return last and not presence.asked_again and not self._in_turn

    def _after(self, name: str, look: Look, now_s: float) -> Iterator[ReaderEvent]:
        presence, changes = self._presence[name].after(look, now_s, self._thresholds[name])
        self._presence[name] = presence
        self._cross_talk.rests(name, presence.uid)
        reader = self.reader(name)
        for change in changes:
            match change:
                case Placed(uid):
                    yield TagPlaced(name, Sealed(Tag(uid, reader.record(uid))))
                case Lifted():
                    yield TagLifted(name)
                case Unclear():
                    yield TagUnclear(name, change, look.detail if isinstance(look, Garble) else "")
        if presence.empty and isinstance(look, Nothing):
            reader.forget()

    def _pass_on(self, looks: dict[str, Look], now_s: float) -> None:
        current = self._readers[self._turn]
        if current.name in self._working and current.name not in looks:
            current.field(True, now_s)  # its guard time is not over, or it was set up again
        else:
            self._next_turn(now_s)

    def _next_turn(self, now_s: float) -> None:
        """Switch the field to the next working reader. It is polled next time, after the guard time."""
        self._readers[self._turn].field(False, now_s)
        for _ in self._readers:
            self._turn = (self._turn + 1) % len(self._readers)
            if self._readers[self._turn].name in self._working:
                self._readers[self._turn].field(True, now_s)
                return

    def close(self) -> None:
        """Close the bus and release the readers' pins. Call it after the last `poll`."""
        close_each(reader.end for reader in self._readers)

    def _attempt(self, reader: CardReader, now_s: float) -> Iterable[ReaderEvent]:
        """Try to set up a reader that does not work, and report it as back, or as gone for a new reason."""
        if not reader.due(now_s):
            return
        fault = reader.revive(now_s)
        if fault is None:
            self._working.add(reader.name)
            self._faults[reader.name] = None
            yield ReaderBack(reader.name)
        elif fault != self._faults[reader.name]:
            stood = self._faults[reader.name] is not None
            self._faults[reader.name] = fault
            self._warn(reader, fault, repeated=stood)
            yield ReaderGone(reader.name, fault)

    def _lost(self, reader: CardReader, now_s: float) -> Iterable[ReaderEvent]:
        """Set up a chip that failed during a look. If that fails too, report the reader as lost."""
        fault = reader.revive(now_s)
        if fault is None:
            log.warning("reader %s did not answer and was set up again", reader.name)
            reader.last_frames.write_to(log, logging.DEBUG, f"reader {reader.name}")
            return
        self._working.discard(reader.name)
        self._presence[reader.name] = Presence()
        self._cross_talk.forget(reader.name)
        reader.forget()
        self._faults[reader.name] = fault
        self._warn(reader, fault, repeated=False)
        yield ReaderGone(reader.name, fault)

    @staticmethod
    def _warn(reader: CardReader, fault: Fault, *, repeated: bool) -> None:
        """Log a fault. The first fault of a reader that worked brings its wire's last frames into the log."""
        log.warning("reader %s: %s %s", reader.name, fault.code, fault.detail)
        reader.last_frames.write_to(log, logging.DEBUG if repeated else logging.INFO, f"reader {reader.name}")

    def _without_cross_talk(self, looks: dict[str, Look]) -> dict[str, Look]:
        """Turn looks with a UID that two readers see into garble, which only means that a tag is there."""
        for name, look in looks.items():
            self._cross_talk.saw(name, look.uid if isinstance(look, One) else None)

        def doubtful(name: str, look: Look) -> bool:
            return isinstance(look, One) and self._cross_talk.elsewhere(name, look.uid)

        return {name: Garble() if doubtful(name, look) else look for name, look in looks.items()}
