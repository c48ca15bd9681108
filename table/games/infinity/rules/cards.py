"""The cards in a player's box: a reference card for each use of a command token, and one for each trooper."""

from table.games.infinity.rules.model.labels import trooper_card
from table.games.infinity.rules.model.state import InfinitySide
from table.games.infinity.rules.model.uses import ALL
from table.rules.cards import Belonging, CardKind

REFERENCES = tuple(
    Belonging(use.card, use.name, CardKind.REFERENCE, option=use.id, prompt=use.window.value) for use in ALL
)
"""The same for both seats."""
CASUALTY = "lost"
"""The key of the prompt to which a trooper's card belongs, where no question asks for a trooper."""


def belongings(side: InfinitySide) -> tuple[Belonging, ...]:
    """Return the cards of a side. Troopers that are off the table have none that anybody could know of (IA-04)."""
    troopers = (
        Belonging(
            trooper_card(member.name), member.name, CardKind.UNIT, spent=member.dead, option=member.id, prompt=CASUALTY
        )
        for member in side.members
    )
    return (*REFERENCES, *troopers)
