"""`command-table hand`: every rule that a list's hand breaks."""

from pathlib import Path

import click

from table.games.files.raw_list import ListError
from table.games.infinity.lists.force_list import is_infinity
from table.games.legion.data.catalogue import load
from table.games.legion.lists.army_list import judged, read_list
from table.program.commands import list_sources as sources
from table.program.commands.import_scenario import is_scenario
from table.program.commands.list_report import Report
from table.rules.refusal import Refusal
from table.rules.text import text


@click.command("hand", epilog='\b\nExample:\n  command-table hand "Echo line"')
@click.argument("source")
@sources.edition
@sources.lists
def command(source: str, edition: str, folder: Path) -> None:
    """Check the command hand of a Legion army list.

    SOURCE is a file, - for standard input, a Legion HQ link, or the name of a stored list. Each broken rule is printed
    with its id. The exit status is 1 if there is one.
    """
    report = Report()
    try:
        content = sources.read_source(source, folder)
        with sources.reading():
            other = "scenario" if is_scenario(content) else "infinity" if is_infinity(content) else ""
            result = None if other else read_list(content, load(edition))
            problems = (Refusal("TB-15", text(f"hand.none.{other}")),) if result is None else judged(result)
    except ListError as error:
        result, problems = None, tuple(Refusal("TB-15", problem) for problem in error.problems)
    if result is not None:
        report.warnings(result)
    report.verdict(problems)
    if problems:
        raise SystemExit(1)
