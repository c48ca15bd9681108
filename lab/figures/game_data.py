"""The figures that games bring along: what their data know, counted. No module of the lab names such a game."""

from collections.abc import Iterator

from lab.figures.figure import Figure
from lab.systems import all_trials


def measure(_: int) -> Iterator[Figure]:
    """Yield the figures of the data of every game that is shipped or installed."""
    for _rule_set, trials in all_trials():
        if trials.data_figures is not None:
            for each in trials.data_figures():
                yield Figure(each.name, each.value, each.unit, each.goal, each.ok, each.n, note=each.note)
