"""The program: the command line, the table in its window, and the choice of the world."""
