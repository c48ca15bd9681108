"""Commands about matches that were played."""
