"""The real daemon, through `libpcsclite.so.1` by ctypes: no package is needed, and nothing is compiled."""

import contextlib
import ctypes
from ctypes import POINTER, Structure, byref, c_char_p, c_long, c_ubyte, c_ulong, c_void_p, create_string_buffer
from pathlib import Path
from typing import Any

from hal.errors import HalError
from hal.readers.pcsc.service import NO_READERS, PcscError, PcscState, ReaderFlags, ReaderSlot

LIBRARY = "libpcsclite.so.1"
SYSTEM_SCOPE = 2
SHARED, DIRECT = 2, 3
ANY_PROTOCOL = 0x0003
LEAVE_CARD = 0
CHANNEL_ID = 0x20110
"""SCARD_ATTR_CHANNEL_ID: 0x0020 for USB, then the bus and the device's address."""
KIND, SERIAL = 0x10101, 0x10103
"""SCARD_ATTR_VENDOR_IFD_TYPE and SCARD_ATTR_VENDOR_IFD_SERIAL_NO."""
USB_CHANNEL = 0x0020
ESCAPE = 0x42000000 + 1
"""SCARD_CTL_CODE(1), IOCTL_CCID_ESCAPE of libccid."""
ATR_MOST, ANSWER_MOST = 33, 264
UNAWARE = 0
TIMED_OUT = 0x8010000A
USB = Path("/sys/bus/usb/devices")


class NoLibraryError(HalError, OSError):
    """The system has no library of PC/SC."""


def real_library() -> Any:
    """Return the system's own. Raises NoLibraryError."""
    try:
        return ctypes.CDLL(LIBRARY)
    except OSError as error:
        raise NoLibraryError(str(error)) from error


class _State(Structure):
    """SCARD_READERSTATE."""

    _fields_ = (
        ("reader", c_char_p),
        ("user", c_void_p),
        ("current", c_ulong),
        ("event", c_ulong),
        ("atr_size", c_ulong),
        ("atr", c_ubyte * ATR_MOST),
    )


class _Io(Structure):
    """SCARD_IO_REQUEST."""

    _fields_ = (("protocol", c_ulong), ("size", c_ulong))


class PcscLibrary:
    """A `PcscService`."""

    def __init__(self, library: Any, usb: Path = USB) -> None:
        """`library` has the functions of winscard.h. Raises PcscError if the daemon does not answer."""
        self._lib = library
        self._lib.SCardEstablishContext.argtypes = [c_ulong, c_void_p, c_void_p, POINTER(c_long)]
        self._lib.SCardGetStatusChange.argtypes = [c_long, c_ulong, POINTER(_State), c_ulong]
        self._usb = usb
        self._context = c_long()
        self._call("EstablishContext", SYSTEM_SCOPE, None, None, byref(self._context))

    def readers(self) -> tuple[str, ...]:
        size = c_ulong()
        try:
            self._call("ListReaders", self._context, None, None, byref(size))
            names = create_string_buffer(size.value)
            self._call("ListReaders", self._context, None, names, byref(size))
        except PcscError as error:
            if error.code == NO_READERS:
                return ()
            raise
        return tuple(name.decode("utf-8", "replace") for name in names.raw[: size.value].split(b"\0") if name)

    def slot(self, name: str) -> ReaderSlot:
        state = self.state(name)
        found = dict.fromkeys((CHANNEL_ID, SERIAL, KIND), b"")
        with contextlib.suppress(PcscError):  # another program may hold the reader for itself
            reader = self.direct(name)
            for number in found:
                with contextlib.suppress(PcscError):
                    found[number] = reader.attribute(number)
            reader.disconnect()
        usb = usb_path_of(int.from_bytes(found[CHANNEL_ID][:4], "little"), self._usb)
        return ReaderSlot(name, usb, _text(found[SERIAL]), _text(found[KIND]), state.flags, state.atr)

    def usb_path(self, reader: str) -> str:
        return self.slot(reader).usb

    def state(self, reader: str) -> PcscState:
        state = _State(reader=reader.encode("utf-8"), current=UNAWARE)
        self._call("GetStatusChange", self._context, 0, byref(state), 1, well=(TIMED_OUT,))
        return PcscState(
            ReaderFlags(state.event & sum(ReaderFlags)), state.event >> 16, bytes(state.atr[: state.atr_size])
        )

    def connect(self, reader: str) -> "ConnectedCard":
        return self._connected(reader, SHARED, ANY_PROTOCOL)

    def direct(self, reader: str) -> "ConnectedCard":
        return self._connected(reader, DIRECT, 0)

    def close(self) -> None:
        self._lib.SCardReleaseContext(self._context)

    def _connected(self, reader: str, share: int, protocols: int) -> "ConnectedCard":
        card, protocol = c_long(), c_ulong()
        name = reader.encode("utf-8")
        self._call("Connect", self._context, name, c_ulong(share), c_ulong(protocols), byref(card), byref(protocol))
        return ConnectedCard(self._call, card, protocol.value)

    def _call(self, name: str, *args: Any, well: tuple[int, ...] = ()) -> None:
        """Call a function of the library. Raises PcscError for any other result than success."""
        code = int(getattr(self._lib, f"SCard{name}")(*args)) & 0xFFFFFFFF
        if code and code not in well:
            raise PcscError(name, code)


class ConnectedCard:
    """A `PcscCard`."""

    def __init__(self, call: Any, card: c_long, protocol: int) -> None:
        self._call, self._card, self._protocol = call, card, protocol

    def transmit(self, apdu: bytes) -> bytes:
        answer, size = create_string_buffer(ANSWER_MOST), c_ulong(ANSWER_MOST)
        request = _Io(self._protocol, ctypes.sizeof(_Io))
        self._call("Transmit", self._card, byref(request), apdu, c_ulong(len(apdu)), None, answer, byref(size))
        return answer.raw[: size.value]

    def control(self, data: bytes) -> bytes:
        answer, size = create_string_buffer(ANSWER_MOST), c_ulong()
        self._call(
            "Control", self._card, c_ulong(ESCAPE), data, c_ulong(len(data)), answer, c_ulong(ANSWER_MOST), byref(size)
        )
        return answer.raw[: size.value]

    def attribute(self, number: int) -> bytes:
        """Return an attribute of the reader. Raises PcscError if it has none."""
        value, size = create_string_buffer(ANSWER_MOST), c_ulong(ANSWER_MOST)
        self._call("GetAttrib", self._card, c_ulong(number), value, byref(size))
        return value.raw[: size.value]

    def disconnect(self) -> None:
        try:
            self._call("Disconnect", self._card, c_ulong(LEAVE_CARD))
        except PcscError:
            return  # the reader is gone, and the card with it


def _text(attribute: bytes) -> str:
    return attribute.split(b"\0")[0].decode("utf-8", "replace").strip()


def usb_path_of(channel: int, usb: Path = USB) -> str:
    """Return the place on USB of a device with this channel id, as the kernel names it; empty if it is not there."""
    if channel >> 16 != USB_CHANNEL:
        return ""
    bus, address = channel >> 8 & 0xFF, channel & 0xFF
    for device in sorted(usb.glob("*")):
        try:
            found = tuple(int((device / name).read_text("utf-8")) for name in ("busnum", "devnum"))
        except (OSError, ValueError):
            continue
        if found == (bus, address):
            return device.name
    return ""
