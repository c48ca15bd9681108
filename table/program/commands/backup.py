"""The command `command-table backup`."""

from pathlib import Path

import click

from table.program.commands.config_option import config_option, set_up_folder, writing
from table.program.shared_options import FILE
from table.records.backup import backup, left_out
from table.rules.text import text
from table.words import Words
from table.words.terminal import print_line


@click.command(epilog="\b\nExample:\n  command-table backup table.tar.gz --config table.toml")
@click.argument("out", type=FILE)
@config_option
def command(out: Path, file: Path | None) -> None:
    """Save matches, lists and card book in one file.

    OUT is a tar.gz file. The table may be running. Matches that are not over are left out, and named: their journals
    have what is still hidden. To keep those, stop the table and copy the whole state folder.
    """
    folder = set_up_folder(file).games.folder
    with writing(out):
        made = backup(folder, out)
    for name in left_out(folder):
        print_line(Words().say(text("backup.left_out", name=name)))
    for match in made.not_over:
        print_line(Words().say(text("backup.not_over", match=match, folder=str(folder))))
    print_line(Words().say(text("backup.made", file=str(out), count=len(made.names))))
