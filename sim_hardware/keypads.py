"""Emulated USB keypads behind an emulated kernel, which answers as Linux's input devices do: the same bytes.

Each open device is a pair of sockets, so that a program waits for it as for the kernel's. A key goes to the program
that has grabbed the device, or else to all that have it open, and to the desktop.
"""

import errno
import os
import socket
import struct

from msgspec import Struct, field

from sim_hardware.clock import Clock

EV_SYN, EV_KEY, SYN_REPORT, SYN_DROPPED = 0, 1, 0, 3
REPEATED = 2
LAYOUTS = {32: "=iiHHi", 64: "=qqHHi"}
"""The layout of an event for programs of 32 and of 64 bits."""
NUMBER_PAD = frozenset((14, 15, 28, 55, 69, *range(71, 84), 96, 98))
"""The key codes of a number pad with Backspace, Tab and two Enter keys."""
KNOB = frozenset((113, 114, 115))
"""The key codes of a knob: mute, quieter, louder."""
EVERY_KEY = frozenset((*range(1, 112), *range(183, 195)))
"""Nearly all key codes of a keyboard, which many number pads and macro pads claim to have."""


class _Interface(Struct, frozen=True):
    """An input device of a keypad."""

    event: int
    phys: str
    keys: frozenset[int]


class _OpenInput(Struct):
    interface: _Interface
    into: int
    """The file into which the kernel writes."""
    monotonic: bool = False


class EmulatedKeypad(Struct):
    """A keypad with its keys, and with a device of its own for a knob."""

    name: str = "SEM USB Keyboard"
    usb: tuple[int, int] = (0x1A2C, 0x2D43)
    keys: frozenset[int] = NUMBER_PAD
    knob: frozenset[int] = frozenset()
    down: set[int] = field(default_factory=set)


