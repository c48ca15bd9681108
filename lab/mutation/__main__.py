"""`python -m lab.mutation`: count the small changes to the rules that no test detects."""

import os
import random
from pathlib import Path

import click

from lab.figure import Figure, at_most, published
from lab.figures.figure_report import print_report, report
from lab.mutation import runner, suite
from lab.mutation.kept import Kept
from lab.mutation.mutations import Mutant
from lab.mutation.page import Equivalents, page
from lab.mutation.runner import Fate
from table.words.terminal import print_line

MOST_ALIVE = 5.0
"""The goal in per cent."""


@click.command()
@click.option(
    "--only", default="table.", show_default=True, metavar="PREFIX", help="Only modules whose names start with PREFIX."
)
@click.option("--tests", multiple=True, metavar="PATH", help="Only these tests. Default: all fast tests of the rules.")
@click.option("--sample", type=click.IntRange(1), metavar="N", help="Only N mutants, drawn by --seed.")
@click.option("--seed", default=1, show_default=True, help="Seed of the sample.")
@click.option("--processes", default=os.cpu_count() or 1, show_default=True, type=click.IntRange(1))
@click.option("--page", "to", type=click.Path(path_type=Path), metavar="FILE", help="Also write the page.")
@click.option(
    "--kept",
    "kept_in",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Resume from the results in this file, and store new results in it.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def main(
    only: str, tests: tuple[str, ...], sample: int | None, seed: int, processes: int, to: Path | None,
    kept_in: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Change the rules in one place at a time, and check that a test fails."""
    sources = runner.sources(only)
    by_module = {source.module: source for source in sources}
    jobs = runner.every_job(sources)
    every = len(jobs)
    if sample is not None:
        jobs = random.Random(seed).sample(jobs, min(sample, every))
    total = len(jobs)
    kept = Kept({}) if kept_in is None else Kept.read(kept_in)
    commit = report("make mutants", seed, ()).commit
    fates: dict[Mutant, Fate] = {}
    left = []
    for source, index in jobs:
        mutant = source.mutants[index]
        fate = kept.stands(source, mutant)
        if fate is None:
            left.append((source, index))
        else:
            fates[mutant] = fate

    def record(mutant: Mutant, fate: Fate) -> None:
        fates[mutant] = fate
        kept.add(by_module[mutant.module], mutant, fate, commit)
        if fate.alive:
            print_line(f"{fate}: line {mutant.line} of {mutant}", error=True)
        if len(fates) % 100 == 0:
            print_line(f"{len(fates)} of {total}", error=True)
            if kept_in is not None:
                kept.write(kept_in)

    if left:
        runner.run(left, tests or suite.TESTS, processes, record)
    if kept_in is not None:
        kept.write(kept_in)
    equivalents = Equivalents.read()
    alive = [mutant for mutant, fate in fates.items() if fate.alive and mutant not in equivalents]
    same = [mutant for mutant, fate in fates.items() if fate.alive and mutant in equivalents]
    figures = _figures(len(fates), len(alive), len(same))
    measured = report("make mutants" if sample is None else f"make mutants --sample {sample}", seed, figures)
    if to is not None:
        to.write_text(page(measured, fates, alive, equivalents, kept.commits(sources), every), "utf-8")
    stale = equivalents.stale([mutant for source in sources for mutant in source.mutants], only)
    for line in stale:
        print_line(f"equivalent.toml names no mutant: {line}", error=True)
    print_report(measured, as_json)


def _figures(total: int, alive: int, same: int) -> tuple[Figure, ...]:
    counted = max(1, total - same)
    return (
        at_most("rules.mutants_alive", [100 * alive / counted], MOST_ALIVE, "%"),
        published("rules.mutants", [total], "mutants"),
        published("rules.mutants_equivalent", [same], "mutants"),
    )


if __name__ == "__main__":
    main()
