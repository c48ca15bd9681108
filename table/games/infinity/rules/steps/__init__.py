"""The steps of Infinity, and what is asked and decided in each. Pure."""
