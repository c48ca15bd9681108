"""A mutation run: each small change to the rules (`table/rules`, `table/games/*/rules`) must make a test of them fail.

`python -m lab.mutation` (or `make mutants`), on a machine with `fork`. Not part of CI: it takes minutes.
"""
