"""The campaign `web`: the output of the web program while a card is hidden."""
