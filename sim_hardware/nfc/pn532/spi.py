"""The chip on SPI (UM0701-02, 6.2.5): the lowest bit first, with commands to read a status and frames."""

from collections import deque

from sim_hardware.nfc.pn532.chip import Pn532

TURNED = tuple(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
DATA_WRITE, STATUS_READ, DATA_READ = 0x01, 0x02, 0x03


class Pn532OnSpi:
    """A PN532 as an `SpiDevice`."""

    def __init__(self, chip: Pn532) -> None:
        self._chip = chip
        self._outgoing: deque[bytes] = deque()
        self._asked: int | None = None
        self._written = bytearray()
        self._read: bytes = b""
        self._at = 0
        chip.say = self._say

    def _say(self, frame: bytes) -> None:
        self._outgoing.append(frame)

    def select(self) -> None:
        """Drive NSS low, which wakes the chip."""
        self._chip.wake()
        self._asked, self._at = None, 0
        self._written.clear()

    def exchange(self, mosi: int) -> int:
        byte = TURNED[mosi]
        if self._asked is None:
            self._asked = byte
            if byte == DATA_READ:
                self._read = self._outgoing.popleft() if self._outgoing else b""
            return 0
        if self._asked == DATA_WRITE:
            self._written.append(byte)
        elif self._asked == STATUS_READ:
            return TURNED[int(bool(self._outgoing))]
        elif self._asked == DATA_READ and self._at < len(self._read):
            self._at += 1
            return TURNED[self._read[self._at - 1]]
        return 0

    def repeats(self, mosi: int) -> int | None:
        """Return None: each byte has its own answer."""
        return None

    def deselect(self) -> None:
        if self._written:
            self._outgoing.clear()
            self._chip.receive(bytes(self._written))
