"""The program: the command line, the window with all that stands behind it, and the choice of the world."""
