"""The campaign of the web program: what its sockets say while a card lies hidden."""
