"""A whole match of five rounds on Debian's own kernel (`make machine-long`)."""

import pytest

from tests.machine.run import BUILT, Run
from tests.machine.test_machine import SYSTEM, ends

pytestmark = [
    pytest.mark.machine,
    pytest.mark.timeout(3600),
    pytest.mark.skipif(not (BUILT / "disk.img").exists(), reason="there is no machine: sudo make machine builds it"),
]


def test_a_match_is_played_to_its_end(run: Run) -> None:
    now = run.boot()
    if now.match:
        run.players.leave()
    run.players.wanted = ""
    run.players.begin(SYSTEM)
    ends(run)
    assert run.outside.dispenser.fallen
