"""`command-table import`: match a list with the game's data, and store it."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import click

from table.config.toml.problems import describe
from table.games.files.list_format import MOST_DATA_BYTES, CompletesLists, DataFile, ExportsLists, PicksLists, Tone
from table.games.files.raw_list import ListError
from table.games.files.reader_failure import reading
from table.program.commands.config_option import refuse_newer_state
from table.program.commands.list_sources import ListSource, list_source
from table.program.list_report import ListReport
from table.rules.refusal import Refusal
from table.rules.text import Text, text
from table.words import Words
from table.words.brought_file import opened
from table.words.terminal import print_document, print_line

DATA_ENDINGS = (".json", ".json.gz", ".json.zip")
"""The file endings of unit data in a folder."""
MOST_BESIDE = 1000
"""The most files of a folder that are examined."""


@click.command("import", epilog='\b\nExample:\n  command-table import list.json --save "Echo line"')
@click.option("--save", "name", metavar="NAME", help="Store it under this name, so that the lobby offers it.")
@click.option(
    "--units",
    multiple=True,
    type=click.Path(exists=True, path_type=Path),
    help="The publisher's unit data: names and orders for an army code. A file or a folder, several times.",
)
@click.option("--call", "called", multiple=True, metavar="ID=NAME", help="Call a trooper of an army code by a name.")
@click.option("--pick", type=click.IntRange(1), metavar="N", help="Of several army codes in a text take the N-th.")
@click.option("--force", is_flag=True, help="Replace the list of this name.")
@click.option(
    "--export", "form", type=click.Choice(("json", "link")), help="Print only the list, as list builders take it."
)
@list_source
def command(
    source: ListSource,
    name: str | None,
    units: tuple[Path, ...],
    called: tuple[str, ...],
    pick: int | None,
    force: bool,
    form: str | None,
) -> None:
    """Read an army list or a scenario, and show what was matched.

    It takes the lists and scenarios of every game. SOURCE is a file (Tabletop Simulator JSON, a list builder's link or
    text, TOML; packed or not), - for standard input, the link or the army code itself, or the name of a stored list.
    The exit status is 1 if it cannot be played or cannot be saved.
    """
    report = ListReport(Words())
    if name is not None:
        refuse_newer_state(source.folder.parent)
    try:
        listed, notes = _completed(source, _picked(source, pick), units, called)
        if form:
            fine = _exported(source, listed, form, report, notes)
        else:
            for note in notes:
                report.say(text("import.warning", warning=note), Tone.DOUBTFUL)
            fine = _imported(source, listed, name, force, report)
    except ListError as error:
        report.refused(Refusal("TB-15", problem) for problem in error.problems)
        fine = False
    if not fine:
        raise SystemExit(1)


def _exported(source: ListSource, content: bytes | str, form: str, report: ListReport, read: tuple[Text, ...]) -> bool:
    """Print a list in another format. Notes go to the error stream, first those about reading it.

    Raises `ListError`.
    """
    with reading():
        of_game = source.format_of(content)
        if not isinstance(of_game, ExportsLists):
            raise ListError(text("import.no_export"))
        written, notes = of_game.exported(content, form)
    print_document(written)
    for note in (*read, *notes):
        print_line(report.words(note), error=True)
    return True


def _picked(source: ListSource, number: int | None) -> bytes | str:
    """Return the content of the list, or of the list with this number in it. Raises `ListError`."""
    content = source.content()
    if number is None:
        return content
    with reading():
        of_game = source.format_of(content)
        if not isinstance(of_game, PicksLists):
            raise ListError(text("import.no_pick"))
        return of_game.picked(content, number)


def _completed(
    source: ListSource, content: bytes | str, units: tuple[Path, ...], called: tuple[str, ...]
) -> tuple[bytes | str, tuple[Text, ...]]:
    """Return the list, completed by the unit data and its owner's answers, and notes. Raises `ListError`."""
    if not units and not called:
        return content, ()
    if not all("=" in each for each in called):
        raise click.BadParameter("expected ID=NAME", param_hint="--call")
    data = tuple(_data(units))
    with reading():
        of_game = source.format_of(content)
        if not isinstance(of_game, CompletesLists):
            raise ListError(text("import.complete"))
        return of_game.completed(content, data, dict(each.split("=", 1) for each in called))


def _data(units: tuple[Path, ...]) -> Iterator[DataFile]:
    """Yield the named files, then those of the named folders, and those beside a named file. Raises click.UsageError.

    Only a named file is read immediately.
    """
    files = tuple(path for path in units if not path.is_dir())
    for path in files:
        try:
            content = _content(path)
        except OSError as error:
            raise click.UsageError(str(error)) from error
        yield DataFile(_stem(path), partial(bytes, content))
    folders = dict.fromkeys(path if path.is_dir() else path.parent for path in units)
    beside = (path for folder in folders for path in sorted(folder.iterdir())[:MOST_BESIDE])
    for path in beside:
        if path not in files and path.name.lower().endswith(DATA_ENDINGS) and path.is_file():
            yield DataFile(_stem(path), partial(_content, path), found=True)


def _stem(path: Path) -> str:
    return path.name.partition(".")[0]


def _content(path: Path) -> bytes:
    """Return the bytes of a file, at most one more than the limit. Raises OSError."""
    with opened(path) as file:
        return file.read(MOST_DATA_BYTES + 1)


def _imported(source: ListSource, content: bytes | str, name: str | None, force: bool, report: ListReport) -> bool:
    """Import a list; return False if it cannot be played or saved. Raises `ListError` if it cannot be read at all."""
    with reading():
        of_game = source.format_of(content)
        understood = of_game.understood(content, Path(source.name).name, source.folder)
    report.show(understood.shown)
    if understood.mistakes:
        report.lines(describe(understood.mistakes, report.words), Tone.WRONG)
    if not understood.playable:
        if name is not None:
            report.say(text("import.not_saved"), Tone.WRONG)
        return False
    if name is None:
        return True
    try:
        path = of_game.store(content, name, source.folder, force=force)
    except ListError as error:
        for problem in error.problems:
            report.say(problem, Tone.WRONG)
        return False
    report.say(text("import.saved", file=str(path)))
    return True
