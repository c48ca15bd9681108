"""The command `command-table run`."""

import gc
import logging
import os
import platform
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec import Struct
from msgspec.structs import replace

from table import __version__, checkout
from table.devices.service.lines import log_to_stderr
from table.program.collector import collector_paused
from table.program.early_end import ending_early
from table.program.shared_options import EXISTING_FILE, named_configuration
from table.words.terminal import print_line, stop_with

if TYPE_CHECKING:
    from table.devices.live import TableStart
    from table.devices.setup import Setup
    from table.emulation.scripts.participants import Participants
    from table.games.table_games import TableGames
    from table.program.phone_access.web_process import WebProcess
    from table.words import Words

log = logging.getLogger(__name__)


class RunOptions(Struct, frozen=True):
    """The options of the command, as they were given."""

    file: Path | None
    new: bool
    blue: str | None
    red: str | None
    system: str | None
    far: str | None
    join: str | None
    script_file: Path | None
    console: bool
    record: Path | None
    verbose: bool
    emulated: bool

    @property
    def scripted(self) -> bool:
        """True if a script or a console acts at the table, or the table is recorded."""
        return bool(self.script_file or self.console or self.record)


@click.command(epilog="\b\nExample:\n  command-table run --config table.toml")
@named_configuration
@click.option("--emulated", is_flag=True, help="Open the emulated table, even if a table is set up.")
@click.option("--new", is_flag=True, help="Begin in the lobby. The match that was in play stays in the lobby's list.")
@click.option("--blue", metavar="LIST", help="Begin a match at once: blue's list by name, id or file.")
@click.option("--red", metavar="LIST", help="Begin a match at once: red's list, likewise.")
@click.option("--system", help="Game that these options begin.  [default: the first that the lobby offers]")
@click.option("--far", metavar="LIST", help="Play this list against another table: the screen shows a code for it.")
@click.option("--join", metavar="CODE", help="The code of the table that invites, with --far.")
@click.option(
    "--script",
    "script_file",
    type=EXISTING_FILE,
    help="Replay this script in the window, in real time, at the table that it describes.",
)
@click.option(
    "--console", is_flag=True, help="Take a script's words from the terminal, too; for an emulated table only."
)
@click.option(
    "--record",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Record the match into this script. The table is emulated and begins empty.",
)
@click.option("--verbose", "-v", is_flag=True, help="Log more.")
def command(**given: Any) -> None:
    """Open the table and play at it.

    --config names the file that describes the table. Without it the table of `command-table setup` opens. If no file
    exists and two card readers are plugged in, the first picture offers to set them up. Otherwise every part is
    emulated, and the window shows readers, panels and dispenser beside the screen. "Scripts" in the documentation
    explains the language of scripts.
    """
    options = RunOptions(**given)
    log_to_stderr(logging.DEBUG if options.verbose else logging.INFO)
    if bool(options.blue) != bool(options.red):
        raise click.UsageError("--blue and --red go together: each seat needs an army")
    if options.join and not options.far:
        raise click.UsageError("--join goes with --far: name the list that you play")
    if options.far and (options.blue or options.new):
        raise click.UsageError("--far begins a match with another table: it goes without --new, --blue and --red")
    if options.emulated and options.file:
        raise click.UsageError("--emulated and --config name different tables: leave one out")
    if options.script_file is not None and (options.file or options.new or options.blue or options.far):
        raise click.UsageError("a script brings its own table: --script goes without --config, --new, --far and lists")
    with ending_early(), collector_paused():
        from table.program.commands.config_option import set_up

        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        options = _with_file(options)
        setup = set_up(options.file, _show_mistakes)
        if options.scripted and setup.config.world != "emulated":
            raise click.UsageError("--script, --console and --record are for the world emulated")
        opening = _opening(options, setup)
        if options.scripted:
            _open_scripted(options, setup, opening)
        else:
            open_table(setup, opening)


def _show_mistakes(file: Path, first: str) -> None:
    """Show the first mistake of a configuration on a service's display. Once the file changes, it is read again."""
    from hal.events import Fault
    from table.config import load
    from table.devices.configured.device_settings import turned_seats
    from table.program.refused import changed, is_service, show_why
    from table.words import Words

    if is_service():
        config = load(file).config
        words = Words(config.screen.language)
        show_why(
            config.screen, turned_seats(config), Fault("program.misconfigured", str(file), first), words, changed(file)
        )
        sys.exit(1)


def _with_file(options: RunOptions) -> RunOptions:
    """Return the options with the configuration of `setup`, which is offered if there is none and two readers are."""
    if options.file or options.emulated or options.scripted:
        return options
    from table.program.commands.config_option import not_written, usual_file, usual_place
    from table.program.first_setup.offer import offered_setup
    from table.program.first_setup.people import LeftError

    place = usual_place()
    try:
        there = usual_file() is not None or offered_setup(place)
    except LeftError:
        sys.exit(0)
    except OSError as error:
        not_written(place, error)
    return replace(options, file=place if there else None)


