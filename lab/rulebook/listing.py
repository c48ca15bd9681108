"""Print the rules as a table or as JSON, and write their pages."""

import json
from pathlib import Path

from rich.text import Text

from lab.rulebook import SYSTEMS, Rule, Rulebook, every_rule, rulebook
from lab.rulebook.markers import borne_in_checkout
from lab.rulebook.phases import diagram
from table.words.grid import Grid, tell_grid
from table.words.terminal import tell_document


def page(book: Rulebook) -> str:
    lines = [f"# {book.title}", "", "<!-- Made by `make docs` from lab/rulebook; changes here are lost. -->", ""]
    lines += [f"Version of the rule texts: {book.version}.", ""] if book.version else []
    for note in book.notes:
        lines += [note, ""]
    for rule in book.rules:
        by = ", ".join(f"`{each}`" for each in rule.by)
        lines.append(f"- **{rule.id}** {rule.text} ({by})")
    lines += diagram(book.system)
    return "\n".join(lines) + "\n"


def write_pages(folder: Path) -> None:
    """Write a page for each system. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    for each in SYSTEMS:
        (folder / f"{each}.md").write_text(page(rulebook(each)), "utf-8")


def print_rules(system: str | None, as_json: bool) -> None:
    """Print the rules of a system, or of all. Raises KeyError for an unknown system."""
    rules = rulebook(system).rules if system else every_rule()
    shown_by = borne_in_checkout(Path(__file__).parents[2])
    if as_json:
        tell_document(json.dumps([_entry(rule, shown_by.get(rule.id, ())) for rule in rules], indent=1))
    else:
        _print(rules, shown_by)


def _entry(rule: Rule, tests: tuple[str, ...]) -> dict[str, object]:
    return {"id": rule.id, "system": rule.system, "says": rule.text, "by": rule.by, "tests": tests}


def _print(rules: tuple[Rule, ...], shown_by: dict[str, tuple[str, ...]]) -> None:
    grid = Grid(show_lines=True)
    grid.add_column("rule", no_wrap=True)
    for column in ("says", "enforced by", "tests"):  # long cells continue on the next line: nothing is cut off
        grid.add_column(column, overflow="fold")
    for rule in rules:
        grid.add_row(rule.id, rule.text, _below(rule.by), _below(shown_by.get(rule.id, ())))
    tell_grid(grid)


def _below(lines: tuple[str, ...]) -> Text:
    """Return the lines as one text."""
    return Text("\n".join(lines))
