"""The standings: points for each result, and tie-breaks in the order of the organiser's choice."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction

from msgspec import Struct

from table.network.hall.organiser.tournament.decisions import key_of
from table.network.hall.organiser.tournament.rounds import players
from table.rules.seats import BLUE
from table.view.hall import HallResult, HallScoring, MatchProof, Pairing, Standing, TieBreak

DISPUTED = frozenset({MatchProof.FORGED, MatchProof.NO_RESULT, MatchProof.OTHER, MatchProof.TWICE})
"""Results that count for nobody until the organiser enters one."""


class PlayedRecord(Struct):
    """The results of one player."""

    outcomes: list[int] = []
    """1 for each win, 0 for each draw, -1 for each loss."""
    opponents: list[str] = []
    byes: int = 0
    scored: int = 0
    conceded: int = 0

    def add(self, opponent: str, outcome: int, scored: int, conceded: int) -> None:
        self.opponents.append(opponent)
        self.outcomes.append(outcome)
        self.scored += scored
        self.conceded += conceded


def records(pairings: Iterable[Pairing], results: Iterable[HallResult]) -> dict[str, PlayedRecord]:
    """Return the records of all players of the pairings, in the order of the pairings."""
    paired = tuple(pairings)
    found = {name: PlayedRecord() for name in players(paired)}
    for each in paired:
        found[each.blue].byes += not each.red
    for result in results:
        if not result.round or result.proof in DISPUTED:
            continue
        outcome = 0 if result.winner is None else 1 if result.winner is BLUE else -1
        found[result.blue_player].add(result.red_player, outcome, result.blue_points, result.red_points)
        found[result.red_player].add(result.blue_player, -outcome, result.red_points, result.blue_points)
    return found


def points(record: PlayedRecord, scoring: HallScoring) -> int:
    of_outcome = {1: scoring.win, 0: scoring.draw, -1: scoring.loss}
    return sum(of_outcome[each] for each in record.outcomes) + record.byes * scoring.bye


def standings(pairings: Iterable[Pairing], results: Iterable[HallResult], scoring: HallScoring) -> tuple[Standing, ...]:
    """Return the players, the best first. Players equal by all tie-breaks share a place."""
    found = records(pairings, results)
    total = {name: points(record, scoring) for name, record in found.items()}
    ties = {name: _tie_breaks(record, total) for name, record in found.items()}
    groups = defaultdict[tuple[Fraction, ...], list[str]](list)
    for name in sorted(found, key=lambda each: (each.casefold(), each)):
        groups[Fraction(total[name]), *(ties[name][each] for each in scoring.tie_breaks)].append(name)
    placed = list[Standing]()
    for key in sorted(groups, reverse=True):
        place = len(placed) + 1
        placed += (_standing(place, name, found[name], total[name], ties[name]) for name in groups[key])
    return tuple(placed)


def _tie_breaks(record: PlayedRecord, total: dict[str, int]) -> dict[TieBreak, Fraction]:
    met = [total[name] for name in record.opponents]
    return {
        TieBreak.SCHEDULE: Fraction(sum(met), len(met) or 1),
        TieBreak.DIFFERENCE: Fraction(record.scored - record.conceded),
        TieBreak.SCORED: Fraction(record.scored),
    }


def _standing(place: int, name: str, record: PlayedRecord, total: int, ties: dict[TieBreak, Fraction]) -> Standing:
    return Standing(
        place,
        name,
        total,
        won=record.outcomes.count(1),
        drawn=record.outcomes.count(0),
        lost=record.outcomes.count(-1),
        byes=record.byes,
        schedule=round(float(ties[TieBreak.SCHEDULE]), 2),
        difference=record.scored - record.conceded,
        scored=record.scored,
    )


def open_pairings(pairings: Iterable[Pairing], results: Sequence[HallResult]) -> list[Pairing]:
    """Return the pairings without a result that counts. A bye needs none."""
    counted = {key_of(each) for each in results if each.proof not in DISPUTED}
    return [each for each in pairings if each.red and key_of(each) not in counted]
