"""What is bought, by the measures of `parts.toml`, in millimetres."""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from manifold3d import Manifold

FILE = Path(__file__).parents[1] / "parts.toml"


@cache
def parts() -> Mapping[str, Mapping[str, Any]]:
    """Return the list by its ids."""
    return {each["id"]: each for each in tomllib.loads(FILE.read_text("utf-8"))["part"]}


def measure(part: str, name: str) -> float:
    """Return what the drawing says. Raises KeyError for a part or a measure that the list has not."""
    return float(parts()[part]["measures"][name])


def limits() -> tuple[tuple[str, str], ...]:
    """Return each part and measure that a print limits."""
    return tuple((part, name) for part, each in parts().items() for name in each.get("at_most", {}))


def at_most(part: str, name: str) -> float:
    """Return what the printed parts still take."""
    return float(parts()[part]["at_most"][name])


@dataclass(frozen=True, slots=True)
class Held:
    """Something that is bought, where printed parts hold it. One of its measures decides whether it fits."""

    part: str
    measure: str
    body: Callable[[float], Manifold]
    """Return it with this value of the measure."""

    @property
    def by_the_drawing(self) -> Manifold:
        return self.body(measure(self.part, self.measure))

    def largest(self, more: float = 0.0) -> Manifold:
        """Return it as large as the list says that it may be, and so much larger."""
        return self.body(at_most(self.part, self.measure) + more)
