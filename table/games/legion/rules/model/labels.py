"""The options for units, cards and tokens: one kind each, the same wherever they are chosen."""

from functools import lru_cache

from table.games.legion.rules.model.armies import Army, CommandCard, Unit
from table.games.legion.rules.model.state import Troop
from table.rules.prompts import Option
from table.rules.text import Text


def plain(name: str) -> Text:
    """Return a proper name as a text, which no language translates."""
    return Text("legion.name", (("name", name),))


def unit_icon(troop: Troop) -> str:
    """Return the icon of the unit's rank. A counterpart has no rank, and has an icon of its own."""
    return f"rank.{troop.rank}" if troop.rank else "piece.counterpart"


def unit_option(troop: Troop) -> Option:
    """Return the option of a unit. Laying the unit's own tagged card chooses it."""
    return _option(troop.unit.id, troop.name, unit_icon(troop), troop.unit.card)


@lru_cache(maxsize=256)
def _option(unit: str, name: str, icon: str, card: str) -> Option:
    """Return one option, the same each time: a seat's units stand in a dozen prompts at once."""
    return Option(unit, plain(name), icon, card)


def card_option(card: CommandCard) -> Option:
    return Option(card.id, plain(card.name), "sign.card", card.id)


def token(kind: str) -> Text:
    return Text(f"legion.token.{kind}")


def token_option(kind: str, prefix: str = "") -> Option:
    return Option(f"{prefix}{kind}", token(kind), f"rank.{kind}")


def names(army: Army) -> dict[str, str]:
    """Return a name for each unit that no other of the army has: with its title, or a number, if it needs one."""
    told: dict[str, str] = {}
    for unit in army.units:
        namesakes = [other for other in army.units if other.name == unit.name]
        alike = [other for other in namesakes if other.title == unit.title]
        name = f"{unit.name}, {unit.title}" if unit.title and len(alike) < len(namesakes) else unit.name
        told[unit.id] = f"{name} {_number(unit, alike)}" if len(alike) > 1 else name
    return told


def _number(unit: Unit, alike: list[Unit]) -> int:
    return [other.id for other in alike].index(unit.id) + 1
