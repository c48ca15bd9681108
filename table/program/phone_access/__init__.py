"""The web program that a table with phones starts as a separate process, which has a network but no secret."""
