"""A mutation run: each small change to the rules (`table/rules`, `table/games/*/rules`) must make a test fail.

Run it by `python -m lab.mutation` or `make mutants`, on a machine with `fork`. It takes minutes, so it is not part of
CI.
"""
