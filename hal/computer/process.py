"""This process: the signals that end it, its memory's privacy, and its output."""

import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any

from hal.computer.users import HAS_OWNERS

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop

ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGHUP", "SIGBREAK") if hasattr(signal, name))
"""The signals of a service manager, of Ctrl-C, and of the terminal's end."""
LOOKS_S = 0.3
CAN_FORK = hasattr(os, "fork")
"""True if a child can be prepared before its program begins."""


def signal_itself(number: int) -> None:
    """Send this process a signal, from any thread.

    Windows has no such call: `os.kill` would end the process there immediately.
    """
    if HAS_OWNERS:
        os.kill(os.getpid(), number)
    else:
        signal.raise_signal(number)


def disable_core_dumps() -> None:
    """Prevent a core dump of this process's memory after a crash."""
    if sys.platform != "win32":
        with suppress(ImportError):
            import resource

            resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))


def handle_in_loop(loop: "AbstractEventLoop", number: int, call: Callable[[], object]) -> None:
    """Make the running event loop call this at a signal. The main thread only.

    On Windows a signal does not wake the loop, so it is polled every `LOOKS_S`.
    """
    try:
        loop.add_signal_handler(number, call)
    except NotImplementedError:
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(call))
        _look_again(loop)


def _look_again(loop: "AbstractEventLoop") -> None:
    loop.call_later(LOOKS_S, _look_again, loop)


def runs_in_front() -> bool:
    """True if this process belongs to its terminal's foreground: then its children also receive Ctrl-C."""
    if sys.platform != "win32" and CAN_FORK:
        try:
            terminal = os.open("/dev/tty", os.O_RDONLY | os.O_NOCTTY)
        except OSError:
            return False  # it has no terminal
        try:
            return os.tcgetpgrp(terminal) == os.getpgrp()
        except OSError:
            return False
        finally:
            os.close(terminal)
    return True


def in_a_group_of_its_own() -> dict[str, Any]:
    """Return the arguments with which `subprocess` starts a child that gets no Ctrl-C of this terminal."""
    import subprocess

    flag = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", None)  # Windows alone has it
    return {"start_new_session": True} if flag is None else {"creationflags": flag}


def command_line(words: Sequence[str]) -> str:
    """Return a command line as typed in this system's terminal."""
    if HAS_OWNERS:
        import shlex

        return shlex.join(words)
    import subprocess

    return subprocess.list2cmdline(words)


def print_all_letters() -> None:
    """Print letters that the output's encoding lacks as escapes, instead of failing.

    A pipe or a file on Windows has the code page of the user's language.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
