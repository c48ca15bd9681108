"""The offline check of a match file: its chain, its seals, its chance, and every batch against the rules.

`docs/match_file.md` specifies the file. `docs/fairness.md` tells what a passed check proves, and what it does not.
"""
