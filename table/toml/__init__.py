"""TOML files into structs, with the line of every problem, all problems at once."""
