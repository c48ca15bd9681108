"""The pairing of each match at a table, and the results that an organiser has entered."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from table.network.hall.organiser.tournament.acts import ResultEntered
from table.network.hall.organiser.tournament.decisions import MatchKey, OrganiserDecisions, key_of
from table.rules.errors import InputError
from table.rules.match.events import MatchEnd
from table.view.hall import HallResult, MatchProof, Pairing


class UnassignedMatchError(InputError, LookupError):
    """Nobody knows yet for which pairing a match was played."""


class Seating:
    """The matches of all tables, assigned to the pairings of these tables in the order of their rounds.

    A pairing whose result was entered without a match may have had one that its table reports later. The times decide:
    of the begin of the match, of the entry, and of the pairings. If they decide nothing, the match stays unassigned.
    """

    def __init__(
        self,
        pairings: Sequence[Pairing],
        results: Iterable[HallResult],
        decisions: OrganiserDecisions,
        began_s: Callable[[MatchKey], float | None] = lambda _: None,
    ) -> None:
        """`results` are those of matches, in their order. `began_s` returns when a match began; None if unknown."""
        self._pairings, self._decisions, self._began_s = pairings, decisions, began_s
        known = {key_of(each): each for each in pairings}
        entries = {key: entry for key, entry in decisions.entered.items() if key in known}
        self._of: dict[MatchKey, Pairing | None] = {
            match: None if key is None else known.get(key) for match, key in decisions.assigned.items()
        }
        for key, entry in entries.items():
            if entry.match:
                self._of.setdefault((entry.table, entry.match), known[key])
        booked = [*self._of.values()]
        self._free = defaultdict[str, list[Pairing]](list)
        for each in pairings:
            if each not in booked:
                self._free[each.table].append(each)
        self.unassigned: list[MatchKey] = []
        """The matches whose pairing nobody knows yet."""
        self._over, self._ended = set[MatchKey](), Counter[str]()
        shown = list[HallResult]()
        for result in results:
            match = (result.table, result.match)
            if match not in self._of:
                self._book(match)
            self._ended[result.table] += 1
            self._over.add(match)
            shown.append(_named(result, self._as_seated(match), decisions))
        played = {key_of(each) for each in shown}
        alone = ((known[key], entry) for key, entry in entries.items() if key not in played)
        self.results = (*shown, *(_of_entry(entry, self._match_of(pairing)) for pairing, entry in alone))

    def pairing(self, table: str, match: str) -> Pairing | None:
        """Return the pairing of a match, with its players where they sat. None if there is none.

        Without a match, it is the next one of its table.
        """
        if (table, match) in self._of:
            return self._as_seated((table, match))
        if not match:
            return next((each for each in self._free[table] if key_of(each) not in self._decisions.entered), None)
        try:
            return self._played((table, match))
        except UnassignedMatchError:
            return None

    def match(self, pairing: Pairing, current: str) -> MatchKey:
        """Return the match of a pairing, which may be one of another table, or else its table with an empty text.

        `current` is the match at the pairing's table now; empty if there is none.
        """
        goes_on = (pairing.table, current) not in self._over and self.pairing(pairing.table, current) == pairing
        return self._match_of(pairing) or (pairing.table, current if goes_on else "")

    def _as_seated(self, match: MatchKey) -> Pairing | None:
        if (pairing := self._of.get(match)) is None or match not in self._decisions.swapped:
            return pairing
        return replace(pairing, blue=pairing.red, red=pairing.blue)

    def _match_of(self, pairing: Pairing) -> MatchKey | None:
        return next((match for match, each in self._of.items() if each == pairing), None)

    def _book(self, match: MatchKey) -> None:
        """Note the pairing of a match that is over, if it is known."""
        try:
            pairing = self._played(match)
        except UnassignedMatchError:
            self.unassigned.append(match)
            return
        if pairing is not None:
            self._of[match] = pairing
            self._free[match[0]].remove(pairing)

    def _played(self, match: MatchKey) -> Pairing | None:
        """Return the pairing of a match: the first free one, unless it was taken when the match was over.

        Raises UnassignedMatchError.
        """
        began_s = self._began_s(match)
        for pairing in self._free[match[0]]:
            taken = self._decisions.taken.get(pairing)
            if taken is not None and self._ended[match[0]] < taken.ended:
                continue
            entered_s = self._decisions.entered_s.get(key_of(pairing))
            if entered_s is None:
                return pairing
            if began_s is None:
                raise UnassignedMatchError
            if began_s < entered_s:
                if self._was_next(pairing, began_s):
                    return pairing
                raise UnassignedMatchError
        return None

    def _was_next(self, pairing: Pairing, at_s: float) -> bool:
        """True if this pairing was taken by then, and the next one of its table was not."""
        later = (each for each in self._pairings if each.table == pairing.table and each.round > pairing.round)
        taken, following = self._decisions.taken.get(pairing), next(later, None)
        if taken is None or at_s < taken.at_s:
            return False
        taken_next = None if following is None else self._decisions.taken.get(following)
        return following is None or (taken_next is not None and at_s < taken_next.at_s)


def _named(result: HallResult, pairing: Pairing | None, decisions: OrganiserDecisions) -> HallResult:
    if pairing is None:
        return result
    named = replace(result, round=pairing.round, blue_player=pairing.blue, red_player=pairing.red)
    entry = decisions.entered.get(key_of(pairing))
    return named if entry is None else _corrected(named, entry)


def _corrected(result: HallResult, entry: ResultEntered) -> HallResult:
    points, winner = (entry.blue_points, entry.red_points), entry.winner
    if entry.blue != result.blue_player:  # they sat the other way round
        points, winner = points[::-1], None if winner is None else winner.opponent
    return replace(
        result,
        blue_points=points[0],
        red_points=points[1],
        winner=winner,
        by="",
        proof=MatchProof.ENTERED,
        reason=entry.reason,
    )


def _of_entry(entry: ResultEntered, match: MatchKey | None) -> HallResult:
    table, match_id = match or (entry.table, "")
    return HallResult(
        table=table,
        match=match_id,
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
