"""The faults of one emulated table: every word, which of them are on, and which word ends each."""

from collections.abc import Callable, Iterator
from functools import partial

from sim_hardware.dispenser import vocabulary as dispenser
from sim_hardware.nfc import vocabulary as reader
from table.emulation.acts import DispenserFault, ReaderFault
from table.emulation.bench_view import BenchFault
from table.rules.seats import Seat

READER = "reader"


class FaultSwitches:
    """Remember which faults are on.

    A fault that ends by itself is never on, since the bench cannot see when it ends.
    """

    def __init__(self, has_dispenser: bool) -> None:
        self._rows = tuple(row for row in dispenser.WORDS if has_dispenser or row.of == dispenser.TABLE)
        self._on: dict[tuple[str, object], str] = {}
        """The cure of each fault that is on, by word and hopper or seat; None if the fault belongs to no single one."""

    def switch(self, act: DispenserFault | ReaderFault) -> None:
        """Note a fault that has begun, or a cure."""
        if isinstance(act, ReaderFault):
            found: list[tuple[str, object]] = [(row.cure, act.seat) for row in reader.FAULTS if row.word == act.word]
            where: object = act.seat
        else:
            found = [(row.cure, _place(row.of, act.hopper)) for row in dispenser.WORDS if row.word == act.word]
            where = act.hopper
        for cure, place in found:
            if cure:
                self._on[act.word, place] = cure
        if not found:
            self._on = {key: cure for key, cure in self._on.items() if cure != act.word or key[1] not in (where, None)}

    def ended_by(self, cure: str) -> bool:
        """True if this word would end a fault that is on."""
        return cure in self._on.values()

    def listed(self, hopper: int, seat: Seat) -> tuple[BenchFault, ...]:
        """Return the faults grouped by part, with the cures at the end of each group."""
        at_hopper, at_reader = partial(DispenserFault, hopper=hopper), partial(ReaderFault, seat=seat)
        found: list[BenchFault] = []
        for of in dict.fromkeys(row.of for row in self._rows):
            found += self._group(of, (row for row in self._rows if row.of == of), _place(of, hopper), at_hopper)
        return (*found, *self._group(READER, iter(reader.FAULTS), seat, at_reader))

    def _group(
        self,
        of: str,
        rows: Iterator[dispenser.DispenserWord] | Iterator[reader.ReaderWord],
        place: object,
        act: Callable[[str], DispenserFault] | Callable[[str], ReaderFault],
    ) -> Iterator[BenchFault]:
        cures: dict[str, None] = {}
        for row in rows:
            yield BenchFault(act(row.word), of, row.word, row.what, row.cure, (row.word, place) in self._on)
            cures |= {row.cure: None} if row.cure else {}
        yield from (BenchFault(act(cure), of, cure, "") for cure in cures)


def _place(of: str, hopper: int) -> int | None:
    """Return the hopper of a hopper's fault, or None for a part that exists only once."""
    return hopper if of == dispenser.HOPPER else None
