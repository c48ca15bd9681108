"""A world as CPython on Windows finds it, for any Python program of this computer: put this folder on PYTHONPATH.

Gone are the modules and names that are not there, and what fails there fails here: another kind of handler for
signals, waiting for pipes, opening a folder, links, replacing or removing an open file, names of files with a colon.
Other people's packages keep the modules, since on Windows they have other ways: pyserial, filelock, asyncio.
"""

import builtins
import importlib
import os
import select
import stat
import sys
import warnings
from collections.abc import Callable
from typing import Any, TypeAlias

Wait: TypeAlias = Callable[..., Any]

OURS = ("table", "hal", "sim_hardware", "firmware_bridge", "lab")
MODULES = frozenset({"fcntl", "grp", "pty", "pwd", "resource", "termios", "tty", "syslog", "posix"})
ABSENT = os.path.join(os.path.dirname(__file__), "absent.txt")
"""The names that are gone, each line with its module."""
FORBIDDEN = frozenset('<>"|?*:')
OPEN_FILES = "/proc/self/fd"


def _put(place: Any, name: str, value: object) -> None:
    setattr(place, name, value)


def _without_modules() -> None:
    imported = builtins.__import__

    def import_(name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0) -> Any:
        if level == 0 and name.partition(".")[0] in MODULES and _is_ours(globals):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return imported(name, globals, locals, fromlist, level)

    builtins.__import__ = import_


def _is_ours(of: "dict[str, object] | None") -> bool:
    return str((of or {}).get("__name__", "")).partition(".")[0] in OURS


def _without(*modules: str) -> None:
    with open(ABSENT, encoding="ascii") as file:
        for module, *names in map(str.split, file):
            if module in modules:
                for name in names:
                    if hasattr(found := importlib.import_module(module), name):
                        delattr(found, name)


def _without_names() -> None:
    # What the standard library binds is bound before: on Windows it has other modules for it.
    import asyncio.unix_events  # without AF_UNIX it has no Unix connections either
    import shutil
    import subprocess
    import tempfile

    import filelock
    import platformdirs.unix
    import serial

    usage: Any = getattr(shutil, "_ntuple_diskusage", tuple)

    def disk_usage(path: str) -> Any:
        found = statvfs(path)
        return usage(found.f_blocks * found.f_frsize, 0, found.f_bavail * found.f_frsize)

    statvfs = os.statvfs
    _put(shutil, "disk_usage", disk_usage)
    _put(tempfile, "TemporaryFile", tempfile.NamedTemporaryFile)  # as `tempfile` does on Windows
    for folder_way in (os.supports_dir_fd, os.supports_fd, os.supports_follow_symlinks):
        folder_way.clear()
    _put(shutil, "_use_fd_functions", False)
    _without("os", "signal")

    def no_handler(*_: object) -> None:
        raise NotImplementedError

    _put(asyncio.SelectorEventLoop, "add_signal_handler", no_handler)
    del filelock, platformdirs, serial, subprocess, tempfile


class _SocketsAlone:
    """`select.select` of a system where only sockets can be waited for. It is no function, so no class binds it."""

    def __init__(self, wait: Wait) -> None:
        self._wait = wait

    def __call__(self, read: Any, write: Any, failed: Any, timeout: float | None = None) -> Any:
        for each in (*read, *write, *failed):
            if not stat.S_ISSOCK(os.fstat(each if isinstance(each, int) else each.fileno()).st_mode):
                raise OSError(10038, "An operation was attempted on something that is not a socket")
        return self._wait(read, write, failed, timeout)


def _with_programs(wait: Wait) -> None:
    """Let `subprocess` run programs by this system's means, as it has Windows' own there."""
    import selectors
    import subprocess

    class Pipes(selectors.SelectSelector):
        _select = staticmethod(wait)

    _put(subprocess, "_PopenSelector", Pipes)
    _put(subprocess.Popen, "kill", lambda program: program.send_signal(9))


def _refused(event: str, given: tuple[Any, ...]) -> None:
    """Refuse what Windows refuses. Python calls it before each of these acts."""
    if event == "open":
        place, mode, _ = given
        if isinstance(place, str | bytes):
            _named_well(place)
            if mode is None and os.path.isdir(place):
                raise PermissionError(13, "Permission denied", os.fsdecode(place))
    elif event in ("os.mkdir", "os.rename", "os.remove", "os.rmdir"):
        for place in given[: 2 if event == "os.rename" else 1]:
            _named_well(place)
            if event != "os.mkdir":
                _not_open(os.path.abspath(os.fsdecode(place)))
    elif event in ("os.symlink", "os.link"):
        raise OSError(1314, "A required privilege is not held by the client")


def _named_well(place: Any) -> None:
    name = os.fsdecode(place)
    if not name.startswith(("/proc/", "/dev/", "file:")) and FORBIDDEN & set(name):
        raise OSError(22, "Invalid argument", name)


def _not_open(place: str) -> None:
    for number in os.listdir(OPEN_FILES):
        try:
            there = os.readlink(f"{OPEN_FILES}/{number}")
        except OSError:
            continue
        if there == place or there.startswith(f"{place}/"):
            raise PermissionError(13, "The file is being used by another process", place)


_without("_socket", "select")  # before `socket` and `selectors` look: pairs of sockets are made over TCP then
_waits = select.select
select.select = _SocketsAlone(_waits)
_with_programs(_waits)
_without_names()
_without_modules()
sys.addaudithook(_refused)
warnings.filterwarnings("error", category=EncodingWarning, module=rf"({'|'.join(OURS)})\b")
