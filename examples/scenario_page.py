"""Begin a scenario of Tide of Iron from a web page that you saved.

Run it by `python3 examples/scenario_page.py PAGE > FILE.toml`.

PAGE is the page as HTML, or its table copied into a text file. It has a column for each side, and rows such as "Rounds"
or "Strategy Decks". The written file begins with what the page does not say: add that, then run `command-table import`.
"""

import json
import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

LABELS = (
    r"(?:Division|Player) \d[^\n\t|]*|Strategy Decks?[^\n\t|]*|Starting Strategy Cards|Operations Cards|Set-?up|Rounds"
    r"|Deployment Zones?|Starting Initiative|Objectives?|Actions per turn|Reinforcements|Special Rules"
    r"|Terrain Features|Hints"
)
ROW = re.compile(rf"^\s*({LABELS})\s*?[|\t]", re.IGNORECASE | re.MULTILINE)
SPAN = re.compile(r"\(rounds? (\d+)\D+(\d+)\)", re.IGNORECASE)
DEALT = re.compile(r'(?:"|- )([^"]+?) ?(?:"|-) card from (?:the )?([\w ]+?)(?: deck)? in their (HQ|play area)', re.I)
DECK = re.compile(r"( strategy)? deck$", re.IGNORECASE)
MOST_LETTERS = 400
"""The most of a victory condition, as in docs/play/scenarios.md."""
OF_THE_BOARD = ("division", "player", "deployment", "actions", "terrain", "hints")
"""Rows that the table needs nothing of."""


class Row(NamedTuple):
    label: str
    cells: tuple[str, str]


