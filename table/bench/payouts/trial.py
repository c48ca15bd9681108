"""One payout under one cut and one fault, to its end; and what is true then against what the ledger says."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from sim_hardware.clock import MS, S
from table.bench.payouts.game import KINDS, MOST, ORDER
from table.bench.payouts.player import Player
from table.bench.payouts.table import CUTS, PayoutTable
from table.games.commands import Answer
from table.games.seats import BLUE

MECHANICS = ("jam", "jam-clears", "empty", "double", "twin", "late", "bounce", "block", "slip")
STUCK_S = 90
MOMENTS = 900
"""A payout of four tokens has about so many: a blind strike falls on any of them."""


@dataclass(slots=True)
class Tally:
    jobs: int = 0
    double: int = 0
    lost: int = 0
    unknown: int = 0
    """Jobs that the dispenser itself could not tell."""
    elsewhere: int = 0
    """Of those: where no power was cut, so that it should have known."""
    uncountable: int = 0
    wrong: list[str] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        self.jobs += other.jobs
        self.double += other.double
        self.lost += other.lost
        self.unknown += other.unknown
        self.elsewhere += other.elsewhere
        self.uncountable += other.uncountable
        self.wrong += other.wrong


class Trial:
    """A world of its own; payouts one after the other in it."""

    def __init__(self, seed: int, *, resends: bool = False) -> None:
        self.seed = seed
        self.chance = Random(seed)
        self.table = PayoutTable(seed, resends=resends)
        self.player = Player(self.table, self.chance)
        self.tally = Tally()
        self._owed = [0] * len(KINDS)
        self._until(self._is_ready, 5)

    def random_payout(self) -> None:
        number = self.chance.randrange(len(KINDS))
        fault = self.chance.choice(MECHANICS) if self.chance.random() < 0.5 else ""
        cut = self.chance.choice(CUTS) if self.chance.random() < 0.8 else ""
        if fault:
            self.table.dispenser.fault(fault, number)
        if cut:
            self.table.arm(self.chance.randrange(1, MOMENTS), cut, self.chance.randrange(1 * MS, 5 * S))
        self.payout(number, self.chance.randint(1, MOST), fault, cut)
        if self.chance.random() < 0.05:
            self.table.wait(4)  # Long enough for the Pico to tidy its flash.

    def payout(self, number: int, count: int, fault: str = "", cut: str = "") -> None:
        """Owe the tokens and see the payout through; the ledger against the truth is added to the tally."""
        table, made, unseen, cuts = self.table, self.table.ledger.jobs_made, self._untold(number), self.table.cuts
        told = len(self.player.told_unknown)
        owing = self._order(number, count)
        if not self._until(self._is_settled, STUCK_S):
            self._blame("stuck", fault, cut)
            self.tally.lost += 1
        table.steps.rest()
        if fault or cut:
            self._let_it_come_to_rest()
        self._owed[number] += count if owing else 0
        self._weigh(number, fault, cut, self._untold(number) - unseen if fault in ("late", "twin") else 0)
        self._mend(number)
        self.tally.jobs += max(1, table.ledger.jobs_made - made)
        self.tally.unknown += len(self.player.told_unknown) - told
        if table.cuts == cuts:
            self.tally.elsewhere += len(self.player.told_unknown) - told

    def _let_it_come_to_rest(self) -> None:
        """Late tokens are told with the next heartbeat, or at the next connection."""
        for _ in range(20):
            self._until(self._is_settled, STUCK_S)
            self.table.wait(1.4)
            if self._is_settled():
                return

    def _order(self, number: int, count: int) -> bool:
        """False: the table died before the order was on disk, and nobody owes anything."""
        before = self.table.ledger.jobs_made
        self.table.answer(Answer(BLUE, ORDER, f"{KINDS[number]}-{count}"))
        self._until(lambda: self.table.session is not None, 60)
        return self.table.ledger.jobs_made > before

    def _until(self, so: Callable[[], bool], most_s: float) -> bool:
        until_ns = self.table.clock.now_ns + int(most_s * S)
        while not so():
            if self.table.clock.now_ns >= until_ns:
                return False
            if not self.player.answer():
                self.table.turn(min(until_ns, self.table.clock.now_ns + 40 * MS))
        return True

    def _is_ready(self) -> bool:
        shown = self.table.published
        unwritten = shown is not None and any(fault.code == "journal.unwritable" for fault in shown.faults)
        return self.table.is_whole and self.table.ledger.up and not unwritten

    def _is_settled(self) -> bool:
        ledger = self.table.ledger
        return self._is_ready() and not ledger.jobs and not ledger.called_back

    def _untold(self, number: int) -> int:
        """Tokens that no device could count: two as one pulse, or one that fell late and without power."""
        return self.table.dispenser.hoppers[number].merged + self.table.unseen[number]

    def _weigh(self, number: int, fault: str, cut: str, untold: int) -> None:
        """What lies on the table, what the ledger says lies there, what is owed: all three are one number."""
        for n, kind in enumerate(KINDS):
            written = self.table.ledger.out_of(kind)
            surplus = self.player.surplus(n)
            most = untold if n == number else 0
            if 0 < surplus <= most:
                self.tally.uncountable += surplus
                self.player.take_away(n, surplus)
            elif surplus or written != self._owed[n]:
                self.tally.double += max(0, surplus) + max(0, written - self._owed[n])
                self.tally.lost += max(0, -surplus) + max(0, self._owed[n] - written)
                self._blame(f"{kind}: owed {self._owed[n]}, written {written}, lying {written + surplus}", fault, cut)
                self.player.take_away(n, surplus)
                self._owed[n] = written

    def _blame(self, what: str, fault: str, cut: str) -> None:
        job = self.table.ledger.jobs_made
        place = self.table.steps.place
        self.tally.wrong.append(
            f"seed {self.seed}, job {job}, {fault or 'no fault'}, {cut or 'no cut'} {place}: {what}"
        )

    def _mend(self, number: int) -> None:
        """Somebody looks after the hopper."""
        part = self.table.dispenser.hoppers[number]
        self.table.dispenser.fault("clear", number)
        part.doubles = part.twins = part.late_ns = 0
        part.bouncing = False
        if part.tokens < 20:
            part.tokens += 40
        if number in self.table.ledger.failed or part.tokens > 40:
            self.table.answer(Answer(BLUE, "match.refill", str(number)))
            self.table.answer(Answer(BLUE, f"match.refill.{number}", part.tokens))

    def close(self) -> None:
        self.table.close()
