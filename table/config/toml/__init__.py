"""Read TOML files into structs, and report all problems at once, each with its line."""
