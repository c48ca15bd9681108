"""`command-table import` of a scenario of Tide of Iron: what the table understood of it, or all that is wrong."""

import re
from contextlib import suppress
from pathlib import Path

from table.devices.tags.card_book import strategy_costs
from table.games.files.raw_list import ListError, clean, decoded
from table.games.tide_of_iron.rules.model.scenario import Kind, Scenario, Sheet
from table.games.tide_of_iron.scenarios.loader import of_document
from table.program.commands import list_sources as sources
from table.program.commands.list_report import Report
from table.records.disk import DISK
from table.records.folder import CARD_BOOK
from table.rules.text import text
from table.toml.problems import describe

_SECTION = re.compile(r"^\s*\[\[?\s*(?:sides|objectives|victory|uses)\b", re.MULTILINE)
_NAME = re.compile(r"[^\W_][\w .-]{0,59}")


def is_scenario(content: bytes | str) -> bool:
    try:
        return _SECTION.search(decoded(content)) is not None
    except ListError:
        return False


def import_scenario(
    content: bytes | str, source: Path, name: str | None, folder: Path, force: bool, report: Report
) -> bool:
    """Shows it, and stores it where it has a name. False: it cannot be played, or not be saved.

    Raises `ListError` where it cannot be read at all.
    """
    document = decoded(content)
    costs = strategy_costs(folder.parent / CARD_BOOK)
    with sources.reading():
        scenario, problems = of_document(document, Path(clean(source.name)), costs)
    if scenario is None:
        for line in describe(problems, report.words):
            report.line(line, "bold red")
        if name is not None:
            report.say(text("import.not_saved"), "bold red")
        return False
    _show(scenario, report)
    return name is None or _stored(document, name, folder, force, report)


def _show(scenario: Scenario, report: Report) -> None:
    columns = ("side", "nation", "command", "cards")
    report.grid(tuple(text(f"import.{column}") for column in columns), tuple(_row(sheet) for sheet in scenario.sides))
    kinds = {kind: sum(each.kind is kind for each in scenario.objectives) for kind in Kind}
    report.say(
        text(
            "import.scenario",
            name=scenario.name, rounds=scenario.rounds, initiative=scenario.sheet(scenario.initiative).name,
            command=kinds[Kind.COMMAND], victory=kinds[Kind.VICTORY], other=kinds[Kind.OTHER],
        )
    )  # fmt: skip
    report.say(text("import.scenario_legal"), "green")


def _row(sheet: Sheet) -> tuple[str, ...]:
    cards = ", ".join(f"{card.name} ({card.cost})" for card in sheet.cards)
    return sheet.name, sheet.nation, str(sheet.command), cards


def _stored(document: str, name: str, folder: Path, force: bool, report: Report) -> bool:
    stem = re.sub(r"\.toml$", "", name.strip(), flags=re.IGNORECASE)
    path = folder / f"{stem}.toml"
    if not _NAME.fullmatch(stem):
        report.say(text("list.bad_name", name=clean(name), limit=60), "bold red")
        return False
    if path.exists() and not force:
        report.say(text("list.exists", file=clean(path.name)), "bold red")
        return False
    try:
        DISK.replace(path, document.encode())
    except OSError as error:
        with suppress(OSError):
            path.with_name(path.name + ".new").unlink(missing_ok=True)
        reason = clean(error.strerror or type(error).__name__)
        report.say(text("list.no_room", file=clean(path.name), reason=reason), "bold red")
        return False
    report.say(text("import.saved", file=str(path)))
    return True
