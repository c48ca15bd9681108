"""The state of a match of Legion as a value, and the words and helpers that all topics share. Pure."""