class EmulatedInputs:
    """The input devices of a computer. One thread at a time calls everything here."""

    def __init__(self, clock: Clock, bits: int = 64) -> None:
        """`bits` is the word size of the program under test."""
        self._clock, self._bits, self._event = clock, bits, struct.Struct(LAYOUTS[bits])
        self._plugged: dict[str, tuple[EmulatedKeypad, tuple[_Interface, ...]]] = {}
        self._opened: dict[int, _OpenInput] = {}
        self._grabbed: dict[int, int] = {}
        """The file of the program that has grabbed a device, by the number of the device; 0 for another program."""
        self._next_event = 3
        self.forbidden = False
        """True if this user may not open input devices: it is not in the group `input`."""
        self.at_desktop: list[tuple[int, int]] = []
        """The keys that reached the desktop, each with its value."""

    def plug(self, keypad: EmulatedKeypad, port: str) -> None:
        """Plug a keypad into a socket, such as `1.2`. Its devices get new numbers, as on Linux."""
        interfaces = []
        for number, keys in enumerate(filter(None, (keypad.keys, keypad.knob))):
            interfaces.append(_Interface(self._next_event, f"usb-0000:01:00.0-{port}/input{number}", keys))
            self._next_event += 1
        self._plugged[port] = keypad, tuple(interfaces)

    def unplug(self, port: str) -> None:
        """Unplug a keypad: its open devices fail at the next read."""
        _, interfaces = self._plugged.pop(port)
        for file, opened in list(self._opened.items()):
            if opened.interface in interfaces:
                os.close(opened.into)
                del self._opened[file]
        for interface in interfaces:
            self._grabbed.pop(interface.event, None)

    def hold(self, port: str) -> None:
        """Let another program grab a keypad."""
        for interface in self._plugged[port][1]:
            self._grabbed[interface.event] = 0

    def let_go(self, port: str) -> None:
        """End the other program."""
        for interface in self._plugged[port][1]:
            self._grabbed.pop(interface.event, None)

    def press(self, port: str, key: int) -> None:
        self._plugged[port][0].down.add(key)
        self._move(port, key, 1)

    def release(self, port: str, key: int) -> None:
        self._plugged[port][0].down.discard(key)
        self._move(port, key, 0)

    def repeat(self, port: str, key: int) -> None:
        """Repeat a key that is down, as the kernel does by itself."""
        self._move(port, key, REPEATED)

    def drop(self, port: str) -> None:
        """Notify the readers of a keypad that events were lost."""
        for interface in self._plugged[port][1]:
            self._send(interface, EV_SYN, SYN_DROPPED, 0)

    # -- the kernel, as a driver asks it ---------------------------------------------------------------------------

    def listing(self) -> str:
        return "\n\n".join(
            self._block(keypad, interface) for keypad, interfaces in self._plugged.values() for interface in interfaces
        )

    def opened(self, path: str) -> int:
        interface = self._found(path)
        if self.forbidden:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
        for file in list(self._opened):
            self._is_open(file)
        out, into = socket.socketpair()
        for end in (out, into):
            end.setblocking(False)
        file = out.detach()
        stale = self._opened.get(file)  # the program closed that file, whose number is used again
        if stale is not None:
            self._forget(file, stale)
        self._opened[file] = _OpenInput(interface, into.detach())
        return file

    def ask(self, file: int, request: int, data: bytearray) -> object:
        opened = self._opened.get(file)
        if opened is None:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
        keypad = next(pad for pad, interfaces in self._plugged.values() if opened.interface in interfaces)
        match request >> 8 & 0xFF, request & 0xFF:
            case (0x45, 0x06):
                _fill(data, keypad.name.encode())
            case (0x45, 0x07):
                _fill(data, opened.interface.phys.encode())
            case (0x45, 0x18):
                _fill(data, _mask(keypad.down & opened.interface.keys, len(data)))
            case (0x45, 0x21):
                _fill(data, _mask(opened.interface.keys, len(data)))
            case (0x45, 0x90):
                self._grab(file, opened.interface)
            case (0x45, 0xA0):
                opened.monotonic = struct.unpack("=i", data) == (1,)
            case _:
                raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        return 0

    def _grab(self, file: int, interface: _Interface) -> None:
        holder = self._grabbed.get(interface.event)
        if holder is not None and (holder == 0 or self._is_open(holder)):
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
        self._grabbed[interface.event] = file

    def _is_open(self, file: int) -> bool:
        """True if the program has not closed this file: its end is gone then."""
        opened = self._opened.get(file)
        if opened is None:
            return False
        try:
            if os.read(opened.into, 1):
                return True
        except BlockingIOError:
            return True
        except ConnectionError:
            pass
        self._forget(file, opened)
        return False

    def _forget(self, file: int, opened: _OpenInput) -> None:
        os.close(opened.into)
        self._opened.pop(file, None)
        if self._grabbed.get(opened.interface.event) == file:
            del self._grabbed[opened.interface.event]

    def _move(self, port: str, key: int, value: int) -> None:
        interface = next(each for each in self._plugged[port][1] if key in each.keys)
        holder = self._grabbed.get(interface.event)
        if holder is None or (holder != 0 and not self._is_open(holder)):
            self.at_desktop.append((key, value))
        self._send(interface, EV_KEY, key, value)
        self._send(interface, EV_SYN, SYN_REPORT, 0)

    def _send(self, interface: _Interface, kind: int, code: int, value: int) -> None:
        holder = self._grabbed.get(interface.event)
        for file, opened in list(self._opened.items()):
            if opened.interface is interface and holder in (None, file):
                stamp_ns = self._clock.now_ns if opened.monotonic else self._clock.now_ns + 10**18
                stamp = divmod(stamp_ns // 1000, 1_000_000)
                if self._is_open(file):
                    os.write(opened.into, self._event.pack(*stamp, kind, code, value))

    def _found(self, path: str) -> _Interface:
        for _, interfaces in self._plugged.values():
            for interface in interfaces:
                if path == f"/dev/input/event{interface.event}":
                    return interface
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)

    def _block(self, keypad: EmulatedKeypad, interface: _Interface) -> str:
        vendor, product = keypad.usb
        number = sum(1 << key for key in interface.keys)
        words = []
        while number:
            words.append(f"{number & ((1 << self._bits) - 1):x}")
            number >>= self._bits
        return (
            f"I: Bus=0003 Vendor={vendor:04x} Product={product:04x} Version=0110\n"
            f'N: Name="{keypad.name}"\nP: Phys={interface.phys}\nH: Handlers=sysrq kbd event{interface.event}\n'
            f"B: EV=120013\nB: KEY={' '.join(reversed(words))}"
        )


def _fill(data: bytearray, answer: bytes) -> None:
    data[: len(answer)] = answer[: len(data)]


def _mask(keys: frozenset[int] | set[int], size: int) -> bytes:
    return sum(1 << key for key in keys).to_bytes(size, "little")
