"""The players at a payout. They answer truthfully, but not always patiently."""

from random import Random

from lab.campaigns.dispense.payout_game import KINDS
from lab.campaigns.dispense.payout_table import PayoutTable
from sim_hardware.clock import MS, S
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
