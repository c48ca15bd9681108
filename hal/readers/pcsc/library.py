"""The real daemon, through the system's own library by ctypes: no package is needed, and nothing is compiled."""

import contextlib
import ctypes
import re
from collections.abc import Callable
from ctypes import byref, create_string_buffer
from pathlib import Path
from typing import Any

from hal.readers.pcsc.abi import LITE, Abi, NoLibraryError, real_library
from hal.readers.pcsc.service import (
    NO_READERS,
    NO_SERVICE,
    UNKNOWN_READER,
    PcscError,
    PcscState,
    ReaderFlags,
    ReaderSlot,
)

__all__ = ["ConnectedCard", "NoLibraryError", "PcscLibrary", "real_library", "usb_path_of"]

SYSTEM_SCOPE = 2
SHARED, DIRECT = 2, 3
ANY_PROTOCOL = 0x0003
LEAVE_CARD = 0
CHANNEL_ID = 0x20110
"""SCARD_ATTR_CHANNEL_ID: 0x0020 for USB, then the bus and the device's address."""
KIND, SERIAL = 0x10101, 0x10103
"""SCARD_ATTR_VENDOR_IFD_TYPE and SCARD_ATTR_VENDOR_IFD_SERIAL_NO."""
USB_CHANNEL = 0x0020
ANSWER_MOST = 264
UNAWARE = 0
TIMED_OUT = 0x8010000A
PLUGGED = "\\\\?PnP?\\Notification"
"""The name by which SCardGetStatusChange reports that readers were plugged in or out."""
INTERFACE = re.compile(r"(?P<device>USB\\[^\\]*?)&MI_\d\d(?P<place>\\.*)&\d+", re.IGNORECASE)
"""Windows' name for one of several interfaces of a USB device."""
USB = Path("/sys/bus/usb/devices")


class PcscLibrary:
    """A `PcscService`."""

    def __init__(self, library: Any, usb: Path = USB) -> None:
        """`library` has the functions of winscard.h, and its widths as `abi`; without, it is one like pcsc-lite's.

        Raises PcscError if the daemon does not answer.
        """
        self._abi: Abi = getattr(library, "abi", LITE)
        self._functions = self._abi.bound(library)
        self._usb = usb
        self._names: tuple[str, ...] = ()
        self._plugs = 0
        self._context = self._abi.handle()
        try:
            self._call("EstablishContext", self._abi.dword(SYSTEM_SCOPE), None, None, byref(self._context))
        except PcscError as error:
            if self._abi.ends_without_readers and error.code == NO_SERVICE:
                raise PcscError("EstablishContext", NO_READERS) from error
            raise

    def readers(self) -> tuple[str, ...]:
        size = self._abi.dword()
        try:
            self._call("ListReaders", self._context, None, None, byref(size))
            names = create_string_buffer(size.value * self._abi.unit)
            self._call("ListReaders", self._context, None, names, byref(size))
        except PcscError as error:
            if error.code == NO_READERS:
                return ()
            raise
        return self._abi.decoded(names.raw[: size.value * self._abi.unit])

    def plugged(self) -> bool:
        try:
            event = self._status(PLUGGED).event
        except PcscError as error:
            if error.code != UNKNOWN_READER:
                raise
            event = 0
        # pcsc-lite counts plugs since 2.3.0. Before, it tells only callers that wait, and macOS tells nobody.
        plugs, names = event >> 16, () if event >> 16 else self.readers()
        changed = (plugs, names) != (self._plugs, self._names)
        self._plugs, self._names = plugs, names
        return changed

    def slot(self, name: str) -> ReaderSlot:
        state = self.state(name)
        found = dict.fromkeys((CHANNEL_ID, SERIAL, KIND), b"")
        with contextlib.suppress(PcscError):  # another program may hold the reader for itself
            reader = self.direct(name)
            for number in found:
                with contextlib.suppress(PcscError):
                    found[number] = reader.attribute(number)
            reader.disconnect()
        channel = int.from_bytes(found[CHANNEL_ID][:4], "little")
        usb = self._instance(name) if self._abi.wide else usb_path_of(channel, self._usb)
        return ReaderSlot(name, usb, _text(found[SERIAL]), _text(found[KIND]), state.flags, state.atr)

    def state(self, reader: str) -> PcscState:
        state = self._status(reader)
        return PcscState(
            ReaderFlags(state.event & sum(ReaderFlags)), state.event >> 16, bytes(state.atr[: state.atr_size])
        )

    def connect(self, reader: str) -> "ConnectedCard":
        return self._connected(reader, SHARED, ANY_PROTOCOL)

    def direct(self, reader: str) -> "ConnectedCard":
        return self._connected(reader, DIRECT, 0)

    def close(self) -> None:
        self._functions["ReleaseContext"](self._context)

    def _status(self, name: str) -> Any:
        """Return SCARD_READERSTATE of a slot, or of `PLUGGED`, as it is now."""
        dword = self._abi.dword
        state = self._abi.state(reader=self._abi.encoded(name), current=UNAWARE)
        self._call("GetStatusChange", self._context, dword(0), byref(state), dword(1), well=(TIMED_OUT,))
        return state

    def _instance(self, reader: str) -> str:
        """Return the place on USB as named by Windows; empty if it has none."""
        name, size = self._abi.encoded(reader), self._abi.dword(ANSWER_MOST)
        place = create_string_buffer(ANSWER_MOST * self._abi.unit)
        with contextlib.suppress(PcscError):
            self._call("GetReaderDeviceInstanceId", self._context, name, place, byref(size))
            found = "".join(self._abi.decoded(place.raw[: size.value * self._abi.unit]))
            if part := INTERFACE.fullmatch(found):
                found = part["device"] + part["place"]
            return found.upper()
        return ""

    def _connected(self, reader: str, share: int, protocols: int) -> "ConnectedCard":
        card, protocol, dword = self._abi.handle(), self._abi.dword(), self._abi.dword
        name = self._abi.encoded(reader)
        self._call("Connect", self._context, name, dword(share), dword(protocols), byref(card), byref(protocol))
        return ConnectedCard(self._call, self._abi, card, protocol.value)

    def _call(self, name: str, *args: Any, well: tuple[int, ...] = ()) -> None:
        """Call a function of the library. Raises PcscError for any other result than success."""
        code = int(self._functions[name](*args)) & 0xFFFFFFFF
        if code and code not in well:
            raise PcscError(name, code)


