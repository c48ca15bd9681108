"""A host that has selected one tag and speaks to it through the chip's registers, CRC in software."""

from sim_hardware.clock import MS
from sim_hardware.nfc.crc import intact, with_crc_a
from sim_hardware.nfc.mfrc522.registers import Reg
from sim_hardware.nfc.tags import Classic, TypeATag
from sim_hardware.nfc.tags.card import cascade
from tests.sim_hardware.nfc.registers import Bench

ACK = 0xA


class Host(Bench):
    def __init__(self, tag: TypeATag) -> None:
        super().__init__()
        self.start()
        self.lay(tag)
        self.tag = tag
        self.select()

    def select(self) -> int:
        """Wakes and selects; the SAK."""
        self.write(Reg.STATUS2, 0)
        if not self.transceive(b"\x52", 7):
            assert self.transceive(b"\x52", 7)
        for level, part in zip((0x93, 0x95, 0x97), cascade(self.tag.uid), strict=False):
            sak = self.transceive(with_crc_a(bytes([level, 0x70]) + part))
        return sak[0]

    def ask(self, command: str | bytes) -> bytes | int | None:
        """The answer without its CRC; four bits as a number; None for silence."""
        data = bytes.fromhex(command) if isinstance(command, str) else command
        answer = self.transceive(with_crc_a(data), wait_ns=40 * MS)
        if not answer:
            return None
        if self.read(Reg.CONTROL) & 0x07:
            return answer[0]
        assert intact(answer)
        return answer[:-2]

    def power_cycle(self) -> None:
        self.write(Reg.TX_CONTROL, 0x80)
        self.write(Reg.TX_CONTROL, 0x83)
        self.clock.advance(5 * MS)
        self.select()

    def authenticate(self, block: int, key: str = "FF" * 6, *, key_b: bool = False) -> bool:
        """MFAuthent, as a host sees it: MFCrypto1On."""
        assert isinstance(self.tag, Classic)
        self.write(Reg.COMMAND, 0x00)
        self.write(Reg.FIFO_LEVEL, 0x80)
        self.write(Reg.FIFO_DATA, 0x61 if key_b else 0x60, block, *bytes.fromhex(key), *self.tag.uid[-4:])
        self.write(Reg.COMMAND, 0x0E)
        self.clock.advance(20 * MS)
        return bool(self.read(Reg.STATUS2) & 0x08)
