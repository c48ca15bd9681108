"""The figures that games bring along: what their data know, counted. No module of the lab names such a game."""

from collections.abc import Iterator

from lab.figures.figure import Figure
from table.config import Config
from table.setup.setup import Setup


def measure(_: int) -> Iterator[Figure]:
    """Yield the figures of the data of every game that is shipped or installed."""
    for rule_set in Setup.of(Config()).rule_sets.values():
        if rule_set.data_figures is not None:
            for each in rule_set.data_figures():
                yield Figure(each.name, each.value, each.unit, each.goal, each.ok, each.n, note=each.note)
