"""Deck files: the names, costs and phases of strategy cards, entered once for all scenarios, as TOML or CSV."""

import csv
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from table.config.toml.document import UnreadableError, parsed, read
from table.config.toml.problems import Problem, as_written
from table.config.toml.struct_reader import ReadValues, read_struct, unknown_key
from table.config.toml.toml_keys import Key, KeyLines, dotted
from table.games.files.slug import slug
from table.games.tide_of_iron.scenarios.schema import DeckEntry, DecksFile
from table.rules.text import text

SUFFIXES = (".toml", ".csv")
COLUMNS = ("deck", "name", "cost", "copies", "phase", "lasting", "ends")
PHASES: Mapping[str, Mapping[str, bool]] = {
    "both": {},
    "command": {"action_phase": False},
    "action": {"command_phase": False},
}
ANSWERS = {"no": False, "yes": True}
MOST_LETTERS = 60
_TOML = re.compile(r"^[ \t]*\[\[?[ \t]*decks\b", re.MULTILINE)


class LoadedDecks(NamedTuple):
    decks: Mapping[str, DeckEntry]
    problems: tuple[Problem, ...]


def is_csv(document: str) -> bool:
    """True if the first line is the heading of a deck file in CSV."""
    return {"deck", "name", "cost"} <= set(_cells(document.partition("\n")[0].casefold()))


def are_decks(document: str) -> bool:
    """True if this is a deck file in TOML or CSV. A scenario can have decks too, but has other keys as well."""
    return is_csv(document) or (_TOML.search(document) is not None and "[sides" not in document)


def load_decks(path: Path) -> LoadedDecks:
    """Return the decks of a file, or all its problems. Never raises."""
    try:
        return decks_of(read(path), path)
    except UnreadableError as error:
        return LoadedDecks({}, (Problem(file=str(path), right=error.why, line=error.line),))


def decks_of(document: str, path: Path) -> LoadedDecks:
    """Load decks as `load_decks` does, from a text that is already read; `path` names it."""
    found = ReadValues()
    line_of: Callable[[Key], int | None]
    try:
        raw, line_of = _rows(document, found) if is_csv(document) else (parsed(document), KeyLines(document).of)
    except UnreadableError as error:
        return LoadedDecks({}, (Problem(file=str(path), right=error.why, line=error.line),))
    written = read_struct(DecksFile, raw, (), found)
    check_names(found)
    problems = tuple(
        Problem(str(path), mistake.right, dotted(mistake.key), _written(mistake.value), line_of(mistake.key))
        for mistake in found.mistakes
    )
    return LoadedDecks({} if problems or written is None else written.decks, problems)


def _written(value: object) -> str:
    return as_written(value) if isinstance(value, str | int | float | list | dict) else ""


def check_names(found: ReadValues) -> None:
    """Check that decks and their cards have names, and that each name is unique in its deck."""
    seen: dict[tuple[str, str], Key] = {}
    for key, name in list(found.values.items()):
        if key[:1] != ("decks",) or key[2:3] != ("cards",) or key[-1] != "name":
            continue
        _check_name(found, key, name)
        first = seen.setdefault((slug(str(key[1])), slug(name)), key)
        if first != key:
            found.wrong(key, text("tide.file.twice", other=dotted(first)), name)
    for name in found.names.get("decks", ()):
        _check_name(found, ("decks", name), name)


def _check_name(found: ReadValues, key: Key, name: str) -> None:
    if len(name) > MOST_LETTERS or not name.isprintable():
        found.wrong(key, text("tide.file.words", limit=MOST_LETTERS), name[:MOST_LETTERS])
    elif not slug(name):
        found.wrong(key, text("tide.file.no_letters"), name)


def _cells(line: str) -> list[str]:
    return [cell.strip().strip('"') for cell in re.split("[,;\t]", line)]


def _rows(document: str, found: ReadValues) -> tuple[dict[str, Any], Callable[[Key], int | None]]:
    """Return the rows as the TOML file would have them, and the line of each key."""
    heading = document.partition("\n")[0]
    separator = max(",;\t", key=heading.count)
    decks: dict[str, Any] = {}
    lines: dict[Key, int] = {}
    reader = csv.DictReader(document.splitlines(), delimiter=separator, skipinitialspace=True)
    for row in reader:
        cells = {str(column).strip().casefold(): _cell(cell) for column, cell in row.items() if column is not None}
        if not any(cells.values()):
            continue
        deck = decks.setdefault(cells.get("deck", ""), {"cards": []})["cards"]
        place: Key = ("decks", cells.get("deck", ""), "cards", len(deck) + 1)
        lines[place] = reader.line_num
        lines.setdefault(place[:2], reader.line_num)
        deck.append(_card(cells, place, found))
    for column in _cells(heading.casefold()):
        if column not in COLUMNS:
            found.wrong((column,), unknown_key(column, COLUMNS), column)
    return {"decks": decks}, lambda key: lines.get(key[:4], lines.get(key[:2], 1))


def _cell(cell: Any) -> str:
    """Return a cell's text. The cells beyond the last column come as a list, and are part of it."""
    return " ".join(cell).strip() if isinstance(cell, list) else (cell or "").strip()


def _card(cells: Mapping[str, str], place: Key, found: ReadValues) -> dict[str, Any]:
    """Return a row as the table of a card; empty cells are left out."""
    card: dict[str, Any] = {"name": cells.get("name", "")}
    for column in ("cost", "copies"):
        if cell := cells.get(column, ""):
            card[column] = int(cell) if cell.isdecimal() else cell
    card |= _word(cells, "phase", PHASES, place, found) or {}
    for column in ("lasting", "ends"):
        if (answer := _word(cells, column, ANSWERS, place, found)) is not None:
            card[column] = answer
    return card


def _word(cells: Mapping[str, str], column: str, words: Mapping[str, Any], place: Key, found: ReadValues) -> Any:
    """Return the meaning of a cell with one of these words; None if it is empty or has another one."""
    if not (cell := cells.get(column, "").casefold()):
        return None
    if cell not in words:
        found.wrong((*place, column), text("config.right.one_of", names=", ".join(words)), cell)
    return words.get(cell)
