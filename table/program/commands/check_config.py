"""`command-table check-config FILE`."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from table.records.folder import CARD_BOOK, LISTS, SCENARIOS
from table.toml.problems import Problem
from table.words.terminal import tell_lines


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--language", default="en", show_default=True)
def command(file: Path, language: str) -> None:
    """Print every problem of a configuration at once, with its key, its value and what would be right.

    So with the scenarios and army lists in the state folder that it names: the lobby does not offer what is broken.
    """
    from table.config import describe, load
    from table.words import Words

    loaded = load(file)
    problems = (*loaded.problems, *(() if loaded.problems else _in_state(loaded.config.state.path)))
    tell_lines(*describe(problems, Words(language).say))
    sys.exit(1 if problems else 0)


def _in_state(folder: Path) -> Iterator[Problem]:
    """Of the players' own files. Reading a list takes no catalogue: whether its names are known is not judged here."""
    from table.devices.tags.card_book import strategy_costs
    from table.games.infinity.lists.force_list import for_all_eyes
    from table.games.infinity.lists.stored import stored_forces
    from table.games.legion.lists.stored import stored_lists
    from table.games.tide_of_iron.scenarios.stored import stored_scenarios

    for scenario in stored_scenarios(folder / SCENARIOS, strategy_costs(folder / CARD_BOOK)):
        yield from scenario.problems
    for army in stored_lists(folder / LISTS):
        yield from (Problem(str(army.path), why) for why in army.broken)
    for force in stored_forces(folder / LISTS):
        yield from (Problem(str(force.path), why) for why in for_all_eyes(force.result.problems))
