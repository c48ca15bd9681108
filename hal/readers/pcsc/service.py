"""The calls of PC/SC that a table needs. `library` implements them with the daemon."""

from enum import IntFlag
from typing import Protocol

from msgspec import Struct

from hal.readers.errors import ChipLostError


class ReaderFlags(IntFlag):
    """The low half of an event state (winscard.h)."""

    UNAWARE = 0x0000
    UNKNOWN = 0x0004
    UNAVAILABLE = 0x0008
    EMPTY = 0x0010
    PRESENT = 0x0020
    MUTE = 0x0200


class PcscState(Struct, frozen=True):
    flags: ReaderFlags
    changes: int
    """The daemon's count of cards that were laid and removed."""
    atr: bytes


class ReaderSlot(Struct, frozen=True):
    """A slot of a reader. The daemon lists slots, not readers."""

    name: str
    """The daemon's name: `ACS ACR1252 Dual Reader [ACR1252 Dual Reader PICC] 00 00`."""
    usb: str = ""
    """The reader's place on USB, such as `1-1.2`; empty if the system does not report it."""
    serial: str = ""
    kind: str = ""
    """The driver's description of the slot; empty if it has none."""
    flags: ReaderFlags = ReaderFlags.UNAWARE
    atr: bytes = b""
    """The answer to reset of the card in it, if there is one that answers."""


class PcscError(ChipLostError):
    """The daemon or the reader refused. `code` is that of PC/SC (SCARD_E_...)."""

    def __init__(self, what: str, code: int) -> None:
        super().__init__(f"{what}: {code:#010x}")
        self.code = code


NO_SERVICE, NO_READERS, UNKNOWN_READER = 0x8010001D, 0x8010002E, 0x80100009
READER_UNAVAILABLE, SERVICE_STOPPED, DENIED, NO_ACCESS = 0x80100017, 0x8010001E, 0x8010006A, 0x80100027
NO_CARD, REMOVED_CARD, RESET_CARD, MUTE_CARD, UNPOWERED = 0x8010000C, 0x80100069, 0x80100068, 0x80100066, 0x80100067
NOT_TRANSACTED, COMMUNICATION, SHARING = 0x80100016, 0x8010002F, 0x8010000B
DAEMON_SOCKET = "/run/pcscd/pcscd.comm"
"""The daemon's Unix socket on Linux."""
OF_THE_CARD = frozenset({NO_CARD, REMOVED_CARD, RESET_CARD, MUTE_CARD, UNPOWERED, NOT_TRANSACTED, SHARING})
"""The errors that concern the card, not the reader."""


class PcscCard(Protocol):
    """A connection to a card, or to a reader without one. Every call may raise PcscError."""

    def transmit(self, apdu: bytes) -> bytes:
        """Return the answer to a command, with its two status bytes."""
        ...

    def control(self, data: bytes) -> bytes:
        """Send an escape command to the reader itself, and return its answer."""
        ...

    def disconnect(self) -> None:
        """Disconnect, and leave the card as it is. Never raises."""
        ...


class PcscService(Protocol):
    """A context of the daemon. One thread calls it. Every call may raise PcscError."""

    def readers(self) -> tuple[str, ...]:
        """Return the names of all slots of the readers that are plugged in."""
        ...

    def plugged(self) -> bool:
        """True if readers were plugged in or out since the last call, and at the first call. It does not wait."""
        ...

    def slot(self, name: str) -> ReaderSlot:
        """Return a slot as it is now. It may take half a second if a card in it does not answer."""
        ...

    def state(self, reader: str) -> PcscState:
        """Return the current state of a reader, without waiting."""
        ...

    def connect(self, reader: str) -> PcscCard:
        """Return a connection to the card on a reader."""
        ...

    def direct(self, reader: str) -> PcscCard:
        """Return a connection to the reader itself, with or without a card."""
        ...

    def close(self) -> None:
        """End the context. Raises nothing."""
        ...
