"""Read every rule by its id: its text in our own words, and the code that enforces it. There is one data file per game.

`docs/play/rules/` is generated from them (`make docs`), and `command-table rules` lists them.
"""

import tomllib
from functools import cache
from pathlib import Path
from types import MappingProxyType

from msgspec import Struct

from lab.systems import all_rule_sets
from lab.trials.game_rules import GameRules
from lab.trials.game_trials import game_trials

TABLE = "table"
"""The rules of the table itself, beyond every rule text. They have a page like those of a game."""
ADDED = "table.toml"
"""The file beside a game's rules with the rules that the table adds for this game."""
OWN = {TABLE: GameRules(Path(__file__).with_name(ADDED), ("TB-",))}
SYSTEMS = MappingProxyType(
    {each.game.system: rules for each in all_rule_sets() if (rules := game_trials(each.game.system).rules) is not None}
    | OWN
)
"""Maps systems to the rules that have a page."""


class Rule(Struct, frozen=True, forbid_unknown_fields=True):
    text: str
    by: tuple[str, ...]
    """The code that enforces the rule, as `module:name`."""
    id: str = ""
    system: str = ""


class Rulebook(Struct, frozen=True):
    system: str
    title: str
    notes: tuple[str, ...]
    """Notes on questions that the rule texts leave open, and on the table's reading of them."""
    rules: tuple[Rule, ...]
    version: str = ""
    """The version of the rule texts, if their publisher numbers them."""


@cache
def rulebook(system: str) -> Rulebook:
    """Return a system's rules. Raises KeyError for an unknown system."""
    contents = [tomllib.loads(file.read_text("utf-8")) for file in _files(system)]
    texts: dict[str, str] = {}
    by: dict[str, list[str]] = {}
    for content in contents:
        for rule, stated in content.items():
            if rule.startswith(SYSTEMS[system].prefixes):
                texts |= {rule: stated["says"]} if "says" in stated else {}
                by.setdefault(rule, []).extend(stated.get("by", ()))
    for rule, beside in SYSTEMS[system].beside.items():
        texts[rule], by[rule] = beside.statement, [beside.by]
    if system == TABLE or SYSTEMS[system].beside:
        texts = dict(sorted(texts.items(), key=lambda stated: _place(system, stated[0])))
    rules = tuple(Rule(texts[rule], tuple(by[rule]), rule, system) for rule in texts)
    notes = tuple(note for content in contents for note in content.get("notes", ()))
    return Rulebook(system, contents[0]["title"], notes, rules, contents[0].get("version", ""))


def _files(system: str) -> tuple[Path, ...]:
    """Return the files of a system. The table has its own, and one in each game."""
    file = SYSTEMS[system].file
    if system != TABLE:
        return (file,)
    beside = (rules.file.with_name(ADDED) for other, rules in SYSTEMS.items() if other != TABLE)
    return (file, *(added for added in dict.fromkeys(beside) if added.is_file()))


def _place(system: str, rule: str) -> tuple[int, int]:
    """Return the place of a rule: by its prefix, then by its number."""
    prefix, _, number = rule.rpartition("-")
    return SYSTEMS[system].prefixes.index(f"{prefix}-"), int(number)


def every_rule() -> tuple[Rule, ...]:
    return tuple(rule for system in SYSTEMS for rule in rulebook(system).rules)
