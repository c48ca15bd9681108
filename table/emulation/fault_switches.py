"""The faults of one emulated table: every word, which of them are on, and which word ends each."""

from collections.abc import Iterable

from sim_hardware.dispenser import vocabulary as dispenser
from sim_hardware.nfc import vocabulary as reader
from table.emulation.acts import DispenserFault, ReaderFault
from table.emulation.bench_view import BenchFault
from table.rules.seats import Seat

HOPPER, READER = "hopper", "reader"


class FaultSwitches:
    """Remember which faults are on.

    A fault that ends by itself is never on, since the bench cannot see when it ends.
    """

    def __init__(self, known: Iterable[str]) -> None:
        """Make the switches. `known` are the words that this table's dispenser takes."""
        self._known = frozenset(known)
        self._on: dict[tuple[str, object], str] = {}
        """The cure of each fault that is on, by word and hopper or seat; None if the fault belongs to no single one."""

    def told(self, act: DispenserFault | ReaderFault) -> None:
        if isinstance(act, ReaderFault):
            self._tell(act.word, act.seat, next((w.cure for w in reader.FAULTS if w.word == act.word), None))
            return
        word = next((word for word in dispenser.WORDS if word.word == act.word), None)
        self._tell(act.word, act.hopper, None if word is None else word.cure, of=_of(word) if word else "")

    def _tell(self, word: str, where: object, cure: str | None, of: str = HOPPER) -> None:
        if cure is None:
            self._on = {
                key: ended_by for key, ended_by in self._on.items() if ended_by != word or key[1] not in (where, None)
            }
        elif cure:
            self._on[word, where if of == HOPPER else None] = cure

    def ended_by(self, cure: str) -> bool:
        """True if this word would end something that is on now."""
        return cure in self._on.values()

    def listed(self, hopper: int, seat: Seat) -> tuple[BenchFault, ...]:
        """Return the faults grouped by part, with the cures at the end of each group."""
        found = []
        words = [word for word in dispenser.WORDS if word.word in self._known]
        for of in dict.fromkeys(_of(word) for word in words):
            group = [word for word in words if _of(word) == of]
            where = hopper if of == HOPPER else None
            found += [
                BenchFault(DispenserFault(w.word, hopper), of, w.word, w.what, w.cure, (w.word, where) in self._on)
                for w in group
            ]
            cures = dict.fromkeys(word.cure for word in group if word.cure)
            found += [BenchFault(DispenserFault(cure, hopper), of, cure, "") for cure in cures]
        found += [
            BenchFault(ReaderFault(w.word, seat), READER, w.word, w.what, w.cure, (w.word, seat) in self._on)
            for w in reader.FAULTS
        ]
        found += [BenchFault(ReaderFault(cure, seat), READER, cure, "") for cure in reader.CURES]
        return tuple(found)


def _of(word: dispenser.DispenserWord) -> str:
    """Return the part that has the fault."""
    return str(getattr(word, "of", HOPPER))
