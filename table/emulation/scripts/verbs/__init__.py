"""The verbs of scripts, each with what it does."""
