"""MIFARE Classic 1K (MF1S50YYX_V1, rev. 3.2). The cipher is not calculated: a session is a number known to both."""

import random
from itertools import count

from sim_hardware.clock import MS
from sim_hardware.nfc.air import DELAY_GRID, Frame, Reply, bits_ns
from sim_hardware.nfc.crc import intact, with_crc_a
from sim_hardware.nfc.tags.access import BLOCKS, TRAILERS, Block, Trailer, conditions
from sim_hardware.nfc.tags.card import HLTA, TagState, TypeATag, cascade
from sim_hardware.nfc.tags.tag_pages import PageMemory

READ, WRITE, DECREMENT, INCREMENT, RESTORE, TRANSFER = 0x30, 0xA0, 0xC0, 0xC1, 0xC2, 0xB0
SIZE, SECTOR = 16, 4
BLOCK_COUNT = 64
ACK, NAK_OPERATION, NAK_CRC = 0xA, 0x4, 0x5
WRITE_NS = int(2.5 * MS)
DELIVERED = bytes.fromhex("FFFFFFFFFFFF FF0780 69 FFFFFFFFFFFF")
KEY_A, ACCESS, KEY_B = slice(0, 6), slice(6, 9), slice(10, 16)


class Classic(TypeATag):
    sak = 0x08

    def __init__(self, uid: bytes, chance: random.Random | None = None) -> None:
        if len(uid) not in (4, 7):
            raise ValueError(f"a MIFARE Classic has a UID of 4 or 7 bytes, not {len(uid)}")
        super().__init__(uid)
        self.atqa = 0x0004 if len(uid) == 4 else 0x0044
        self.memory = PageMemory(BLOCK_COUNT, chance, page=SIZE)
        first = cascade(uid)[0] if len(uid) == 4 else uid
        self.memory.load(0, (first + bytes([self.sak]) + self.atqa.to_bytes(2, "little")).ljust(SIZE, b"\0"))
        for sector in range(0, BLOCK_COUNT, SECTOR):
            self.memory.load(sector + SECTOR - 1, DELIVERED)
        self._sessions = count(uid[-1] << 16 | 1)
        self._session: int | None = None
        self._sector = 0
        self._key = "A"
        self._awaited: tuple[int, int] | None = None
        """The command and the block whose second part must come now."""
        self._value: bytes | None = None
        """The transfer buffer."""

    def power_off(self, now_ns: int) -> None:
        super().power_off(now_ns)
        self._session = None
        self.memory.tear(now_ns)

    def drop(self) -> None:
        super().drop()
        self._session = self._awaited = self._value = None

    # Authentication (10.1)

    def authenticate(self, key_b: bool, block: int, key: bytes, uid: bytes, cipher: int | None) -> int | None:
        """Open a session. The tag falls silent if the key, the UID or the block is not its own."""
        understood = self.state is TagState.ACTIVE and cipher == self._session
        trailer = block // SECTOR * SECTOR + SECTOR - 1
        if not understood or block >= BLOCK_COUNT or uid != self.uid[-4:]:
            self.drop()
            return None
        stored = self.memory[trailer][KEY_B if key_b else KEY_A]
        if key != stored:
            self.drop()
            return None
        self._session = next(self._sessions)
        self._sector, self._key, self._awaited = trailer // SECTOR, "B" if key_b else "A", None
        return self._session

    # Frames

    def receive(self, frame: Frame, now_ns: int) -> Reply | None:
        if self.state is not TagState.ACTIVE or self._session is None:
            return super().receive(frame, now_ns)
        self.memory.settle(now_ns)
        if frame.cipher != self._session:
            self.drop()
            return None
        if frame.whole and frame.data == with_crc_a(HLTA):
            self._session = None
            self.state, self._was_halted = TagState.HALT, True
            return None
        return self._active(frame, now_ns)

    def _active(self, frame: Frame, now_ns: int) -> Reply | None:
        if self._session is None:
            self.drop()
            return None
        if frame.bits < 8 or not frame.whole or not intact(frame.data):
            return self._refuse(NAK_CRC)
        data, awaited = frame.data[:-2], self._awaited
        self._awaited = None
        if awaited is not None:
            return self._second_part(*awaited, data, now_ns)
        if len(data) != 2 or data[1] // SECTOR != self._sector:
            return self._refuse(NAK_OPERATION)
        return self._command(data[0], data[1], now_ns)

    def _command(self, command: int, block: int, now_ns: int) -> Reply:
        if command == READ:
            shown = self._shown(block)
            return self._refuse(NAK_OPERATION) if shown is None else self._send(shown)
        if command == WRITE and self._may_write(block):
            self._awaited = command, block
            return self._nibble(ACK)
        if command in (DECREMENT, INCREMENT, RESTORE) and self._may_count(command, block):
            self._awaited = command, block
            return self._nibble(ACK)
        if command == TRANSFER and self._value is not None and self._may_count(command, block):
            self.memory.write(block, self._value, now_ns + WRITE_NS)
            return self._nibble(ACK, WRITE_NS)
        return self._refuse(NAK_OPERATION)

    def _second_part(self, command: int, block: int, data: bytes, now_ns: int) -> Reply | None:
        if command == WRITE:
            if len(data) != SIZE:
                return self._refuse(NAK_OPERATION)
            self._programme(block, data, now_ns)
            return self._nibble(ACK, WRITE_NS)
        if len(data) != 4:
            return self._refuse(NAK_OPERATION)
        stored = self.memory[block]
        value = int.from_bytes(stored[:4], "little", signed=True)
        operand = int.from_bytes(data, "little", signed=True)
        value += {DECREMENT: -operand, INCREMENT: operand, RESTORE: 0}[command]
        self._value = value_block(value, stored[12])
        return None

    def _send(self, data: bytes) -> Reply:
        return Reply(Frame.of(with_crc_a(data), cipher=self._session), DELAY_GRID)

    def _nibble(self, code: int, after_ns: int = 0) -> Reply:
        return Reply(Frame(code, 4, cipher=self._session), max(DELAY_GRID, -(-after_ns // bits_ns(1))))

    def _refuse(self, code: int) -> Reply:
        reply = self._nibble(code)
        self.drop()
        return reply

    # Access (8.7)

    def _allowed(self, block: int) -> tuple[Block | None, Trailer] | None:
        """Return the conditions of this block and of the sector's trailer; None if the sector is blocked."""
        bits = conditions(self.memory[self._trailer][ACCESS])
        if bits is None:
            return None
        trailer = TRAILERS[bits[3]]
        if self._key == "B" and trailer.key_b_read:
            return None  # a readable key B opens nothing
        return (None if block == self._trailer else BLOCKS[bits[block % SECTOR]]), trailer

    @property
    def _trailer(self) -> int:
        return self._sector * SECTOR + SECTOR - 1

    def _shown(self, block: int) -> bytes | None:
        allowed = self._allowed(block)
        if allowed is None:
            return None
        data, trailer = allowed
        stored = self.memory[block]
        if data is not None:
            return stored if self._key in data.read else None
        access = stored[6:10] if self._key in trailer.access_read else bytes(4)
        return bytes(6) + access + (stored[KEY_B] if self._key in trailer.key_b_read else bytes(6))

    def _may_write(self, block: int) -> bool:
        allowed = self._allowed(block)
        if allowed is None or block == 0:
            return False
        data, trailer = allowed
        if data is not None:
            return self._key in data.write
        return self._key in trailer.key_a_write | trailer.access_write | trailer.key_b_write

    def _may_count(self, command: int, block: int) -> bool:
        allowed = self._allowed(block)
        if allowed is None or allowed[0] is None:
            return False
        stored = self.memory[block]
        counts = command == TRANSFER or stored == value_block(
            int.from_bytes(stored[:4], "little", signed=True), stored[12]
        )
        return counts and self._key in (allowed[0].increment if command == INCREMENT else allowed[0].decrement)

    def _programme(self, block: int, data: bytes, now_ns: int) -> None:
        allowed = self._allowed(block)
        if allowed is not None and allowed[0] is None:
            old, trailer = self.memory[block], allowed[1]
            data = (
                (data if self._key in trailer.key_a_write else old)[:6]
                + (data if self._key in trailer.access_write else old)[6:10]
                + (data if self._key in trailer.key_b_write else old)[10:]
            )
        self.memory.write(block, data, now_ns + WRITE_NS)


def value_block(value: int, address: int) -> bytes:
    """Return a value three times, once inverted, and an address four times, twice inverted (8.6.2.1)."""
    number = (value & 0xFFFFFFFF).to_bytes(4, "little")
    inverse = bytes(byte ^ 0xFF for byte in number)
    return number + inverse + number + bytes([address, address ^ 0xFF, address, address ^ 0xFF])
