"""`command-table check-config FILE`."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from table.records.folder import CARD_BOOK, LISTS, SCENARIOS
from table.toml.problems import Problem
from table.words.terminal import tell_lines


@click.command(epilog="\b\nExample:\n  command-table check-config table.toml")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--language", default="en", show_default=True, help="Language of the messages: en, de or es.")
def command(file: Path, language: str) -> None:
    """Check a configuration, and print every problem in it.

    Each problem is printed with its key, its value and what would be right. The scenarios and army lists in the state
    folder of the configuration are checked as well: the lobby does not offer what is broken. The exit status is 1 if
    there is a problem.
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
