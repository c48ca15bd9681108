"""What is measured, and the one shape in which all of it is told: to people, to CI, to the documents."""

import importlib
import math
import platform
import statistics
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import MappingProxyType
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from table import __version__, checkout

Measure: TypeAlias = Callable[[int], Iterable["Figure"]]
"""`measure(seed)` of a module in MEASURES."""
Campaign: TypeAlias = Callable[[int, int, Callable[[int], None]], Iterable["Figure"]]
"""`campaign(count, seed, done)` of a module in CAMPAIGNS; it calls `done(n)` as it gets on."""

MEASURES = MappingProxyType(
    {
        "reader": "table.lab.figures.reader",
        "dispense": "table.lab.campaigns.dispense.figures",
        "games": "table.lab.figures.games",
        "session": "table.lab.figures.session",
        "start": "table.lab.figures.start",
        "memory": "table.lab.figures.memory",
        "screen": "table.lab.figures.screen",
        "house": "table.lab.figures.house",
        "lists": "table.lab.figures.lists",
    }
)
"""First part of a figure's name -> module that measures it, imported when it is asked for."""
CAMPAIGNS = MappingProxyType(
    {
        "presence": "table.lab.campaigns.presence",
        "play": "table.lab.campaigns.play",
        "dispense": "table.lab.campaigns.dispense.campaign",
        "forge": "table.lab.campaigns.forge.campaign",
        "chance": "table.lab.campaigns.chance",
        "leak": "table.lab.campaigns.leak.campaign",
        "barrier": "table.lab.campaigns.barrier.campaign",
        "power": "table.lab.campaigns.power.campaign",
        "endurance": "table.lab.campaigns.endurance",
    }
)
COUNTED = MappingProxyType(
    {
        "presence": "polls",
        "play": "commands",
        "dispense": "jobs",
        "forge": "bytes",
        "chance": "rolls",
        "leak": "cards",
        "barrier": "steps",
        "power": "cuts",
        "endurance": "events",
    }
)
"""What a campaign's count counts."""


class Figure(Struct, frozen=True):
    """A control that must fail has a name that ends in `.control`; it is `ok` when it failed."""

    name: str
    value: float
    """The median where many were taken."""
    unit: str
    """`ms (virtual)` where the time is an emulated one."""
    goal: str | None = None
    """None: it is published, and nothing is asked of it."""
    ok: bool = True
    n: int = 1
    p99: float | None = None
    max: float | None = None
    note: str = ""


class Report(Struct, frozen=True, omit_defaults=True):
    command: str
    commit: str
    """Without a git checkout: the version."""
    machine: str
    python: str
    seed: int
    figures: tuple[Figure, ...]
    took_s: float = 0.0
    """Of a campaign, on that machine."""

    @property
    def ok(self) -> bool:
        return all(figure.ok for figure in self.figures)

    def json(self) -> bytes:
        """What a figure does not have is left out."""
        told = msgspec.to_builtins(self)
        told["figures"] = [
            {key: value for key, value in each.items() if value not in (None, "")} for each in told["figures"]
        ]
        return msgspec.json.format(msgspec.json.encode(told), indent=1)


def read_report(written: bytes) -> Report:
    """What `--json` printed. Raises msgspec.ValidationError or msgspec.DecodeError."""
    return msgspec.json.decode(written, type=Report)


def at_most(name: str, taken: Sequence[float], most: float, unit: str, *, judged: str = "value") -> Figure:
    """`judged`: which of value, p99 and max has to be within the goal."""
    figure = published(name, taken, unit)
    reached = getattr(figure, judged)
    which = "" if judged == "value" else f" at {judged}"
    return msgspec.structs.replace(figure, goal=f"<= {most:g}{which}", ok=reached <= most)


def at_least(name: str, taken: Sequence[float], least: float, unit: str) -> Figure:
    figure = published(name, taken, unit)
    return msgspec.structs.replace(figure, goal=f">= {least:g}", ok=figure.value >= least)


def published(name: str, taken: Sequence[float], unit: str) -> Figure:
    if len(taken) == 1:
        return Figure(name, _rounded(taken[0]), unit)
    ordered = sorted(taken)
    p99 = ordered[math.ceil(0.99 * len(ordered)) - 1]
    median = _rounded(statistics.median(ordered))
    return Figure(name, median, unit, n=len(ordered), p99=_rounded(p99), max=_rounded(ordered[-1]))


def measured(only: str, seed: int) -> Iterator[Figure]:
    """The figures whose names begin with `only`, as they are taken; all for the empty one."""
    for part, module in MEASURES.items():
        if part.startswith(only) or only.startswith(f"{part}."):
            measure: Measure = _loaded(module, "measure")
            yield from (figure for figure in measure(seed) if figure.name.startswith(only))


def campaign(name: str) -> Campaign:
    """KeyError for a name that is none."""
    run: Campaign = _loaded(CAMPAIGNS[name], "campaign")
    return run


def question(name: str) -> str:
    """What a campaign tries, as its module says it. KeyError for a name that is none."""
    return _told(name).partition("\n")[0].partition("`: ")[2]


def meaning(name: str) -> str:
    """And how, in plain words."""
    return _told(name).partition("\n")[2].strip()


def _told(name: str) -> str:
    return importlib.import_module(CAMPAIGNS[name]).__doc__ or ""


def report(command: str, seed: int, figures: Iterable[Figure], took_s: float = 0.0) -> Report:
    machine = f"{platform.machine()} {platform.system()}"
    return Report(command, _commit(), machine, platform.python_version(), seed, tuple(figures), took_s)


def _loaded(module: str, name: str) -> Any:
    return getattr(importlib.import_module(module), name)


def _rounded(value: float) -> float:
    """Four digits that mean something; counts as they are."""
    if not value or not math.isfinite(value) or float(value).is_integer():
        return value
    return round(value, max(0, 3 - math.floor(math.log10(abs(value)))))


def _commit() -> str:
    """Return the commit that the figures were taken of; of an installed copy its version."""
    return checkout() or __version__
