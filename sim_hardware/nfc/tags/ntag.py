"""NTAG213, 215 and 216 (data sheet rev. 3.2): Type 2 memory with locks, a password, a counter and a signature."""

from dataclasses import dataclass

from sim_hardware.clock import MS
from sim_hardware.nfc.air import DELAY_GRID, Frame, Reply, bits_ns
from sim_hardware.nfc.crc import intact, with_crc_a
from sim_hardware.nfc.tags.card import ACK, Card, State, nak
from sim_hardware.nfc.tags.pages import PAGE, STATIC_LOCKS, PageMemory

GET_VERSION, READ, FAST_READ, WRITE, COMPAT_WRITE = 0x60, 0x30, 0x3A, 0xA2, 0xA0
READ_CNT, PWD_AUTH, READ_SIG = 0x39, 0x1B, 0x3C
LENGTHS = {GET_VERSION: 1, READ: 2, FAST_READ: 3, WRITE: 6, COMPAT_WRITE: 2, READ_CNT: 2, PWD_AUTH: 5, READ_SIG: 2}
NAK_ARGUMENT, NAK_CRC, NAK_COUNTER, NAK_EEPROM = 0x0, 0x1, 0x4, 0x5
WRITE_NS = 4 * MS
"""Programming a page; the data sheet's time-out is 10 ms."""
USER_START = 4
PROT, CONFIG_LOCK, COUNTER_ON, COUNTER_GUARDED, AUTH_LIMIT = 0x80, 0x40, 0x10, 0x08, 0x07


@dataclass(frozen=True, slots=True)
class Model:
    name: str
    pages: int
    storage: int
    """The size byte of GET_VERSION."""
    capability: int
    """User memory in units of eight bytes, for NDEF."""
    pages_per_lock: int
    """How many pages one dynamic lock bit holds."""
    page4: bytes

    @property
    def dynamic_locks(self) -> int:
        return self.pages - 5

    @property
    def config(self) -> int:
        return self.pages - 4


NTAG213 = Model("NTAG213", 45, 0x0F, 0x12, 2, bytes.fromhex("0103A00C340300FE"))
NTAG215 = Model("NTAG215", 135, 0x11, 0x3E, 16, bytes.fromhex("0300FE00"))
NTAG216 = Model("NTAG216", 231, 0x13, 0x6D, 16, bytes.fromhex("0300FE00"))


