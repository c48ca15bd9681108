"""Tell the rules as a table or as JSON, and write their pages."""

import json
from pathlib import Path

from rich.text import Text

from lab.rulebook import SYSTEMS, Rule, every_rule, rulebook
from lab.rulebook.markers import borne_in_checkout
from lab.rulebook.rule_pages import page
from table.words.grid import Grid, print_grid
from table.words.terminal import print_document


def write_pages(folder: Path) -> None:
    """Write a page for each system. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    for each in SYSTEMS:
        (folder / f"{each}.md").write_text(page(rulebook(each)), "utf-8")


def tell_rules(system: str | None, as_json: bool) -> None:
    """List the rules of a system, or of all. Raises KeyError for an unknown system."""
    rules = rulebook(system).rules if system else every_rule()
    shown_by = borne_in_checkout(Path(__file__).parents[2])
    if as_json:
        print_document(json.dumps([_entry(rule, shown_by.get(rule.id, ())) for rule in rules], indent=1))
    else:
        _print(rules, shown_by)


def _entry(rule: Rule, tests: tuple[str, ...]) -> dict[str, object]:
    return {"id": rule.id, "system": rule.system, "says": rule.says, "by": rule.by, "tests": tests}


def _print(rules: tuple[Rule, ...], shown_by: dict[str, tuple[str, ...]]) -> None:
    grid = Grid(show_lines=True)
    grid.add_column("rule", no_wrap=True)
    for column in ("says", "enforced by", "tests"):  # what does not fit goes on in the next line: nothing is cut off
        grid.add_column(column, overflow="fold")
    for rule in rules:
        grid.add_row(rule.id, rule.says, _below(rule.by), _below(shown_by.get(rule.id, ())))
    print_grid(grid)


def _below(lines: tuple[str, ...]) -> Text:
    """Return the words one below the other."""
    return Text("\n".join(lines))
