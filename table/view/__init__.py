"""The values that a table publishes. They are complete and frozen, and hold nothing secret."""
