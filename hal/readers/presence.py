"""Whether a card lies on a reader, from one look after another. Pure: looks and times in, changes out.

Only clean silence counts towards removal; whatever is garbled proves that something is there. A UID is believed
when it was read twice. Edges are reported once.
"""

from dataclasses import dataclass, replace
from typing import TypeAlias

from hal.events import Unclear


@dataclass(frozen=True, slots=True)
class Nothing:
    """Clean silence, asked for as often as a badly parked tag needs."""


@dataclass(frozen=True, slots=True)
class One:
    uid: bytes


@dataclass(frozen=True, slots=True)
class Several:
    pass


@dataclass(frozen=True, slots=True)
class Garble:
    """Something answered, and nothing can be said of it."""


Look: TypeAlias = Nothing | One | Several | Garble


@dataclass(frozen=True, slots=True)
class Thresholds:
    reads: int = 2
    """Looks that must agree on a UID: neighbours' replies can garble one without a CRC error."""
    silences: int = 3
    """Silent looks in a row before a card counts as lifted: one reply in fifty is lost on a bad day."""
    silent_s: float = 0.1
    """And for at least so long: a card that is nudged is not lifted."""
    several: int = 2
    """Looks that must find several tags: noise can look like a collision."""
    unreadable_s: float = 1.0
    """How long nothing but garble comes before it is said: a hand laying a card is slower than it thinks."""


@dataclass(frozen=True, slots=True)
class Placed:
    uid: bytes


@dataclass(frozen=True, slots=True)
class Lifted:
    pass


Change: TypeAlias = Placed | Lifted | Unclear

DEFAULT = Thresholds()


@dataclass(frozen=True, slots=True)
class Presence:
    """One reader's state. `after` gives the next one and what is to be reported."""

    told: bool = False
    """Something was reported. Before that an empty reader is news, too: a card of before may be remembered."""
    uid: bytes | None = None
    """The card that rests here, believed and reported."""
    unclear: Unclear | None = None
    """Reported instead of a card."""
    candidate: bytes | None = None
    reads: int = 0
    silences: int = 0
    silent_since_s: float = 0.0
    several: int = 0
    garbled_since_s: float | None = None
    asked_again: bool = False
    """In this silence the chip was reset already, lest it is the chip that went deaf."""

    @property
    def empty(self) -> bool:
        """Reported so."""
        return self.told and self.uid is None and self.unclear is None

    def after(self, look: Look, now_s: float, limits: Thresholds = DEFAULT) -> tuple["Presence", tuple[Change, ...]]:
        match look:
            case Nothing():
                return self._silent(now_s, limits)
            case One(uid):
                return self._one(uid, limits)
            case Several():
                return self._several(limits)
            case Garble():
                return self._garbled(now_s, limits)

    def _silent(self, now_s: float, limits: Thresholds) -> tuple["Presence", tuple[Change, ...]]:
        since_s = self.silent_since_s if self.silences else now_s
        silences = self.silences + 1
        if silences >= limits.silences and now_s - since_s >= limits.silent_s:
            return Presence(told=True), () if self.empty else (Lifted(),)
        return replace(
            self, silences=silences, silent_since_s=since_s, asked_again=silences > 1 and self.asked_again
        ), ()

    def _one(self, uid: bytes, limits: Thresholds) -> tuple["Presence", tuple[Change, ...]]:
        if uid == self.uid:
            return Presence(told=True, uid=uid), ()
        reads = self.reads + 1 if uid == self.candidate else 1
        if reads < limits.reads:
            return replace(self, candidate=uid, reads=reads, silences=0, several=0, garbled_since_s=None), ()
        placed = Placed(uid)
        return Presence(told=True, uid=uid), (Lifted(), placed) if self.uid is not None else (placed,)

    def _several(self, limits: Thresholds) -> tuple["Presence", tuple[Change, ...]]:
        several = self.several + 1
        if several < limits.several or self.unclear is Unclear.SEVERAL:
            return replace(self, several=several, silences=0, candidate=None, reads=0), ()
        return Presence(told=True, unclear=Unclear.SEVERAL, several=several), (Unclear.SEVERAL,)

    def _garbled(self, now_s: float, limits: Thresholds) -> tuple["Presence", tuple[Change, ...]]:
        since_s = now_s if self.garbled_since_s is None else self.garbled_since_s
        if self.unclear is None and now_s - since_s >= limits.unreadable_s:
            return Presence(told=True, unclear=Unclear.UNREADABLE, garbled_since_s=since_s), (Unclear.UNREADABLE,)
        return replace(self, garbled_since_s=since_s, silences=0), ()
