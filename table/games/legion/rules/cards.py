"""The cards in a player's box: the command cards of the hand, and a card for each unit."""

from table.games.legion.rules.model.state import Side
from table.rules.belongings import Belonging


def belongings(side: Side) -> tuple[Belonging, ...]:
    cards = tuple(
        Belonging(card.id, card.name, "command", card.hand_pips, spent=card.id in side.discard)
        for card in side.army.hand
    )
    units = tuple(
        Belonging(
            troop.unit.card,
            troop.name,
            "unit",
            rank=str(troop.rank or ""),
            spent=troop.defeated,
            option=troop.unit.id,
        )
        for troop in side.troops
    )
    return (*cards, *units)
