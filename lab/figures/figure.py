"""Define figures and reports: the same form for people, CI and documents."""

import importlib
import math
import platform
import statistics
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from lab.figures.taken_by import CAMPAIGNS, MEASURES, OF_GAMES
from table import __version__, checkout

Measure: TypeAlias = Callable[[int], Iterable["Figure"]]
"""`measure(seed)` of a module in MEASURES."""
Campaign: TypeAlias = Callable[[int, int, Callable[[int], None]], Iterable["Figure"]]
"""`campaign(count, seed, done)` of a module in CAMPAIGNS. It calls `done(n)` after n tries."""


class Figure(Struct, frozen=True):
    """A measured value. A control's name ends in `.control`; a control is `ok` if it failed, as it must."""

    name: str
    value: float
    """The value; the median if it was measured many times."""
    unit: str
    """The unit; `ms (virtual)` for emulated time."""
    goal: str | None = None
    """The goal, or None for a figure without one."""
    ok: bool = True
    n: int = 1
    p99: float | None = None
    max: float | None = None
    note: str = ""


class FiguresReport(Struct, frozen=True, omit_defaults=True):
    command: str
    commit: str
    """The commit, or the version if there is no git checkout."""
    machine: str
    python: str
    seed: int
    figures: tuple[Figure, ...]
    took_s: float = 0.0
    """The duration of a campaign in seconds."""

    @property
    def ok(self) -> bool:
        return all(figure.ok for figure in self.figures)

    def json(self) -> bytes:
        """Return the report as JSON, without empty fields."""
        told = msgspec.to_builtins(self)
        told["figures"] = [
            {key: value for key, value in each.items() if value not in (None, "")} for each in told["figures"]
        ]
        return msgspec.json.format(msgspec.json.encode(told), indent=1)


def read_report(written: bytes) -> FiguresReport:
    """Return the report that `--json` printed. Raises msgspec.ValidationError or msgspec.DecodeError."""
    return msgspec.json.decode(written, type=FiguresReport)


def at_most(name: str, taken: Sequence[float], most: float, unit: str, *, judged: str = "value") -> Figure:
    """Return a figure with an upper limit as its goal. `judged` names what must meet it: value, p99 or max."""
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


def _unsaid(_how_far: str) -> None:
    """Ignore the progress."""


def measured(only: str, seed: int, say: Callable[[str], None] = _unsaid) -> Iterator[Figure]:
    """Yield the figures whose names begin with `only`, as soon as each is measured; an empty `only` means all.

    If no part has such a name, the figures of games are measured, which begin with the game's name. `say` receives the
    progress.
    """
    modules = [module for part, module in MEASURES.items() if part.startswith(only) or only.startswith(f"{part}.")]
    if not only or not modules:
        modules.append(OF_GAMES)
    for module in modules:
        measure: Measure = _loaded(module, "measure")
        for number, figure in enumerate(measure(seed), 1):
            say(f"{module.rpartition('.')[2]}: {number}, {figure.name}")
            if figure.name.startswith(only):
                yield figure


def campaign(name: str) -> Campaign:
    """Return the campaign with this name. Raises KeyError for an unknown name."""
    run: Campaign = _loaded(CAMPAIGNS[name], "campaign")
    return run


def sampled(name: str) -> "Callable[[bytes], Iterable[Figure]]":
    """Return the campaign's reader of samples. Raises AttributeError if the campaign takes no samples."""
    read: Callable[[bytes], Iterable[Figure]] = _loaded(CAMPAIGNS[name], "of_samples")
    return read


def question(name: str) -> str:
    """Return the question that a campaign answers, from its module's docstring. Raises KeyError for an unknown name."""
    return _told(name).partition("\n")[0].partition("`: ")[2]


def meaning(name: str) -> str:
    """Return the description of a campaign, from its module's docstring."""
    return _told(name).partition("\n")[2].strip()


def _told(name: str) -> str:
    return importlib.import_module(CAMPAIGNS[name]).__doc__ or ""


def report(command: str, seed: int, figures: Iterable[Figure], took_s: float = 0.0) -> FiguresReport:
    machine = f"{platform.machine()} {platform.system()}"
    return FiguresReport(command, _commit(), machine, platform.python_version(), seed, tuple(figures), took_s)


def _loaded(module: str, name: str) -> Any:
    return getattr(importlib.import_module(module), name)


def _rounded(value: float) -> float:
    """Return the value with four significant digits; counts stay as they are."""
    if not value or not math.isfinite(value) or float(value).is_integer():
        return value
    return round(value, max(0, 3 - math.floor(math.log10(abs(value)))))


def _commit() -> str:
    """Return the commit of the checkout, or the version of an installed copy."""
    return checkout() or __version__
