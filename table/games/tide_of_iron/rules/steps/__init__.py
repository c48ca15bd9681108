"""The steps of Tide of Iron, with the questions and decisions of each. Pure."""
