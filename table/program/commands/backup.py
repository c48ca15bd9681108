"""The command `command-table backup`."""

from pathlib import Path

import click

from table.program.commands.state import config_option, configured, not_written
from table.records.backup import backup
from table.rules.text import text
from table.words import Words
from table.words.terminal import tell


@click.command()
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
@config_option
def command(out: Path, file: Path | None) -> None:
    """Write matches, archive, lists and card book into OUT (tar.gz), even while the table is in use.

    OUT holds the secrets of unfinished matches: it is made readable for you alone. Keep it so.
    """
    try:
        names = backup(configured(file).state.path, out)
    except OSError as error:
        not_written(out, error)
    tell(Words().say(text("backup.made", file=str(out), count=len(names))))
