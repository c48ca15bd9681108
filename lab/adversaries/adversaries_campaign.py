"""`command-table campaign adversaries`: does every promise of the documents withstand its attackers?

The promises are the rows of "Attacks that fail" (`docs/play/fairness.md`) and of `docs/develop/promises.md`, which
quotes reliability, web and hall. Each names the programs that try to break it: tests, and campaigns that search with
many tries. They run here, campaigns in their short form. A promise without a program is not tried, and one whose
program fails, or does not run at all, is broken. The controls plant faults into the shipping code, one at a time. Each
must break its promise. Tests that need a browser or a broker are only counted here.
"""

import os
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from lab.adversaries.planted import FAULTS, VARIABLE
from lab.campaigns.hall import mosquitto
from lab.figure import Figure, NotMeasuredError, at_least, control_of, none_of, published
from lab.figures.every_campaign import OF_THE_MACHINE
from lab.figures.taken_by import CAMPAIGNS, measured
from lab.figures.taken_by import campaign as campaign_of

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "develop/attacks.md"
"""The attacks that fail, in its section of that name."""
QUOTED = DOCS / "develop/promises.md"
"""The promises of other pages. A section for each page quotes it."""
SECTION = re.compile(r"^## (?:(Attacks that fail)|\[[^]]+\]\(([\w./]+)\))\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
ROW = re.compile(r"^\| (.+?) \|(?: .+? \|)? (.+) \|$", re.MULTILINE)
"""A row with two cells, or three: the attack or promise, its reason, the programs."""
HEADS = ("attack", "promise", "---")
TEST = re.compile(r"`(tests/[\w/]+\.py(?:::\w+)*)`")
CAMPAIGN = re.compile(r"`command-table campaign ([\w-]+)[^`]*`(?: \(`([\w.*]+)`\))?")
BENCH = re.compile(r"`command-table bench --only [\w.]+`(?: \(`([\w.]+)`\))?")
ELSEWHERE = ("tests/network/web/browser/", "tests/network/hall/broker/")
"""The tests that need a browser or a broker. They belong to `make web` and `make hall`."""


class Promise(Struct, frozen=True):
    """An attack or a promise in the documents, with the programs that try to break it."""

    attack: str
    tests: tuple[str, ...]
    campaigns: tuple[tuple[str, str], ...]
    """Each campaign with the beginning of the names of its figures that count; empty if all count."""
    figures: tuple[str, ...]
    """The figures of `command-table bench`."""
    elsewhere: tuple[str, ...]
    page: Path = PAGE
    """The page that makes the promise."""

    @property
    def is_tried(self) -> bool:
        """True if a program tries this attack."""
        return bool(self.tests or self.campaigns or self.figures)

    @property
    def is_searched(self) -> bool:
        """True if a program searches for a way with many tries. A test only tries the ways that its author knew."""
        return bool(self.campaigns or self.figures)


def promises(*pages: Path) -> tuple[Promise, ...]:
    """Return the promises of these pages; without any, of all pages that have some.

    Raises ValueError if a page has no such table, or names an unknown campaign.
    """
    rows: list[Promise] = []
    for page in pages or (PAGE, QUOTED):
        found = [*_sections(page)]
        if not found:
            raise ValueError(f"{page.name} lists no attacks that fail")
        rows += found
    if unknown := {name for row in rows for name, _ in row.campaigns} - CAMPAIGNS.keys():
        raise ValueError(f"the pages name campaigns that do not exist: {', '.join(sorted(unknown))}")
    return tuple(rows)


def _sections(page: Path) -> Iterator[Promise]:
    for own, linked, table in SECTION.findall(page.read_text("utf-8")):
        yield from _rows(table, page if own else (page.parent / linked).resolve())


def _rows(table: str, page: Path) -> Iterator[Promise]:
    for attack, programs in ROW.findall(table):
        if attack in HEADS:
            continue
        tests = TEST.findall(programs)
        yield Promise(
            attack,
            tuple(each for each in tests if not each.startswith(ELSEWHERE)),
            tuple((name, figure.removesuffix("*")) for name, figure in CAMPAIGN.findall(programs)),
            tuple(each for each in BENCH.findall(programs) if each),
            tuple(each for each in tests if each.startswith(ELSEWHERE)),
            page,
        )


ROOT = PAGE.parents[2]
OUTCOME = re.compile(r"^(PASSED|FAILED|ERROR) (tests/[\w/]+\.py)(?:::\w+)*::(\w+)(?:\[.*)?(?: - .*)?$", re.MULTILINE)
CONTROLS_OF_A_SHORT_FORM = 2
OF_A_BROKER = "hall"
"""The campaign that needs a broker."""
PLUGIN = "lab.adversaries.planted"


def campaign(count: int, seed: int, done: Callable[[int], None]) -> Iterator[Figure]:
    """Try at most `count` promises, drawn by the seed, and all if there are no more. Then plant the faults."""
    every = promises()
    is_whole = count >= len(every)
    drawn = every if is_whole else tuple(random.Random(seed).sample(every, count))
    _check_broker(drawn)
    yield from _coverage(every)
    broken = broken_by_tests(drawn)
    done(count // 3)
    broken |= _broken_by_campaigns(drawn, seed)
    if is_whole:
        broken |= _broken_by_figures(drawn, seed)
    done(2 * count // 3)
    yield none_of("adversaries.broken", broken, "promises", len(drawn), "; ".join(sorted(broken)))
    names = sorted(FAULTS) if is_whole else random.Random(seed).sample(sorted(FAULTS), CONTROLS_OF_A_SHORT_FORM)
    found = [name for name in names if control_is_found(name, every)]
    note = f"faults planted into the shipping code; not found: {', '.join(set(names) - {*found}) or 'none'}"
    control = control_of("adversaries.control", len(found), "faults", len(names), note)
    yield replace(control, goal=f">= {len(names)}", ok=len(found) == len(names))
    done(count)


def _check_broker(drawn: Sequence[Promise]) -> None:
    """Raise NoBrokerError at once if a campaign needs a broker that is not here, and not after all tests."""
    if any(name == OF_A_BROKER for each in drawn for name, _ in each.campaigns) and not mosquitto.found():
        raise mosquitto.NoBrokerError(
            "there is no mosquitto here: sudo apt install mosquitto, or `make hall` in a checkout"
        )


def _coverage(every: Sequence[Promise]) -> Iterator[Figure]:
    untried = "; ".join(each.attack for each in every if not each.is_tried)
    tried = sum(each.is_tried for each in every)
    of = Counter(each.page.name for each in every)
    note = "; ".join(filter(None, (", ".join(f"{count} of {page}" for page, count in of.items()), untried)))
    yield at_least("adversaries.promises", [tried], len(every), "promises", n=len(every), note=note)
    once = [each.attack for each in every if not each.is_searched]
    note = f"a test tries them, and no campaign searches: {'; '.join(once)}"
    yield published("adversaries.once", [len(once)], "promises", n=len(every), note=note)
    elsewhere = sum(len(each.elsewhere) for each in every)
    note = "they need a browser or a broker, and are run by make web and make hall"
    yield published("adversaries.elsewhere", [elsewhere], "programs", note=note)


def control_is_found(name: str, every: Sequence[Promise]) -> bool:
    """True if a test of its promise fails with a planted fault, and passes without it.

    Raises NotMeasuredError if no promise has such an attack.
    """
    fault = FAULTS[name]
    attacked = [each for each in every if each.attack.startswith(fault.attack)]
    if len(attacked) != 1:
        raise NotMeasuredError(f"{PAGE.name} has {len(attacked)} attacks that begin with {fault.attack!r}")
    outcomes = _outcomes(attacked[0].tests, name)
    failed = [test for test in attacked[0].tests if "FAILED" in outcomes.get(test, ())]
    without = _outcomes(failed, "") if failed else {}
    return any(without.get(test) == ("PASSED",) for test in failed)


def broken_by_tests(tried: Sequence[Promise], planted: str = "") -> set[str]:
    """Return the attacks of which a test failed, or did not pass."""
    tests = sorted({test for each in tried for test in each.tests})
    outcomes = _outcomes(tests, planted) if tests else {}
    return {each.attack for each in tried if any(outcomes.get(test, ("FAILED",)) != ("PASSED",) for test in each.tests)}


def _outcomes(tests: Sequence[str], planted: str) -> Mapping[str, tuple[str, ...]]:
    """Run tests, and return the different outcomes of each. A document names a test without its class."""
    environment = {**os.environ, **({VARIABLE: planted} if planted else {})}
    files = sorted({test.partition("::")[0] for test in tests})
    names = " or ".join(sorted({test.rpartition("::")[2] for test in tests if "::" in test}))
    whole = [test for test in tests if "::" not in test]
    chosen = () if whole else ("-k", names)
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-rA", "-p", PLUGIN, *chosen, *files]
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    found: dict[str, set[str]] = {}
    for outcome, file, name in OUTCOME.findall(ran.stdout):
        for named in (file, f"{file}::{name}"):
            found.setdefault(named, set()).add(outcome)
    return {test: tuple(sorted(outcomes)) for test, outcomes in found.items()}


def _broken_by_campaigns(tried: Sequence[Promise], seed: int) -> set[str]:
    """Return the attacks of which a campaign missed a goal, or a control found nothing."""
    taken: dict[str, tuple[Figure, ...]] = {}
    for name in sorted({name for each in tried for name, _ in each.campaigns}):
        taken[name] = tuple(campaign_of(name)(CAMPAIGNS[name].short, seed, lambda _: None))
    return {each.attack for each in tried if any(_missed(taken[name], which) for name, which in each.campaigns)}


def _missed(figures: Sequence[Figure], which: str) -> bool:
    """True if a figure whose name begins like this missed its goal, or there is no such figure."""
    counted = [
        figure for figure in figures if figure.name.startswith(which) and not OF_THE_MACHINE.fullmatch(figure.name)
    ]
    return not counted or any(not figure.ok for figure in counted)


def _broken_by_figures(tried: Sequence[Promise], seed: int) -> set[str]:
    broken = set()
    for each in tried:
        for name in each.figures:
            figures = tuple(measured(name, seed))
            if not figures or any(not figure.ok for figure in figures):
                broken.add(each.attack)
    return broken
