"""The time that a test waits for events that are immediate on an idle machine."""

PATIENCE_S = 50.0
"""A translated processor, or a machine with much other work, takes many times as long as a quiet one. No time is proved
by this: what does not come at all is found a minute later. It is less than what pytest gives a test."""
