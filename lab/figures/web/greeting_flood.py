"""Greet a table as fast as a process can: `python -m lab.figures.web.greeting_flood FOLDER`, until it is ended."""

import os
import socket
import sys
import threading
from contextlib import suppress
from pathlib import Path

from lab.campaigns.phone.trial_phone import ScriptedPhone
from table.view.seat_frames import SOCKET

AT_ONCE = 8
GREETING = ScriptedPhone(bytes(16), os.urandom).hello()
"""A first frame with a secret that is not valid."""
PATIENCE_S = 1.0


def _greets(path: str) -> None:
    while True:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as phone, suppress(OSError):
            phone.settimeout(PATIENCE_S)
            phone.connect(path)
            phone.sendall(GREETING)
            phone.recv(1)


if __name__ == "__main__":
    for _ in range(AT_ONCE):
        threading.Thread(target=_greets, args=(str(Path(sys.argv[1]) / SOCKET),)).start()
