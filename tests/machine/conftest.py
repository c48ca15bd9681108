"""One machine for all tests of a run: a start takes longer than most of them."""

from collections.abc import Iterator

import pytest

from tests.machine.qemu import Machine
from tests.machine.run import BUILT, PICTURES, Run


@pytest.fixture(scope="session")
def run() -> Iterator[Run]:
    PICTURES.mkdir(exist_ok=True)
    for old in PICTURES.iterdir():
        old.unlink()
    with Machine(BUILT) as machine:
        made = Run(machine)
        yield made
        (BUILT / "journal.txt").write_text(made.outside.shell("journalctl --no-pager", 120))
        made.outside.close()
