"""The page of the last run, and the list of mutants that change nothing."""

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from math import sqrt
from pathlib import Path

from lab.figures.figure import FiguresReport
from lab.mutation.mutations import Mutant
from lab.mutation.runner import Fate

HERE = Path(__file__).parent
HEAD = """\
# Mutants

Written by `make mutants`. Each mutant is the rules with one small change: a comparison or a condition turned round,
`and` for `or`, a number one higher, an element, a field or a statement left out, nothing returned. One is alive when no
fast test of the rules fails of it. Words for people, annotations and what an exception says are left alone.
"""


class Equivalents:
    """`equivalent.toml`: mutants that no test can see, since they change nothing, each with its reason."""

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
        """Entries of these modules that name none of these mutants."""
        there = {str(mutant) for mutant in mutants}
        return [name for name in self._reasons if name.startswith(only) and name not in there]


def page(
    measured: FiguresReport, fates: Mapping[Mutant, Fate], alive: Sequence[Mutant], equivalents: Equivalents,
    commits: Sequence[str], of: int,
) -> str:  # fmt: skip
    """Return the page; `commits` are those at which these mutants were run, drawn out of so many."""
    taken = f"Commit `{measured.commit}`, {measured.machine}, Python {measured.python}, {datetime.now(UTC):%Y-%m-%d}."
    same = [mutant for mutant, fate in fates.items() if fate.alive and mutant in equivalents]
    lines = [HEAD, f"`{measured.command}`. {taken}"]
    earlier = [commit for commit in commits if commit != measured.commit]
    if earlier:
        at = ", ".join(f"`{commit}`" for commit in earlier)
        lines += [f"Seen at {at}, in modules that are the same since: not run again."]
    lines += ["", "| figure | asked | measured |", "|---|---|--:|"]
    lines += [f"| `{each.name}` | {each.goal or ''} | {each.value:g} {each.unit} |" for each in measured.figures]
    lines += ["", "Equivalent mutants are counted in neither part of the share."]
    if len(fates) < of:
        low, high = between(len(alive), len(fates) - len(same))
        lines += [f"Drawn by chance out of {of}: of all, {low:.1f} to {high:.1f} % are alive, at 95 %."]
    lines += [""]
    lines += [
        "| rules | mutants | seen by a test | endless or crashed | equivalent | alive |",
        "|---|--:|--:|--:|--:|--:|",
    ]
    lines += _rows(fates, set(alive), set(same))
    lines += ["", "## Alive", "", *(_line(mutant, fates[mutant]) for mutant in _sorted(alive))]
    lines += ["", "## Equivalent", "", *(f"- `{mutant}`: {equivalents.reason(mutant)}" for mutant in _sorted(same))]
    return "\n".join(lines) + "\n"


def between(found: int, drawn: int) -> tuple[float, float]:
    """Return between which shares, per cent, that of all lies with 95 %: the interval of Wilson."""
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
    """The package of a game; what all games share."""
    game, _, rest = mutant.module.removeprefix("table.games.").partition(".")
    return game if rest.startswith("rules") else "shared"


def _sorted(mutants: Sequence[Mutant]) -> list[Mutant]:
    return sorted(mutants, key=lambda mutant: (mutant.module, mutant.line, mutant.what))


def _line(mutant: Mutant, fate: Fate) -> str:
    return f"- `{mutant}`" + ("" if fate is Fate.SURVIVED else " (no test runs it)")
