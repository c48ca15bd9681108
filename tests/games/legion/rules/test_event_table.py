"""Every event of Legion has its row: what it changes, its line in the story, and its tokens."""

import pkgutil
from importlib import import_module

import pytest

from table.games.legion import rules
from table.games.legion.rules.event_table import TABLE, evolve
from table.games.legion.rules.round_events import RoundBegan
from table.rules.corrections import EVENTS as CORRECTIONS
from table.rules.game import Event
from table.rules.steps import StepBegan


def test_every_event_has_a_row() -> None:
    """An event without one would be written and never read again."""
    modules = [import_module(module.name) for module in pkgutil.walk_packages(rules.__path__, f"{rules.__name__}.")]
    found = {
        kind
        for module in modules
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Event) and kind.__module__ == module.__name__
        if kind.__struct_config__.tag is not None
    }
    assert found | {StepBegan, *CORRECTIONS} == set(TABLE.events)


def test_a_match_begins_with_its_sides() -> None:
    with pytest.raises(ValueError, match="RoundBegan"):
        evolve(None, RoundBegan(1))
