"""`command-table export`: a match as a file that anybody can verify."""

import sys
from pathlib import Path

import click

from table.commands.state import config_option, configured, not_written
from table.games.text import Text, text
from table.records.disk import DISK, SHARED
from table.records.journal import Journal, JournalError
from table.records.matches import stored
from table.verify.file import written
from table.words import Words


@click.command()
@click.argument("match", required=False)
@click.option("--last", is_flag=True, help="The match that was played last.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write here, and not to standard output.")
@config_option
def command(match: str | None, last: bool, out: Path | None, file: Path | None) -> None:
    """Write a match, finished or not, as a match file for `command-table verify`.

    MATCH is its id. The chance secret is in the file only if the match has ended and disclosed it.
    """
    if bool(match) == last:
        raise click.UsageError("say which MATCH, or --last")
    folder = configured(file).state.path
    places = [path for path in stored(folder) if last or path.stem == match]
    if not places:
        _fail(text("export.nothing" if last else "export.none", match=match or "", folder=str(folder)))
    try:
        journal = Journal.open(places[0])
    except JournalError as error:
        click.echo(f"{error}", err=True)
        sys.exit(1)
    content = b"".join(written(journal))
    head = journal.head.hex()
    journal.close()
    if out is None:
        sys.stdout.buffer.write(content)
        return
    try:
        DISK.replace(out, content, SHARED)
    except OSError as error:
        not_written(out, error)
    click.echo(Words().say(text("export.written", file=str(out), match=places[0].stem, head=head)))


def _fail(why: Text) -> None:
    click.echo(Words().say(why), err=True)
    sys.exit(1)
