"""Each fault word shows on an emulated table what `docs/build/faults.md` promises; its cure ends it."""

from pathlib import Path

import pytest

import hal.events as hw
from sim_hardware.clock import Clock
from sim_hardware.dispenser import EmulatedDispenser, vocabulary
from table.emulation.disk import EmulatedDisk
from table.rules.match.events import HopperEntry
from table.rules.seats import BLUE
from tests.hal.dispenser.emulated import VirtualBench
from tests.records.faulty_disk import FULL, FaultyDisk
from tests.session.kit import SessionTable

TOKENS = 20
GIVES_UP_S = 20.0
"""A hopper from which nothing comes gives up before."""
NOISE_S = 600
"""A line that spoils one frame in five is good enough for most questions: five in a row fail seldom."""


class WholeDispenser:
    """A session over the shipping link and firmware, in virtual time; the hopper's tokens are command tokens."""

    def __init__(self, folder: Path) -> None:
        self.bench = VirtualBench((TOKENS,))
        self.disk = FaultyDisk()
        self.table = SessionTable(folder, (HopperEntry(0, "command", TOKENS),), self.disk)
        self._sent = 0
        self.seen: set[str] = set()
        self.table.begun()
        self.run(2.0)
        self.seen.clear()

    def run(self, seconds: float) -> None:
        """Collect every code that is shown meanwhile."""
        for _ in range(round(seconds / 0.1)):
            heard = self.bench.run(0.1)
            self.table.receives(*heard, *self.bench.levels, *self.bench.signs)
            self.bench.levels.clear()
            self.bench.signs.clear()
            for request in self.table.sent[self._sent :]:
                if isinstance(request, hw.PayOut | hw.AskJob):
                    self.bench.request(request)
            self._sent = len(self.table.sent)
            self.seen |= self.shown()

    def shown(self) -> set[str]:
        play = self.table.session.play
        assert play is not None
        failed = {f"payout.{job.why}" for job in play.state.ledger.jobs if job.state == "failed"}
        return failed | {fault.code for fault in self.table.now.faults}

    def fault(self, word: str) -> None:
        """Those of the table's own are done here."""
        match word:
            case "full-disk" | "free-disk":
                self.disk.why = FULL if word == "full-disk" else ""
            case "slow-disk":
                self.bench.clock.advance(vocabulary.STALL_NS)
            case "kill":
                self._restart()
            case "blackout":
                self.bench.fault("power-cut")
                self._restart()
                self.bench.fault("power-on")
            case _:
                self.bench.fault(word)

    def _restart(self) -> None:
        self.bench.restart_host()
        self.table.crash()
        self._sent = 0

    def wins_a_token(self) -> None:
        self.table.plays(blue=3, red=1)


@pytest.fixture
def dispenser(tmp_path: Path) -> WholeDispenser:
    return WholeDispenser(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("word", vocabulary.FAULTS, ids=lambda word: word.word)
def test_a_word_shows_what_is_promised_for_it(dispenser: WholeDispenser, word: vocabulary.DispenserWord) -> None:
    if word.of == vocabulary.TABLE:
        dispenser.wins_a_token()
        dispenser.run(0.2)
    dispenser.fault(word.word)
    if word.of != vocabulary.TABLE:
        dispenser.wins_a_token()
    dispenser.run(GIVES_UP_S)
    for _ in range(NOISE_S if word.word == "noise" else 0):
        dispenser.run(0 if dispenser.seen else 1.0)
    assert dispenser.seen <= set(word.seen_as), "nothing else"
    assert dispenser.seen or not word.seen_as, "it shows"
    dispenser.fault(word.cure or "clear")
    dispenser.run(10.0)
    dispenser.table.presses(BLUE, hw.Button.NEXT)
    assert not [code for code in dispenser.shown() if code.startswith(("dispenser.", "journal."))], "cured"


@pytest.mark.slow
@pytest.mark.parametrize("word", vocabulary.MISTAKES, ids=lambda word: word.word)
def test_a_builders_mistake_shows_what_is_promised_for_it(
    dispenser: WholeDispenser, word: vocabulary.DispenserWord
) -> None:
    dispenser.fault(word.word)
    dispenser.fault("reset")
    dispenser.run(6.0)
    dispenser.wins_a_token()
    dispenser.run(GIVES_UP_S)
    dispenser.bench.request(hw.PayOut("by-hand-1", 0, 1))
    dispenser.run(6.0)
    assert dispenser.seen - {"dispenser.unplugged", "dispenser.reset"} == set(word.seen_as)
    dispenser.fault(word.cure)
    dispenser.fault("reset")
    dispenser.run(6.0)
    assert not [code for code in dispenser.shown() if code in ("hopper.dark", "hopper.backward")], "cured"


def test_a_hopper_that_gave_up_is_named_until_it_was_seen_to(dispenser: WholeDispenser) -> None:
    dispenser.bench.fault("jam")
    dispenser.wins_a_token()
    dispenser.run(GIVES_UP_S)
    (job,) = dispenser.table.now.handing
    dispenser.table.answers(BLUE, f"match.payout.{job.job}", "by_hand")
    assert dispenser.shown() == {"hopper.given_up"}
    dispenser.table.answers(BLUE, "match.refill", "0")
    dispenser.table.answers(BLUE, "match.refill.0", TOKENS)
    assert dispenser.shown() == set()


def test_without_a_fault_nothing_is_shown(dispenser: WholeDispenser) -> None:
    dispenser.wins_a_token()
    dispenser.run(3.0)
    assert dispenser.seen == set()
    assert dispenser.bench.tray() == (0,)
    assert dispenser.table.now.hoppers[0].content == TOKENS - 1


def test_every_word_is_in_the_vocabulary_or_ends_a_fault() -> None:
    named = {row.word for row in vocabulary.WORDS} | set(vocabulary.CURES)
    assert [word for kind in vocabulary.PARTS for word in kind if word not in named] == []


@pytest.mark.parametrize("word", [word for kind in vocabulary.PARTS for word in kind])
def test_every_word_does_something(word: vocabulary.FaultWord) -> None:
    dispenser = EmulatedDispenser(Clock(), (TOKENS,))
    if vocabulary.PARTS[type(word)] == vocabulary.TABLE:
        with pytest.raises(ValueError, match="happens to the table"):
            dispenser.fault(word)
    else:
        dispenser.fault(word)


@pytest.mark.parametrize("word", vocabulary.DiskFaultWord)
def test_every_word_of_the_disk_does_something(word: vocabulary.DiskFaultWord) -> None:
    EmulatedDisk().fault(word)
