"""Write the page of the last run, and read the list of equivalent mutants."""

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from math import sqrt
from pathlib import Path

from lab.figures.figure_report import FiguresReport
from lab.mutation.mutations import Mutant
from lab.mutation.runner import Fate

HERE = Path(__file__).parent
HEAD = """\
# Mutants

Written by `make mutants`. A mutant is the rules with one small change: a negated comparison or condition, `and` for
`or`, a number increased by one, an element, field or statement left out, or nothing returned. A mutant is alive if no
fast test of the rules fails on it. Words for people, annotations and messages of exceptions are not changed.
"""


class Equivalents:
    """The mutants of `equivalent.toml`, which no test can detect since they change nothing, each with its reason."""

    def __init__(self, reasons: Mapping[str, str]) -> None:
        self._reasons = dict(reasons)

    @classmethod
    def read(cls, path: Path = HERE / "equivalent.toml") -> "Equivalents":
        return cls(tomllib.loads(path.read_text("utf-8")))

    def __contains__(self, mutant: object) -> bool:
        return str(mutant) in self._reasons

    @property
    def modules(self) -> list[str]:
        return sorted({name.partition(":")[0] for name in self._reasons})

    def reason(self, mutant: Mutant) -> str:
        return self._reasons[str(mutant)]

    def stale(self, mutants: Sequence[Mutant], only: str) -> list[str]:
        """Return the entries of these modules that name none of these mutants."""
        there = {str(mutant) for mutant in mutants}
        return [name for name in self._reasons if name.startswith(only) and name not in there]


def page(
    measured: FiguresReport, fates: Mapping[Mutant, Fate], alive: Sequence[Mutant], equivalents: Equivalents,
    commits: Sequence[str], of: int,
) -> str:  # fmt: skip
    """Return the page. `commits` are those of the runs, and `of` is the number of mutants to draw from."""
    taken = f"Commit `{measured.commit}`, {measured.machine}, Python {measured.python}, {datetime.now(UTC):%Y-%m-%d}."
    same = [mutant for mutant, fate in fates.items() if fate.alive and mutant in equivalents]
    lines = [HEAD, f"`{measured.command}`. {taken}"]
    earlier = [commit for commit in commits if commit != measured.commit]
    if earlier:
        at = ", ".join(f"`{commit}`" for commit in earlier)
        lines += [f"Run at {at}, in modules that have not changed since."]
    lines += ["", "| figure | asked | measured |", "|---|---|--:|"]
    lines += [f"| `{each.name}` | {each.goal or ''} | {each.value:g} {each.unit} |" for each in measured.figures]
    lines += ["", "Equivalent mutants do not count in the share."]
    if len(fates) < of:
        low, high = between(len(alive), len(fates) - len(same))
        lines += [f"A random sample of the {of} mutants: {low:.1f} to {high:.1f} % of all are alive (95 % confidence)."]
    lines += [""]
    lines += ["| rules | mutants | detected | endless or crashed | equivalent | alive |", "|---|--:|--:|--:|--:|--:|"]
    lines += _rows(fates, set(alive), set(same))
    lines += ["", "## Alive", "", *(_line(mutant, fates[mutant]) for mutant in _sorted(alive))]
    lines += ["", "## Equivalent", "", *(f"- `{mutant}`: {equivalents.reason(mutant)}" for mutant in _sorted(same))]
    return "\n".join(lines) + "\n"


def between(found: int, drawn: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of the share in per cent (Wilson)."""
    z, share = 1.96, found / drawn
    middle = share + z * z / (2 * drawn)
    off = z * sqrt(share * (1 - share) / drawn + (z / (2 * drawn)) ** 2)
    of_all = 100 / (1 + z * z / drawn)
    return of_all * (middle - off), of_all * (middle + off)


def _rows(fates: Mapping[Mutant, Fate], alive: set[Mutant], same: set[Mutant]) -> list[str]:
    tally: Counter[tuple[str, str]] = Counter()
    for mutant, fate in fates.items():
        kind = "same" if mutant in same else "alive" if mutant in alive else fate.value
        tally[_part(mutant), kind] += 1
        tally[_part(mutant), "all"] += 1
    kinds = ("all", Fate.KILLED.value, Fate.ENDLESS.value, "same", "alive")
    parts = sorted({part for part, _ in tally})
    return [f"| {part} | " + " | ".join(str(tally[part, kind]) for kind in kinds) + " |" for part in parts]


def _part(mutant: Mutant) -> str:
    """Return the game of a mutant, or "shared"."""
    game, _, rest = mutant.module.removeprefix("table.games.").partition(".")
    return game if rest.startswith("rules") else "shared"


def _sorted(mutants: Sequence[Mutant]) -> list[Mutant]:
    return sorted(mutants, key=lambda mutant: (mutant.module, mutant.line, mutant.what))


def _line(mutant: Mutant, fate: Fate) -> str:
    return f"- `{mutant}`" + ("" if fate is Fate.SURVIVED else " (no test runs it)")
