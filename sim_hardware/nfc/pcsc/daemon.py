"""A daemon of PC/SC in memory, with the readers that are plugged in, in virtual time."""

from collections import deque
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from enum import Enum
from typing import Protocol

from msgspec import Struct

from sim_hardware.clock import MS, Clock
from sim_hardware.nfc.pcsc.contact_slot import ContactSlot

CALL_NS = MS // 5
UNKNOWN, UNAVAILABLE, EMPTY, PRESENT, MUTE = 0x0004, 0x0008, 0x0010, 0x0020, 0x0200
REFUSED = "refused by the daemon"
NO_CARD, NO_SUCH_READER, NO_SERVICE = 0x8010000C, 0x80100009, 0x8010001D


class PlugNotice(Enum):
    """The ways in which daemons report that readers were plugged in or out."""

    COUNTED = "counted"
    """The daemon counts plugs. pcsc-lite does since 2.3.0, and Windows."""
    WAITING = "waiting"
    """The daemon only notifies callers that wait. Older versions of pcsc-lite do."""
    NEVER = "never"
    """The daemon does not know the notification. macOS does not."""


class EmulatedSlot(Protocol):
    """The interface of a slot to the daemon."""

    @property
    def powered(self) -> bool: ...

    @property
    def here(self) -> object:
        """Return the card in it; None if it is empty."""
        ...

    @property
    def changes(self) -> int: ...

    @property
    def atr(self) -> bytes: ...

    def answer(self, apdu: bytes) -> bytes: ...


class SeenReader(Struct, frozen=True):
    flags: int
    changes: int
    atr: bytes


class PcscDaemon:
    """The slots by their name, and by their place on USB. One thread calls; any thread may call `post`."""

    def __init__(self, clock: Clock) -> None:
        self.guard: AbstractContextManager[object] = nullcontext()
        self.pace: Callable[[], int] | None = None
        self.running = True
        self.refuses = 0
        """The error code with which it refuses this user; 0 if it does not."""
        self.plugged: dict[str, EmulatedSlot] = {}
        self.addresses: dict[str, int] = {}
        """The address on USB of the reader that has a slot. By default it is the number of the slot."""
        self.serials: dict[str, str] = {}
        self.notice = PlugNotice.COUNTED
        self.escapes = False
        """True if the driver of the readers lets escape commands through, which libccid does not by itself."""
        self.exclusive: set[str] = set()
        """The readers whose card another program holds for itself alone."""
        self.clock = clock
        self._plugs = 0
        self._listed: tuple[str, ...] = ()
        self._posted: deque[Callable[[], None]] = deque()

    def post(self, action: Callable[[], None]) -> None:
        self._posted.append(action)

    def begin(self) -> None:
        """Let the time of a call pass. Raises OSError with the code of PC/SC if no daemon runs."""
        if self.pace is not None:
            self.clock.advance_to(max(self.clock.now_ns, self.pace()))
        while self._posted:
            self._posted.popleft()()
        self.clock.advance(CALL_NS)
        if self.refuses or not self.running:
            raise OSError(self.refuses or NO_SERVICE, REFUSED)

    def seen(self, reader: str) -> SeenReader:
        with self.guard:
            self.begin()
            there = self.plugged.get(reader)
            if there is None or not there.powered:
                return SeenReader(UNKNOWN | UNAVAILABLE, 0, b"")
            mute = isinstance(there, ContactSlot) and there.mute
            flags = EMPTY if there.here is None else PRESENT | (MUTE if mute else 0)
            return SeenReader(flags, there.changes, there.atr)

    def names(self) -> tuple[str, ...]:
        with self.guard:
            self.begin()
            return tuple(name for name, reader in self.plugged.items() if reader.powered)

    def address(self, reader: str) -> int:
        """Return the address of a slot's reader on its USB bus; 0 if it is not on USB."""
        return self.addresses.get(reader, list(self.plugged).index(reader) + 1)

    def plugs(self) -> int:
        """Return the number of times that a reader was plugged in or out."""
        names = self.names()
        if names != self._listed:
            self._plugs, self._listed = self._plugs + 1, names
        return self._plugs

    def answer(self, reader: str, apdu: bytes, *, card: bool) -> bytes:
        """Return the answer to an APDU, or to an escape command if no card is needed for it."""
        with self.guard:
            self.begin()
            there = self.plugged.get(reader)
            if there is None or not there.powered:
                raise OSError(NO_SUCH_READER, REFUSED)
            if card and there.here is None:
                raise OSError(NO_CARD, REFUSED)
            return there.answer(apdu)
