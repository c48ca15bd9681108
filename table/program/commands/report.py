"""The command `command-table report`."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from table.program.commands.config_option import config_option, set_up, writing
from table.program.commands.doctor_command import finding_words
from table.program.doctor.finding import Finding
from table.program.shared_options import EXISTING_FILE, FILE
from table.rules.text import text
from table.words import Words
from table.words.brought_file import refuse_no_file
from table.words.terminal import print_line

OUT = Path("command-table-report.zip")


@click.command(epilog="\b\nExample:\n  command-table report --config table.toml --log table.log")
@config_option
@click.option("--out", type=FILE, default=OUT, show_default=True, help="Write to this file.")
@click.option("--log", type=EXISTING_FILE, help="File with the table's output, to be packed as well.")
def command(file: Path | None, out: Path, log: Path | None) -> None:
    """Pack one file for a bug report.

    The doctor's findings, the configuration, the log and the last matches are in it. Secrets are left out: keys,
    the card book, sealed cards, the chance secret of a match in play. Look into the file before you send it: army
    lists and the names of folders are in it.
    """
    from table.program.bug_report import packed
    from table.program.doctor.doctor import table_findings

    config = set_up(file).config
    words = Words(config.screen.language)
    with writing(out):
        refuse_no_file(out)
        out.write_bytes(packed(_parts(table_findings(config), config.state.path, file, log)))
    print_line(words.say(text("report.written", file=str(out))))


def _parts(there: Iterable[Finding], folder: Path, file: Path | None, log: Path | None) -> Iterator[tuple[str, bytes]]:
    from table.program.bug_report import listing, log_end, matches, service_log

    found = [finding_words(finding, Words()) for finding in there]
    yield "doctor.json", json.dumps(found, indent=1, ensure_ascii=False).encode()
    yield "config.toml", b"" if file is None else file.read_bytes()
    yield "log.txt", service_log() if log is None else log_end(log)
    yield "state.txt", listing(folder)
    yield from matches(folder)
