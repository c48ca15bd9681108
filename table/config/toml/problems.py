"""Problems of a configuration file, and their sentences."""

import json
from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from table.rules.text import Text, text

MOST_SHOWN = 60


class Problem(Struct, frozen=True):
    file: str
    right: Text
    """The correct form, or a remedy."""
    key: str = ""
    """The dotted key, such as `readers.blue.spi_hz`; empty if the file itself is meant."""
    value: str = ""
    """The value as the file has it, cut short; empty if there is none."""
    line: int | None = None


def describe(problems: Sequence[Problem], say: Callable[[Text], str]) -> list[str]:
    """Return one line for each problem. `say` puts a text into the reader's language."""
    if not problems:
        return [say(text("config.fine"))]
    return [*(_line(problem, say) for problem in problems), say(text("config.count", count=len(problems)))]


def _line(problem: Problem, say: Callable[[Text], str]) -> str:
    place = problem.file if problem.line is None else f"{problem.file}:{problem.line}"
    found = " = ".join(part for part in (problem.key, problem.value) if part)
    return ": ".join(part for part in (place, found, say(problem.right)) if part)


def as_written(value: object) -> str:
    """Return a value as TOML would write it, or close enough to find it in the file."""
    try:
        written = json.dumps(value, ensure_ascii=False, default=str)
    except (ValueError, RecursionError):
        written = str(type(value))
    return written if len(written) <= MOST_SHOWN else written[: MOST_SHOWN - 1] + "…"


def closest(name: str, names: Iterable[str]) -> str | None:
    """Return the known name that is closest to a misspelt one, or None if none is close."""
    from rapidfuzz import process

    best = process.extractOne(name, list(names), processor=str.lower, score_cutoff=60)
    return None if best is None else str(best[0])


def one_of(names: Iterable[str], given: object = None) -> Text:
    """Return a text that lists the names once each, and the closest one if a text was given."""
    known = list(dict.fromkeys(names))
    if (near := closest(given, known) if isinstance(given, str) else None) is None:
        return text("config.right.one_of", names=", ".join(known))
    return text("config.right.one_of_closest", names=", ".join(known), closest=near)
