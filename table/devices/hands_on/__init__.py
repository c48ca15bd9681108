"""The doctor that asks: steps in which somebody presses, lays, holds and looks, and what a table can learn by it."""
