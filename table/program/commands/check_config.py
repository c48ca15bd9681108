"""`command-table check-config FILE`."""

import sys
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from table.config.toml.problems import Problem
from table.program.commands.config_option import usual_file
from table.program.shared_options import CONFIGURATION
from table.records.folder import LISTS
from table.words.terminal import print_lines

if TYPE_CHECKING:
    from hal.panels.keypads.input_device import InputKernel
    from hal.panels.keypads.settings import KeypadSettings
    from table.games.table_games import TableGames
    from table.rules.text import Text


@click.command(epilog="\b\nExample:\n  command-table check-config table.toml")
@click.argument("file", type=CONFIGURATION, required=False, default=usual_file)
@click.option("--language", default="en", show_default=True, help="Language of the messages: en, de or es.")
def command(file: Path | None, language: str) -> None:
    """Check a configuration, and print every problem in it.

    Without FILE it is the one that `setup` wrote. Each problem is printed with its key, its value and the valid values.
    The scenarios and army lists in the state folder of the configuration are checked as well, because the lobby does
    not offer broken ones. The exit status is 1 if there is a problem.
    """
    from hal.panels.keypads.input_device import LinuxInputs
    from table.config import describe
    from table.config.kernel_pins import claimed_pins_problems, shared
    from table.devices.configured.panel_settings import keypad_settings
    from table.devices.setup import load_setup
    from table.words import Words
    from table.words.catalogue import languages

    if file is None:
        raise click.UsageError("There is no configuration yet. Name its file, or write one: command-table setup")
    if language not in languages():
        raise click.BadParameter(f"{language!r} is not spoken here; there are: {', '.join(languages())}")
    loaded = load_setup(file)
    words, config = Words(language), loaded.setup.config
    problems: tuple[Problem, ...] = loaded.problems
    if not problems:
        problems = (*claimed_pins_problems(file, config), *_in_state(loaded.setup.games))
    print_lines(*describe(problems, words.say))
    if not loaded.problems and config.world == "real":
        places = {keypad.place for keypad in config.keypads.values()}
        of_keypads = _about_keypads(keypad_settings(config), places, LinuxInputs())
        print_lines(*map(words.say, shared(config)), *map(words.say, of_keypads))
    sys.exit(1 if problems else 0)


def _about_keypads(
    settings: "tuple[KeypadSettings, ...]", places: Collection[str], inputs: "InputKernel"
) -> "Iterator[Text]":
    """Yield a line for each keypad that this computer lacks or cannot use. A running table keeps its own."""
    import time

    from table.devices.hands_on.dialogue import DoctorTime
    from table.program.doctor.finding import FindingState
    from table.program.doctor.keypads import keypads
    from table.rules.text import text

    for finding in keypads(settings, places, inputs, DoctorTime(time.monotonic, time.sleep)) if places else ():
        if finding.state is not FindingState.WELL:
            yield text("doctor.about", part=finding.part, words=finding.words)


def _in_state(games: "TableGames") -> Iterator[Problem]:
    """Yield the problems of the players' own files. Unknown names in a list are not reported here."""
    seen: set[Path] = set()
    for rule_set in games.rule_sets.values():
        for entry in () if rule_set.lists is None else rule_set.lists.stored(games.folder / LISTS):
            if entry.path not in seen:
                yield from entry.problems
            seen.add(entry.path)
