"""The subcommands: one module for each, named as the command. `table.program.cli` imports the one that is called."""
