"""Panels: three buttons and a lamp before each seat. gpiozero gives edges and levels; their meaning is ours."""
