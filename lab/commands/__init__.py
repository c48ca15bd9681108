"""The commands that developers have and players do not need: `bench`, `campaign`, `rules`."""
