"""The command cards, from `cards_*.csv` and `effects.toml`. What is not certain of a card stays open."""

from collections.abc import Mapping

from msgspec import Struct

from table.games.legion.data.names import fold
from table.games.legion.data.orders_line import read_orders
from table.games.legion.data.units import UnitCard, several
from table.games.legion.rules.model.armies import CommandCard, Timing


class CardEffect(Struct, frozen=True):
    """What `effects.toml` says of a card."""

    timing: Timing | None = None
    later: tuple[Timing, ...] = ()
    returns: bool = False


def unit_names(units: tuple[UnitCard, ...]) -> dict[str, tuple[str, ...]]:
    """What a name on a command card stands for, by its folded spelling: a unit's name, or the title of some units."""
    by_name = {fold(unit.name): (unit.name,) for unit in units}
    by_title: dict[str, tuple[str, ...]] = {}
    for unit in units:
        if not unit.title:
            continue
        title = fold(unit.title)
        by_title[title] = tuple(dict.fromkeys((*by_title.get(title, ()), unit.name)))
    return by_title | by_name


def command_card(row: Mapping[str, str], effect: CardEffect, names: dict[str, tuple[str, ...]]) -> CommandCard:
    owners = several(row["belongs_to"], "|")
    belongs_to = tuple(name for owner in owners for name in names.get(fold(owner), (owner,)))
    requirement = read_requirement(row.get("requirement", ""))
    title = ""
    if belongs_to and len(requirement) == 1 and len(requirement[0]) == 1 and requirement[0][0][0] == "title":
        title, requirement = requirement[0][0][1], ()
    on_card = names | {fold(owner): names.get(fold(owner), (owner,)) for owner in owners}
    slots = read_orders(row["orders"], on_card)
    sure = row.get("orders_status", "agree") == "agree"
    pips = row["priority_pips"]
    does = row.get("does", "?")
    return CommandCard(
        id=row["id"],
        name=row["name"],
        hand_pips=int(row["hand_pips"]),
        priority_pips=None if pips == "?" else int(pips),
        slots=slots if sure else None,
        orders=row["orders"],
        suggested=None if sure and slots is not None else slots,
        faction=row["faction"],
        belongs_to=belongs_to,
        belongs_to_all=row.get("belongs_to_all", "0") == "1",
        title=title,
        requirement=requirement,
        battle_force=row.get("battle_force", ""),
        timing=effect.timing,
        later=effect.later,
        returns=effect.returns,
        permanent=row.get("permanent", "0") == "1",
        keywords=several(row.get("keywords", ""), ";"),
        does=None if does == "?" else several(does, ";"),
    )


def read_requirement(cell: str) -> tuple[tuple[tuple[str, str], ...], ...]:
    """`faction=mercenary,rank=commander OR rank=operative`: any of the groups, and all of a group."""
    groups = []
    for group in several(cell, " OR "):
        pairs = (condition.partition("=") for condition in group.split(","))
        groups.append(tuple((field, value) for field, _, value in pairs))
    return tuple(groups)
