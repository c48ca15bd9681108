"""Whole matches of skilled players at a session, press by press: what an evening costs, and what a slip does."""
