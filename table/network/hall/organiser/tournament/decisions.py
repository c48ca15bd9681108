"""The organiser's decisions about pairings and results, by the acts of the log."""

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from table.network.hall.organiser.tournament.acts import (
    Act,
    MatchAssigned,
    NamedPairing,
    PairingsTaken,
    ResultEntered,
    ResultWithdrawn,
)
from table.view.hall import Pairing

PairingKey: TypeAlias = tuple[int, str, str]
"""The round and both players: a pairing keeps its result at another table."""
MatchKey: TypeAlias = tuple[str, str]
"""The table and the match."""


def key_of(pairing: Pairing | NamedPairing | ResultEntered | ResultWithdrawn) -> PairingKey:
    return pairing.round, pairing.blue, pairing.red


class TakenPairing(NamedTuple):
    """The moment at which a pairing was taken."""

    at_s: float
    """In seconds of the hall's clock."""
    ended: int
    """The number of matches that its table had ended by then. They are not its own."""


class OrganiserDecisions:
    """The decisions so far. One thread calls."""

    def __init__(self) -> None:
        self.entered: dict[PairingKey, ResultEntered] = {}
        self.entered_s: dict[PairingKey, float] = {}
        """The times at which these pairings first had an entered result."""
        self.taken: dict[Pairing, TakenPairing] = {}
        self.assigned: dict[MatchKey, PairingKey | None] = {}
        """The pairings of matches that the organiser assigned; None for a match of no pairing."""

    def add(self, act: Act, at_s: float, ended: Mapping[str, int]) -> None:
        """Take an act of this time. `ended` is the number of matches that each table has ended."""
        match act:
            case ResultEntered():
                self.entered[key_of(act)] = act
                self.entered_s.setdefault(key_of(act), at_s)
            case ResultWithdrawn():
                self.entered.pop(key_of(act), None)
                self.entered_s.pop(key_of(act), None)
            case PairingsTaken():
                for each in act.pairings:
                    self.taken.setdefault(each, TakenPairing(at_s, ended.get(each.table, 0)))
            case MatchAssigned():
                self.assigned[act.table, act.match] = None if act.pairing is None else key_of(act.pairing)
            case _:
                pass
