"""The widths, names and structures of PC/SC's library on Linux, macOS and Windows.

Linux and macOS: winscard.h and wintypes.h of pcsc-lite, for macOS as `__APPLE__` defines them. Windows: winscard.h.
macOS and Windows were tested with emulated libraries, never with real ones.
"""

import ctypes
from ctypes import POINTER, Structure, c_char_p, c_int32, c_long, c_size_t, c_ubyte, c_uint32, c_ulong, c_void_p
from functools import cached_property
from typing import Any

from msgspec import Struct

from hal.computer.ports import SYSTEM
from hal.errors import HalError


class NoLibraryError(HalError, OSError):
    """The system has no library of PC/SC."""


class Abi(Struct, frozen=True, dict=True):
    path: str
    """The library's name for the system's loader."""
    dword: Any
    long: Any
    """The type of results."""
    handle: Any
    """The type of a context and of a card."""
    atr_most: int
    packed: bool = False
    wide: bool = False
    """True if names are UTF-16, and functions that take one end in W."""
    control: str = "SCardControl"
    escape: int = 0x42000000 + 1
    """The control code for commands to the reader itself: SCARD_CTL_CODE(1) of libccid."""
    ends_without_readers: bool = False
    """True if the system starts its service with the first reader and stops it after the last."""

    @cached_property
    def state(self) -> Any:
        """Return SCARD_READERSTATE."""
        fields = (
            ("reader", c_char_p),
            ("user", c_void_p),
            ("current", self.dword),
            ("event", self.dword),
            ("atr_size", self.dword),
            ("atr", c_ubyte * self.atr_most),
        )
        packing = {"_pack_": 1, "_layout_": "ms"} if self.packed else {}
        return type("State", (Structure,), {**packing, "_fields_": fields})

    @cached_property
    def io(self) -> Any:
        """Return SCARD_IO_REQUEST."""
        return type("Io", (Structure,), {"_fields_": (("protocol", self.dword), ("size", self.dword))})

    def encoded(self, name: str) -> bytes:
        return name.encode("utf-16-le") + b"\0\0" if self.wide else name.encode("utf-8")

    def decoded(self, names: bytes) -> tuple[str, ...]:
        """Return the names of a list that ends with an empty one."""
        text = names.decode("utf-16-le" if self.wide else "utf-8", "replace")
        return tuple(name for name in text.split("\0") if name)

    @property
    def unit(self) -> int:
        """Return the number of bytes in a unit of text, in which the library counts the length of names."""
        return 2 if self.wide else 1

    def bound(self, library: Any) -> dict[str, Any]:
        """Return the functions by their names without `SCard`, with their types set."""
        dword, handle, text, data, size = self.dword, self.handle, c_char_p, c_char_p, POINTER(self.dword)
        calls: dict[str, tuple[str, tuple[Any, ...]]] = {
            "EstablishContext": ("", (dword, c_void_p, c_void_p, POINTER(handle))),
            "ReleaseContext": ("", (handle,)),
            "ListReaders": ("W", (handle, text, data, size)),
            "GetStatusChange": ("W", (handle, dword, POINTER(self.state), dword)),
            "Connect": ("W", (handle, text, dword, dword, POINTER(handle), size)),
            "Disconnect": ("", (handle, dword)),
            "Transmit": ("", (handle, POINTER(self.io), data, dword, c_void_p, data, size)),
            "Control": ("", (handle, dword, data, dword, data, dword, size)),
            "GetAttrib": ("", (handle, dword, data, size)),
        }
        if self.wide:
            calls["GetReaderDeviceInstanceId"] = ("W", (handle, text, data, size))
        functions = {}
        for name, (suffix, types) in calls.items():
            full = self.control if name == "Control" else f"SCard{name}{suffix if self.wide else ''}"
            functions[name] = function = getattr(library, full)
            function.argtypes, function.restype = list(types), self.long
        return functions


LITE = Abi("libpcsclite.so.1", c_ulong, c_long, c_long, 33)
MAC = Abi(
    "/System/Library/Frameworks/PCSC.framework/PCSC",
    c_uint32,
    c_int32,
    c_int32,
    33,
    packed=True,
    control="SCardControl132",
)
WINDOWS = Abi(
    "winscard.dll",
    c_uint32,
    c_int32,
    c_size_t,
    36,
    wide=True,
    escape=0x310000 + 3500 * 4,
    ends_without_readers=True,
)
"""A handle is a ULONG_PTR there. The control code is IOCTL_CCID_ESCAPE of the system's own driver."""
OF_SYSTEM = {"darwin": MAC, "win32": WINDOWS}


def real_library(system: str = SYSTEM) -> Any:
    """Return the system's own library, with its `abi`. Raises NoLibraryError."""
    abi = OF_SYSTEM.get(system, LITE)
    try:
        library: Any = getattr(ctypes, "WinDLL", ctypes.CDLL)(abi.path)
    except OSError as error:
        raise NoLibraryError(str(error)) from error
    library.abi = abi
    return library
