"""The field over one reader's antenna: which tags lie in it, what they hear, and what of their replies comes back."""

import random
from dataclasses import dataclass, replace
from typing import Protocol

from sim_hardware.clock import MS, Clock
from sim_hardware.nfc.air import GARBAGE, Frame, Reception, Reply, mixed

STARTUP_NS = 1 * MS
"""From power to a tag that listens. ISO 14443-3 permits 5 ms; tags on the market take less."""


class Antenna(Protocol):
    """A tag as the field sees it."""

    def power_on(self) -> None: ...

    def power_off(self, now_ns: int) -> None: ...

    def hear(self, frame: Frame, now_ns: int) -> Reply | None: ...

    def authenticate(self, key_b: bool, block: int, key: bytes, uid: bytes, cipher: int | None) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Noise:
    """What may happen to a reply on its way to the reader; rates between 0 and 1."""

    lost: float = 0.0
    mangled: float = 0.0
    """A bit is flipped, and its parity bit as often as not."""


QUIET = Noise()


@dataclass(slots=True)
class _Placed:
    tag: Antenna
    listens_ns: int


class Field:
    """Belongs to the thread of its clock."""

    def __init__(self, clock: Clock, chance: random.Random | None = None, noise: Noise = QUIET) -> None:
        self.noise = noise
        self.on = False
        self._clock = clock
        self._chance = chance or random.Random(0)
        self._placed: list[_Placed] = []
        self._replying: list[_Placed] = []

    @property
    def tags(self) -> tuple[Antenna, ...]:
        return tuple(placed.tag for placed in self._placed)

    def lay(self, tag: Antenna) -> None:
        if tag in self.tags:
            raise ValueError("this tag lies here already")
        self._placed.append(_Placed(tag, self._clock.now_ns + STARTUP_NS))
        if self.on:
            tag.power_on()

    def lift(self, tag: Antenna) -> None:
        placed = next((placed for placed in self._placed if placed.tag is tag), None)
        if placed is None:
            raise ValueError("this tag does not lie here")
        self._placed.remove(placed)
        if self.on:
            tag.power_off(self._clock.now_ns)

    def switch(self, on: bool) -> None:
        """The reader's transmitter. Without the field every tag forgets its state."""
        if on == self.on:
            return
        self.on = on
        for placed in self._placed:
            placed.listens_ns = self._clock.now_ns + STARTUP_NS
            if on:
                placed.tag.power_on()
            else:
                placed.tag.power_off(self._clock.now_ns)

    def send(self, frame: Frame) -> Reception | None:
        """A reader's frame ends now. What its antenna will receive."""
        self._replying = []
        if not self.on:
            return None
        now_ns = self._clock.now_ns
        replies = []
        for placed in self._placed:
            if placed.listens_ns > now_ns:
                continue
            reply = placed.tag.hear(frame, now_ns)
            heard = self._disturbed(reply) if reply is not None else None
            if heard is not None:
                self._replying.append(placed)
                replies.append(heard)
        return mixed(replies)

    def arrived(self, reception: Reception) -> Reception:
        """At the end of a reply: a tag that was lifted during it left it broken."""
        if all(placed in self._placed for placed in self._replying):
            return reception
        half = reception.frame.bits // 2
        cut = Frame(reception.frame.value & ((1 << half) - 1), half, reception.frame.align)
        return replace(reception, frame=cut, broken=True)

    def jumble(self) -> None:
        """A frame broke off in the middle, or nobody here can decode it."""
        self.send(GARBAGE)

    def authenticate(self, key_b: bool, block: int, key: bytes, uid: bytes, cipher: int | None) -> int | None:
        """MIFARE authentication as the reader's side sees it: the new cipher session, or silence."""
        sessions = [
            placed.tag.authenticate(key_b, block, key, uid, cipher)
            for placed in self._placed
            if self.on and placed.listens_ns <= self._clock.now_ns
        ]
        return next((session for session in sessions if session is not None), None)

    def _disturbed(self, reply: Reply) -> Reply | None:
        noise = self.noise
        if noise is QUIET:
            return reply
        fate = self._chance.random()
        if fate < noise.lost:
            return None
        if fate >= noise.lost + noise.mangled:
            return reply
        frame = reply.frame
        bit = self._chance.randrange(frame.bits)
        byte = (bit + frame.align) // 8
        parity = frame.bad_parity ^ (1 << byte if self._chance.random() < 0.5 else 0)
        return replace(reply, frame=replace(frame, value=frame.value ^ (1 << bit), bad_parity=parity))
