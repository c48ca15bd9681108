"""The Action Phase and the Status Phase."""
