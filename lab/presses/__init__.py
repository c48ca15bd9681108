"""Whole matches of skilled players in a session, press by press: the cost of an evening, and the effect of a slip."""
