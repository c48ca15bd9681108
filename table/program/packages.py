"""The packages of the extras, to name a missing one."""

from contextlib import AbstractContextManager
from typing import NoReturn

from hal.packages import install_command
from table.program.error_ends import ending_with
from table.rules.text import text
from table.words import Words
from table.words.terminal import stop_with

HALL = "aiomqtt"
"""The package of the extra `hall`."""


def needing_hall(words: Words) -> AbstractContextManager[None]:
    """End the program with the command that installs the extra `hall`, if it is missing."""

    def end(error: ModuleNotFoundError) -> NoReturn:
        stop_with(words.say(text("hall.not_installed", name=error.name or "", command=install_command(HALL))))

    return ending_with(ModuleNotFoundError, end)
