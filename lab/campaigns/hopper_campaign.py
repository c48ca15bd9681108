"""`campaign hopper`: does the printed hopper pay every token that is poured into it?

Rigid tokens are poured into the printed disc, base and bowl (MuJoCo), and the firmware's own loop pays them: 20 pours
of 16 for each of five tokens at the middle of all ranges, and 200 at the edges (friction, tolerance of tokens and
printer, bowed tokens, a tilted table, a shaft out of true). Only what falls through the hole is paid, and what falls
beside the hopper is lost. A run adds `--pours` of those that are not in `docs/build/kit/poured/pours.jsonl` yet; the
figures are of all in that file that were made with the present measures, timings and way of pouring. A pour in which
the engine had one body deeper within another than half a token is thick is refused. Twenty pours, drawn by chance once,
are also made with half the engine's step (`halved.jsonl`). Two kept pours are made again, drawn by the seed, and must
come out the same to the last number. The controls have the low roof and the short timings of earlier. No real hopper
and no real cardboard is in it.
"""

import importlib
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from hal.computer.process import command_line
from lab.figure import Figure, at_most, control_of, none_of, published
from lab.kept_pours import MIDDLE, Row, edge
from lab.process_pool import spread
from sim_hardware.dispenser.kit import token
from table.rules.errors import OwnerError

KIT = Path(__file__).parents[2] / "docs" / "build" / "kit"
EXTRA = "./lab[hopper]"
AGAIN = 2
"""The kept pours that each run pours again."""
SHOWN = 5
"""The maximum number of failed pours in a figure's note."""
GOALS = MappingProxyType({"middle": 1.0, "edges": 0.95})
"""The share of the planned pours that must be emptied."""


