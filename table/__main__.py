"""`python -m table` is `command-table`."""

from table.program.entry import main

main()
