"""The steps of Legion, with the questions and decisions of each. Pure."""
