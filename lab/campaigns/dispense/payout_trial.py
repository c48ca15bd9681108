"""Run one payout under one cut and one fault to its end, and compare the ledger with the truth."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from lab.campaigns.dispense.payout_game import BRING, KINDS, MOST, ORDER
from lab.campaigns.dispense.payout_table import FAULTS, PAYOUT_WORLD, PayoutTable, PayoutWorld
from sim_hardware.clock import MS, S
from sim_hardware.dispenser import vocabulary
from table.rules.commands import Answer
from table.rules.match.events import PayoutOutcome
from table.rules.match.hoppers import CONTENT, REFILL
from table.rules.match.job_steps import UNSURE
from table.rules.match.ledger import TokenJob
from table.rules.match.payouts import AGAIN, BY_HAND, CAME, HAND, PAYOUT, TOKENS_BACK
from table.rules.prompts import AnyPrompt
from table.rules.seats import BLUE


class PayoutPlayer:
    """The players, who see the tokens on the table."""

    def __init__(self, table: PayoutTable, chance: Random) -> None:
        self._table = table
        self._chance = chance
        self._put_back = [0] * len(KINDS)
        self._pressed_ns = 0
        self.reported_unknown: set[str] = set()

    def lying(self, number: int) -> int:
        """Return the number of tokens of this hopper's kind on the table."""
        return self._table.dispenser.tray.count(number) + self._table.by_hand[number] - self._put_back[number]

    def surplus(self, number: int) -> int:
        """Return the number of tokens on the table beyond those in the ledger and in the seats' trays."""
        ledger, kind = self._table.ledger, KINDS[number]
        return self.lying(number) - ledger.out_of(kind) - ledger.in_trays(kind)

    def take_away(self, number: int, tokens: int) -> None:
        """Take away tokens that no device could count and a recount found."""
        self._put_back[number] += tokens
        self._table.dispenser.load(number, tokens)

    def answer(self) -> bool:
        """Answer the first prompt that can be answered now. Return False if there is none."""
        published = self._table.published
        if published is None or self._table.session is None:
            return False
        if any(fault.code == "journal.unwritable" for fault in published.faults):
            return self._press_any_key()
        return any((p.chore or not p.standing) and self._answer(p) for p in published.prompts)

    def _press_any_key(self) -> bool:
        """Answer any prompt once a second, which shows when the disk is writable again."""
        if self._table.clock.now_ns >= self._pressed_ns + S:
            self._pressed_ns = self._table.clock.now_ns
            self._table.answer(Answer(BLUE, "any key", None))
        return False

    def _answer(self, prompt: AnyPrompt) -> bool:
        if prompt.key == TOKENS_BACK:
            return self._hand_back()
        ledger = self._table.ledger
        if prompt.key.startswith(HAND):
            self._table.answer(Answer(prompt.seat or BLUE, prompt.key))
            return False  # the prompt is the seat's own reminder, and its answer changes nothing else
        job = ledger.job(prompt.key.removeprefix(PAYOUT)) if prompt.key.startswith(PAYOUT) else None
        if job is None or job.hopper is None:
            return False
        if job.state in UNSURE:
            return self._report_count(job, prompt.key)
        self._see_to(job.hopper)
        if job.why is PayoutOutcome.BLOCKED and self.surplus(job.hopper) > 0:
            return self._give(prompt.key, CAME)
        if ledger.up and self._chance.random() < 0.8:
            return self._give(prompt.key, AGAIN)
        return self._give(prompt.key, BY_HAND) or self._is_closed(job)

    def _report_count(self, job: TokenJob, key: str) -> bool:
        if job.called_unknown:
            if not job.why:
                self.reported_unknown.add(job.id)
        elif self._chance.random() < 0.995:
            return False  # Players wait for the dispenser; one look in two hundred does not.
        number = KINDS.index(job.kind)
        came = job.passed + job.late + self.surplus(number)
        least, most = job.least + job.late, job.most + job.late + 1
        return self._give(key, str(min(max(came, least), most)))

    def _is_closed(self, job: TokenJob) -> bool:
        """True if the answer is in the journal although the table was killed while it answered."""
        self._wait_for_host()
        return self._table.ledger.job(job.id) is None

    def _hand_back(self) -> bool:
        back = self._table.ledger.called_back
        if not self._give(TOKENS_BACK, None):
            self._wait_for_host()
            if self._table.ledger.called_back == back:
                return False
        for token in back:
            number = KINDS.index(token.kind)
            self._put_back[number] += token.count
            self._table.dispenser.load(number, token.count)
        return True

    def _see_to(self, number: int) -> None:
        part = self._table.dispenser.hoppers[number]
        self._table.free(number)
        if part.tokens < 10:
            part.tokens += 40
            self._give(REFILL, str(number))
            self._give(f"{CONTENT}{number}", part.tokens)

    def _give(self, key: str, value: str | int | None) -> bool:
        """Answer a prompt. Return True if the table accepted the answer and wrote it to disk."""
        before = self._table.ledger
        return self._table.answer(Answer(BLUE, key, value)) and self._table.ledger != before

    def _wait_for_host(self) -> None:
        until_ns = self._table.clock.now_ns + 60 * S
        while self._table.session is None and self._table.clock.now_ns < until_ns:
            self._table.turn(self._table.clock.now_ns + 50 * MS)


