"""The units that a card belongs to."""

from collections.abc import Sequence

from table.games.legion.rules.model.armies import CommandCard
from table.games.legion.rules.model.state import Troop


def owned(card: CommandCard, name: str, troops: Sequence[Troop]) -> list[Troop]:
    """Return the units, defeated ones too, of one of the names that a card belongs to. A title narrows them down."""
    return [t for t in troops if name in ("", t.unit.name) and card.title in ("", t.unit.title)]


def owners(card: CommandCard, troops: Sequence[Troop]) -> list[Troop]:
    """Return the undefeated units that a card belongs to."""
    wanted = card.belongs_to or (("",) if card.title else ())
    units = [troop.unit.id for name in wanted for troop in owned(card, name, troops)]
    return [troop for troop in troops if troop.unit.id in units and not troop.defeated]
