"""The presence of a card on a reader, from successive looks. Pure: looks and times in, changes out.

Only clean silence counts towards removal; garble proves that something is there. A UID is accepted once it was read
twice. Each change is reported once.
"""

from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from hal.events import Unclear


class Nothing(Struct, frozen=True):
    """Clean silence, after enough wakes even for a badly parked tag."""


class One(Struct, frozen=True):
    uid: bytes


class Several(Struct, frozen=True):
    pass


class Garble(Struct, frozen=True):
    """Something answered that cannot be read."""

    why: Unclear = Unclear.UNREADABLE
    level: bytes = b""
    """The answer with a wrong check byte. Noise changes it from look to look, a defective tag does not."""
    detail: str = ""
    """The place of a card that is held, and the programs that may hold it."""


Look: TypeAlias = Nothing | One | Several | Garble


class Thresholds(Struct, frozen=True):
    reads: int = 2
    """The number of looks that must agree on a UID. Neighbours' replies can garble one without a CRC error."""
    silences: int = 3
    """The number of silent looks in a row before a card counts as lifted. At worst one reply in fifty is lost."""
    silent_s: float = 0.1
    """The seconds for which they must last, too. A card that is nudged is not lifted."""
    several: int = 2
    """The number of looks that must find several tags. Noise can look like a collision."""
    unreadable_s: float = 1.0
    """The seconds of garble before it is reported. Laying a card takes a moment."""
    alike: int = 3
    """The number of equal looks in a row before their reason is accepted."""


class Placed(Struct, frozen=True):
    uid: bytes


class Lifted(Struct, frozen=True):
    pass


Change: TypeAlias = Placed | Lifted | Unclear

DEFAULT = Thresholds()


class Presence(Struct, frozen=True):
    """The state of one reader. `after` returns the next state and the changes to report."""

    reported: bool = False
    """True once anything was reported.

    Before that, an empty reader is reported too, because the table may remember an earlier card.
    """
    uid: bytes | None = None
    """The accepted and reported UID of the resting card."""
    unclear: Unclear | None = None
    """The reported reason why no card can be read, or None."""
    candidate: bytes | None = None
    reads: int = 0
    silences: int = 0
    silent_since_s: float = 0.0
    several: int = 0
    garbled_since_s: float | None = None
    garble: Garble | None = None
    alike: int = 0
    """The number of looks in a row that found this garble."""
    asked_again: bool = False
    """True if the chip was reset in this silence, in case the chip itself went deaf."""

    @property
    def empty(self) -> bool:
        """True if the reader was reported to be empty."""
        return self.reported and self.uid is None and self.unclear is None

    def after(self, look: Look, now_s: float, limits: Thresholds = DEFAULT) -> tuple["Presence", tuple[Change, ...]]:
        match look:
            case Nothing():
                return self._silent(now_s, limits)
            case One(uid):
                return self._one(uid, limits)
            case Several():
                return self._several(limits)
            case Garble():
                return self._garbled(look, now_s, limits)

    def _silent(self, now_s: float, limits: Thresholds) -> tuple["Presence", tuple[Change, ...]]:
        since_s = self.silent_since_s if self.silences else now_s
        silences = self.silences + 1
        if silences >= limits.silences and now_s - since_s >= limits.silent_s:
            return Presence(reported=True), () if self.empty else (Lifted(),)
        return replace(
            self, silences=silences, silent_since_s=since_s, asked_again=silences > 1 and self.asked_again
        ), ()

    def _one(self, uid: bytes, limits: Thresholds) -> tuple["Presence", tuple[Change, ...]]:
        if uid == self.uid:
            return Presence(reported=True, uid=uid), ()
        reads = self.reads + 1 if uid == self.candidate else 1
        if reads < limits.reads:
            return replace(self, candidate=uid, reads=reads, silences=0, several=0, garbled_since_s=None), ()
        placed = Placed(uid)
        return Presence(reported=True, uid=uid), (Lifted(), placed) if self.uid is not None else (placed,)

    def _several(self, limits: Thresholds) -> tuple["Presence", tuple[Change, ...]]:
        several = self.several + 1
        if several < limits.several or self.unclear is Unclear.SEVERAL:
            return replace(self, several=several, silences=0, candidate=None, reads=0), ()
        return Presence(reported=True, unclear=Unclear.SEVERAL, several=several), (Unclear.SEVERAL,)

    def _garbled(self, look: Garble, now_s: float, limits: Thresholds) -> tuple["Presence", tuple[Change, ...]]:
        since_s = now_s if self.garbled_since_s is None else self.garbled_since_s
        alike = self.alike + 1 if look == self.garble else 1
        why = look.why if alike >= limits.alike else Unclear.UNREADABLE
        vague = self.unclear in (None, Unclear.UNREADABLE)
        if vague and why is not self.unclear and now_s - since_s >= limits.unreadable_s:
            known = Presence(reported=True, unclear=why, garbled_since_s=since_s, garble=look, alike=alike)
            return known, (why,)
        return replace(self, garbled_since_s=since_s, silences=0, garble=look, alike=alike), ()
