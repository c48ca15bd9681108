"""Acts of the cards in play: their uses, their times, and how often they can be used."""
