"""`command-table campaign codes`: is every list code read as it was written, never as another list?

It writes random codes in each layout that list builders use, and reads them; then it changes, drops or doubles one byte
of each. The damaged code must read as the same list, be refused, or differ in its head (name, points) or in one
trooper: codes have no checksum, so that code could come from a builder. It must never read as a list of another shape.
With `--samples FILE` it also reads codes of other people, which are not part of this project.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator

from lab.figure import Figure
from lab.systems import all_trials
from lab.trials.code_trial import CodeTrial
from lab.trials.list_trial import ListOutcome

CONTROL_CODES = 500
SHOWN = 5
"""The maximum number of samples in a figure's note."""


def campaign(count: int, seed: int, done: Callable[[int], None]) -> Iterator[Figure]:
    """Write and read `count` codes of each layout, and damage `count` of them."""
    for trial in trials():
        rng = random.Random(seed)
        for place, layout in enumerate(trial.layouts):
            right = 0
            for number in range(count):
                written = trial.written(rng, layout)
                right += trial.read(written, written.code) is ListOutcome.RIGHT
                done((place * count + number) // (len(trial.layouts) + 1))
            yield Figure(f"codes.layout_{layout}", 100 * right / count, "%", ">= 100", right == count, count)
        yield _taken("codes.damaged_taken", outcomes(trial, count, seed), "<= 0")
        done(count)
        yield _taken("codes.damaged_taken.control", outcomes(trial.hasty(), min(count, CONTROL_CODES), seed), "fails")


def of_samples(content: bytes) -> Iterator[Figure]:
    """Read the samples in a file. Raises ValueError if it contains none."""
    for trial in trials():
        read = tuple(trial.samples(content))
        unread = [name for name, outcome in read if outcome is not ListOutcome.RIGHT]
        note = "; ".join(unread[:SHOWN])
        well, goal = len(read) - len(unread), f">= {len(read)}"
        yield Figure("codes.samples", well, "codes", goal, not unread, len(read), note=note)


def trials() -> tuple[CodeTrial, ...]:
    """Return the trial of every game whose lists have codes."""
    return tuple(trials.code_trial() for _, trials in all_trials() if trials.code_trial is not None)


def outcomes(trial: CodeTrial, count: int, seed: int) -> Counter[ListOutcome]:
    """Return the outcomes of this many damaged codes, of all layouts in turn."""
    rng, came = random.Random(seed), Counter[ListOutcome]()
    for number in range(count):
        written = trial.written(rng, trial.layouts[number % len(trial.layouts)])
        came[trial.read(written, trial.damaged(rng, written.code))] += 1
    return came


def _taken(name: str, came: Counter[ListOutcome], goal: str) -> Figure:
    wrong = came[ListOutcome.WRONG]
    note = ", ".join(f"{came[each]} {each}" for each in ListOutcome if came[each])
    return Figure(name, wrong, "codes", goal, (wrong > 0) is (goal == "fails"), came.total(), note=note)
