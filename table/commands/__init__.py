"""The subcommands, a module each. `table.cli` imports the one that is asked for, and no other."""
