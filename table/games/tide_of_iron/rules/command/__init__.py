"""Command: spending it, and the initiative that it decides."""
