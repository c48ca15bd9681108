"""`command-table hall` with a disk that takes `SYNC_S` for each sync, as the memory card of a Raspberry Pi does.

Its folder is in memory, so that no other program of this machine uses its disk.
"""

import os
import sys
import time
from collections.abc import Iterable
from contextlib import ExitStack
from unittest.mock import patch

from lab.campaigns.hall.hall_without_quotas import without_quotas
from table.network.hall.organiser import verifying
from table.network.hall.organiser.hall_log import HallLog
from table.program.cli import main

SYNC_S = 0.02
UNLIMITED = "--without-quotas"

_add, _fsync = HallLog.add, os.fsync


def _added(log: HallLog, lines: Iterable[bytes]) -> None:
    _add(log, lines)
    time.sleep(SYNC_S)


def _synced(handle: int) -> None:
    _fsync(handle)
    time.sleep(SYNC_S)


if __name__ == "__main__":
    with ExitStack() as stack:
        stack.enter_context(patch.object(verifying, "GIVES_WAY", ("chrt", "--other", "0", "nice")))
        stack.enter_context(patch.object(HallLog, "add", _added))
        stack.enter_context(patch.object(os, "fsync", _synced))
        if UNLIMITED in sys.argv:
            sys.argv.remove(UNLIMITED)
            stack.enter_context(without_quotas())
        main()
