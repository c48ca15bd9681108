"""Run the program as it is installed, and close its window on SIGUSR1, as somebody at a desktop would.

On SIGUSR2 it says on its standard error where each of its threads is.

`python -m lab.campaigns.ends.with_window ARGUMENTS` is `command-table ARGUMENTS`.
"""

import faulthandler
import signal
from importlib.metadata import entry_points
from pathlib import Path
from tempfile import gettempdir
from typing import Any

from lab import temporary_folder
from table.screen.window import ask_to_close

PROGRAM = "command-table"
AGAIN_S = 0.02
"""The time until a window is looked for again that is not there yet."""


def main() -> None:
    temporary_folder.SHARED_MEMORY = Path(gettempdir())  # so that whoever started this sees all that is left
    for number in (signal.SIGINT, signal.SIGHUP):  # whoever starts a campaign in the background ignores them
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
    signal.signal(signal.SIGUSR1, _close)
    signal.signal(signal.SIGALRM, _close)
    faulthandler.register(signal.SIGUSR2)
    (found,) = entry_points(group="console_scripts", name=PROGRAM)
    found.load()()


def _close(*_: Any) -> None:
    if not ask_to_close():
        signal.setitimer(signal.ITIMER_REAL, AGAIN_S)


if __name__ == "__main__":
    main()
