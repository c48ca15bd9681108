"""Trials of games: random sides, invariants, lists, codes, evenings. Entry points `command_table.trials` name them."""
