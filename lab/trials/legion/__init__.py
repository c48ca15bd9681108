"""Legion's trials, an entry point for each edition."""
