"""The names of cards for people, when tags are enrolled as cards."""

from table.games.table_games import TableGames
from table.rules.cards import KnownCard
from table.rules.text import Text, text
from table.words import Words


class CardNames:
    """The names of all cards that the games of a table have."""

    def __init__(self, games: TableGames, words: Words) -> None:
        self._words = words
        catalogues = (each.catalogue for each in games.rule_sets.values())
        self._names = {id: name for each in catalogues for id, name in each.names(games.folder).items()}

    def named(self, card: KnownCard) -> Text:
        """Return a card's kind with its name, and its cost if it has one."""
        name = self._names.get(card.id, card.id.partition(":")[2] or card.id.partition(".")[2])
        if card.id in self._words:
            name = self._words.say(Text(card.id))
        return text(f"cards.kind.{card.kind}", name=name, cost=card.cost if card.cost is not None else 0)
