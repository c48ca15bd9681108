"""`python -m table` is `command-table`."""

from table.cli import main

main(prog_name="command-table")
