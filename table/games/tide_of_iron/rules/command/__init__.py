"""Command: it is spent, and decides the initiative."""
