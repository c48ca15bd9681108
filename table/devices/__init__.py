"""A table in real time: its threads, their clock, its devices, and their watchdog."""