BEFORE = tuple(word.word for word in vocabulary.FAULTS if word.of == vocabulary.HOPPER)
LONGEST_NS = 3 * S
"""The time after a payout's start in which a fault may happen."""
STUCK_S = 90
REPORTED_S = 1.4
"""A late token is reported within this time while the connection holds."""
MOMENTS = 700
"""The number of moments in a payout of four tokens. A random strike hits one of them."""


@dataclass(slots=True)
class Tally:
    jobs: int = 0
    double: int = 0
    lost: int = 0
    unknown: int = 0
    """The number of jobs whose outcome the dispenser did not know."""
    elsewhere: int = 0
    """The number of these jobs without a power cut during the payout, which the dispenser should know."""
    uncountable: int = 0
    """The number of tokens that passed with another as one pulse and were found by a recount."""
    unseen: int = 0
    """The number of tokens that passed without power or behind an obstacle and were found by a recount."""
    wrong: list[str] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        self.jobs += other.jobs
        self.double += other.double
        self.lost += other.lost
        self.unknown += other.unknown
        self.elsewhere += other.elsewhere
        self.uncountable += other.uncountable
        self.unseen += other.unseen
        self.wrong += other.wrong


class PayoutTrial:
    """A table that makes one payout after another."""

    def __init__(self, seed: int, world: PayoutWorld = PAYOUT_WORLD) -> None:
        self.seed = seed
        self.chance = Random(seed)
        self._gives_back = world.spent is not None
        self.table = PayoutTable(seed, world)
        self.player = PayoutPlayer(self.table, self.chance)
        self.tally = Tally()
        self._owed = [0] * len(KINDS)
        self._merged = [0] * len(KINDS)
        self._unseen = [0] * len(KINDS)
        self._last_fault_ns = 0
        self._until(self._is_ready, 5)

    def random_payout(self) -> None:
        """Try a random payout: perhaps with a faulty hopper, a strike at one moment, and faults at any time."""
        chance = self.chance
        number = chance.randrange(len(KINDS))
        if self._gives_back and chance.random() < 0.9:
            self._bring(number)
        self.table.cut_ns = chance.randrange(1 * MS, 5 * S)
        words = []
        if chance.random() < 0.3:
            words.append(chance.choice(BEFORE))
            self.table.dispenser.fault(words[0], number)
        for _ in range(chance.choice((0, 0, 1, 1, 2))):
            words.append(chance.choice(FAULTS))
            self._schedule(words[-1], number, chance.randrange(LONGEST_NS))
        if chance.random() < 0.6:
            words.append(chance.choice(FAULTS))
            self.strike(chance.randrange(1, MOMENTS), words[-1], number)
        self.payout(number, chance.randint(1, MOST), *words)
        if chance.random() < 0.05:
            self.table.wait(4)  # long enough for the Pico to tidy its flash

    def strike(self, moment: int, word: str, number: int) -> None:
        """Strike at the moment with this number, counted from now."""
        self.table.struck_hopper = number
        self.table.arm(moment, word, self.table.cut_ns)

    def _schedule(self, word: str, number: int, after_ns: int) -> None:
        clock = self.table.clock
        clock.after(after_ns, lambda: self.table.strike(word, number))
        self._last_fault_ns = max(self._last_fault_ns, clock.now_ns + after_ns)
        if word == "block" and self.chance.random() < 0.5:
            clock.after(after_ns + self.chance.randrange(LONGEST_NS), lambda: self.table.clear(number))

    def payout(self, number: int, count: int, *words: str) -> None:
        """Order the tokens, finish the payout, and add the comparison of ledger and truth to the tally."""
        table, made, cuts = self.table, self.table.ledger.jobs_made, self.table.cuts_in_payout
        reported = len(self.player.reported_unknown)
        owing = self._order(number, count)
        if not self._until(self._is_settled, STUCK_S):
            self._blame("stuck", words)
            self.tally.lost += 1
        if words or self._is_struck():
            self._let_it_come_to_rest()
        table.steps.rest()
        self._owed[number] += count if owing else 0
        self._weigh(words)
        self._mend(number)
        self.tally.jobs += max(1, table.ledger.jobs_made - made)
        unknown = len(self.player.reported_unknown) - reported
        self.tally.unknown += unknown
        self.tally.elsewhere += max(0, unknown - (table.cuts_in_payout - cuts))

    def _let_it_come_to_rest(self) -> None:
        """Wait for late tokens, which are reported with the next heartbeat or connection.

        A wait with a strike does not count: the strike may have cut the connection that would report them.
        """
        for _ in range(20):
            while self._is_struck():
                self.table.wait(0.1)
            self._until(self._is_settled, STUCK_S)
            struck = self.table.strikes
            self.table.wait(REPORTED_S)
            if self._is_settled() and not self._is_struck() and self.table.strikes == struck:
                return

    def _is_struck(self) -> bool:
        """True if a fault is still due, or its effect has not ended."""
        return max(self._last_fault_ns, self.table.over_ns) > self.table.clock.now_ns

    def _order(self, number: int, count: int) -> bool:
        """Order the tokens. Return False if the table died before the order was on disk."""
        before = sum(self.table.counts.orders)
        self.table.answer(Answer(BLUE, ORDER, f"{KINDS[number]}-{count}"))
        self._until(lambda: self.table.session is not None, 60)
        return sum(self.table.counts.orders) > before

    def _bring(self, number: int) -> None:
        """Return some tokens on the table, usually all, and put the requested ones into the hoppers."""
        out, before = min(MOST, self.table.ledger.out_of(KINDS[number])), sum(self.table.counts.brought)
        if not out:
            return
        self.table.answer(
            Answer(BLUE, BRING, f"{KINDS[number]}-{self.chance.choice((out, out, self.chance.randint(1, out)))}")
        )
        self._until(lambda: self.table.session is not None, 60)
        self._owed[number] -= sum(self.table.counts.brought) - before
        self._until(self._is_settled, STUCK_S)

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

    def _weigh(self, words: tuple[str, ...]) -> None:
        """Compare the tokens on the table with the ledger and the order: all three must be equal.

        A surplus is allowed if as many tokens passed in a way that no device can count.
        """
        for n, kind in enumerate(KINDS):
            written = self.table.ledger.out_of(kind)
            surplus = lying = self.player.surplus(n)
            merged, unseen = self._passed_untold(n)
            if written == self._owed[n] and 0 < surplus <= merged + unseen:
                self.tally.uncountable += min(surplus, merged)
                self.tally.unseen += max(0, surplus - merged)
                self.player.take_away(n, surplus)
            elif surplus or written != self._owed[n]:
                self.tally.double += max(0, surplus) + max(0, written - self._owed[n])
                self.tally.lost += max(0, -surplus) + max(0, self._owed[n] - written)
                self._blame(f"{kind}: owed {self._owed[n]}, written {written}, lying {written + lying}", words)
                self.player.take_away(n, surplus)
                self._owed[n] = written

    def _passed_untold(self, number: int) -> tuple[int, int]:
        """Return the tokens since the last call that merged into one pulse, and those that were unseen."""
        part = self.table.dispenser.hoppers[number]
        merged, unseen = part.merged, part.hidden + self.table.unseen[number]
        before = self._merged[number], self._unseen[number]
        self._merged[number], self._unseen[number] = merged, unseen
        return merged - before[0], unseen - before[1]

    def _blame(self, what: str, words: tuple[str, ...]) -> None:
        job, place = self.table.ledger.jobs_made, self.table.steps.place
        self.tally.wrong.append(f"seed {self.seed}, job {job}, {', '.join(words) or 'no fault'} {place}: {what}")

    def _mend(self, number: int) -> None:
        """Repair the hopper."""
        part = self.table.dispenser.hoppers[number]
        self.table.free(number)
        self.table.dispenser.fault("quiet")
        part.doubles = part.twins = part.late_ns = 0
        part.bouncing = False
        if part.tokens < 20:
            part.tokens += 40
        if number in self.table.ledger.failed or part.tokens > 40:
            self.table.answer(Answer(BLUE, "match.refill", str(number)))
            self.table.answer(Answer(BLUE, f"match.refill.{number}", part.tokens))

    def close(self) -> None:
        self.table.close()
