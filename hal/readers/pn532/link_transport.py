"""Send ISO 14443-3 frames to tags through a PN532, unchanged."""

from collections.abc import Mapping

from hal.readers.frames import COLL_ERR, RECEIVE_ERRORS, SLOW_ANSWER_US, TagAnswer
from hal.readers.pn532.chip import ListedTag, Pn532Chip
from hal.readers.pn532.codes import BIT_FRAMING, CONTROL, RX_MODE, TX_MODE, TagStatus

FAST, SLOW = 0x03, 0x08
"""Timeouts of 0.4 ms and of 12.8 ms: an answer that is due at once begins after 0.1 ms, a page takes 10 ms."""
PLAIN: Mapping[int, int] = {TX_MODE: 0x00, RX_MODE: 0x00}
"""106 kbit/s without the chip's CRC, which the caller computes."""
GARBLED = RECEIVE_ERRORS & ~COLL_ERR
LINK_S = 0.05
FIELD_OFF_S, FIELD_GUARD_S = 0.001, 0.006
"""The seconds for which a field is off, and for which tags take to wake up: ISO 14443-3 allows them 5 ms."""


class Pn532Transport:
    """A transport through one chip, for one thread. Every call may raise OSError."""

    def __init__(self, chip: Pn532Chip) -> None:
        self._chip = chip
        self._registers: dict[int, int] = {}
        """The known values of the chip's registers."""
        self._timeout: int | None = None

    def unsure(self) -> None:
        """Forget the cached registers: the chip's own commands change them."""
        self._registers = {}

    def restart_field(self) -> None:
        """Switch the field off and on: every tag forgets that it was parked."""
        self._chip.field(False)
        self._chip.link.pause(FIELD_OFF_S)
        self._chip.field(True)
        self._chip.link.pause(FIELD_GUARD_S)

    def listed(self, most: int) -> tuple[ListedTag, ...]:
        """Return the tags, one or two, that the chip itself finds.

        It halts the first of two, and misses parked ones.
        """
        self.unsure()
        return self._chip.listed(most)

    def exchange(
        self, data: bytes, answer: int, *, last_bits: int = 0, align: int = 0, margin_bits: int = 8
    ) -> TagAnswer | None:
        """Return the answer, or None for clean silence. `margin_bits` is left to the chip's own timer."""
        return self._exchange(data, answer, last_bits | align << 4, FAST)

    def exchange_slow(self, data: bytes, answer: int, expected_us: float = SLOW_ANSWER_US) -> TagAnswer | None:
        return self._exchange(data, answer, 0, SLOW)

    def send(self, data: bytes) -> None:
        self._exchange(data, 0, 0, FAST)

    def pause(self, duration_us: float) -> None:
        """Do nothing: each call of the chip takes longer than the millisecond after HLTA."""

    def _exchange(self, data: bytes, answer: int, framing: int, timeout: int) -> TagAnswer | None:
        self._awaiting(timeout)
        self._set({**PLAIN, BIT_FRAMING: framing})
        status, answered = self._chip.through(data, answer, LINK_S)
        if status == TagStatus.TIMED_OUT:
            return None
        if status != TagStatus.WELL:
            return TagAnswer(b"", 0, COLL_ERR if status == TagStatus.COLLISION else GARBLED, None)
        # Only a nibble is shorter than its byte here: ACK and NAK of a tag.
        bits = self._chip.registers(CONTROL)[0] & 0x07 if len(answered) == 1 else 0
        return TagAnswer(answered, bits, 0 if len(answered) <= max(answer, 1) else GARBLED, None)

    def _awaiting(self, timeout: int) -> None:
        if timeout != self._timeout:
            self._timeout = None
            self._chip.timeout(timeout)
            self._timeout = timeout

    def _set(self, wanted: dict[int, int]) -> None:
        """Write the registers that do not have these values yet."""
        missing = {register: value for register, value in wanted.items() if self._registers.get(register) != value}
        if missing:
            self._registers = {}
            self._chip.write_registers(missing)
            self._registers = wanted