class PageText(HTMLParser):
    """The text of a page: a tab after each cell, and a line for each row and paragraph. A picture is a word."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._hidden += tag in ("script", "style")
        if tag in ("br", "p", "li", "div", "tr"):
            self.text += "\n"
        elif tag == "img":
            self.text += dict(attrs).get("alt") or "picture"

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in ("script", "style")
        self.text += {"td": "\t", "th": "\t", "p": "\n", "div": "\n", "tr": "\n"}.get(tag, "")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.text += re.sub(r"[\s|]+", " ", data)


def scenario(name: str, page: str) -> str:
    """Return the scenario file, as far as the page says it. Raises ValueError for a page without such a table."""
    if "<t" in page.casefold():
        reader = PageText()
        reader.feed(page)
        page = reader.text
    page = re.sub("[\u201c\u201d\u201e]", '"', re.sub(r"\{/?tip[^}]*\}", "", page)).replace("\xa0", " ")
    found = list(ROW.finditer(page))
    sides = [words.splitlines()[-1].strip() for words in _cells(page[: found[0].start()] if found else "") if words][
        -2:
    ]
    if len(sides) < 2:
        raise ValueError("the page has no table with two sides and a row such as Rounds")
    ends = [*(row.start() for row in found[1:]), len(page)]
    rows = [_row(row[1], page[row.end() : end]) for row, end in zip(found, ends, strict=True)]
    missing: list[str] = []
    written = list(_written(name, sides, rows, missing))
    notes = "".join(f"# - {each}\n" for each in missing)
    return f"# Not on the page, or to be checked by you:\n{notes}" + "".join(f"{line}\n" for line in written)


def _cells(words: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"[|\t]", words)]


def _row(label: str, words: str) -> Row:
    first, second = [*_cells(words), "", ""][:2]
    return Row(label.strip(), ("" if first == "-" else first, "" if second == "-" else second))


def _written(name: str, sides: list[str], rows: list[Row], missing: list[str]) -> Iterator[str]:
    ids = [re.sub(r"\W+", "-", side.casefold()).strip("-") for side in sides]
    first = {row.label.casefold(): row.cells for row in reversed(rows)}
    rounds = re.search(r"\d+", first.get("rounds", ("", ""))[0])
    starts = [id for id, cell in zip(ids, first.get("starting initiative", ("", "")), strict=True) if cell]
    yield f"name = {_toml(name)}"
    yield f"rounds = {rounds[0] if rounds else 0}"
    yield f"initiative = {_toml(starts[0] if len(starts) == 1 else '')}"
    missing += [] if rounds else ["rounds"]
    missing += [] if len(starts) == 1 else ["initiative: the side that has it at the start"]
    missing += ["objectives: they are on the map; write [[objectives]] for each, at the end"]
    yield from _wins(ids, first.get("objective") or first.get("objectives") or ("", ""), missing)
    for column, (id, side) in enumerate(zip(ids, sides, strict=True)):
        yield from _side(id, side, [(row.label, row.cells[column]) for row in rows], missing)
    for row in rows:
        known = ("strategy deck", "starting", "operations", "objective", "rounds", *OF_THE_BOARD)
        if any(row.cells) and not row.label.casefold().startswith(known):
            missing.append(f"{row.label}: {_flat(' / '.join(filter(None, row.cells)))}")


def _wins(ids: list[str], cells: tuple[str, str], missing: list[str]) -> Iterator[str]:
    """Yield the victory conditions: one in both columns is for either side."""
    for id, cell in zip(("", "") if not cells[1] else ids, cells, strict=True):
        words = _flat(cell)
        if not words:
            continue
        yield "\n[[victory.wins]]"
        yield f"condition = {_toml(words[:MOST_LETTERS])}"
        if id:
            yield f"side = {_toml(id)}"
        if re.search(r"end of (any|each)\b", words, re.IGNORECASE):
            yield "any_round = true"
        if len(words) > MOST_LETTERS:
            missing.append(f"victory: the condition goes on: {words[MOST_LETTERS:]}")
    missing.append("victory: add `holds` with objectives, or `points`, so that the table sees it by itself")


def _side(id: str, name: str, rows: list[tuple[str, str]], missing: list[str]) -> Iterator[str]:
    """Yield a side with its decks and cards. Their costs are in your deck file."""
    decks = [
        (deck, SPAN.search(label))
        for label, cell in rows
        if label.casefold().startswith("strategy deck")
        for deck in _lines(cell)
    ]
    start = next((cell for label, cell in rows if label.casefold() == "starting strategy cards"), "")
    number = re.match(r"\d+", start)
    yield f"\n[sides.{id}]\nnation = {_toml(id)}\nname = {_toml(name)}"
    yield from ("draws = 1",) if decks else ()
    yield from (f"starts = {number[0]}",) if number else ()
    for deck, span in decks:
        plain = re.split(r" with | \(", deck)[0]
        yield f"\n[[sides.{id}.decks]]\nname = {_toml(re.sub(DECK, '', plain.replace(chr(34), '').strip(' .')))}"
        yield from (f"first = {span[1]}", f"last = {span[2]}") if span else ()
        missing += [] if plain == deck else [f"sides.{id}: {deck}"]
    for card, deck, place in DEALT.findall(_flat(start)):
        at = "face_up" if place == "HQ" else "in_play"
        yield f"\n[[sides.{id}.cards]]\nname = {_toml(card)}\ndeck = {_toml(deck)}\n{at} = true"
    operations = next((cell for label, cell in rows if label.casefold() == "operations cards"), "")
    for line in _lines(operations):
        card, _, limit = line.partition("(")
        until = re.match(r"until (?:turn|round) (\d+)", limit, re.IGNORECASE)
        yield f"\n[[sides.{id}.cards]]\nname = {_toml(card.strip())}\ncost = 0\nin_play = true"
        yield from (f"until = {until[1]}",) if until else ()
        missing += [f"sides.{id}: {line}"] if limit and not until else []


def _lines(cell: str) -> list[str]:
    """Return the lines of a cell, without the number or the dash before a name."""
    return [
        name for line in re.split(r"\n| - ", cell) if (name := re.sub(r"^[\s\d\W]*?(?=[^\W\d]|\")", "", line).strip())
    ]


def _flat(words: str) -> str:
    return " ".join(words.split())


def _toml(words: str) -> str:
    return json.dumps(words, ensure_ascii=False)


if __name__ == "__main__":
    path = Path(sys.argv[1])
    stem = re.sub(r"^\d+\W+", "", path.stem).replace("-", " ")
    sys.stdout.write(scenario(stem[:1].upper() + stem[1:], path.read_text("utf-8", errors="replace")))
