"""Strike one payout of two tokens at every moment.

The moments: each byte of a frame, each journal write, each call to the board, and before and after each token's
passing. The strikes: every fault of the vocabulary, in hopper, Pico, cable and table.
"""

from collections.abc import Iterator

from lab.campaigns.dispense.payout_table import FAULTS
from lab.campaigns.dispense.payout_trial import PayoutTrial, Tally
from sim_hardware.clock import MS

SEED = 1
"""With this seed the players are patient: they wait for the dispenser's own count."""
TOKENS = 2
AWAY_NS = 700 * MS


def moments() -> int:
    """Return the number of moments in an undisturbed payout."""
    trial = PayoutTrial(SEED)
    trial.table.arm(0, "", 0)
    trial.payout(0, TOKENS)
    trial.close()
    return trial.table.steps.passed


def every_moment() -> Iterator[tuple[str, int]]:
    last = moments()
    return ((cut, moment) for cut in FAULTS for moment in range(1, last + 1))


def strike(word: str, moment: int) -> Tally:
    trial = PayoutTrial(SEED)
    trial.table.cut_ns = AWAY_NS
    trial.strike(moment, word, 0)
    trial.payout(0, TOKENS, word)
    trial.close()
    return trial.tally
