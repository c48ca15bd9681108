"""Every rule by its id: what it says in our own words, and what enforces it. Data files, one a system.

`docs/rules/` is made of them (`make docs`), and so is what `command-table rules` lists.
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
"""System -> what its ids begin with. `table`: what the table enforces beyond every rule text."""


class Rule(Struct, frozen=True, forbid_unknown_fields=True):
    says: str
    by: tuple[str, ...]
    """What enforces it, as `module:name`."""
    id: str = ""
    system: str = ""


class Rulebook(Struct, frozen=True):
    system: str
    title: str
    notes: tuple[str, ...]
    """What the texts leave open, and how it is read."""
    rules: tuple[Rule, ...]


@cache
def rulebook(system: str) -> Rulebook:
    """KeyError where there is no such system."""
    prefixes = SYSTEMS[system]
    content = tomllib.loads(_file(system).read_text("utf-8"))
    stated = {key: value for key, value in content.items() if key.startswith(prefixes)}
    rules = tuple(convert({**value, "id": key, "system": system}, Rule) for key, value in stated.items())
    return Rulebook(system, content["title"], tuple(content.get("notes", ())), rules)


def _file(system: str) -> Traversable:
    """The table's own rules lie here, a game's in its folder."""
    rooms = (files(__package__), *(game / "rulebook" for game in files("table.games").iterdir()))
    return next(room / f"{system}.toml" for room in rooms if (room / f"{system}.toml").is_file())


def every_rule() -> tuple[Rule, ...]:
    return tuple(rule for system in SYSTEMS for rule in rulebook(system).rules)
