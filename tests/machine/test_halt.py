"""A machine whose power is cut: what it had flushed is in the log of its card as flushed (`make machine-long`)."""

from pathlib import Path

import pytest

from tests.machine.card import card_of
from tests.machine.cards import setup
from tests.machine.outside import Outside
from tests.machine.qemu import Machine
from tests.machine.run import BUILT

FLUSHED = 'python3 -c \'import os; f = open("/var/lib/flushed", "wb"); f.write(bytes(100)); f.flush(); os.fsync(f)\''
OPEN = "dd if=/dev/zero of=/dev/vda bs=512 count=1 seek=1 oflag=direct conv=notrunc 2>/dev/null"
"""A write, past the file system, that no flush follows: into a sector that the file system leaves to others."""

pytestmark = [
    pytest.mark.machine,
    pytest.mark.timeout(3600),
    pytest.mark.skipif(not (BUILT / "disk.img").exists(), reason="there is no machine: sudo make machine builds it"),
]


@pytest.mark.parametrize(("last", "loses"), [(FLUSHED, False), (OPEN, True)])
def test_a_cut_loses_what_no_flush_has_followed_and_nothing_else(tmp_path: Path, last: str, loses: bool) -> None:
    with Machine(BUILT, card_of(BUILT / "disk.img", tmp_path)) as machine:
        outside = Outside(machine, setup())
        outside.shell("systemctl stop command-table; sync; sleep 2; sync", 1200)
        outside.shell(last, 600)
        machine.cut()
        outside.close()
        assert (machine.card.keep().open > 0) is loses
