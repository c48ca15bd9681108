"""Users, groups and owners of files. On Windows the access list of the user's profile takes their place."""

import os
import sys
from contextlib import suppress
from pathlib import Path

HAS_OWNERS = hasattr(os, "getuid")
"""True if a file's owner and mode control who may read it."""


def user_id() -> int:
    """Return the user's id; 0, which is every file's owner, on a system without them."""
    if sys.platform != "win32" and HAS_OWNERS:
        return os.getuid()
    return 0


def acts_as_root() -> bool:
    """True if the program may give files to other users."""
    return sys.platform != "win32" and HAS_OWNERS and os.geteuid() == 0


def owns(status: os.stat_result) -> bool:
    """True if the file belongs to the program's user, or its owner is unknown."""
    return sys.platform == "win32" or not HAS_OWNERS or status.st_uid == os.geteuid()


def give(path: Path, to: os.stat_result) -> None:
    """Give a file, or the link itself, the owner and group of another one. Raises OSError. Only root may."""
    if sys.platform != "win32":
        os.chown(path, to.st_uid, to.st_gid, follow_symlinks=False)


def group_name(number: int) -> str:
    """Return a group's name, or its number if it has none."""
    if sys.platform != "win32":
        with suppress(ImportError, KeyError):
            import grp

            return grp.getgrgid(number).gr_name
    return str(number)


def own_group() -> str:
    """Return the name of the program's group."""
    if sys.platform != "win32" and HAS_OWNERS:
        return group_name(os.getegid())
    return ""
