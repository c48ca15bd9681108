"""An emulated hand for the command `cards`: it lays a new tag when the command waits for one, and lifts it again."""

import hashlib

from hal.readers import Readers, ReaderSettings
from sim_hardware.clock import Clock, S
from sim_hardware.nfc import ReaderWorld
from sim_hardware.nfc.tags import NTAG213, Ntag, TypeATag
from sim_hardware.nfc.world import Place
from table.devices.tags.enrolment import CardDesk

NAME = "desk"
LAYS_AFTER_S, LIES_FOR_S = 0.4, 1.2


class EmulatedHand:
    """A hand in virtual time. Its tags follow from `seed` and their number."""

    def __init__(self, seed: str, tags: int, first: int = 0) -> None:
        self._clock = Clock()
        self._world = ReaderWorld(self._clock, {NAME: Place(0, 0)})
        self._seed = seed
        self._numbers = iter(range(first, first + tags))
        self._lies: TypeATag | None = None
        self._next_s = LAYS_AFTER_S
        self.laid: list[TypeATag] = []
        readers = Readers(self._world.spidev, [ReaderSettings(NAME)])
        self.desk = CardDesk([readers], lambda: self._clock.now_s, self._wait)

    def _wait(self, seconds: float) -> None:
        """Wait in virtual time. Raises KeyboardInterrupt when the last tag is used up."""
        self._clock.advance(int(seconds * S))
        if self._clock.now_s < self._next_s:
            return
        if self._lies is not None:
            self._world.lift(NAME, self._lies)
            self._lies = None
            self._next_s = self._clock.now_s + LAYS_AFTER_S
            return
        if (number := next(self._numbers, None)) is None:
            raise KeyboardInterrupt
        self._lies = self.tag(number)
        self.laid.append(self._lies)
        self._world.lay(NAME, self._lies)
        self._next_s = self._clock.now_s + LIES_FOR_S

    def tag(self, number: int) -> TypeATag:
        return Ntag(b"\x04" + hashlib.sha256(f"{self._seed}/{number}".encode()).digest()[:6], NTAG213)
