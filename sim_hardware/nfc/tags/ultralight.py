"""MIFARE Ultralight EV1 (MF0ULx1, data sheet rev. 3.3), and the first generation without password and version."""

import random
from collections.abc import Mapping

from sim_hardware.nfc.air import Reply
from sim_hardware.nfc.tags.card import ACK
from sim_hardware.nfc.tags.type2 import NAK_ARGUMENT, NAK_COUNTER, Command, Model, Type2

READ_CNT, INCR_CNT, CHECK_TEARING = 0x39, 0xA5, 0x3E
COUNTERS, COUNTER_MOST = 3, 0xFFFFFF
WHOLE = 0xBD
"""The mark of a counter whose last increment was not torn."""

_CONFIG = bytes.fromhex("000000FF 00050000 FFFFFFFF 00000000")
ULTRALIGHT = Model("MF0ICU1", 16, b"", bytes(4), b"", config=16, delivered=b"")
MF0UL11 = Model("MF0UL11", 20, bytes.fromhex("0004030101000B03"), bytes(4), b"", config=16, delivered=_CONFIG)
MF0UL21 = Model(
    "MF0UL21", 41, bytes.fromhex("0004030101000E03"), bytes(4), b"", config=37, delivered=_CONFIG, dynamic_locks=36
)


class Ultralight(Type2):
    """An Ultralight. EV1 has three counters that only increase; the first generation knows none of their commands."""

    def __init__(self, uid: bytes, model: Model = MF0UL11, chance: random.Random | None = None) -> None:
        self.counters = [0] * COUNTERS
        super().__init__(uid, model, chance)

    def commands(self) -> Mapping[int, Command]:
        if not self.model.version:
            return super().commands()
        return {
            **super().commands(),
            READ_CNT: (1, lambda data, _: self._read_counter(data[0])),
            INCR_CNT: (5, lambda data, _: self._increment(data[0], int.from_bytes(data[1:4], "little"))),
            CHECK_TEARING: (1, lambda data, _: self._check_tearing(data[0])),
        }

    def _read_counter(self, number: int) -> Reply:
        if number >= COUNTERS:
            return self._refuse(NAK_ARGUMENT)
        return self._send(self.counters[number].to_bytes(3, "little"))

    def _increment(self, number: int, by: int) -> Reply:
        if number >= COUNTERS:
            return self._refuse(NAK_ARGUMENT)
        if self.counters[number] + by > COUNTER_MOST:
            return self._refuse(NAK_COUNTER)
        self.counters[number] += by
        return Reply(ACK, self.grid)

    def _check_tearing(self, number: int) -> Reply:
        return self._send(bytes([WHOLE])) if number < COUNTERS else self._refuse(NAK_ARGUMENT)
