"""The lobby: the games and lists on offer, the choice, and the beginning or resuming of a match."""
