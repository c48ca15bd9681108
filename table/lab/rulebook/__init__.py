"""Read every rule by its id: what it says in our own words, and what enforces it. There is one data file a system.

`docs/rules/` is made from them (`make docs`), and `command-table rules` lists them.
"""

import tomllib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType

from msgspec import Struct, convert

SYSTEMS = MappingProxyType(
    {
        "legion_2024": ("LG-", "LA-"),
        "legion_classic": ("LC-",),
        "tide_of_iron": ("TI-",),
        "infinity": ("IN-",),
        "table": ("TB-",),
    }
)
"""The prefixes of each system's rule ids. `table` has the rules that the table adds to every rule text."""


class Rule(Struct, frozen=True, forbid_unknown_fields=True):
    says: str
    by: tuple[str, ...]
    """The code that enforces it, as `module:name`."""
    id: str = ""
    system: str = ""


class Rulebook(Struct, frozen=True):
    system: str
    title: str
    notes: tuple[str, ...]
    """What the rule texts leave open, and how the table reads it."""
    rules: tuple[Rule, ...]


@cache
def rulebook(system: str) -> Rulebook:
    """Return a system's rules. Raises KeyError for an unknown system."""
    prefixes = SYSTEMS[system]
    content = tomllib.loads(_file(system).read_text("utf-8"))
    stated = {key: value for key, value in content.items() if key.startswith(prefixes)}
    rules = tuple(convert({**value, "id": key, "system": system}, Rule) for key, value in stated.items())
    return Rulebook(system, content["title"], tuple(content.get("notes", ())), rules)


def _file(system: str) -> Traversable:
    """Return a system's data file: the table's own is here, a game's in its folder."""
    rooms = (files(__package__), *(game / "rulebook" for game in files("table.games").iterdir()))
    return next(room / f"{system}.toml" for room in rooms if (room / f"{system}.toml").is_file())


def every_rule() -> tuple[Rule, ...]:
    return tuple(rule for system in SYSTEMS for rule in rulebook(system).rules)
