"""The command `command-table run`."""

import gc
import logging
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from table.devices.service.lines import log_to_stderr
from table.program.collector import collector_paused
from table.program.early_end import ending_early
from table.words.terminal import tell, tell_lines

if TYPE_CHECKING:
    from table.devices.live import TableStart
    from table.emulation.scripts.participants import Participants
    from table.setup.setup import Setup


@click.command(epilog="\b\nExample:\n  command-table run --config table.toml")
@click.option(
    "--config",
    "file",
    type=click.Path(path_type=Path),
    help="TOML file of the table. Without it every part is emulated.",
)
@click.option("--new", is_flag=True, help="Begin in the lobby; the match that was in play stays in its list.")
@click.option("--blue", metavar="LIST", help="Begin a match at once: blue's list by name, id or file.")
@click.option("--red", metavar="LIST", help="Begin a match at once: red's list, likewise.")
@click.option("--system", help="Game that --blue and --red begin.  [default: the first that the lobby offers]")
@click.option(
    "--script",
    "script_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Replay this script in the window, in real time, at the table that it describes.",
)
@click.option(
    "--console", is_flag=True, help="Take a script's words from the terminal, too; for an emulated table only."
)
@click.option(
    "--record",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Write what is done into this script. The table is emulated and begins empty.",
)
@click.option("--verbose", "-v", is_flag=True, help="Log more of what happens.")
def command(
    file: Path | None,
    new: bool,
    blue: str | None,
    red: str | None,
    system: str | None,
    script_file: Path | None,
    console: bool,
    record: Path | None,
    verbose: bool,
) -> None:
    """Open the table and play at it.

    With --config it is the table that the file describes. Without it every part is emulated, and the window shows
    readers, panels and dispenser beside the screen. docs/scripts.md has the language of scripts.
    """
    log_to_stderr(logging.DEBUG if verbose else logging.INFO)
    if bool(blue) != bool(red):
        raise click.UsageError("--blue and --red go together: each seat needs an army")
    if script_file is not None and (file or new or blue):
        raise click.UsageError("a script brings its own table: --script goes without --config, --new, --blue and --red")
    with ending_early(), collector_paused():
        from table.program.commands.state import not_written, set_up

        setup = set_up(file)
        if (script_file or console or record) and setup.config.world != "emulated":
            raise click.UsageError("--script, --console and --record are for the world emulated")
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        from table.devices.live import TableStart
        from table.rules.seats import BLUE, RED, Seat

        wanted = system or next(iter(setup.games))
        sides: tuple[tuple[Seat, str], ...] = ()
        if blue and red:
            sides = ((BLUE, _called(setup, wanted, blue)), (RED, _called(setup, wanted, red)))
        opening = TableStart(resume=not (new or sides), system=wanted if sides else "", sides=sides)
        if not (script_file or console or record):
            _open(setup, opening, None)
            return
        from table.emulation.scripts.document import ScriptError
        from table.emulation.scripts.participants import LaunchOptions, launched

        try:
            with launched(LaunchOptions(script_file, console, record, file), setup, opening) as table:
                _open(table.setup, table.opening, table.participants)
        except ScriptError as error:
            tell_lines(*error.lines, error=True)
            sys.exit(2)
        except OSError as error:
            if record is not None and error.filename == str(record):
                not_written(record, error)
            tell(str(error), error=True)
            sys.exit(2)


def _called(setup: "Setup", system: str, typed: str) -> str:
    """Return the id of the list that is called so, or the file's name. Where there is neither, end the program.

    A game that is not there is told when the table opens.
    """
    from table.program.commands.lists import listed_offers, offer_called
    from table.rules.text import text

    words = setup.words()
    if system not in setup.games:
        return typed
    called = offer_called(setup, words, system, typed)
    offers = tuple(listed_offers(setup, words, (system,)))
    if called in {offer.id for offer in offers} or os.path.exists(called):
        return called
    if called.rpartition("/")[0] and os.path.exists(called.rpartition("/")[0]):  # a side of a scenario's file
        return called
    known = ", ".join(f"{offer.name} [{offer.id}]" for offer in offers)
    said = text("app.no_such_list", typed=typed, system=text(f"system.{system}"), known=known)
    tell(words.say(said), error=True)
    sys.exit(2)


def _open(setup: "Setup", opening: "TableStart", participants: "Participants | None") -> None:
    """Run the table, and end the program with its exit status."""
    from table.records.lock import held
    from table.records.state_version import StateFolderError, mark, refuse_newer
    from table.records.temporary import clear_away
    from table.screen.window import NoDisplayError
    from table.setup.assembly import lists_of_command_line, wrong_with
    from table.view.published import FaultNote
    from table.words.faults import fault_words

    config, words = setup.config, setup.words()
    clear_away()
    for problem in setup.problems:
        tell(words.say(problem), error=True)
    try:
        refuse_newer(config.state.path)  # before anything in it is read
        wrong = wrong_with(setup, opening, lists_of_command_line(setup))
        if wrong:
            for problem in wrong:
                tell(words.say(problem), error=True)
            sys.exit(2)
        from table.program.app import run
        from table.program.log_head import log_head

        log_head(config)
        with held(config.state.path):
            mark(config.state.path)
            stopped = run(setup, opening, participants)
    except StateFolderError as error:
        from table.program.refused import show_why

        fault = FaultNote(error.fault.code, error.fault.part, error.fault.detail)
        tell(words.say(fault_words(fault.code, fault.part, fault.detail)), error=True)
        show_why(config, fault, words)
        sys.exit(1)
    except NoDisplayError as error:
        tell(str(error), error=True)
        if config.world != "emulated" or participants is not None:
            sys.exit(1)
        tell("There is no display: playing the demo here instead (command-table demo).", error=True)
        from table.program.commands import demo

        gc.enable()
        demo.command.main(args=[], standalone_mode=True)
    except OSError as error:
        tell(f"The table cannot be opened: {error}", error=True)
        sys.exit(1)
    if participants is not None and participants.failed:
        sys.exit(1)
    sys.exit(0 if stopped else 3)
