"""A mutation run over the rules: each small change to `table/games` must make a test of the rules fail.

`python -m tests.mutation` (or `make mutants`), on a machine with `fork`. Not part of CI: it takes minutes.
"""
