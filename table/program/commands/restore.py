"""The command `command-table restore`."""

from pathlib import Path

import click

from table.program.commands.config_option import config_option, set_up_folder
from table.program.error_ends import ending_with
from table.program.shared_options import EXISTING_FILE
from table.records.backup import restore
from table.records.lock import held
from table.records.state_version import mark
from table.rules.text import text
from table.words import Words
from table.words.terminal import print_line


@click.command(epilog="\b\nExample:\n  command-table restore table.tar.gz --config table.toml")
@click.argument("source", type=EXISTING_FILE)
@config_option
def command(source: Path, file: Path | None) -> None:
    """Restore a backup.

    SOURCE is a file that `command-table backup` wrote. Files that exist already stay as they are. The table must
    not be running. Matches that were not over when the backup was made are not in it, and are named.
    """
    folder = set_up_folder(file).games.folder
    words = Words()
    with ending_with(OSError), held(folder):
        restored = restore(folder, source)
        mark(folder)
    for name in restored.left:
        print_line(words.say(text("backup.left", name=name)))
    for match in restored.not_over:
        print_line(words.say(text("backup.was_not_over", match=match)))
    print_line(words.say(text("backup.restored", count=len(restored.names), folder=str(folder))))