def _opening(options: RunOptions, setup: "Setup") -> "TableStart":
    """Return the match to open the table with. End the program if a list is unknown."""
    from table.devices.live import TableStart
    from table.rules.seats import BLUE, RED

    system = options.system or next(iter(setup.games))
    if options.far:
        return far_start(setup, system, options.far, options.join or "")
    if not (options.blue and options.red):
        return TableStart(resume=not options.new)
    words = setup.words()
    chosen = ((BLUE, options.blue), (RED, options.red))
    sides = tuple((seat, _called(setup.games, words, system, typed)) for seat, typed in chosen)
    return TableStart(resume=False, system=system, sides=sides)


def far_start(setup: "Setup", system: str, typed: str, code: str) -> "TableStart":
    """Return the start of a match with another table, with the list of this name. `code` is its invitation, if any."""
    from table.devices.live import TableStart
    from table.session.ports import FarOpening

    offer = _called(setup.games, setup.words(), system, typed)
    return TableStart(resume=False, far=FarOpening(system, offer, code))


def _open_scripted(options: RunOptions, setup: "Setup", opening: "TableStart") -> None:
    from table.emulation.scripts.document import ScriptError
    from table.emulation.scripts.participants import LaunchOptions, launched
    from table.program.commands.config_option import not_written

    record = options.record
    try:
        wishes = LaunchOptions(options.script_file, options.console, record, options.file)
        with launched(wishes, setup, opening) as table:
            open_table(table.setup, table.opening, table.participants)
    except ScriptError as error:
        stop_with(*error.lines, status=2)
    except OSError as error:
        if record is not None and error.filename == str(record):
            not_written(record, error)
        stop_with(str(error), status=2)


def _called(games: "TableGames", words: "Words", system: str, typed: str) -> str:
    """Return the id of the list with this name, or the file's name. Without either, end the program.

    The table reports a missing game when it opens.
    """
    from table.program.commands.lists_command import listed_offers, offer_called
    from table.rules.text import text

    if system not in games:
        return typed
    called = offer_called(games, words, system, typed)
    offers = tuple(listed_offers(games, words, (system,)))
    scenario = called.rpartition("/")[0]  # that of a side
    if called not in {offer.id for offer in offers} and not any(map(os.path.exists, filter(None, (called, scenario)))):
        known = ", ".join(f"{offer.name} [{offer.id}]" for offer in offers)
        message = text("app.no_such_list", typed=typed, system=text(f"system.{system}"), known=known)
        stop_with(words.say(message), status=2)
    return called


def open_table(
    setup: "Setup",
    opening: "TableStart",
    participants: "Participants | None" = None,
    access: "WebProcess | None" = None,
) -> None:
    """Run the table, and end the program with its exit status. `access` is the web program that runs beside it."""
    from table.devices.command_line_match import command_line_library, problems_of
    from table.records.ground import refuse_unusable
    from table.records.lock import held
    from table.records.state_version import StateFolderError, mark
    from table.records.temporary import clear_away
    from table.screen.window import NoDisplayError

    config, words = setup.config, setup.words()
    clear_away()
    for problem in setup.problems:
        print_line(words.say(problem), error=True)
    try:
        refuse_unusable(config.state.path)  # before anything in it is read
        if wrong := problems_of(opening, setup.games, command_line_library(setup.games.shelf)):
            stop_with(*map(words.say, wrong), status=2)
        from table.config.schema import differences
        from table.program.app import run

        log_head(differences(config))
        with held(config.state.path):
            mark(config.state.path)
            stopped = run(setup, opening, participants, access)
    except StateFolderError as error:
        from table.devices.configured.device_settings import turned_seats
        from table.program.refused import show_why, usable

        show_why(config.screen, turned_seats(config), error.fault, words, lambda: usable(config.state.path))
        sys.exit(1)
    except NoDisplayError as error:
        print_line(str(error), error=True)
        if config.world != "emulated" or participants is not None:
            sys.exit(1)
        print_line("There is no display: playing the demo here instead (command-table demo).", error=True)
        from table.program.commands import demo

        gc.enable()
        demo.command.main(args=[], standalone_mode=True)
    except OSError as error:
        from hal.events import Fault
        from table.devices.configured.device_settings import turned_seats
        from table.program.refused import passed, show_why

        show_why(config.screen, turned_seats(config), Fault("program.not_opened", "table", str(error)), words, passed())
        sys.exit(1)
    if participants is not None and participants.failed:
        sys.exit(1)
    sys.exit(0 if stopped else 3)


def log_head(configured: Iterable[str]) -> None:
    """Write the log's first entry: program, computer and configuration. `configured` has no secrets.

    Called once, at the program's start, before any thread.
    """
    commit = checkout()
    version = f"{__version__} ({commit})" if commit else __version__
    machine = f"{platform.system()} {platform.release()} {platform.machine()}"
    log.info("command-table %s, Python %s, %s", version, platform.python_version(), machine)
    log.info("configuration: %s", "\n".join(configured) or "as without a file")
