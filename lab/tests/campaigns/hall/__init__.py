"""The campaign of a hall."""
