"""Checks a match file offline: its chain, its seals, its chance, and every batch against the rules.

`docs/match_file.md` specifies the file; `docs/fairness.md` says what a passed check proves, and what it does not.
"""
