"""Draw the order of phases and steps as a diagram, from the tables by which the games are played."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import groupby, pairwise
from types import MappingProxyType
from typing import Any

from table.games.infinity.rules import game as infinity
from table.games.legion.rules import classic, current
from table.games.tide_of_iron.rules import game as tide_of_iron
from table.rules.steps import Question, Step, Steps

STEPS: MappingProxyType[str, Steps[Any]] = MappingProxyType(
    {
        "legion_2024": current.STEPS,
        "legion_classic": classic.LegionClassic.steps,
        "tide_of_iron": tide_of_iron.STEPS,
        "infinity": infinity.STEPS,
    }
)
CALLED = MappingProxyType({"legion_classic": classic.IDS})
"""What a rule that another system has, too, is called there."""
AGAIN = MappingProxyType(
    {"legion_2024": "select", "legion_classic": "select", "tide_of_iron": "action", "infinity": "window"}
)
"""Where a round, or a player turn, goes on after the last step of the table."""

MANY = 3


def diagram(system: str) -> list[str]:
    """Return lines of Markdown with a Mermaid flow chart, or none for a system without steps."""
    if system not in STEPS:
        return []
    steps = STEPS[system]
    called: Mapping[str, str] = CALLED.get(system, {})
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
        f"    {steps.table[-1].id}_ -. again .-> {AGAIN[system]}_",
        "```",
        "",
        f"In any step: {always}.",
    ]


def _phases(table: tuple[Step[Any], ...], called: Mapping[str, str]) -> Iterator[str]:
    for phase, steps in groupby(table, key=lambda step: step.phase):
        yield f'    subgraph phase_{phase}["{phase}"]'
        for step in steps:
            said = "<br/>".join((f"<b>{step.id}</b>", *_asked(step.questions, called)))
            yield f'        {step.id}_["{said}"]'
        yield "    end"


def _asked(questions: tuple[Question[Any], ...], called: Mapping[str, str]) -> list[str]:
    """Return each question once, by its key, with its rule; the parts of one question are combined."""
    keys = [(q.key, called.get(q.rule, q.rule)) for q in questions]
    parts = Counter((key.partition(".")[0], rule) for key, rule in dict.fromkeys(keys) if "." in key)
    told = (
        f"{stem}.* ({rule})" if dot and parts[stem, rule] >= MANY else f"{stem}{dot}{rest} ({rule})"
        for (stem, dot, rest), rule in ((key.partition("."), rule) for key, rule in keys)
    )
    return list(dict.fromkeys(told))
