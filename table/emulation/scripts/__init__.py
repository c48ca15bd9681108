"""Evenings as text files, an act or an expectation a line: replayed headless or in the window, typed, recorded."""