class Ntag(Card):
    atqa = 0x0044
    sak = 0x00

    def __init__(self, uid: bytes, model: Model = NTAG215) -> None:
        if len(uid) != 7:
            raise ValueError(f"an NTAG has a UID of 7 bytes, not {len(uid)}")
        super().__init__(uid)
        self.model = model
        self.grid = DELAY_GRID
        """Bit times until it answers a command in ACTIVE; more for a slow tag."""
        self.memory = PageMemory(model.pages)
        self.memory.frozen = self._frozen
        self.counter = 0
        self._failed_passwords = 0
        self._open = False
        self._counted = False
        self._compat_page: int | None = None
        self._format()

    def _format(self) -> None:
        first, second = self._levels[0], self._levels[1]
        memory, model = self.memory, self.model
        memory.load(0, first[1:4] + bytes([first[4]]) + second[:4] + bytes([second[4], 0x48, 0, 0]))
        memory.load(3, bytes([0xE1, 0x10, model.capability, 0x00]))
        memory.load(USER_START, model.page4)
        memory.load(model.dynamic_locks, bytes([0, 0, 0, 0xBD]))
        memory.load(model.config, bytes.fromhex("040000FF 00000000 FFFFFFFF 00000000"))

    # Power and selection

    def power_on(self) -> None:
        super().power_on()
        self._counted = False

    def power_off(self, now_ns: int) -> None:
        super().power_off(now_ns)
        self.memory.tear(now_ns)

    def _selected(self) -> None:
        self._open = False
        self._compat_page = None

    def _ready_otherwise(self, frame: Frame) -> Reply | None:
        """READ of page 0 in READY selects without SELECT (8.4.3)."""
        data = frame.data
        if frame.whole and intact(data) and data[:-2] == bytes([READ, 0]):
            self.state = State.ACTIVE
            self._selected()
            return self._read(0)
        return super()._ready_otherwise(frame)

    # Commands (10)

    def _active(self, frame: Frame, now_ns: int) -> Reply | None:
        self.memory.settle(now_ns)
        data = frame.data
        if frame.bits < 8:
            self.drop()
            return None
        if not frame.whole or not intact(data):
            return self._refuse(NAK_CRC)
        command, page = data[:-2], self._compat_page
        self._compat_page = None
        if page is not None:
            return self._write(page, command[:PAGE], now_ns) if len(command) == 16 else self._refuse(NAK_ARGUMENT)
        if LENGTHS.get(command[0]) != len(command):
            return self._refuse(NAK_ARGUMENT)
        match command[0]:
            case 0x60:
                return self._send(bytes([0, 4, 4, 2, 1, 0, self.model.storage, 3]))
            case 0x30:
                return self._read(command[1])
            case 0x3A:
                return self._fast_read(command[1], command[2])
            case 0xA2:
                return self._write(command[1], command[2:], now_ns)
            case 0xA0:
                return self._compat_write(command[1])
            case 0x39:
                return self._read_counter(command[1])
            case 0x1B:
                return self._password(command[1:])
        return self._send(bytes(32)) if command[1] == 0 else self._refuse(NAK_ARGUMENT)

    def _send(self, data: bytes) -> Reply:
        return Reply(Frame.of(with_crc_a(data)), self.grid)

    def _refuse(self, code: int) -> Reply:
        self.drop()
        return Reply(nak(code), self.grid)

    def _shown(self, page: int) -> bytes:
        """Password and PACK read as zeros."""
        return bytes(PAGE) if page >= self.model.config + 2 else self.memory[page]

    @property
    def _access(self) -> int:
        return self.memory[self.model.config + 1][0]

    @property
    def _first_protected(self) -> int:
        return self.memory[self.model.config][3]

    def _closed(self, page: int, *, writing: bool) -> bool:
        guarded = page >= self._first_protected and (writing or bool(self._access & PROT))
        return guarded and not self._open

    def _readable_end(self) -> int:
        hidden = self._access & PROT and not self._open
        return min(self.model.pages, self._first_protected) if hidden else self.model.pages

    def _count_reading(self) -> None:
        if self._access & COUNTER_ON and not self._counted:
            self.counter = min(self.counter + 1, 0xFFFFFF)
            self._counted = True

    def _read(self, page: int) -> Reply:
        end = self._readable_end()
        if page >= end:
            return self._refuse(NAK_ARGUMENT)
        self._count_reading()
        return self._send(b"".join(self._shown((page + i) % end) for i in range(4)))

    def _fast_read(self, start: int, end: int) -> Reply:
        if start > end or end >= self._readable_end():
            return self._refuse(NAK_ARGUMENT)
        self._count_reading()
        return self._send(b"".join(self._shown(page) for page in range(start, end + 1)))

    def _write(self, page: int, data: bytes, now_ns: int) -> Reply:
        forbidden = not STATIC_LOCKS <= page < self.model.pages or self.memory.frozen(page)
        if forbidden or self._closed(page, writing=True):
            return self._refuse(NAK_ARGUMENT)
        if page == self.model.dynamic_locks:
            data = self._with_dynamic_locks(data)
        self.memory.write(page, data, now_ns + WRITE_NS)
        return Reply(ACK, max(self.grid, -(-WRITE_NS // bits_ns(1))))

    def _compat_write(self, page: int) -> Reply:
        if not STATIC_LOCKS <= page < self.model.pages or self._closed(page, writing=True):
            return self._refuse(NAK_ARGUMENT)
        self._compat_page = page
        return Reply(ACK, self.grid)

    def _read_counter(self, number: int) -> Reply:
        guarded = self._access & COUNTER_GUARDED and not self._open
        if number != 2 or not self._access & COUNTER_ON or guarded:
            return self._refuse(NAK_ARGUMENT)
        return self._send(self.counter.to_bytes(3, "little"))

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

    # Locks (8.5.2, 8.5.3)

    def _frozen(self, page: int) -> bool:
        model = self.model
        if page in (model.config, model.config + 1) and self._access & CONFIG_LOCK:
            return True
        if 16 <= page < model.dynamic_locks:
            locks = int.from_bytes(self.memory[model.dynamic_locks][:2], "little")
            return bool(locks >> (page - 16) // model.pages_per_lock & 1)
        return self.memory.locked_statically(page)

    def _with_dynamic_locks(self, data: bytes) -> bytes:
        """Lock bits gain; byte 2 holds pairs of them for good."""
        old = self.memory[self.model.dynamic_locks]
        held = sum(0b11 << 2 * i for i in range(8) if old[2] >> i & 1)
        gained = int.from_bytes(data[:2], "little") & ~held
        locks = int.from_bytes(old[:2], "little") | gained
        return locks.to_bytes(2, "little") + bytes([old[2] | data[2], old[3]])