class ConnectedCard:
    """A `PcscCard`."""

    def __init__(self, call: Callable[..., None], abi: Abi, card: Any, protocol: int) -> None:
        self._call, self._abi, self._card, self._protocol = call, abi, card, protocol

    def transmit(self, apdu: bytes) -> bytes:
        answer, size = create_string_buffer(ANSWER_MOST), self._abi.dword(ANSWER_MOST)
        request = self._abi.io(self._protocol, ctypes.sizeof(self._abi.io))
        length = self._abi.dword(len(apdu))
        self._call("Transmit", self._card, byref(request), apdu, length, None, answer, byref(size))
        return answer.raw[: size.value]

    def control(self, data: bytes) -> bytes:
        dword = self._abi.dword
        answer, size = create_string_buffer(ANSWER_MOST), dword()
        code, length, most = dword(self._abi.escape), dword(len(data)), dword(ANSWER_MOST)
        self._call("Control", self._card, code, data, length, answer, most, byref(size))
        return answer.raw[: size.value]

    def attribute(self, number: int) -> bytes:
        """Return an attribute of the reader. Raises PcscError if it has none."""
        value, size = create_string_buffer(ANSWER_MOST), self._abi.dword(ANSWER_MOST)
        self._call("GetAttrib", self._card, self._abi.dword(number), value, byref(size))
        return value.raw[: size.value]

    def disconnect(self) -> None:
        try:
            self._call("Disconnect", self._card, self._abi.dword(LEAVE_CARD))
        except PcscError:
            return  # the reader is gone, and the card with it


def _text(attribute: bytes) -> str:
    return attribute.split(b"\0")[0].decode("utf-8", "replace").strip()


def usb_path_of(channel: int, usb: Path = USB) -> str:
    """Return the place on USB of a device with this channel id, as the kernel names it; empty if it does not exist."""
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
