"""Play match after match in one machine, and say what grows: python -m tests.machine.soak FOLDER [--minutes N]

Memory, descriptors and threads of the program, lines in the journal, what is written to the card, and how much of it is
one match. The samples are in FOLDER/soak.json after each.
"""

import sys
import time
from pathlib import Path

import click
import msgspec

from table.words.terminal import print_line
from tests.machine.cards import setup
from tests.machine.cuts import SYSTEM, accounted, commit
from tests.machine.outside import Outside
from tests.machine.players import BriefAnswers, Players
from tests.machine.qemu import Machine
from tests.machine.run import booted, troubles

EVERY_S = 60.0
JOURNAL_S = 300.0
SETTLED = 0.5
"""The share of the samples that is left out: caches fill at first, and each size of letters opens a font."""
MOST_GROWTH_KB_H, MOST_OPENED = 20_000, 5
ASKED = """
pid=$(systemctl show -p MainPID --value command-table)
awk '/^VmRSS|^Threads/ { print $2 }' /proc/$pid/status
ls /proc/$pid/fd | wc -l
journalctl --no-pager -q -u command-table | wc -l
awk '/^write_bytes/ { print $2 }' /proc/$pid/io
systemctl show -p NRestarts --value command-table
"""


class Sample(msgspec.Struct, frozen=True):
    """The table at one moment."""

    minutes: float
    matches: int
    """The matches that were played to their end."""
    rss_kb: int
    threads: int
    descriptors: int
    log_lines: int
    card_bytes: int
    """The bytes that the whole machine wrote to its card."""
    card_flushes: int
    program_bytes: int
    """The bytes that the program itself wrote."""
    restarts: int


class Soak(msgspec.Struct):
    """All samples of one run, and what a match wrote."""

    commit: str
    samples: list[Sample]
    match_bytes: list[int]
    """The bytes that were written to the card during each match."""
    match_flushes: list[int]
    match_seconds: list[int]
    wrong: str = ""

    def growth_kb_h(self) -> float:
        """Return by how much the program's memory grows in an hour, by the slope of the later samples."""
        late = self.samples[int(len(self.samples) * SETTLED) :]
        if len(late) < 3:
            return 0.0
        hours = [each.minutes / 60 for each in late]
        middle, mean = sum(hours) / len(late), sum(each.rss_kb for each in late) / len(late)
        over = sum((hour - middle) * (each.rss_kb - mean) for hour, each in zip(hours, late, strict=True))
        return over / sum((hour - middle) ** 2 for hour in hours)


class SoakedTable:
    """A machine in which one match is played after another."""

    def __init__(self, machine: Machine, kept: Path) -> None:
        self._machine, self._kept = machine, kept
        self._outside = Outside(machine, setup())
        self._players = Players(self._outside, BriefAnswers(1))
        self._matches = 0
        self.found = Soak(commit(), [], [], [], [])

    def play(self, most_s: float) -> None:
        """Play for so many seconds, and write the samples down."""
        booted(self._outside, self._players)
        began_s = next_s = time.monotonic()
        self._begin()
        while time.monotonic() - began_s < most_s:
            if time.monotonic() >= next_s:
                self._sample(began_s)
                next_s += EVERY_S
            if self._players.act() is None:
                self._ended()
                self._players.leave()
                self._begin()
        self._sample(began_s)
        fell, reported = self._players.fallen(), accounted(self._players.journals())
        faults = troubles(self._outside.look().faults)
        if fell != reported or faults:
            self.found.wrong = f"fallen {dict(fell)}, journalled {dict(reported)}; faults: {faults}"

    def journal(self) -> str:
        """Return what the machine has written into its journal."""
        return self._outside.shell("journalctl --no-pager -q", JOURNAL_S)

    def _begin(self) -> None:
        self._before, self._began_s = self._machine.card.written(), time.monotonic()
        self._players.begin(SYSTEM)

    def _ended(self) -> None:
        self._outside.shell("sync")
        after = self._machine.card.written()
        self._matches += 1
        self.found.match_bytes.append(after.bytes - self._before.bytes)
        self.found.match_flushes.append(after.flushes - self._before.flushes)
        self.found.match_seconds.append(round(time.monotonic() - self._began_s))

    def _sample(self, began_s: float) -> None:
        printed = [int(each) for each in self._outside.shell(ASKED).split()]
        rss_kb, threads, descriptors, lines, program_bytes, restarts = printed
        card = self._machine.card.written()
        minutes = round((time.monotonic() - began_s) / 60, 2)
        sample = Sample(
            minutes,
            self._matches,
            rss_kb,
            threads,
            descriptors,
            lines,
            card.bytes,
            card.flushes,
            program_bytes,
            restarts,
        )
        self.found.samples.append(sample)
        self._kept.write_bytes(msgspec.json.format(msgspec.json.encode(self.found)) + b"\n")
        print_line(str(sample))


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--minutes", default=60.0, help="How long to play.")
def main(folder: Path, minutes: float) -> None:
    """Play in the machine in FOLDER, and say what grows."""
    with Machine(folder) as machine:
        table = SoakedTable(machine, folder / "soak.json")
        try:
            table.play(minutes * 60)
        finally:
            (folder / "soak-journal.txt").write_text(table.journal())
    found = table.found
    (folder / "soak.json").write_bytes(msgspec.json.format(msgspec.json.encode(found)) + b"\n")
    first, last = found.samples[0], found.samples[-1]
    print_line(f"memory {first.rss_kb} to {last.rss_kb} kB, {found.growth_kb_h():+.0f} kB an hour")
    print_line(
        f"descriptors {first.descriptors} to {last.descriptors}, log lines {first.log_lines} to {last.log_lines}"
    )
    print_line(f"bytes a match {found.match_bytes}, flushes {found.match_flushes}, seconds {found.match_seconds}")
    opened = last.descriptors - found.samples[int(len(found.samples) * SETTLED)].descriptors
    grows = found.growth_kb_h() > MOST_GROWTH_KB_H or opened > MOST_OPENED or last.restarts > 0
    print_line(found.wrong or ("something grows" if grows else "nothing grows"))
    sys.exit(1 if found.wrong or grows else 0)


if __name__ == "__main__":
    main()
