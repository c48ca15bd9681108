"""The reference cards: one for each use of a command token, the same for both seats."""

from table.games.belongings import Belonging
from table.games.infinity.uses import ALL

REFERENCES = tuple(Belonging(use.card, use.name, "reference", option=use.id, prompt=use.window.value) for use in ALL)
