"""A configuration's file becomes what follows from it, or everything that is wrong with the file."""

from pathlib import Path
from typing import NamedTuple

from table.config import load
from table.config.checks import Terms
from table.games.found import found
from table.setup.setup import Setup
from table.toml.problems import Problem


class LoadedSetup(NamedTuple):
    """A set-up that is used only if there are no problems: in place of what is wrong stand defaults, or nothing."""

    setup: Setup
    problems: tuple[Problem, ...]


def load_setup(file: Path | None) -> LoadedSetup:
    """Return the setup of a file, with every problem of the file at once. Without a file: the emulated table."""
    there = found(load(file).config.games)
    kinds = dict.fromkeys(kind for each in there.rule_sets for kind in each.token_kinds)
    rounds = tuple(each.game.system for each in there.rule_sets if each.has_rounds)
    loaded = load(file, Terms(tuple(kinds), rounds))
    return LoadedSetup(Setup.of(loaded.config, there), loaded.problems)
