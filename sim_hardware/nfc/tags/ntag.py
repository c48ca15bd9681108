"""NTAG213, 215 and 216 (data sheet rev. 3.2)."""

import random
from collections.abc import Mapping

from sim_hardware.nfc.air import Reply
from sim_hardware.nfc.tags.type2 import NAK_ARGUMENT, Command, Model, Type2

READ_CNT = 0x39
NFC_COUNTER = 2
COUNTER_ON, COUNTER_GUARDED = 0x10, 0x08


def _model(name: str, pages: int, storage: int, size: int, pages_per_lock: int, user: str) -> Model:
    """Return a model. `size` is the user memory in units of eight bytes."""
    return Model(
        name,
        pages,
        version=bytes([0, 4, 4, 2, 1, 0, storage, 3]),
        capability=bytes([0xE1, 0x10, size, 0]),
        user=bytes.fromhex(user),
        config=pages - 4,
        delivered=bytes.fromhex("040000FF 00000000 FFFFFFFF 00000000"),
        dynamic_locks=pages - 5,
        pages_per_lock=pages_per_lock,
    )


NTAG213 = _model("NTAG213", 45, 0x0F, 0x12, 2, "0103A00C340300FE")
NTAG215 = _model("NTAG215", 135, 0x11, 0x3E, 16, "0300FE00")
NTAG216 = _model("NTAG216", 231, 0x13, 0x6D, 16, "0300FE00")


class Ntag(Type2):
    """An NTAG with a read counter, which counts once for each time in the field (8.7)."""

    def __init__(self, uid: bytes, model: Model = NTAG215, chance: random.Random | None = None) -> None:
        self.counter = 0
        self._counted = False
        super().__init__(uid, model, chance)

    def commands(self) -> Mapping[int, Command]:
        return {**super().commands(), READ_CNT: (1, lambda data, _: self._read_counter(data[0]))}

    def power_on(self) -> None:
        super().power_on()
        self._counted = False

    def _was_read(self) -> None:
        if self._access & COUNTER_ON and not self._counted:
            self.counter = min(self.counter + 1, 0xFFFFFF)
            self._counted = True

    def _read_counter(self, number: int) -> Reply:
        guarded = self._access & COUNTER_GUARDED and not self._open
        if number != NFC_COUNTER or not self._access & COUNTER_ON or guarded:
            return self._refuse(NAK_ARGUMENT)
        return self._send(self.counter.to_bytes(3, "little"))
