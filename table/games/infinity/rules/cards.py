"""The reference cards: one for each use of a command token, the same for both seats."""

from table.games.infinity.rules.model.uses import ALL
from table.rules.belongings import Belonging
from table.rules.cards import CardKind

REFERENCES = tuple(
    Belonging(use.card, use.name, CardKind.REFERENCE, option=use.id, prompt=use.window.value) for use in ALL
)
