"""The web program that a table played by phones starts beside itself, as a process with a network and no secret."""
