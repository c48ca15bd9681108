"""The command `command-table start`: choose how to play, in a picture of three ways."""

import os
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import click

from table.program.early_end import ending_early
from table.words.terminal import print_line

if TYPE_CHECKING:
    from table.screen.question_screen import Way

SIZE = (1280, 720)
LOOK_S = 0.02
"""The seconds between two checks for an answer."""


@click.command(epilog="\b\nExample:\n  command-table start")
def command() -> None:
    """Choose how to play, in a picture of three ways.

    The ways are two phones, card readers, and an emulated table to look around. A click, a touch or its number chooses
    one: `evening`, `setup` and `run`, or `run --emulated`. Without a display it does what `run` does.
    """
    with ending_early():
        way = _chosen()
    if way is not None:
        way()


def _chosen() -> Callable[[], None] | None:
    """Return the way that the person chose; None if the window was closed. Without a picture it is that of `run`."""
    from table.screen.window import UNSEEN, NoDisplayError

    if os.environ.get("SDL_VIDEODRIVER") in UNSEEN:
        return _run
    try:
        at = _shown()
    except NoDisplayError:
        return _run
    return None if at is None else (_evening, _own_table, partial(_run, "--emulated"))[at]


def _shown() -> int | None:
    """Show the ways, and return the place of the chosen one; None if the window was closed. Raises NoDisplayError."""
    from hal.computer.ports import has_desktop
    from table.program.first_setup.start import environment_language
    from table.rules.text import text
    from table.screen.question_screen import QuestionScreen
    from table.screen.window import Window
    from table.words import Words

    window = Window(SIZE, "command-table", fullscreen=not has_desktop())
    try:
        asked = QuestionScreen(window, Words(environment_language()), framed=False)
        asked.offer(text("start.question"), ways())
        while not asked.closed:
            if (chosen := asked.chosen()) is not None:
                return chosen
            time.sleep(LOOK_S)
        return None
    finally:
        window.close()


def ways() -> "tuple[Way, ...]":
    from table.program.commands.config_option import usual_file
    from table.rules.text import text
    from table.screen.question_screen import Way

    own = "readers" if usual_file() is None else "table"
    drawn = (
        ("phones", ("sign.phone", "sign.phone")),
        (own, ("sign.card", "sign.link")),
        ("emulated", ("sign.hopper",)),
    )
    return tuple(Way(signs, text(f"start.{way}"), text(f"start.{way}.line")) for way, signs in drawn)


def _evening() -> None:
    from table.program.commands.network.evening import command as evening

    evening.main(args=[])


def _own_table() -> None:
    """Open the table that is set up. Without one, set it up first."""
    from table.program.commands.config_option import not_written, usual_file, usual_place
    from table.program.first_setup.people import LeftError
    from table.program.first_setup.start import at_window, environment_language, set_up_table
    from table.words import Words

    place, language = usual_place(), environment_language()
    if usual_file() is None:
        try:
            with ending_early(), at_window(language) as person:
                lines = set_up_table(person, language, place)
        except LeftError:
            sys.exit(0)
        except OSError as error:
            not_written(place, error)
        for line in lines:
            print_line(Words(language).say(line))
    _run()


def _run(*args: str) -> None:
    from table.program.commands.run import command as run

    run.main(args=list(args))
