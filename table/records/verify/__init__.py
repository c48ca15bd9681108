"""The offline check of a match file: its chain, its seals, its chance, and every batch against the rules.

`docs/develop/match_file.md` specifies the file. `docs/play/fairness.md` explains what a passed check proves.
"""
