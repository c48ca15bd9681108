"""`python -m table` is `command-table`."""

from table.program.cli import main

main(prog_name="command-table")
