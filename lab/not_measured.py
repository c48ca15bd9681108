"""The error of figures and campaigns that could not measure."""

from table.rules.errors import ProgramError


class NotMeasuredError(ProgramError, RuntimeError):
    """An event that a figure or a campaign measures did not happen. The message names it."""
