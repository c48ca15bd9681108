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
from table.view.hall import HallResult, Pairing

PairingKey: TypeAlias = tuple[int, frozenset[str]]
"""The round and both players: a pairing keeps its result at another table, and with other sides."""
MatchKey: TypeAlias = tuple[str, str]
"""The table and the match."""


def key_of(of: Pairing | NamedPairing | ResultEntered | ResultWithdrawn | HallResult) -> PairingKey:
    players = (of.blue_player, of.red_player) if isinstance(of, HallResult) else (of.blue, of.red)
    return of.round, frozenset(players)


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
        self.swapped = set[MatchKey]()
        """The assigned matches whose players sat the other way round than in their pairing."""

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
                rounds, there = {each.round for each in act.pairings}, {*act.pairings}
                self.taken = {
                    each: taken for each, taken in self.taken.items() if each.round not in rounds or each in there
                }
                for each in act.pairings:
                    self.taken.setdefault(each, TakenPairing(at_s, ended.get(each.table, 0)))
            case MatchAssigned():
                match = (act.table, act.match)
                self.assigned[match] = None if act.pairing is None else key_of(act.pairing)
                self.swapped = self.swapped | {match} if act.swapped else self.swapped - {match}
            case _:
                pass
