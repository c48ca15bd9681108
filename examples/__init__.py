"""Small things to start from."""
