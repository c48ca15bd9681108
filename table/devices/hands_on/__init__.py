"""The interactive doctor: a person presses, lays, holds and looks, and the table finds the builder's mistakes."""
