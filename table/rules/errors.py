"""The exceptions of `table`: one root, and below it one class for each side that can be at fault.

A concrete exception derives from one of these and from the builtin, or the library's class, that a caller would
expect: `JournalError` is a `DiskError` and an `OSError`, `StatementError` a `DiskError` and SQLite's own class.
A builtin that is raised as it is (`ValueError`, `LookupError`, `TimeoutError`, an `OSError` with the system's number)
means what it means in Python's own library. A RuntimeError means nothing there, and is never raised as it is.

`hal` has a root of its own (`hal.errors.HalError`), since it never imports `table`. `firmware_bridge` and
`sim_hardware` raise builtins only. Other programs copy the one file `rules.choice.sealed_choice`, so it imports nothing
of `table`, and its errors derive from `Exception`. An exception that ends a process (a signal, or a cut in a test)
derives from `BaseException` alone and is no error: no handler may take it for one.
"""


class CommandTableError(Exception):
    """Catch this for everything that the table raises under a name of its own."""


class InputError(CommandTableError):
    """The input is at fault: a list, a scenario, a script or a match file that somebody brought."""


class OwnerError(CommandTableError):
    """The table's set-up is at fault: configuration, words, key, card book, wiring, or a program that is missing."""


class DeviceError(CommandTableError):
    """A device is at fault: a display or a Pico cannot be used."""


class DiskError(CommandTableError):
    """The records are at fault: a journal, a backup or a state folder cannot be read or written."""


class ProgramError(CommandTableError):
    """The program is at fault: a campaign, a bot or a measurement found what must never happen."""


class StoppedError(CommandTableError):
    """Nothing is at fault: somebody ended what was going on, by closing a window or switching the table off."""
