"""The common parts of NTAG21x and the Ultralight family: pages, lock bits, a password, and their commands."""

import random
from collections.abc import Callable, Mapping
from typing import TypeAlias

from msgspec import Struct

from sim_hardware.clock import MS
from sim_hardware.nfc.air import DELAY_GRID, Frame, Reply, bits_ns
from sim_hardware.nfc.crc import intact, with_crc_a
from sim_hardware.nfc.tags.card import ACK, TagState, TypeATag, nak
from sim_hardware.nfc.tags.tag_pages import PAGE, STATIC_LOCKS, PageMemory

GET_VERSION, READ, FAST_READ, WRITE, COMPAT_WRITE, PWD_AUTH, READ_SIG = 0x60, 0x30, 0x3A, 0xA2, 0xA0, 0x1B, 0x3C
NAK_ARGUMENT, NAK_CRC, NAK_COUNTER = 0x0, 0x1, 0x4
WRITE_NS = 4 * MS
"""The nanoseconds for programming a page. The data sheets' time-out is 10 ms."""
USER_START = 4
AUTH0 = 3
"""The byte of the settings that names the first page behind the password."""
PROT, CONFIG_LOCK, AUTH_LIMIT = 0x80, 0x40, 0x07
SIGNATURE_SIZE = 32

Command: TypeAlias = tuple[int, Callable[[bytes, int], Reply]]
"""The number of bytes after the command's code, and the function that answers them (the bytes, the time)."""


class Model(Struct, frozen=True):
    name: str
    pages: int
    version: bytes
    """The answer to GET_VERSION; empty for a tag of the first generation, which only knows READ and WRITE."""
    capability: bytes
    """Page 3 at delivery: an NDEF capability container, or plain OTP bits."""
    user: bytes
    """The pages from 4 on at delivery."""
    config: int
    """The first of four pages: two of settings, password, PACK. A tag without them has its number of pages here."""
    delivered: bytes
    """The content of those four pages at delivery."""
    dynamic_locks: int | None = None
    pages_per_lock: int = 2
    """The number of pages that one dynamic lock bit locks."""


