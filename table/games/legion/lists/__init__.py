"""Army lists of Legion in the players' formats, parsed and matched to the data."""
