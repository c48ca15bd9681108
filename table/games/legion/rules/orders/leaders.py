"""This says which units may be nominated (LG-40, LG-41, LA-30, LA-45), and whom they may order (LA-37)."""

from collections.abc import Sequence

from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.armies import CommandCard, Rank, Unit
from table.games.legion.rules.model.keywords import Keyword
from table.games.legion.rules.model.state import LegionBattle, LegionSide, Troop

COMMANDER = "commander"
"""The last word of whom a card lets be nominated; the words before it are an affiliation."""


def open_leaders(battle: LegionBattle, card: CommandCard | None, troops: Sequence[Troop]) -> list[Troop]:
    """Return the undefeated units that can be nominated with a card that belongs to no unit.

    Field Commanders count, with the commander token or without it (LA-30), but not where a card wants a commander.
    """
    if card is not None and (wanted := card.acts_of(Act.NOMINATE_ONLY)):
        return _wanted(wanted, troops)
    operatives = card is not None and bool(card.acts_of(Act.OPERATIVE_MAY_LEAD))
    ranks = (Rank.COMMANDER, Rank.OPERATIVE) if operatives else (Rank.COMMANDER,)
    fields = battle.edition.keywords
    return [
        troop
        for troop in troops
        if not troop.defeated and (troop.rank in ranks or (fields and troop.has(Keyword.FIELD_COMMANDER)))
    ]


def _wanted(whom: Sequence[str], troops: Sequence[Troop]) -> list[Troop]:
    """Return the undefeated commanders that such words mean: `Ewok commander`, or `commander` for any."""
    affiliations = {words.casefold().removesuffix(COMMANDER).strip() for words in whom}
    return [
        troop
        for troop in troops
        if troop.rank is Rank.COMMANDER
        and not troop.defeated
        and ("" in affiliations or troop.unit.affiliation.casefold() in affiliations)
    ]


def nobody_to_lead(card: CommandCard, troops: Sequence[Troop]) -> bool:
    """True if the card names who must be nominated, and there is no such commander (LA-45)."""
    wanted = card.acts_of(Act.NOMINATE_ONLY)
    return bool(wanted) and not _wanted(wanted, troops)


def field_commander_leads(side: LegionSide) -> bool:
    """True if an undefeated Field Commander has the commander token: its player plays cards and promotes nobody."""
    return any(troop.commander_token and not troop.defeated for troop in side.troops)


def may_order(battle: LegionBattle, leader: Unit, unit: Unit) -> bool:
    """True if a leader may issue this unit an order.

    A unit with an affiliation takes orders only from its own, from itself, or from Allies of Convenience. It works one
    way: it may issue orders to units without an affiliation (LA-37).
    """
    if not battle.edition.keywords or not unit.affiliation:
        return True
    own = leader.affiliation.casefold() == unit.affiliation.casefold()
    return own or leader.has(Keyword.ALLIES_OF_CONVENIENCE)
