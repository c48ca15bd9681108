"""Names and options of units, cards and tokens, the same in every question."""

from collections.abc import Sequence
from functools import lru_cache
from types import MappingProxyType

from msgspec.structs import replace

from table.games.legion.rules.model.armies import Army, CommandCard, Rank, Unit
from table.games.legion.rules.model.state import LegionBattle, Troop
from table.games.legion.rules.model.units_left import alike
from table.rules.prompts import Option
from table.rules.seats import Seat
from table.rules.text import Text, text

ICONS = MappingProxyType[Rank | None, str]({None: "piece.counterpart", **{rank: f"rank.{rank}" for rank in Rank}})
"""The icon of a unit, by its rank. A counterpart has no rank, and has an icon of its own."""


YES, NO = "yes", "no"
YES_OR_NO = (Option(YES, text("legion.yes"), "sign.yes"), Option(NO, text("legion.no"), "sign.no"))


def plain(name: str) -> Text:
    """Return a proper name as a text, which no language translates."""
    return Text("legion.name", (("name", name),))


def unit_icon(troop: Troop) -> str:
    return ICONS[troop.rank]


def unit_option(troop: Troop) -> Option:
    """Return the option of a unit. Laying the unit's own tagged card chooses it."""
    unit = troop.unit
    return _option(unit.id, troop.name, ICONS[troop.rank], unit.card)


def unlike_options(battle: LegionBattle, seat: Seat, troops: Sequence[Troop]) -> list[Option]:
    """Return one option for each group of equal units (TB-128): the players choose which of them it is."""
    return [
        _option(first.unit.id, first.name, ICONS[first.rank], first.unit.card, tuple(t.unit.id for t in others))
        for first, *others in alike(battle, seat, troops)
    ]


def distinct_options(troops: Sequence[Troop]) -> tuple[Option, ...]:
    """Return the options of units. Units of one card in different states have their state in the option (TB-128)."""
    states: dict[str, set[str]] = {}
    for troop in troops:
        states.setdefault(troop.unit.card, set()).add(_state(troop))
    return tuple(
        replace(unit_option(troop), label=text(f"legion.unit.{_state(troop)}", unit=plain(troop.name)))
        if len(states[troop.unit.card]) > 1
        else unit_option(troop)
        for troop in troops
    )


def _state(troop: Troop) -> str:
    return "ordered" if troop.face_up else "done" if troop.activations >= troop.turns else "ready"


@lru_cache(maxsize=512)
def _option(id: str, name: str, icon: str, card: str, also: tuple[str, ...] = ()) -> Option:
    """Return an option. It is cached, because a seat's units and cards are in a dozen prompts at once."""
    return Option(id, plain(name), icon, card, also=also)


def card_option(card: CommandCard) -> Option:
    return _option(card.id, card.name, "sign.card", card.id)


def token(kind: str) -> Text:
    return Text(f"legion.token.{kind}")


@lru_cache(maxsize=64)
def token_option(kind: str, prefix: str = "") -> Option:
    return Option(f"{prefix}{kind}", token(kind), f"rank.{kind}")


def names(army: Army) -> dict[str, str]:
    """Return a unique name for each unit: with its title or a number if it needs one."""
    called: dict[str, str] = {}
    for unit in army.units:
        namesakes = [other for other in army.units if other.name == unit.name]
        alike = [other for other in namesakes if other.title == unit.title]
        name = f"{unit.name}, {unit.title}" if unit.title and len(alike) < len(namesakes) else unit.name
        called[unit.id] = f"{name} {_number(unit, alike)}" if len(alike) > 1 else name
    return called


def _number(unit: Unit, alike: list[Unit]) -> int:
    return [other.id for other in alike].index(unit.id) + 1
