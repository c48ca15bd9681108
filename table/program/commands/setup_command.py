"""The command `command-table setup`."""

import logging
import sys
from contextlib import nullcontext
from pathlib import Path

import click

from table.program.commands.config_option import not_written, usual_place
from table.program.early_end import EndedEarly
from table.program.shared_options import FILE
from table.rules.errors import DeviceError
from table.rules.text import text
from table.words.terminal import print_line, print_lines, stop_with


@click.command(epilog="\b\nExample:\n  command-table setup")
@click.option(
    "--config",
    "file",
    type=FILE,
    help="TOML file to write.  [default: the one that all other commands use where none is named]",
)
@click.option("--screen", "by_screen", is_flag=True, help="Ask in a window instead of the terminal.")
@click.option("--language", help="Language of the questions and of the table: en, de or es.  [default: this system's]")
def command(file: Path | None, by_screen: bool, language: str | None) -> None:
    """Make a table out of the parts that are plugged in.

    It looks for card readers (PC/SC, SPI, I2C) and a dispenser, tries each of them, asks you to lay a card on blue's
    reader, and writes the configuration. It opens a serial port only if a Pico is there, or if you choose the port,
    because opening a port can reset another board. An existing configuration is replaced only if you agree, and a copy
    of it is kept.
    """
    from table.program.first_setup import start
    from table.program.first_setup.people import LeftError
    from table.words import Words, languages

    if (spoken := start.environment_language() if language is None else language) not in languages():
        raise click.BadParameter(f"{spoken!r} is not spoken here; there are: {', '.join(languages())}")
    words, place = Words(spoken), file or usual_place()
    logging.getLogger("hal").addHandler(logging.NullHandler())  # the person is told the same in words
    try:
        asking = start.at_window(spoken) if by_screen else nullcontext(start.at_terminal(spoken))
        with asking as person:
            lines = start.set_up_table(person, spoken, place)
    except (LeftError, EndedEarly) as left:
        print_line(words.say(text("setup.left")), error=True)
        if isinstance(left, EndedEarly):
            raise
        sys.exit(1)
    except DeviceError as error:
        stop_with(str(error))
    except OSError as error:
        not_written(place, error)
    print_lines(*map(words.say, lines))
