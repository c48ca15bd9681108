"""The field over one reader's antenna: the tags in it, the frames they receive, and their replies."""

import random
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from sim_hardware.clock import US, Clock
from sim_hardware.nfc.air import GARBAGE, Frame, Reception, Reply, mixed
from sim_hardware.nfc.coupling import POWER_LEAST, coupling, lost_share
from sim_hardware.nfc.noise import QUIET, Misreading, Noise, mangled

STARTUP_NS = 150 * US
"""The nanoseconds from power until a tag receives.

ISO 14443-3 permits 5 ms; tags on the market take far less. A public driver that asks 0.2 ms after switching the field
on gets answers from real tags.
"""


class Antenna(Protocol):
    """The interface of a tag to the field."""

    def power_on(self) -> None: ...

    def power_off(self, now_ns: int) -> None: ...

    def receive(self, frame: Frame, now_ns: int) -> Reply | None: ...

    def authenticate(self, key_b: bool, block: int, key: bytes, uid: bytes, cipher: int | None) -> int | None: ...


class _Placed(Struct):
    tag: Antenna
    listens_ns: int
    coupling: float = 1.0


class Field:
    """The field of one antenna. It belongs to the thread of its clock."""

    def __init__(self, clock: Clock, chance: random.Random | None = None, noise: Noise = QUIET) -> None:
        self.noise = noise
        self.on = False
        self.startup_ns = STARTUP_NS
        self.gain_db = 33
        """The receiver's gain, as its chip has set it."""
        self.neighbours: tuple[Field, ...] = ()
        """The fields whose tags are sometimes received here."""
        self.strength = 1.0
        """The coupling of this antenna relative to a good one: less with metal behind it, 0 if it is dead."""
        self.cross_talk = 0.0
        """The share of wakes that reach them. Their tags then take part until the next wake."""
        self._clock = clock
        self._chance = chance or random.Random(0)
        self._placed: list[_Placed] = []
        self._replying: list[_Placed] = []
        self._across: list[_Placed] = []
        self._misreading: Misreading | None = None

    @property
    def tags(self) -> tuple[Antenna, ...]:
        return tuple(placed.tag for placed in self._placed)

    def reached(self) -> tuple["_Placed", ...]:
        """Return the tags that a neighbour's frame reaches here: every tag, while this field is on."""
        return tuple(self._placed) if self.on else ()

    def lay(self, tag: Antenna, distance_mm: float = 0.0) -> None:
        """Lay a tag flat on the antenna, or above it. A tag that is too far off gets no power.

        Raises ValueError if it is already there.
        """
        if tag in self.tags:
            raise ValueError("this tag lies here already")
        placed = _Placed(tag, self._clock.now_ns + self.startup_ns, coupling(distance_mm) * self.strength)
        self._placed.append(placed)
        if self.on and placed.coupling >= POWER_LEAST:
            tag.power_on()

    def lift(self, tag: Antenna) -> None:
        placed = next((placed for placed in self._placed if placed.tag is tag), None)
        if placed is None:
            raise ValueError("this tag does not lie here")
        self._placed.remove(placed)
        if self.on:
            tag.power_off(self._clock.now_ns)

    def push(self, tag: Antenna, distance_mm: float) -> None:
        """Move a tag on the antenna, which may gain or lose power. Raises ValueError if it is not there."""
        placed = next((placed for placed in self._placed if placed.tag is tag), None)
        if placed is None:
            raise ValueError("this tag does not lie here")
        had, placed.coupling = placed.coupling >= POWER_LEAST, coupling(distance_mm) * self.strength
        has = placed.coupling >= POWER_LEAST
        if self.on and has and not had:
            placed.listens_ns = self._clock.now_ns + self.startup_ns
            tag.power_on()
        elif self.on and had and not has:
            tag.power_off(self._clock.now_ns)

    def switch(self, on: bool) -> None:
        """Switch the reader's transmitter. Without the field every tag forgets its state."""
        if on == self.on:
            return
        self.on = on
        for placed in self._placed:
            placed.listens_ns = self._clock.now_ns + self.startup_ns
            if on and placed.coupling >= POWER_LEAST:
                placed.tag.power_on()
            elif not on:
                placed.tag.power_off(self._clock.now_ns)

    def send(self, frame: Frame) -> Reception | None:
        """End a reader's frame, and return the reception at its antenna."""
        self._replying = []
        if not self.on:
            return None
        now_ns = self._clock.now_ns
        if frame.bits == 7:
            self._across = self._cross_talking()
            self._misreading = None
        elif self._misreading is not None:
            frame = self._misreading.undone(frame)
        replies = []
        for placed in (*self._placed, *self._across):
            if placed.listens_ns > now_ns:
                continue
            reply = placed.tag.receive(frame, now_ns)
            heard = self._disturbed(reply, placed.coupling) if reply is not None else None
            if heard is not None:
                self._replying.append(placed)
                replies.append(heard)
        return mixed(replies)

    def _cross_talking(self) -> list["_Placed"]:
        if not self.cross_talk or self._chance.random() >= self.cross_talk:
            return []
        return [placed for field in self.neighbours for placed in field.reached()]

    def arrived(self, reception: Reception) -> Reception:
        """Return the received reply. It is damaged if a tag was lifted during it."""
        if self.reply_was_whole:
            return reception
        half = reception.frame.bits // 2
        cut = Frame(reception.frame.value & ((1 << half) - 1), half, reception.frame.align)
        return replace(reception, frame=cut, broken=True)

    def jumble(self) -> None:
        """Send an interrupted frame, or one that no tag can decode."""
        self.send(GARBAGE)

    def authenticate(self, key_b: bool, block: int, key: bytes, uid: bytes, cipher: int | None) -> int | None:
        """Authenticate by MIFARE Classic. Return the new cipher session, or None for silence."""
        self._replying = []
        opened = None
        for placed in self._placed:
            if not self.on or placed.listens_ns > self._clock.now_ns:
                continue
            session = placed.tag.authenticate(key_b, block, key, uid, cipher)
            if session is not None:
                self._replying.append(placed)
                opened = self._undisturbed(placed, session)
        return opened

    @property
    def reply_was_whole(self) -> bool:
        """True if the tags of the last reply are still here."""
        return self.on and all(placed in self._placed or placed in self._across for placed in self._replying)

    def _undisturbed(self, placed: _Placed, session: int) -> int | None:
        """Return the session, or None if one of the tag's two replies is lost or mangled."""
        noise, weak = self.noise, lost_share(placed.coupling, self.gain_db)
        bad = max(noise.lost, weak) + noise.mangled
        if not bad:
            return session
        if self._chance.random() < bad:
            placed.tag.receive(
                GARBAGE, self._clock.now_ns
            )  # the reader did not understand its nonce, and does not answer
            return None
        return None if self._chance.random() < bad else session

    def _disturbed(self, reply: Reply, coupled: float) -> Reply | None:
        noise, weak = self.noise, lost_share(coupled, self.gain_db)
        if noise == QUIET and not weak:
            return reply
        fate = self._chance.random()
        if fate < max(noise.lost, weak):
            return None
        fate -= max(noise.lost, weak)
        if fate < noise.mangled:
            return replace(reply, frame=mangled(reply.frame, self._chance))
        if (
            fate < noise.mangled + noise.misread
            and (misreading := Misreading.of(reply.frame, self._chance)) is not None
        ):
            self._misreading = misreading
            return replace(reply, frame=misreading.seen)
        return reply
