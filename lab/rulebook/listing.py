"""Print the rules as a table or as JSON, and write their pages."""

import ast
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

from rich.text import Text

from lab.rulebook import SYSTEMS, Rule, Rulebook, every_rule, rulebook
from table.rules.steps import Question, StepOfTable
from table.words.grid import Grid, print_grid
from table.words.terminal import print_document

MANY = 3


def diagram(system: str) -> list[str]:
    """Return lines of Markdown with a Mermaid flow chart, or none for a game without steps."""
    rules = SYSTEMS[system]
    if rules.steps is None:
        return []
    steps, called = rules.steps, rules.called
    always = ", ".join(_asked(steps.standing, called)) or "nothing"
    return [
        "",
        "## Steps",
        "",
        "Phases, the steps in them, and what is asked in each, with the rule that the question rests on.",
        "",
        "```mermaid",
        "flowchart TD",
        *_phases(steps.table, called),
        *(f"    {before.id}_ --> {after.id}_" for before, after in pairwise(steps.table)),
        f"    {steps.table[-1].id}_ -. again .-> {rules.again}_",
        "```",
        "",
        f"In any step: {always}.",
    ]


def _phases(table: tuple[StepOfTable[Any], ...], called: Mapping[str, str]) -> Iterator[str]:
    for phase, steps in groupby(table, key=lambda step: step.phase):
        yield f'    subgraph phase_{phase}["{phase}"]'
        for step in steps:
            lines = "<br/>".join((f"<b>{step.id}</b>", *_asked(step.questions, called)))
            yield f'        {step.id}_["{lines}"]'
        yield "    end"


def _asked(questions: tuple[Question[Any], ...], called: Mapping[str, str]) -> list[str]:
    """Return each question once, by its key, with its rule; many parts of one question are combined."""
    keys = [(q.key, called.get(q.rule, q.rule)) for q in questions]
    parts = Counter((key.partition(".")[0], rule) for key, rule in dict.fromkeys(keys) if "." in key)
    asked = (
        f"{stem}.* ({rule})" if dot and parts[stem, rule] >= MANY else f"{stem}{dot}{rest} ({rule})"
        for (stem, dot, rest), rule in ((key.partition("."), rule) for key, rule in keys)
    )
    return list(dict.fromkeys(asked))


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
        print_document(json.dumps([_entry(rule, shown_by.get(rule.id, ())) for rule in rules], indent=1))
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
    print_grid(grid)


def _below(lines: tuple[str, ...]) -> Text:
    """Return the lines as one text."""
    return Text("\n".join(lines))


MARK = "pytest.mark.rule"
NOT_RUN = ("pytest.mark.skip", "pytest.mark.xfail")


def borne_in_checkout(root: Path) -> dict[str, tuple[str, ...]]:
    """Return the tests of the product and the lab by rule id; none without a checkout. The lab's begin with `lab/`."""
    product, lab = borne_by(root / "tests"), borne_by(root / "lab" / "tests")
    beside = {rule: tuple(f"lab/{test}" for test in tests) for rule, tests in lab.items()}
    return {rule: (*product.get(rule, ()), *beside.get(rule, ())) for rule in product | beside}


def borne_by(folder: Path) -> dict[str, tuple[str, ...]]:
    """Return the tests of a folder by rule id, such as `session/test_seals.py::test_name`."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        content = path.read_text("utf-8")
        for test in _functions(ast.parse(content)) if MARK in content else ():
            for rule in _markers(test):
                found.setdefault(rule, []).append(f"{path.relative_to(folder).as_posix()}::{test.name}")
    return {rule: tuple(tests) for rule, tests in found.items()}


def _functions(of: ast.Module | ast.ClassDef) -> Iterator[ast.FunctionDef]:
    """Yield the functions of a module, then those of its classes: pytest collects tests only there."""
    yield from (each for each in of.body if isinstance(each, ast.FunctionDef))
    for each in of.body:
        if isinstance(each, ast.ClassDef):
            yield from _functions(each)


def _markers(function: ast.FunctionDef) -> Iterator[str]:
    """Yield the arguments of each `@pytest.mark.rule(...)` of a test that is collected and run."""
    marks = [ast.unparse(decorator) for decorator in function.decorator_list]
    if not function.name.startswith("test_") or any(mark.startswith(NOT_RUN) for mark in marks):
        return
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == MARK:
            yield from (str(each.value) for each in decorator.args if isinstance(each, ast.Constant))
