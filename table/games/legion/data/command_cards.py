"""The command cards, from `cards_*.csv` and the known effects. Unknown facts stay open."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from table.games.legion.data.names import fold
from table.games.legion.data.orders_line import read_orders
from table.games.legion.data.unit_cards import UnitCard, several
from table.games.legion.rules.model.acts import CardAct
from table.games.legion.rules.model.armies import CommandCard, Timing


class CardEffect(Struct, frozen=True):
    """The effects of a card.

    `card_facts.csv` has those of the current edition, `card_facts_classic.csv` those of the classic one.
    """

    timing: Timing | None = None
    """The first time at which it acts, or None if it is unknown."""
    later: tuple[Timing, ...] = ()
    returns: bool = False
    acts: tuple[CardAct, ...] = ()
    orders: str = ""
    """The orders line, which replaces that of `cards_*.csv`. Empty if unknown."""
    permanent: bool | None = None
    """True if it is permanent; None to use `cards_*.csv`."""
    pips: int | None = None
    """The pips for priority, if `cards_*.csv` lacks or contradicts them."""
    likely: bool = False
    """True if a part of its times, acts or pips was illegible."""


CERTAIN = ("agree", "old")
"""The states of a certain orders line: two sources `agree`, or `old` if the present text is the same."""


def unit_names(units: tuple[UnitCard, ...]) -> dict[str, tuple[str, ...]]:
    """Return the unit names that a name on a command card means, by folded spelling: a unit's name, or a title."""
    by_name = {fold(unit.name): (unit.name,) for unit in units}
    by_title: dict[str, tuple[str, ...]] = {}
    for unit in units:
        if not unit.title:
            continue
        title = fold(unit.title)
        by_title[title] = tuple(dict.fromkeys((*by_title.get(title, ()), unit.name)))
    return by_title | by_name


def command_card(row: Mapping[str, str], effect: CardEffect, names: Mapping[str, tuple[str, ...]]) -> CommandCard:
    """Return the card of a row. It has the orders line of its effect, or else of the row if two sources agree."""
    owners = several(row["belongs_to"], "|")
    belongs_to = tuple(name for owner in owners for name in names.get(fold(owner), (owner,)))
    requirement = read_requirement(row.get("requirement", ""))
    title = ""
    if belongs_to and len(requirement) == 1 and len(requirement[0]) == 1 and requirement[0][0][0] == "title":
        title, requirement = requirement[0][0][1], ()
    on_card = {**names, **{fold(owner): names.get(fold(owner), (owner,)) for owner in owners}}
    line = effect.orders or row["orders"]
    slots = read_orders(line, on_card)
    status = row.get("orders_status", "agree")
    known = bool(effect.orders) or status == "agree"
    does = row.get("does", "?")
    return CommandCard(
        id=row["id"],
        name=row["name"],
        hand_pips=int(row["hand_pips"]),
        priority_pips=_pips(row) if effect.pips is None else effect.pips,
        slots=slots if known else None,
        orders=line,
        suggested=None if known and slots is not None else slots,
        faction=row["faction"],
        belongs_to=belongs_to,
        belongs_to_all=row.get("belongs_to_all", "0") == "1",
        title=title,
        requirement=requirement,
        battle_force=row.get("battle_force", ""),
        timing=effect.timing,
        later=effect.later,
        returns=effect.returns,
        permanent=row.get("permanent", "0") == "1" if effect.permanent is None else effect.permanent,
        keywords=several(row.get("keywords", ""), ";"),
        does=None if does == "?" else several(does, ";"),
        acts=effect.acts,
        likely=tuple(_likely(effect, status, known and slots is not None)),
    )


def _pips(row: Mapping[str, str]) -> int | None:
    return None if row["priority_pips"] == "?" else int(row["priority_pips"])


def _likely(effect: CardEffect, status: str, known: bool) -> Iterator[str]:
    """Yield the fields that count and are not certain."""
    if effect.likely and effect.pips is not None:
        yield "priority_pips"
    if effect.likely:
        yield "timing"
    if known and status not in CERTAIN:
        yield "slots"


def read_requirement(cell: str) -> tuple[tuple[tuple[str, str], ...], ...]:
    """Read a condition such as `faction=mercenary,rank=commander OR rank=operative`.

    It holds if all parts of any one group hold.
    """
    groups = []
    for group in several(cell, " OR "):
        pairs = (condition.partition("=") for condition in group.split(","))
        groups.append(tuple((field, value) for field, _, value in pairs))
    return tuple(groups)
