"""A look-alike of `libpcsclite.so.1` over an emulated daemon: the functions, structures and codes of winscard.h."""

import ctypes
from collections.abc import Callable
from functools import wraps
from itertools import count
from typing import Any

from sim_hardware.nfc.pcsc.daemon import UNKNOWN, PcscDaemon, PlugNotice

NO_READERS, INVALID_HANDLE, UNSUPPORTED, TIMED_OUT = 0x8010002E, 0x80100003, 0x8010001F, 0x8010000A
DIRECT, ANY_CHANNEL, SERIAL = 3, 0x20110, 0x10103
PLUGGED = b"\\\\?PnP?\\Notification"
SHARING = 0x8010000B
USB_CHANNEL = 0x0020


class WatchedReader(ctypes.Structure):
    """SCARD_READERSTATE of winscard.h, where a long has 64 bits."""

    _fields_ = (
        ("reader", ctypes.c_char_p),
        ("user", ctypes.c_void_p),
        ("current", ctypes.c_ulong),
        ("event", ctypes.c_ulong),
        ("atr_size", ctypes.c_ulong),
        ("atr", ctypes.c_ubyte * 33),
    )


class _Callable:
    """A function as ctypes offers it, with attributes that may be set."""

    argtypes: Any = None

    def __init__(self, function: Callable[..., int]) -> None:
        self._function = function

    def __call__(self, *args: Any) -> int:
        return self._function(*args)


def _coded(function: Callable[..., int]) -> Callable[..., int]:
    """Convert an error to the code that the library returns."""

    @wraps(function)
    def call(*args: Any) -> int:
        try:
            return function(*args)
        except OSError as refused:
            return refused.errno or UNSUPPORTED

    return call


class PcscLookAlike:
    """The functions that a table calls. Contexts and cards are numbers."""

    def __init__(self, daemon: PcscDaemon) -> None:
        self._daemon = daemon
        self._numbers = count(1)
        self._cards: dict[int, tuple[str, bool]] = {}
        """The reader of each connection, and whether it is one to the reader itself."""
        for name in ("EstablishContext", "ReleaseContext", "ListReaders", "GetStatusChange", "Connect", "Disconnect",
                     "Transmit", "Control", "GetAttrib"):  # fmt: skip
            setattr(self, f"SCard{name}", _Callable(_coded(getattr(self, f"_{name.lower()}"))))

    def _establishcontext(self, _scope: int, _one: None, _two: None, context: Any) -> int:
        self._daemon.names()
        _word(context).value = next(self._numbers)
        return 0

    def _releasecontext(self, _context: Any) -> int:
        return 0

    def _listreaders(self, _context: Any, _groups: None, names: Any, size: Any) -> int:
        there = self._daemon.names()
        if not there:
            return NO_READERS
        listed = b"".join(name.encode() + b"\0" for name in there) + b"\0"
        _word(size).value = len(listed)
        if names is not None:
            ctypes.memmove(names, listed, len(listed))
        return 0

    def _getstatuschange(self, _context: Any, _wait_ms: int, states: Any, _number: int) -> int:
        state = ctypes.cast(states, ctypes.POINTER(WatchedReader)).contents
        if state.reader == PLUGGED:
            never = self._daemon.notice is PlugNotice.NEVER
            counted = self._daemon.plugs() if self._daemon.notice is PlugNotice.COUNTED else 0
            state.event = counted << 16 | (UNKNOWN if never else 0)
            return TIMED_OUT
        found = self._daemon.seen(state.reader.decode())
        state.event = found.flags | 0x0002 | found.changes << 16
        state.atr_size = len(found.atr)
        ctypes.memmove(state.atr, found.atr, len(found.atr))
        return 0

    def _connect(self, _context: Any, name: bytes, share: Any, _protocols: Any, card: Any, protocol: Any) -> int:
        reader, direct = name.decode(), share.value == DIRECT
        found = self._daemon.seen(reader)
        if not found.flags & 0x0030:
            return 0x80100009
        if not direct and not found.flags & 0x0020:
            return 0x8010000C
        if reader in self._daemon.exclusive:
            return SHARING
        _word(card).value = number = next(self._numbers)
        _word(protocol).value = 2
        self._cards[number] = (reader, direct)
        return 0

    def _disconnect(self, card: Any, _disposition: Any) -> int:
        return 0 if self._cards.pop(card.value, None) else INVALID_HANDLE

    def _transmit(self, card: Any, _io: Any, sent: bytes, size: Any, _back: None, answer: Any, answered: Any) -> int:
        reader, _ = self._cards[card.value]
        return _fill(self._daemon.answer(reader, sent[: size.value], card=True), answer, answered)

    def _control(self, card: Any, _code: Any, sent: bytes, size: Any, answer: Any, _most: Any, answered: Any) -> int:
        reader, _ = self._cards[card.value]
        if not self._daemon.escapes:
            return UNSUPPORTED
        return _fill(self._daemon.answer(reader, sent[: size.value], card=False), answer, answered)

    def _getattrib(self, card: Any, number: Any, value: Any, size: Any) -> int:
        reader = self._cards[card.value][0]
        if number.value == SERIAL and reader in self._daemon.serials:
            return _fill(self._daemon.serials[reader].encode() + b"\0", value, size)
        address = self._daemon.address(reader)
        if number.value != ANY_CHANNEL or not address:
            return UNSUPPORTED
        return _fill((USB_CHANNEL << 16 | 1 << 8 | address).to_bytes(4, "little"), value, size)


def _word(reference: Any) -> Any:
    """Return the number that a reference refers to."""
    return ctypes.cast(reference, ctypes.POINTER(ctypes.c_ulong)).contents


def _fill(data: bytes, answer: Any, size: Any) -> int:
    ctypes.memmove(answer, data, len(data))
    _word(size).value = len(data)
    return 0
