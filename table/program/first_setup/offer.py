"""The offer to set up the table, which `run` makes if nothing is configured."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from hal.plugged import pcsc_readers
from table.rules.seats import SEATS
from table.rules.text import text
from table.words import Words
from table.words.terminal import print_line

if TYPE_CHECKING:
    from table.program.first_setup.people import Person


def offered_setup(path: Path) -> bool:
    """Offer to set the table up if two card readers are plugged in. Return True if the file is written.

    Raises LeftError if the person closed the window, and OSError.
    """
    if len(pcsc_readers().usable) < len(SEATS):
        return False
    from table.program.first_setup.dialogue import DeclinedError
    from table.program.first_setup.start import environment_language, set_up_table

    language = environment_language()
    with _person(language) as person:
        if person is None:
            print_line(Words(language).say(text("setup.no_person")), error=True)
            return False
        try:
            lines = set_up_table(person, language, path, offered=True)
        except DeclinedError:
            return False
    for line in lines:
        print_line(Words(language).say(line))
    return True


@contextmanager
def _person(language: str) -> "Iterator[Person | None]":
    """Yield the person at the display or else at the terminal; None if there is neither."""
    from table.program.first_setup.start import at_terminal, at_window
    from table.screen.window import NoDisplayError

    try:
        with at_window(language) as person:
            yield person
    except NoDisplayError:
        yield at_terminal(language) if sys.stdin.isatty() else None
