"""The figures that count the data of games. The games' trials supply them, so that this module names no game."""

from collections.abc import Iterator

from lab.figure import Figure
from lab.systems import all_trials


def measure(_: int) -> Iterator[Figure]:
    """Yield the figures of every shipped or installed game."""
    for _rule_set, trials in all_trials():
        if trials.data_figures is not None:
            yield from trials.data_figures()
