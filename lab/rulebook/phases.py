"""Draw the order of phases and steps as a diagram, from the games' tables of steps."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import groupby, pairwise
from typing import Any

from lab.rulebook import SYSTEMS
from table.rules.steps import Question, StepOfTable

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
