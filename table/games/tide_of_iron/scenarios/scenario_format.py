"""Scenarios of Tide of Iron as the command line has them: recognised, shown, kept."""

import re
from collections.abc import Iterator
from pathlib import Path

from table.games.files.list_file import keep_file
from table.games.files.list_format import Columns, ReportLine, ReportRow, StoredFile, Tone, Understood
from table.games.files.list_name import file_stem
from table.games.files.raw_list import ListError, clean, decoded
from table.games.tide_of_iron.rules.model.scenario import Kind, Scenario, Sheet
from table.games.tide_of_iron.scenarios.costs import strategy_costs
from table.games.tide_of_iron.scenarios.loader import of_document
from table.games.tide_of_iron.scenarios.stored_scenarios import stored_scenarios
from table.records.folder import SCENARIOS
from table.rules.text import text

_SECTION = re.compile(
    r"^[ \t]*(?:\[\[?[ \t]*(?:sides|objectives|victory|uses)\b|(?:rounds|initiative)[ \t]*=)", re.MULTILINE
)
"""A scenario file is recognised by a section, or by a key before the first section if the file is cut off."""


class Scenarios:
    """They lie beside the folder of lists."""

    edition = ""
    reads_anything = False
    other = "scenario"

    def recognises(self, content: bytes | str) -> bool:
        try:
            return _SECTION.search(decoded(content)) is not None
        except ListError:
            return False

    def is_source(self, words: str) -> bool:
        return False

    def understood(self, content: bytes | str, file: str, folder: Path) -> Understood:
        scenario, mistakes = of_document(decoded(content), Path(clean(file)), strategy_costs(folder.parent))
        if scenario is None:
            return Understood((), (), (), mistakes=mistakes)
        return Understood(tuple(_shown(scenario)), (), ())

    def store(self, content: bytes | str, name: str, folder: Path, *, force: bool = False) -> Path:
        path = self.room(folder) / f"{file_stem(name, '.toml')}.toml"
        return keep_file(path, decoded(content).encode(), force=force)

    def stored(self, folder: Path) -> Iterator[StoredFile]:
        for entry in stored_scenarios(self.room(folder), strategy_costs(folder.parent)):
            name = entry.scenario.name if entry.scenario else clean(entry.path.stem)
            yield StoredFile(entry.id, name, entry.path, entry.problems)

    def room(self, folder: Path) -> Path:
        return folder.parent / SCENARIOS


def _shown(scenario: Scenario) -> Iterator[ReportLine | Columns]:
    titles = tuple(text(f"import.{column}") for column in ("side", "nation", "command", "cards"))
    yield Columns(titles, tuple(_row(sheet) for sheet in scenario.sides))
    kinds = {kind: sum(each.kind is kind for each in scenario.objectives) for kind in Kind}
    yield ReportLine(
        text(
            "import.scenario",
            name=scenario.name, rounds=scenario.rounds, initiative=scenario.sheet(scenario.initiative).name,
            command=kinds[Kind.COMMAND], victory=kinds[Kind.VICTORY], other=kinds[Kind.OTHER],
        )
    )  # fmt: skip
    yield ReportLine(text("import.scenario_legal"), Tone.GOOD)


def _row(sheet: Sheet) -> ReportRow:
    cards = ", ".join(f"{card.name} ({card.cost})" for card in sheet.cards)
    return ReportRow((sheet.name, sheet.nation, str(sheet.command), cards))
