"""The steps of Tide of Iron, and what is asked and decided in each. Pure."""
