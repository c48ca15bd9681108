"""The options for units, cards and tokens: one kind each, the same wherever they are chosen."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from types import MappingProxyType

from table.games.legion.rules.model.armies import Army, CommandCard, Rank, Unit
from table.games.legion.rules.model.state import LegionBattle, Troop
from table.rules.kept import Alike
from table.rules.prompts import ChooseOne, Option
from table.rules.seats import Seat
from table.rules.text import Text, text

ICONS = MappingProxyType[Rank | None, str]({None: "piece.counterpart", **{rank: f"rank.{rank}" for rank in Rank}})
"""The icon of a unit, by its rank. A counterpart has no rank, and has an icon of its own."""


def plain(name: str) -> Text:
    """Return a proper name as a text, which no language translates."""
    return Text("legion.name", (("name", name),))


def unit_icon(troop: Troop) -> str:
    return ICONS[troop.rank]


def unit_option(troop: Troop) -> Option:
    """Return the option of a unit. Laying the unit's own tagged card chooses it."""
    unit = troop.unit
    return _option(unit.id, troop.name, ICONS[troop.rank], unit.card)


@lru_cache(maxsize=512)
def _option(id: str, name: str, icon: str, card: str) -> Option:
    """Return one option, the same each time: a seat's units and cards stand in a dozen prompts at once."""
    return Option(id, plain(name), icon, card)


def card_option(card: CommandCard) -> Option:
    return _option(card.id, card.name, "sign.card", card.id)


def token(kind: str) -> Text:
    return Text(f"legion.token.{kind}")


@lru_cache(maxsize=64)
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


def choose_unit(
    key: str, rule: str, which: Callable[[LegionBattle, Seat], Sequence[Troop]], often: int = 0
) -> Callable[[LegionBattle, Seat], ChooseOne | None]:
    """Return a standing prompt over some of a seat's units. It is not open if there are none."""
    ask = text(f"legion.{key}.ask")

    def among(seat: Seat, units: Sequence[Troop]) -> ChooseOne | None:
        options = tuple(map(unit_option, units))
        if not options:
            return None
        return ChooseOne(key=key, seat=seat, ask=ask, rule=rule, options=options, standing=True, often=often)

    kept = Alike(among)
    return lambda battle, seat: kept(seat, which(battle, seat))
