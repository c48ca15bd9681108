"""Read every rule by its id: what it says in our own words, and what enforces it. There is one data file a system.

`docs/rules/` is made from them (`make docs`), and `command-table rules` lists them.
"""

import tomllib
from functools import cache
from pathlib import Path
from types import MappingProxyType

from msgspec import Struct, convert

from table.games.found import shipped
from table.games.rule_set import GameRules

OWN = {"table": GameRules(Path(__file__).with_name("table.toml"), ("TB-",))}
"""The table enforces these rules beyond every rule text."""
SYSTEMS = MappingProxyType({each.game.system: each.rules for each in shipped() if each.rules is not None} | OWN)
"""System -> the rules that have a page."""


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
    """The notes say what the rule texts leave open, and how the table reads it."""
    rules: tuple[Rule, ...]


@cache
def rulebook(system: str) -> Rulebook:
    """Return a system's rules. Raises KeyError for an unknown system."""
    content = tomllib.loads(SYSTEMS[system].file.read_text("utf-8"))
    stated = {key: value for key, value in content.items() if key.startswith(SYSTEMS[system].prefixes)}
    rules = tuple(convert({**value, "id": key, "system": system}, Rule) for key, value in stated.items())
    return Rulebook(system, content["title"], tuple(content.get("notes", ())), rules)


def every_rule() -> tuple[Rule, ...]:
    return tuple(rule for system in SYSTEMS for rule in rulebook(system).rules)
