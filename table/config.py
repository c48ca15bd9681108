"""The one TOML file that describes a table: world, devices, screen. Never the match."""