def campaign(count: int, seed: int, done: Callable[[int], None]) -> Iterator[Figure]:
    """Add up to `count` pours to those that are kept. Raises OwnerError where the engine or the kit is missing."""
    plan = kit()
    halves = plan.pours_to_halve()
    missing = plan.lacking(plan.kept())[:count]
    to_halve = plan.lacking(plan.kept(plan.HALVED), halves)[: count - len(missing)]
    for number, row in enumerate(spread(one, missing), 1):
        plan.keep(row)
        done(number * count // len(missing))
    for row in spread(one_halved, to_halve):
        plan.keep(row, plan.HALVED)
    rows = plan.kept()
    valid = [row for row in rows if plan.is_valid(row)]
    yield from figures(valid, {part: sum(each.part == part for each in plan.every_pour()) for part in GOALS})
    if rows:
        yield deepest(rows, plan.WITHIN)
    yield halved(valid, plan.kept(plan.HALVED), len(halves))
    yield repeated(rows, min(count, AGAIN), seed)


def kit() -> Any:
    """Return the kit's module `poured.plan`. Raises OwnerError with what to do where it cannot be had."""
    if not KIT.is_dir():
        raise OwnerError(
            "The campaign hopper needs the printed files of docs/build/kit. Run it in a clone of the project."
        )
    if str(KIT) not in sys.path:
        sys.path.insert(0, str(KIT))
    try:
        return importlib.import_module("poured.plan")
    except ModuleNotFoundError as error:
        install = command_line((sys.executable, "-m", "pip", "install", "-e", EXTRA))
        raise OwnerError(
            f"The campaign hopper needs the package {error.name}. In the project's folder, run: {install}"
            " (or `make hopper`, which builds an environment of its own)"
        ) from error


def one(planned: Any) -> Row:
    """Return the row of one pour, which takes seconds."""
    row: Row = kit().poured(planned)
    return row


def one_halved(planned: Any) -> Row:
    """Return the row of one pour with half the step."""
    row: Row = kit().halved(planned)
    return row


def figures(rows: list[Row], planned: Mapping[str, int]) -> Iterator[Figure]:
    """Yield the figures of the stored pours."""
    for part, share in GOALS.items():
        some = [row for row in rows if part_of(row) == part]
        least, emptied = round(share * planned[part]), sum(row["paid"] == row["tokens"] for row in some)
        note = "; ".join([f"{len(some)} of {planned[part]} pours are kept", *map(_line, _failed(some)[:SHOWN])])
        yield Figure(f"hopper.emptied.{part}", emptied, "pours", f">= {least}", emptied >= least, len(some), note=note)
    shipped = [row for row in rows if not row["control"]]
    tokens = sum(row["tokens"] for row in shipped)
    yield none_of("hopper.pairs", sum(row["paid"] - row["counted"] for row in shipped), "tokens", tokens, PAIRS)
    gone = sum(row["tokens"] - row["paid"] - len(row["left"]) for row in shipped)
    yield none_of("hopper.lost", gone, "tokens", tokens, LOST)
    otherwise = [row for row in _failed(shipped) if row["tokens"] - row["counted"] != len(row["left"])]
    yield none_of("hopper.left", otherwise, "pours", len(_failed(shipped)), LEFT)
    if shipped:
        yield published("hopper.force", [row["hardest"] for row in shipped], "N", note=FORCE)
    for control in dict.fromkeys(row["control"] for row in rows if row["control"]):
        spoilt = [row for row in rows if row["control"] == control]
        yield control_of(f"hopper.{control}.control", len(_failed(spoilt)), "pours", len(spoilt))


def part_of(row: Row) -> str:
    """Return the part of the plan that a pour belongs to: `middle`, `edges`, or `control`."""
    return "control" if row["control"] else "edges" if edge(row) else "middle"


PAIRS = "tokens that left the floor together and were counted as one"
LOST = "tokens that fell beside the hopper, and not through its hole"
DEEPEST = "of its token's thickness, by which the engine had one body within another at most; more is refused"
FORCE = "on one token at most while the disc stood still, with a motor that stalls at 0.6 N m"
LEFT = "pours not emptied, where the number that the table names ('N should be left') is not what lies in the bowl"


def _failed(rows: Iterable[Row]) -> list[Row]:
    return [row for row in rows if row["paid"] < row["tokens"]]


def _line(row: Row) -> str:
    words = (row["token"], edge(row), f"seed {row['seed']}")
    return f"{', '.join(filter(None, words))}: {row['paid']} of {row['tokens']}"


def deepest(rows: list[Row], within: float) -> Figure:
    """Return how deep the engine let bodies into each other. A pour is refused at more than this share of a token."""
    shares = [100 * row["deepest"] / token(row["token"]).thickness for row in rows]
    return at_most("hopper.deepest", shares, 100 * within, "%", judged="max", note=DEEPEST)


def halved(rows: list[Row], finer: list[Row], planned: int) -> Figure:
    """Return how many pours come to the same with half the step: emptied or not, and as many pairs."""
    usual = {_made(row): row for row in rows}
    pairs = [(usual[_made(row)], row) for row in finer if _made(row) in usual]
    agree = [row for other, row in pairs if row["step_s"] < other["step_s"] and _came(row) == _came(other)]
    differ = [row for _, row in pairs if row not in agree]
    note = "; ".join([f"{len(finer)} of {planned} pours are kept", *map(_line, differ)])
    ok = len(agree) == planned
    return Figure("hopper.halved", len(agree), "pours", f">= {planned}", ok, len(pairs), note=note)


def _made(row: Row) -> tuple[Any, ...]:
    return (row["token"], row["control"], row["seed"], *(row[name] for name in MIDDLE))


def _came(row: Row) -> tuple[bool, int]:
    """Return whether a pour was emptied, and how many of its tokens were not counted."""
    return row["paid"] == row["tokens"], row["paid"] - row["counted"]


def repeated(rows: list[Row], count: int, seed: int) -> Figure:
    """Return how many of some kept pours come out otherwise in any number, when they are made again."""
    drawn = random.Random(f"hopper/{seed}").sample(rows, min(count, len(rows)))
    came = list(spread(one, [kit().planned_of(row) for row in drawn]))
    differ = [row for row, again in zip(drawn, came, strict=True) if again != row]
    return none_of("hopper.repeated", differ, "pours", len(drawn), "; ".join(map(_line, differ)))
