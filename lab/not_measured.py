"""Figures and campaigns say so where they cannot measure, instead of giving a figure of nothing."""

from table.rules.errors import ProgramError


class NotMeasuredError(ProgramError, RuntimeError):
    """Something did not happen that a figure or a campaign measures: the message says what."""
