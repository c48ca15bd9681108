"""The web program that a table starts beside itself."""
