"""Keywords of units and acts of cards in the Command Phase: who leads, who may be ordered, what is offered. Pure."""
