"""`command-table run`."""

import logging
import os
import sys
from pathlib import Path

import click

from table.service.lines import log_to_stderr


@click.command()
@click.option("--config", "file", type=click.Path(path_type=Path), help="The table's TOML file. Without: emulated.")
@click.option("--new", is_flag=True, help="Do not go on with the match that was in play; it stays in the lobby's list.")
@click.option("--blue", metavar="LIST", help="Begin at once: blue's army (a stored list's id, or a file).")
@click.option("--red", metavar="LIST", help="Begin at once: red's army.")
@click.option("--system", default="legion_2024", show_default=True, help="Which game to begin with --blue and --red.")
@click.option("--verbose", "-v", is_flag=True, help="Log more.")
def command(file: Path | None, new: bool, blue: str | None, red: str | None, system: str, verbose: bool) -> None:
    """Open the table: the real one that FILE describes, or an emulated one."""
    log_to_stderr(logging.DEBUG if verbose else logging.INFO)
    if bool(blue) != bool(red):
        raise click.UsageError("--blue and --red go together: each seat needs an army")
    from table.config import describe, load
    from table.words import Words

    loaded = load(file)
    if loaded.problems:
        for line in describe(loaded.problems, Words("en").say):
            click.echo(line, err=True)
        sys.exit(2)
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from table import app
    from table.games.seats import BLUE, RED
    from table.holding import held
    from table.live import Opening
    from table.screen.window import NoDisplayError

    sides = ((BLUE, blue), (RED, red)) if blue and red else ()
    opening = Opening(resume=not (new or sides), system=system if sides else "", sides=sides)
    wrong = app.wrong_with(loaded.config, opening)
    if wrong:
        words = Words(loaded.config.screen.language)
        for problem in wrong:
            click.echo(words.say(problem), err=True)
        sys.exit(2)
    try:
        with held(loaded.config.state.path):
            stopped = app.run(loaded.config, opening)
    except NoDisplayError as error:
        click.echo(f"{error}", err=True)
        if loaded.config.world != "emulated":
            sys.exit(1)
        click.echo("There is no display: playing the demo here instead (command-table demo).", err=True)
        from table.commands import demo

        demo.command.main(args=[], standalone_mode=True)
    except OSError as error:
        click.echo(f"The table cannot be opened: {error}", err=True)
        sys.exit(1)
    else:
        sys.exit(0 if stopped else 3)
