"""Strategy cards, and the effects of a card that is resolved."""
