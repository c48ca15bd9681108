"""The command `command-table run`."""

import logging
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from table.devices.service.lines import log_to_stderr
from table.words.terminal import tell, tell_lines

if TYPE_CHECKING:
    from table.config import Config
    from table.devices.live import Opening
    from table.emulation.scripts.participants import Sitting


@click.command()
@click.option("--config", "file", type=click.Path(path_type=Path), help="The table's TOML file. Without: emulated.")
@click.option("--new", is_flag=True, help="Do not go on with the match that was in play; it stays in the lobby's list.")
@click.option("--blue", metavar="LIST", help="Begin at once: blue's army (a stored list's id, or a file).")
@click.option("--red", metavar="LIST", help="Begin at once: red's army.")
@click.option("--system", default="legion_2024", show_default=True, help="Which game to begin with --blue and --red.")
@click.option(
    "--script",
    "script_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Replay a script in the window, in real time, at the table that it describes (docs/scripts.md).",
)
@click.option("--console", is_flag=True, help="Take a script's words from the terminal, too. Emulated tables only.")
@click.option(
    "--record",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Write all that is done at an emulated table, which begins empty, into a script.",
)
@click.option("--verbose", "-v", is_flag=True, help="Log more.")
def command(
    file: Path | None,
    new: bool,
    blue: str | None,
    red: str | None,
    system: str,
    script_file: Path | None,
    console: bool,
    record: Path | None,
    verbose: bool,
) -> None:
    """Open the table: the real one that FILE describes, or an emulated one."""
    log_to_stderr(logging.DEBUG if verbose else logging.INFO)
    if bool(blue) != bool(red):
        raise click.UsageError("--blue and --red go together: each seat needs an army")
    if script_file is not None and (file or new or blue):
        raise click.UsageError("a script brings its own table: --script goes without --config, --new, --blue and --red")
    from table.config import describe, load
    from table.words import Words

    loaded = load(file)
    if loaded.problems:
        tell_lines(*describe(loaded.problems, Words("en").say), error=True)
        sys.exit(2)
    if (script_file or console or record) and loaded.config.world != "emulated":
        raise click.UsageError("--script, --console and --record are for the world emulated")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from table.devices.live import Opening
    from table.rules.seats import BLUE, RED

    sides = ((BLUE, blue), (RED, red)) if blue and red else ()
    opening = Opening(resume=not (new or sides), system=system if sides else "", sides=sides)
    if not (script_file or console or record):
        _open(loaded.config, opening, None)
        return
    from table.emulation.scripts.document import ScriptError
    from table.emulation.scripts.launch import Wishes, seated

    try:
        with seated(Wishes(script_file, console, record, file), loaded.config, opening) as table:
            _open(table.config, table.opening, table.sitting)
    except ScriptError as error:
        tell_lines(*error.lines, error=True)
        sys.exit(2)
    except OSError as error:
        tell(str(error), error=True)
        sys.exit(2)


def _open(config: "Config", opening: "Opening", sitting: "Sitting | None") -> None:
    """Run the table, and end the program with its exit status."""
    from table.records.lock import held
    from table.screen.window import NoDisplayError
    from table.setup.assembly import wrong_with
    from table.setup.repertoire import rule_sets, spoken

    added = rule_sets(config)
    words = spoken(config.screen.language, added.rule_sets)
    for problem in added.problems:
        tell(words.say(problem), error=True)
    wrong = wrong_with(config, opening)
    if wrong:
        for problem in wrong:
            tell(words.say(problem), error=True)
        sys.exit(2)
    try:
        from table.program.app import run

        with held(config.state.path):
            stopped = run(config, opening, sitting)
    except NoDisplayError as error:
        tell(str(error), error=True)
        if config.world != "emulated" or sitting is not None:
            sys.exit(1)
        tell("There is no display: playing the demo here instead (command-table demo).", error=True)
        from table.program.commands import demo

        demo.command.main(args=[], standalone_mode=True)
    except OSError as error:
        tell(f"The table cannot be opened: {error}", error=True)
        sys.exit(1)
    if sitting is not None and sitting.failed:
        sys.exit(1)
    sys.exit(0 if stopped else 3)
