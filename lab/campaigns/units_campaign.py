"""`command-table campaign units`: do a publisher's unit data mean at the table what they say?

It invents files in the publisher's form, and compares what the table reads of each option with a reckoning made of the
JSON alone, which shares no code with the table. With `--data FOLDER` it reads a folder of real data, and the army codes
that lie there as a list of objects with `code`: each code becomes a force that asks nothing that the data answer. The
control reckons one kind of order falsely. The data belong to others, and are no part of this project.
"""

import random
from collections.abc import Callable, Iterator
from pathlib import Path

from lab.figure import Figure
from lab.systems import all_trials
from lab.temporary_folder import temporary_folder
from lab.trials.game_trials import UnitTrial

OPTIONS_A_FILE = 50


def campaign(count: int, seed: int, done: Callable[[int], None]) -> Iterator[Figure]:
    """Read `count` invented options."""
    rng = random.Random(seed)
    for trial in trials():
        with temporary_folder() as folder:
            for number in range(0, count, OPTIONS_A_FILE):
                content = trial.invented(rng, min(OPTIONS_A_FILE, count - number))
                (folder / f"invented-{number}.json").write_bytes(content)
            yield from trial.figures(folder)
        done(count)


def of_folder(folder: Path) -> Iterator[Figure]:
    """Read the data of a folder. Raises ValueError if it contains none."""
    for trial in trials():
        yield from trial.figures(folder)


def trials() -> tuple[UnitTrial, ...]:
    """Return the trial of every game whose lists are completed by unit data."""
    return tuple(trials.unit_trial() for _, trials in all_trials() if trials.unit_trial is not None)
