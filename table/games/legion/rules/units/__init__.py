"""Units that are defeated, restored or get a second token."""