class Type2(TypeATag):
    atqa = 0x0044
    sak = 0x00

    def __init__(self, uid: bytes, model: Model, chance: random.Random | None = None) -> None:
        if len(uid) != 7:
            raise ValueError(f"{model.name} has a UID of 7 bytes, not {len(uid)}")
        super().__init__(uid)
        self.model = model
        self.grid = DELAY_GRID
        """The bit times until it answers a command in ACTIVE; more for a slow tag."""
        self.memory = PageMemory(model.pages, chance)
        self.memory.frozen = self._frozen
        self._failed_passwords = 0
        self._open = False
        self._compat_page: int | None = None
        self._commands = self.commands()
        self._format()
        self._settings = self._stored_settings()

    def _format(self) -> None:
        first, second = self._levels[0], self._levels[1]
        memory, model = self.memory, self.model
        memory.load(0, first[1:4] + bytes([first[4]]) + second[:4] + bytes([second[4], 0x48, 0, 0]))
        memory.load(3, model.capability)
        memory.load(USER_START, model.user)
        if model.dynamic_locks is not None:
            memory.load(model.dynamic_locks, bytes([0, 0, 0, 0xBD]))
        memory.load(model.config, model.delivered)

    def commands(self) -> Mapping[int, Command]:
        first_generation: dict[int, Command] = {
            READ: (1, lambda data, _: self._read(data[0])),
            WRITE: (1 + PAGE, lambda data, now_ns: self._write(data[0], data[1:], now_ns)),
            COMPAT_WRITE: (1, lambda data, _: self._compat_write(data[0])),
        }
        if not self.model.version:
            return first_generation
        return first_generation | {
            GET_VERSION: (0, lambda _, __: self._send(self.model.version)),
            FAST_READ: (2, lambda data, _: self._fast_read(data[0], data[1])),
            PWD_AUTH: (PAGE, lambda data, _: self._password(data)),
            READ_SIG: (1, lambda data, _: self._signature(data[0])),
        }

    # Power and selection

    def power_on(self) -> None:
        super().power_on()
        self._settings = self._stored_settings()

    def power_off(self, now_ns: int) -> None:
        super().power_off(now_ns)
        self.memory.tear(now_ns)

    def _stored_settings(self) -> bytes:
        """Return the two pages of settings.

        They take effect at the next power-up: AUTH0, PROT, CFGLCK, AUTHLIM and the counter's bits. Password, PACK and
        lock bits take effect immediately.
        """
        return self.memory[self.model.config] + self.memory[self.model.config + 1] if self._guarded else bytes(2 * PAGE)

    def _selected(self) -> None:
        self._open = False
        self._compat_page = None

    def _ready_otherwise(self, frame: Frame) -> Reply | None:
        """Answer a READ of page 0 in READY, which selects without SELECT (NTAG21x 8.4.3)."""
        if frame.whole and intact(frame.data) and frame.data[:-2] == bytes([READ, 0]):
            self.state = TagState.ACTIVE
            self._selected()
            return self._read(0)
        return super()._ready_otherwise(frame)

    # Commands

    def _active(self, frame: Frame, now_ns: int) -> Reply | None:
        self.memory.settle(now_ns)
        if frame.bits < 8:
            self.drop()
            return None
        if not frame.whole or not intact(frame.data):
            return self._refuse(NAK_CRC)
        data, page = frame.data[:-2], self._compat_page
        self._compat_page = None
        if page is not None:
            return self._write(page, data[:PAGE], now_ns) if len(data) == 16 else self._refuse(NAK_ARGUMENT)
        length, answer = self._commands.get(data[0], (-1, None))
        if answer is None or length != len(data) - 1:
            return self._refuse(NAK_ARGUMENT)
        return answer(data[1:], now_ns)

    def _send(self, data: bytes) -> Reply:
        return Reply(Frame.of(with_crc_a(data)), self.grid)

    def _refuse(self, code: int) -> Reply:
        self.drop()
        return Reply(nak(code), self.grid)

    def _shown(self, page: int) -> bytes:
        """Return the content of a page for a reader. Password and PACK read as zeros."""
        return bytes(PAGE) if page >= self.model.config + 2 else self.memory[page]

    @property
    def _guarded(self) -> bool:
        """True if it has pages of settings, and so a password."""
        return self.model.config < self.model.pages

    @property
    def _access(self) -> int:
        return self._settings[PAGE]

    @property
    def _first_protected(self) -> int:
        return self._settings[AUTH0] if self._guarded else 0xFF

    def _readable_end(self) -> int:
        hidden = self._access & PROT and not self._open
        return min(self.model.pages, self._first_protected) if hidden else self.model.pages

    def _read(self, page: int) -> Reply:
        end = self._readable_end()
        if page >= end:
            return self._refuse(NAK_ARGUMENT)
        self._was_read()
        return self._send(b"".join(self._shown((page + i) % end) for i in range(4)))

    def _fast_read(self, start: int, end: int) -> Reply:
        if start > end or end >= self._readable_end():
            return self._refuse(NAK_ARGUMENT)
        self._was_read()
        return self._send(b"".join(self._shown(page) for page in range(start, end + 1)))

    def _was_read(self) -> None:
        """Note a reading, in a tag that counts them."""

    def _writable(self, page: int) -> bool:
        closed = page >= self._first_protected and not self._open
        return STATIC_LOCKS <= page < self.model.pages and not closed

    def _write(self, page: int, data: bytes, now_ns: int) -> Reply:
        if not self._writable(page) or self.memory.frozen(page):
            return self._refuse(NAK_ARGUMENT)
        if page == self.model.dynamic_locks:
            data = self._with_dynamic_locks(page, data)
        self.memory.write(page, data, now_ns + WRITE_NS)
        return Reply(ACK, max(self.grid, -(-WRITE_NS // bits_ns(1))))

    def _compat_write(self, page: int) -> Reply:
        if not self._writable(page):
            return self._refuse(NAK_ARGUMENT)
        self._compat_page = page
        return Reply(ACK, self.grid)

    def _password(self, password: bytes) -> Reply:
        limit = self._access & AUTH_LIMIT
        if limit and self._failed_passwords >= limit:
            return self._refuse(NAK_COUNTER)
        if password != self.memory[self.model.config + 2]:
            self._failed_passwords += 1
            return self._refuse(NAK_ARGUMENT)
        self._failed_passwords = 0
        self._open = True
        return self._send(self.memory[self.model.config + 3][:2])

    def _signature(self, address: int) -> Reply:
        """Answer with zeros: NXP's signature cannot be made here."""
        return self._send(bytes(SIGNATURE_SIZE)) if address == 0 else self._refuse(NAK_ARGUMENT)

    # Locks

    def _frozen(self, page: int) -> bool:
        model = self.model
        if page in (model.config, model.config + 1) and self._access & CONFIG_LOCK:
            return True
        if model.dynamic_locks is not None and 16 <= page < model.dynamic_locks:
            locks = int.from_bytes(self.memory[model.dynamic_locks][:2], "little")
            return bool(locks >> (page - 16) // model.pages_per_lock & 1)
        return self.memory.locked_statically(page)

    def _with_dynamic_locks(self, page: int, data: bytes) -> bytes:
        """Return the lock bits with bits gained. Byte 2 fixes pairs of them permanently."""
        old = self.memory[page]
        held = sum(0b11 << 2 * i for i in range(8) if old[2] >> i & 1)
        gained = int.from_bytes(data[:2], "little") & ~held
        locks = int.from_bytes(old[:2], "little") | gained
        return locks.to_bytes(2, "little") + bytes([old[2] | data[2], old[3]])
