"""The exceptions of `table`: one root, and below it one class for each side that can be at fault.

A concrete exception derives from one of these and from the builtin, or the library's class, that a caller would expect:
`JournalError` is a `DiskError` and an `OSError`, `StatementError` a `DiskError` and SQLite's own class. A plain builtin
(`ValueError`, `LookupError`, `TimeoutError`, an `OSError` with the system's number) has the same meaning as in Python's
library. A plain RuntimeError has none, so it is never raised. `hal` has its own root (`hal.errors.HalError`), because
it never imports `table`. `firmware_bridge` and `sim_hardware` raise only builtins. Other programs copy the one file
`rules.choice.sealed_choice`, so it imports nothing of `table`, and its errors derive from `Exception`. An exception
that ends a process (a signal, or a cut in a test) derives from `BaseException` and is not an error, so that no handler
treats it as one.
"""


class CommandTableError(Exception):
    """The root of all exceptions that the table defines."""


class InputError(CommandTableError):
    """The input is at fault: a list, a scenario, a script or a match file from outside."""


class OwnerError(CommandTableError):
    """The table's set-up is at fault: configuration, words, key, card book, wiring, or a program that is missing."""


class DeviceError(CommandTableError):
    """A device is at fault: a display or a Pico cannot be used."""


class DiskError(CommandTableError):
    """The records are at fault: a journal, a backup or a state folder cannot be read or written."""


class ProgramError(CommandTableError):
    """The program is at fault: a campaign, a bot or a measurement found a bug."""


class StoppedError(CommandTableError):
    """Nothing is at fault: a person ended the current work, by closing a window or switching the table off."""
