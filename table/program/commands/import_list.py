"""`command-table import`: shows what a list was matched to, and stores it."""

from pathlib import Path

import click

from table.games.files.raw_list import ListError
from table.games.infinity.lists.force_list import is_infinity
from table.games.legion.data.catalogue import load
from table.games.legion.lists.army_list import judged, read_list
from table.games.legion.lists.stored import store
from table.program.commands import list_sources as sources
from table.program.commands.import_infinity import import_force
from table.program.commands.import_scenario import import_scenario, is_scenario
from table.program.commands.list_report import Report
from table.records.folder import SCENARIOS
from table.rules.refusal import Refusal
from table.rules.text import text


@click.command("import", epilog='\b\nExample:\n  command-table import list.json --save "Echo line"')
@click.argument("source")
@click.option("--save", "name", metavar="NAME", help="Store it under this name, so that the lobby offers it.")
@click.option("--force", is_flag=True, help="Replace what is stored under this name.")
@sources.edition
@sources.lists
def command(source: str, name: str | None, force: bool, edition: str, folder: Path) -> None:
    """Read an army list or a scenario, and show what was matched.

    It takes lists of Legion and Infinity and scenarios of Tide of Iron. SOURCE is a file (Tabletop Simulator JSON, a
    Legion HQ link, text, TOML; packed or not), - for standard input, the link or the army code itself, or the name of a
    stored list. The exit status is 1 if it cannot be played or cannot be saved.
    """
    report = Report()
    try:
        fine = _imported(source, name, force, edition, folder, report)
    except ListError as error:
        report.verdict(tuple(Refusal("TB-15", problem) for problem in error.problems))
        fine = False
    if not fine:
        raise SystemExit(1)


def _imported(source: str, name: str | None, force: bool, edition: str, folder: Path, report: Report) -> bool:
    """False: it cannot be played, or not be saved. Raises `ListError` where it cannot be read at all."""
    content = sources.read_source(source, folder)
    with sources.reading():
        of_tide, of_infinity = is_scenario(content), is_infinity(content)
    if of_tide:
        return import_scenario(content, Path(source), name, folder.parent / SCENARIOS, force, report)
    if of_infinity:
        return import_force(content, name, folder, force, report)
    with sources.reading():
        result = read_list(content, load(edition))
        problems = judged(result)
    report.matches(result)
    report.warnings(result)
    report.summary(result)
    report.verdict(problems)
    if problems:
        if name is not None:
            report.say(text("import.not_saved"), "bold red")
        return False
    if name is None:
        return True
    try:
        path = store(folder, name, content, force=force)
    except ListError as error:
        for problem in error.problems:
            report.say(problem, "bold red")
        return False
    report.say(text("import.saved", file=str(path)))
    return True
