"""The commands for developers: `bench`, `campaign` and `rules`."""
