"""The pairing of each match at a table, and the results that an organiser has entered."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from msgspec.structs import replace

from table.network.hall.organiser.tournament.acts import ResultEntered
from table.rules.match.events import MatchEnd
from table.view.hall import HallResult, MatchProof, Pairing

PairingKey: TypeAlias = tuple[int, str, str]
"""The round and both players: a pairing keeps its result at another table."""


NONE_EARLIER: Mapping[Pairing, int] = MappingProxyType({})


def key_of(pairing: Pairing | ResultEntered) -> PairingKey:
    return pairing.round, pairing.blue, pairing.red


class Seating:
    """The matches of all tables, assigned to the pairings of these tables in the order of their rounds."""

    def __init__(
        self,
        pairings: Sequence[Pairing],
        results: Iterable[HallResult],
        entered: Mapping[PairingKey, ResultEntered],
        earlier: Mapping[Pairing, int] = NONE_EARLIER,
    ) -> None:
        """`results` are those of matches, in their order. An entered result of a match keeps that match's pairing.

        `earlier` has how many matches a pairing's table had ended before the pairing was made. They are not its own.
        """
        known = {key_of(each): each for each in pairings}
        entries = {key: entry for key, entry in entered.items() if key in known}
        self._of = {(entry.table, entry.match): known[key] for key, entry in entries.items() if entry.match}
        self._next = defaultdict[str, list[Pairing]](list)
        for each in pairings:
            if key_of(each) not in entries:
                self._next[each.table].append(each)
        shown, ended = list[HallResult](), Counter[str]()
        for result in results:
            match, waiting = (result.table, result.match), self._next[result.table]
            if match not in self._of and waiting and ended[result.table] >= earlier.get(waiting[0], 0):
                self._of[match] = waiting.pop(0)
            ended[result.table] += 1
            shown.append(_named(result, self._of.get(match), entries))
        played = {(each.table, each.match) for each in shown}
        without = (entry for entry in entries.values() if (entry.table, entry.match) not in played)
        self.results = (*shown, *map(_of_entry, without))

    def pairing(self, table: str, match: str) -> Pairing | None:
        """Return the pairing of a match: its own, or else the next one of its table. None if there is none."""
        return self._of.get((table, match)) or next(iter(self._next[table]), None)

    def match(self, pairing: Pairing, current: str) -> str:
        """Return the match of a pairing at its table. `current` is the match there now; empty if there is none."""
        known = next((match for (table, match), each in self._of.items() if each == pairing and match), "")
        return known or (current if self.pairing(pairing.table, current) == pairing else "")


def _named(result: HallResult, pairing: Pairing | None, entries: Mapping[PairingKey, ResultEntered]) -> HallResult:
    if pairing is None:
        return result
    named = replace(result, round=pairing.round, blue_player=pairing.blue, red_player=pairing.red)
    entry = entries.get(key_of(pairing))
    return named if entry is None or entry.match != result.match else _corrected(named, entry)


def _corrected(result: HallResult, entry: ResultEntered) -> HallResult:
    return replace(
        result,
        blue_points=entry.blue_points,
        red_points=entry.red_points,
        winner=entry.winner,
        by="",
        proof=MatchProof.ENTERED,
        reason=entry.reason,
    )


def _of_entry(entry: ResultEntered) -> HallResult:
    return HallResult(
        table=entry.table,
        match=entry.match,
        round=entry.round,
        system="",
        blue="",
        red="",
        blue_player=entry.blue,
        red_player=entry.red,
        blue_points=entry.blue_points,
        red_points=entry.red_points,
        winner=entry.winner,
        by="",
        end=MatchEnd.FINISHED,
        chain="",
        proof=MatchProof.ENTERED,
        reason=entry.reason,
    )
