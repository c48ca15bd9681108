"""The cases of the model, and the results of spin's verifier."""

import re
from typing import NamedTuple


class Case(NamedTuple):
    file: str
    options: tuple[str, ...] = ()
    control: bool = False
    """True if an error must be found."""


CASES = (
    Case("choice.pml", ("-DCRASHES=1",)),
    Case("choice.pml", ("-DCRASHES=2", "-DLINE=2")),
    Case("choice.pml", ("-DLIAR", "-DCRASHES=1", "-DLINE=2")),
    Case("choice.pml", ("-DEARLY_REVEAL",), control=True),
    Case("choice.pml", ("-DVOIDED_SEAL",), control=True),
    Case("choice.pml", ("-DNEVER_ENDS",), control=True),
    Case("offer.pml"),
    Case("offer.pml", ("-DLIAR",)),
    Case("offer.pml", ("-DSHOWN_EARLY",), control=True),
    Case("offer.pml", ("-DNEW_LIST",), control=True),
    Case("offer.pml", ("-DUNKEPT", "-DLIAR"), control=True),
    Case("offer.pml", ("-DNEVER_ENDS",), control=True),
    Case("log.pml", ("-DCRASHES=1",)),
    Case("log.pml", ("-DRESTORED", "-DCRASHES=1")),
    Case("log.pml", ("-DLIAR",)),
    Case("log.pml", ("-DSIGNS_AT_ONCE", "-DRESTORED"), control=True),
    Case("log.pml", ("-DTWO_PROPOSALS",), control=True),
    Case("log.pml", ("-DUNPROPOSED", "-DLIAR"), control=True),
    Case("log.pml", ("-DUNKEPT", "-DLIAR"), control=True),
    Case("log.pml", ("-DLOST_STOP",), control=True),
    Case("log.pml", ("-DNEVER_ENDS",), control=True),
    Case("roll.pml"),
    Case("roll.pml", ("-DEARLY_ROLL",), control=True),
    Case("roll.pml", ("-DNEW_ROLL",), control=True),
    Case("roll.pml", ("-DNEVER_ENDS",), control=True),
)


class Explored(NamedTuple):
    states: int
    depth: int
    errors: int
    whole: bool
    """True if the verifier reached the end, and no limit of its own stopped it before."""


_DEPTH = re.compile(r"depth reached (\d+), errors: (\d+)")
_STATES = re.compile(r"^\s*(\d+) states, stored", re.MULTILINE)
_CUT = ("max search depth too small", "Search not completed", "out of memory")


def explored(printed: str) -> Explored:
    """Return the verifier's result. Raises ValueError if it printed none."""
    depth, states = _DEPTH.search(printed), _STATES.search(printed)
    if depth is None or states is None:
        raise ValueError(f"spin's verifier printed no result: {printed[-300:]}")
    return Explored(int(states[1]), int(depth[1]), int(depth[2]), not any(cut in printed for cut in _CUT))
