"""The command `command-table evening`: two players with their phones at this screen, and no hardware."""

import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from table.devices.service.lines import log_to_stderr
from table.program.collector import collector_paused
from table.program.early_end import ending_early
from table.program.shared_options import CONFIGURATION

if TYPE_CHECKING:
    from table.devices.phones.screen_mirror import ScreenMirror
    from table.devices.setup import Setup


@click.command(epilog="\b\nExample:\n  command-table evening")
@click.option(
    "--config",
    "file",
    type=CONFIGURATION,
    help="TOML file with settings of screen, sound, rules and clock. Parts in it are not used.",
)
@click.option("--browser", is_flag=True, help="Show the screen in a browser: a television, a tablet, another computer.")
@click.option("--new", is_flag=True, help="Begin in the lobby. The match that was in play stays in the lobby's list.")
@click.option("--far", metavar="LIST", help="Play this list against another table: one phone and this screen.")
@click.option("--join", metavar="CODE", help="The code of the table that invites, with --far.")
@click.option("--system", help="Game of --far.  [default: the first that the lobby offers]")
@click.option("--verbose", "-v", is_flag=True, help="Log more.")
def command(
    file: Path | None, browser: bool, new: bool, far: str | None, join: str | None, system: str | None, verbose: bool
) -> None:
    """Play a match with two phones and this screen, and nothing else. The screen shows two codes, blue's and red's.

    Each player scans one with the camera of a phone, and compares two words. The phones hold the cards and answer the
    questions. The table rolls, counts the tokens and saves the match. Phones and this computer have to be in one
    network, with or without internet. No file is needed.

    With --browser no display is needed here: the terminal prints a code for the browser that shows the screen.
    The documentation describes it in "Phones, streams, spectators".
    """
    log_to_stderr(logging.DEBUG if verbose else logging.INFO)
    if (join and not far) or (far and new):
        raise click.UsageError("--far begins a match with another table: --join goes with it, --new without it")
    with ending_early(), collector_paused():
        from table.program.phone_access.web_process import WebProcess

        access = WebProcess(mirror=_mirror() if browser else None)
        access.start()  # before the table is loaded, which takes longer
        try:
            from table.devices.live import TableStart
            from table.program.commands.run import far_start, open_table
            from table.program.phone_access.web_pipe import WebOrder

            os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
            setup = evening_setup(file, browser_screen=browser)
            access.order(WebOrder(setup.config.web, str(setup.config.state.path), screen=browser))
            opening = TableStart(resume=not new)
            if far:
                opening = far_start(setup, system or next(iter(setup.games)), far, join or "")
            open_table(setup, opening, access=access)
        finally:
            access.stop()


def _mirror() -> "ScreenMirror":
    """Return the mirror for a browser, and let SDL draw without a display."""
    from table.devices.phones.screen_mirror import ScreenMirror
    from table.screen.browser_window import DRIVER

    os.environ["SDL_VIDEODRIVER"] = DRIVER
    return ScreenMirror()


def evening_setup(file: Path | None, *, browser_screen: bool = False) -> "Setup":
    """Return the setup of a table without parts, with the settings of this file, or end the program with its problems.

    Without a file, the settings are the usual ones of a real table, in the language of the environment.
    """
    from table.devices.setup import setup_without_parts
    from table.program.commands.config_option import set_up
    from table.program.first_setup.start import environment_language

    config = None if file is None else set_up(file).config
    return setup_without_parts(config, environment_language(), browser_screen=browser_screen)
