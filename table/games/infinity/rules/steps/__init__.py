"""The steps of Infinity, with the questions and decisions of each. Pure."""
