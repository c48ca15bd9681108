"""All readers of one bus, polled in turn by one thread."""

import logging
from collections import Counter
from collections.abc import Iterable, Sequence
from types import ModuleType

from hal.events import (
    Fault,
    ReaderBack,
    ReaderEvent,
    ReaderGone,
    Tag,
    TagLifted,
    TagPlaced,
    TagUnclear,
    Unclear,
)
from hal.readers.presence import Change, Garble, Lifted, Look, One, Placed, Presence
from hal.readers.reader import Reader
from hal.readers.settings import ReaderSettings
from hal.sealed import Sealed

log = logging.getLogger(__name__)

POLL_INTERVAL_S = 0.04


class Readers:
    """One thread calls `poll`, every `poll_interval_s` or so; never twice within a millisecond."""

    poll_interval_s = POLL_INTERVAL_S

    def __init__(self, spidev: ModuleType, settings: Sequence[ReaderSettings]) -> None:
        self._readers = tuple(Reader(spidev, each) for each in settings)
        self._thresholds = {each.name: each.thresholds for each in settings}
        self._presence = {reader.name: Presence() for reader in self._readers}
        self._faults: dict[str, Fault | None] = dict.fromkeys(self._presence)
        self._working: set[str] = set()

    def poll(self, now_s: float) -> tuple[ReaderEvent, ...]:
        """One look at every reader; what has changed. Takes a few milliseconds, longer when a card has just come."""
        events: list[ReaderEvent] = []
        looks: dict[str, Look] = {}
        for reader in self._readers:
            if reader.name not in self._working:
                events += self._attempt(reader, now_s)
                continue
            try:
                if reader.due(now_s):
                    reader.check(now_s)
                look = reader.look(self._presence[reader.name].uid, now_s)
            except OSError:
                events += self._lost(reader, now_s)
            else:
                if look is not None:
                    looks[reader.name] = look
        for name, look in self._told_apart(looks).items():
            presence, changes = self._presence[name].after(look, now_s, self._thresholds[name])
            self._presence[name] = presence
            events += (_event(name, change) for change in changes)
        return tuple(events)

    def close(self) -> None:
        for reader in self._readers:
            reader.close()

    def _attempt(self, reader: Reader, now_s: float) -> Iterable[ReaderEvent]:
        """A reader that does not work yet, or no more: is it there now?"""
        if not reader.due(now_s):
            return
        fault = reader.revive(now_s)
        if fault is None:
            self._working.add(reader.name)
            self._faults[reader.name] = None
            yield ReaderBack(reader.name)
        elif fault != self._faults[reader.name]:
            self._faults[reader.name] = fault
            log.warning("reader %s: %s %s", reader.name, fault.code, fault.detail)
            yield ReaderGone(reader.name, fault)

    def _lost(self, reader: Reader, now_s: float) -> Iterable[ReaderEvent]:
        """The chip failed in mid-look. Set up again it may go on as if nothing had been; else it is gone."""
        fault = reader.revive(now_s)
        if fault is None:
            log.warning("reader %s did not answer and was set up again", reader.name)
            return
        self._working.discard(reader.name)
        self._presence[reader.name] = Presence()
        self._faults[reader.name] = fault
        log.warning("reader %s: %s %s", reader.name, fault.code, fault.detail)
        yield ReaderGone(reader.name, fault)

    def _told_apart(self, looks: dict[str, Look]) -> dict[str, Look]:
        """A UID on two readers is heard across: it says nothing of either but that something is there."""
        seen = Counter(look.uid for look in looks.values() if isinstance(look, One))
        resting = {presence.uid: name for name, presence in self._presence.items() if presence.uid is not None}

        def doubtful(name: str, look: Look) -> bool:
            return isinstance(look, One) and (seen[look.uid] > 1 or resting.get(look.uid, name) != name)

        return {name: Garble() if doubtful(name, look) else look for name, look in looks.items()}


def _event(reader: str, change: Change) -> ReaderEvent:
    match change:
        case Placed(uid):
            return TagPlaced(reader, Sealed(Tag(uid)))
        case Lifted():
            return TagLifted(reader)
        case Unclear():
            return TagUnclear(reader, change)
