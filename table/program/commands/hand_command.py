"""`command-table hand`: every rule that a list's hand breaks."""

from pathlib import Path

import click

from table.games.files.raw_list import ListError
from table.games.files.reader_failure import reading
from table.program.commands.list_sources import ListSource, list_source
from table.program.list_report import ListReport
from table.rules.refusal import Refusal
from table.rules.text import text
from table.words import Words


@click.command("hand", epilog='\b\nExample:\n  command-table hand "Echo line"')
@list_source
def command(source: ListSource) -> None:
    """Check the command hand of an army list.

    SOURCE is a file, - for standard input, a list builder's link, or the name of a stored list. Each broken rule is
    printed with its id. The exit status is 1 if there is one.
    """
    report = ListReport(Words())
    try:
        content = source.content()
        with reading():
            of_game = source.format_of(content)
            understood = None if of_game.other else of_game.understood(content, Path(source.name).name, source.folder)
    except ListError as error:
        report.refused(Refusal("TB-15", problem) for problem in error.problems)
        raise SystemExit(1) from error
    if understood is None:
        report.refused((Refusal("TB-15", text(f"hand.none.{of_game.other}")),))
        raise SystemExit(1)
    report.show(understood.hand)
    if not understood.playable:
        raise SystemExit(1)
