"""Evenings as text files, an act or an expectation a line: replayed headless or in the window, typed, recorded.

`docs/scripts.md` is the language; it is made from the tables of verbs and expectations here.
"""
