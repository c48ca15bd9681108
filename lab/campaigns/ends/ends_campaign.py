"""`command-table campaign ends`: does the real program end in good order, at any moment and by any signal?

The installed program is ended during start-up, in the lobby, with a locked card, while a token falls, while bots play,
while a script runs, and in every other command: by SIGTERM, by Ctrl-C, by SIGHUP, by its window. It must end with
status 0 or by the signal, without a traceback and with all threads stopped; the journal must be complete in one file,
the state folder and sockets released, the terminal restored, and the temporary folder empty. A command that finishes
before the signal may end with a status of its own.
"""

import random
import re
import signal
from collections import Counter
from collections.abc import Callable, Container, Iterator, Sequence
from itertools import islice, product
from pathlib import Path
from typing import NamedTuple

from lab.campaigns.ends.living_program import BUT, EndedProgram, SilentError, program
from lab.campaigns.ends.stages import STAGES
from lab.figure import Figure
from lab.temporary_folder import temporary_folder
from table.devices.judge_socket import NAME
from table.records.folder import MATCHES
from table.records.journal import SUFFIX, SqliteJournal, beside
from table.records.lock import StateInUseError, held
from table.view.streams.operations_feed import OperationsFeed
from table.view.streams.spectator_feed import SpectatorFeed

WAYS = {"SIGTERM": signal.SIGTERM, "Ctrl-C": signal.SIGINT, "SIGHUP": signal.SIGHUP, "window": signal.SIGUSR1}
"""The ways to end the program, each with the signal that this campaign sends for it."""
SHOWN = 3
CURRENT, FRAMES = "Current thread ", 8
FRAME = re.compile(r'^  File "(.*)", line (\d+) in (.*)$', re.MULTILINE)
"""The lines in which `faulthandler` prints a thread's place. The signal interrupts the main thread."""
BROKEN = "the program's end was broken on purpose"


class EndCase(NamedTuple):
    stage: str
    way: str


def cases() -> tuple[EndCase, ...]:
    """Return each stage with each way to end it. A stage without a window cannot be ended by its window."""
    return tuple(EndCase(*each) for each in product(STAGES, WAYS) if each[1] != "window" or STAGES[each[0]].windowed)


def campaign(count: int, seed: int, done: Callable[[int], None]) -> Iterator[Figure]:
    """End the program `count` times, each stage by each signal in turn."""
    rng, found, orderly = random.Random(seed), list[str](), 0
    every = cases()
    for number in range(count):
        case = every[number % len(every)]
        wrong = ended(case, rng)
        orderly += not wrong
        found += [f"{case.stage}, {case.way}: {_brief(why)}" for why in wrong]
        done(number + 1)
    note = "; ".join((f"{len(every)} cases: stages x signals", *(why for why, _ in Counter(found).most_common(SHOWN))))
    yield Figure("ends.orderly", 100 * orderly / count, "%", "100 %", orderly == count, count, note=note)
    with temporary_folder() as folder:
        wrong = disorder(folder, EndedProgram(1, f"Traceback (most recent call last): {BROKEN}"), signal.SIGTERM)
        (folder / "temporary").mkdir()
        (folder / "temporary" / "left").touch()
        wrong = (*wrong, *disorder(folder, EndedProgram(None, ""), signal.SIGTERM))
    yield Figure("ends.orderly.control", len(wrong), "findings", "fails", len(wrong) >= 4, note=BROKEN)


def _brief(why: str) -> str:
    """Return a finding without the output of the program."""
    return why.partition(BUT)[0].partition("\n")[0]


def ended(case: EndCase, rng: random.Random) -> Sequence[str]:
    """Bring a program to a stage, end it, and return the findings."""
    stage, number = STAGES[case.stage], WAYS[case.way]
    with (
        temporary_folder() as folder,
        program(folder, *stage.arguments(folder, rng), command=stage.command, terminal=stage.terminal) as living,
    ):
        try:
            stage.reach(living, rng)
        except SilentError as error:
            return (str(error),)
        living.send(number)
        return disorder(folder, living.ended(), number, stage.own)


def disorder(folder: Path, end: EndedProgram, number: int, own: Container[int] = (0,)) -> tuple[str, ...]:
    """Return the findings after a program's end in this folder. `own` are the allowed statuses besides the signal."""
    return (*_of_process(end, number, own), *_of_state(folder / "state"), *_left(folder / "temporary"))


def _of_process(end: EndedProgram, number: int, own: Container[int]) -> Iterator[str]:
    if end.status is None:
        yield f"it did not end: {_main_thread(end.output)}{BUT}{end.output}"
    elif end.status != -number and end.status not in own:
        yield f"it ended with status {end.status}: {end.output[-400:]}"
    if "Traceback" in end.output:
        yield "it ended with a traceback"
    if "did not stop" in end.output:
        yield "a thread did not stop"
    if end.input_hidden:
        yield "its terminal does not show what is typed"


def _main_thread(output: str) -> str:
    """Return the place of the main thread in the last dump, innermost call first."""
    _, _, dump = output.rpartition(CURRENT)
    return " < ".join(f"{Path(file).name}:{line} {call}" for file, line, call in FRAME.findall(dump)[:FRAMES])


def _of_state(state: Path) -> Iterator[str]:
    for socket in (NAME, SpectatorFeed.name, OperationsFeed.name):
        if (state / socket).exists():
            yield f"its socket {socket} is still there"
    for path in sorted((state / MATCHES).glob(f"*{SUFFIX}")):
        log = beside(path, "-wal")
        if log.exists() and log.stat().st_size:
            yield "its journal is not whole in its file"
        SqliteJournal.open(path).close()
    if state.exists():
        try:
            with held(state):
                pass
        except StateInUseError:
            yield "its state folder is still held"


def _left(temporary: Path) -> Iterator[str]:
    if temporary.exists():
        yield from (f"{path.name} is left in the temporary folder" for path in islice(temporary.iterdir(), SHOWN))
