"""The program on systems that are not here: its types, and its commands in a world without what Windows lacks."""
