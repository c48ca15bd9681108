"""What is wrong with a configuration, where, and what would be right."""

import json
from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from table.rules.text import Text, text

MOST_SHOWN = 60


class Problem(Struct, frozen=True):
    file: str
    right: Text
    """What would be right, or what to do."""
    key: str = ""
    """Dotted: `readers.blue.spi_hz`. Empty: the file itself."""
    value: str = ""
    """As it stands in the file, cut short. Empty: nothing stands there."""
    line: int | None = None


def describe(problems: Sequence[Problem], say: Callable[[Text], str]) -> list[str]:
    """Lines for people, one a problem; `say` puts a text into their language."""
    if not problems:
        return [say(text("config.fine"))]
    return [*(_line(problem, say) for problem in problems), say(text("config.count", count=len(problems)))]


def _line(problem: Problem, say: Callable[[Text], str]) -> str:
    place = problem.file if problem.line is None else f"{problem.file}:{problem.line}"
    found = " = ".join(part for part in (problem.key, problem.value) if part)
    return ": ".join(part for part in (place, found, say(problem.right)) if part)


def as_written(value: object) -> str:
    """A value as TOML would have it, or near enough to be found again."""
    try:
        written = json.dumps(value, ensure_ascii=False, default=str)
    except (ValueError, RecursionError):
        written = str(type(value))
    return written if len(written) <= MOST_SHOWN else written[: MOST_SHOWN - 1] + "…"


def closest(name: str, names: Iterable[str]) -> str | None:
    """The known name that a misspelt one was meant to be, where one is near."""
    from rapidfuzz import process

    best = process.extractOne(name, list(names), processor=str.lower, score_cutoff=60)
    return None if best is None else str(best[0])


def one_of(names: Iterable[str], given: object = None) -> Text:
    """Any of these, each said once; with the closest one, if a text was given."""
    known = list(dict.fromkeys(names))
    near = closest(given, known) if isinstance(given, str) else None
    if near is None:
        return text("config.right.one_of", names=", ".join(known))
    return text("config.right.one_of_closest", names=", ".join(known), closest=near)
