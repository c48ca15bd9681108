"""The command that installs packages into the environment that this program runs in."""

import os
import sys

from hal.computer.process import command_line
from hal.computer.users import HAS_OWNERS


def install_command(*packages: str) -> str:
    """Return the line for a terminal, such as `sudo /opt/command-table/bin/python -m pip install mpremote`.

    It names the packages themselves, because command-table is on no package index.
    """
    root = () if os.access(sys.prefix, os.W_OK) or not HAS_OWNERS else ("sudo",)
    return command_line((*root, sys.executable, "-m", "pip", "install", *packages))
