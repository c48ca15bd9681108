"""Confine this process to a few folders, by Landlock (landlock(7)). Only Linux has it, from 5.13 on."""

import ctypes
import os
import platform
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

CREATE, ADD_RULE, RESTRICT = 444, 445, 446
"""The system calls, which have the same numbers on every architecture."""
VERSION_ASKED = 1
"""The flag with which `landlock_create_ruleset` returns the version of the kernel's Landlock."""
PATH_BENEATH = 1
NO_NEW_PRIVILEGES = 38
"""PR_SET_NO_NEW_PRIVS (prctl(2)), which Landlock requires."""
EXECUTE, READ_FILE, READ_FOLDER = 1 << 0, 1 << 2, 1 << 3
READ = EXECUTE | READ_FILE | READ_FOLDER
FILES = {1: 13, 2: 14, 3: 15, 4: 15}
"""The number of rights over files, by the version of Landlock. Version 5 has 16."""
BIND, CONNECT = 1 << 0, 1 << 1
"""The rights over TCP ports, from version 4 on."""
SIGNALS_AND_ABSTRACT_SOCKETS = 3
"""The scopes, from version 6 on."""


class _Ruleset(ctypes.Structure):
    """`struct landlock_ruleset_attr`."""

    _fields_ = (("files", ctypes.c_uint64), ("ports", ctypes.c_uint64), ("scopes", ctypes.c_uint64))


class _Beneath(ctypes.Structure):
    """`struct landlock_path_beneath_attr`."""

    _pack_ = 1
    _layout_ = "ms"
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


def landlock_version() -> int:
    """Return the version of Landlock in this kernel; 0 if it has none."""
    if platform.system() != "Linux":
        return 0
    return max(0, int(_library().syscall(CREATE, None, 0, VERSION_ASKED)))


def confine(readable: Iterable[Path]) -> bool:
    """Restrict this thread and its children to reading below these folders, and no writing. Return True if done.

    It also truncates no file (version 3), binds no TCP port and connects to none (4), and signals no process (6).
    Landlock does not cover the rest: open files and sockets, Unix sockets with a path, UDP, MPTCP, TCP Fast Open, a TCP
    port that the kernel chooses, and modes and times of files. It cannot be undone.
    """
    version = landlock_version()
    if not version:
        return False
    library = _library()
    files = (1 << FILES.get(version, 16)) - 1
    rules = _Ruleset(files, BIND | CONNECT if version >= 4 else 0, SIGNALS_AND_ABSTRACT_SOCKETS if version >= 6 else 0)
    size = 8 * (1 + (version >= 4) + (version >= 6))
    ruleset = int(library.syscall(CREATE, ctypes.byref(rules), ctypes.c_size_t(size), 0))
    if ruleset < 0:
        return False
    try:
        for path in readable:
            with suppress(FileNotFoundError):
                _allow(library, ruleset, path)
        if library.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0) != 0:
            return False
        return int(library.syscall(RESTRICT, ruleset, 0)) == 0
    finally:
        os.close(ruleset)


def _allow(library: Any, ruleset: int, path: Path) -> None:
    """Allow reading below this folder, or this file. Raises OSError."""
    parent = os.open(path, getattr(os, "O_PATH", os.O_RDONLY))
    try:
        rights = READ if path.is_dir() else EXECUTE | READ_FILE
        beneath = _Beneath(rights, parent)
        if library.syscall(ADD_RULE, ruleset, PATH_BENEATH, ctypes.byref(beneath), 0) != 0:
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number), str(path))
    finally:
        os.close(parent)


def _library() -> Any:
    return ctypes.CDLL(None, use_errno=True)
