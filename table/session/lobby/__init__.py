"""Before a match: what is offered, what is chosen, and how a match begins or goes on."""
