"""The hall's end: the program of the organisers, who look after all tables. An acknowledged event is on its disk."""
