"""One payout of two tokens, struck at every moment it has.

Those are each frame's byte, each journal write, each call to the board, and before and after each token's passing.
"""

from collections.abc import Iterator

from sim_hardware.clock import MS
from table.bench.payouts.table import BLOCK
from table.bench.payouts.trial import Tally, Trial

STRUCK = ("power-cut", "kill", "blackout", "unplug", BLOCK)
SEED = 4
TOKENS = 2
AWAY_NS = 700 * MS


def moments() -> int:
    """How many there are, where nothing strikes."""
    trial = Trial(SEED)
    trial.table.arm(0, "", 0)
    trial.payout(0, TOKENS)
    trial.close()
    return trial.table.steps.passed


def every_moment() -> Iterator[tuple[str, int]]:
    last = moments()
    return ((cut, moment) for cut in STRUCK for moment in range(1, last + 1))


def strike(cut: str, moment: int) -> Tally:
    trial = Trial(SEED)
    trial.table.arm(moment, cut, AWAY_NS)
    trial.payout(0, TOKENS, cut=cut)
    trial.close()
    return trial.tally
