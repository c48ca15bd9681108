"""The hall's end: the program of those who look after all tables. What it acknowledges is on its disk."""
