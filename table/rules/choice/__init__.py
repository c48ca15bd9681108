"""A secret choice of two sides, as a library that needs nothing else of the table."""
