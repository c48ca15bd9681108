"""The cards in a player's box: the command cards of the hand and a card for each unit."""

from table.games.legion.rules.model.state import LegionSide
from table.rules.cards import Belonging, CardKind


def belongings(side: LegionSide) -> tuple[Belonging, ...]:
    cards = tuple(
        Belonging(card.id, card.name, CardKind.COMMAND, card.hand_pips, spent=card.id in side.discard)
        for card in side.army.hand
    )
    units = tuple(
        Belonging(
            troop.unit.card,
            troop.name,
            CardKind.UNIT,
            rank=str(troop.rank or ""),
            spent=troop.defeated,
            option=troop.unit.id,
        )
        for troop in side.troops
    )
    return (*cards, *units)
