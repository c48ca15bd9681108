"""Run the installed program, and close its window on SIGUSR1, as a user at a desktop does.

On SIGUSR2 it prints the place of each thread on standard error.

`python -m lab.campaigns.ends.with_window ARGUMENTS` is `command-table ARGUMENTS`.
"""

import faulthandler
import signal
from importlib.metadata import entry_points
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import pygame

from lab import temporary_folder

PROGRAM = "command-table"
AGAIN_S = 0.02
"""The time to the next search for a missing window."""


def main() -> None:
    temporary_folder.SHARED_MEMORY = Path(gettempdir())  # the campaign then finds all leftovers in one folder
    for number in (
        signal.SIGINT,
        signal.SIGHUP,
    ):  # a campaign in a shell's background inherits these signals as ignored
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
    signal.signal(signal.SIGUSR1, _close)
    signal.signal(signal.SIGALRM, _close)
    faulthandler.register(signal.SIGUSR2)
    (found,) = entry_points(group="console_scripts", name=PROGRAM)
    found.load()()


def _close(*_: Any) -> None:
    """Request the end, as a desktop does when its user closes the window; without a window yet, a moment later."""
    if pygame.display.get_init():
        pygame.event.post(pygame.event.Event(pygame.QUIT))
    else:
        signal.setitimer(signal.ITIMER_REAL, AGAIN_S)


if __name__ == "__main__":
    main()
