"""Read the one TOML file that describes a table: its world, devices and screen.

It never describes a match. Only `command-table setup` writes it.
"""

from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from table.config.checks import Terms, check, check_terms
from table.config.schema import Config, defaults
from table.config.toml.document import UnreadableError, parsed, placed, read
from table.config.toml.problems import Problem, describe
from table.config.toml.struct_reader import ReadValues, read_struct
from table.config.toml.toml_keys import KeyLines

__all__ = ["Config", "Loaded", "Problem", "describe", "load"]


class Loaded(NamedTuple):
    config: Config
    """Use it only if there are no problems: wrong values are replaced by defaults, or missing."""
    problems: tuple[Problem, ...]


def load(path: Path | None, terms: Terms | None = None) -> Loaded:
    """Return a file's configuration and all its problems. `None` gives the emulated table. Never raises.

    `terms` are the words of the games; without them, words that belong to games are not checked.
    """
    if path is None:
        return Loaded(Config(), ())
    try:
        document = read(path)
        raw = parsed(document)
    except UnreadableError as error:
        return Loaded(Config(), (Problem(file=str(path), right=error.why, line=error.line),))
    found = ReadValues()
    config = read_struct(Config, raw, (), found, defaults(raw.get("world")))
    check(found, path.parent)
    if terms is not None:
        check_terms(found, terms)
    lines = KeyLines(document)
    problems = [placed(str(path), lines, mistake) for mistake in found.mistakes]
    problems.sort(key=lambda problem: problem.line or 0)
    config = config or Config()
    games = tuple(str(path.parent / file) for file in config.games)
    return Loaded(replace(config, games=games), tuple(problems))
