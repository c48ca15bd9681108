"""The subcommands, a module each, named as the command. `table.program.cli` imports the one that is asked for."""
