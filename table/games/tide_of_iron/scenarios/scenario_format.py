"""Scenarios of Tide of Iron for the command line: to recognise, show and store them."""

import re
from collections.abc import Iterator
from pathlib import Path

from table.games.files.list_file import keep_file
from table.games.files.list_folder import list_files
from table.games.files.list_format import Columns, ReportLine, ReportRow, StoredFile, Tone, Understood
from table.games.files.list_name import file_stem
from table.games.files.raw_list import ListError, clean, decoded
from table.games.tide_of_iron.rules.model.scenario import Kind, Scenario, Sheet
from table.games.tide_of_iron.scenarios.deck_files import SUFFIXES, are_decks, decks_of, is_csv, load_decks
from table.games.tide_of_iron.scenarios.known_cards import DECKS, KnownCards, deck_cards, known_cards
from table.games.tide_of_iron.scenarios.loader import of_document
from table.games.tide_of_iron.scenarios.stored_scenarios import stored_scenarios
from table.records.folder import SCENARIOS
from table.rules.text import text

_SECTION = re.compile(
    r"^[ \t]*(?:\[\[?[ \t]*(?:sides|objectives|victory|uses|decks)\b|(?:rounds|initiative)[ \t]*=)", re.MULTILINE
)
"""A scenario file is recognised by a section, or by a key before the first section if the file is cut off."""


class Scenarios:
    """The format of scenario files, which are stored beside the folder of lists."""

    edition = ""
    reads_anything = False
    other = "scenario"

    def recognises(self, content: bytes | str) -> bool:
        try:
            document = decoded(content)
            return are_decks(document) or _SECTION.search(document) is not None
        except ListError:
            return False

    def is_source(self, words: str) -> bool:
        return False

    def understood(self, content: bytes | str, file: str, folder: Path) -> Understood:
        document = decoded(content)
        if are_decks(document):
            return _understood_decks(document, Path(clean(file)))
        scenario, mistakes = of_document(document, Path(clean(file)), known_cards(folder.parent))
        if scenario is None:
            return Understood((), (), (), mistakes=mistakes)
        return Understood(tuple(_shown(scenario)), (), ())

    def store(self, content: bytes | str, name: str, folder: Path, *, force: bool = False) -> Path:
        document = decoded(content)
        room = self.room(folder) / DECKS if are_decks(document) else self.room(folder)
        ending = ".csv" if is_csv(document) else ".toml"
        return keep_file(room / f"{file_stem(name, ending)}{ending}", document.encode(), force=force)

    def stored(self, folder: Path) -> Iterator[StoredFile]:
        for entry in stored_scenarios(self.room(folder), known_cards(folder.parent)):
            name = entry.scenario.name if entry.scenario else clean(entry.path.stem)
            yield StoredFile(entry.id, name, entry.path, entry.problems)
        for path in list_files(self.room(folder) / DECKS, SUFFIXES):
            decks = load_decks(path)
            yield StoredFile(f"{DECKS}:{path.name}", ", ".join(decks.decks) or path.stem, path, decks.problems)

    def room(self, folder: Path) -> Path:
        return folder.parent / SCENARIOS


def _understood_decks(document: str, path: Path) -> Understood:
    decks, mistakes = decks_of(document, path)
    names = {name: ", ".join(f"{card.name} ({card.cost})" for card in deck.cards) for name, deck in decks.items()}
    lines = (ReportLine(text("import.deck", name=name, cards=cards), Tone.GOOD) for name, cards in names.items())
    cards = tuple(deck_cards(KnownCards(decks=decks)))
    return Understood(tuple(lines), (), (), cards, mistakes=mistakes)


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
