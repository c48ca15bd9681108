"""Victory points and the end of the match (LA-22 to LA-24)."""

from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from table.games.legion.rules.consent import by_consent
from table.games.legion.rules.model.armies import Timing
from table.games.legion.rules.model.asking import ASK
from table.games.legion.rules.model.state import LegionBattle, LegionSide, with_side
from table.games.legion.rules.model.story_lines import line
from table.games.legion.rules.model.turns import effect_order
from table.games.legion.rules.round_events import RoundEnded
from table.rules.chance import Chance
from table.rules.event_rows import EventRow
from table.rules.game import Event, SeatEvent
from table.rules.prompts import Option, Value
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.rules.steps import Range
from table.rules.text import Text, text

ENOUGH = 12
"""The victory points that win a match, if they are more than the opponent's."""
MOST_AT_ONCE = 12
NOBODY = "nobody"


class PointsScored(SeatEvent, frozen=True, tag=True):
    """A seat scores victory points."""

    points: int
    total: int


class MatchDecided(Event, frozen=True, tag=True):
    """The match is decided: a seat has won, or it is a draw. `rule` is the id of the deciding rule."""

    winner: Seat | None
    rule: str
    blue: int = 0
    red: int = 0


def _decided_line(x: MatchDecided) -> Text:
    points = {"blue": x.blue, "red": x.red}
    if x.winner is None:
        return text("legion.story.draw", **points)
    key = "legion.story.won_alone" if x.rule == "LA-24" else "legion.story.won"
    return text(key, seat=text(f"seat.{x.winner}"), **points)


def _decided(battle: LegionBattle, winner: Seat | None, rule: str) -> MatchDecided:
    return MatchDecided(winner, rule, battle.blue.victory, battle.red.victory)


def _stands(side: LegionSide) -> bool:
    """True if a unit of this side is undefeated. Counterparts do not count (TB-44)."""
    return any(not troop.defeated and troop.rank is not None for troop in side.troops)


def unless_alone(due: Callable[[LegionBattle], Event | None]) -> Callable[[LegionBattle], Event | None]:
    """Return the due events of a step, preceded by the victory of the only seat with undefeated units (LA-24).

    The round ends first, so that the tokens on the table are returned.
    """

    def first(battle: LegionBattle) -> Event | None:
        blue, red = _stands(battle.blue), _stands(battle.red)
        if blue is not red and not battle.decided:
            if not battle.closed:
                return RoundEnded(battle.round)
            return _decided(battle, BLUE if blue else RED, "LA-24")
        return due(battle)

    return first


def due(battle: LegionBattle) -> MatchDecided | None:
    """Return the result at the end of a round if it is known (LA-22, LA-23)."""
    points = [battle.side(seat).victory for seat in SEATS]
    ahead = SEATS[points.index(max(points))]
    last, equal = battle.round >= battle.rounds, min(points) == max(points)
    if not equal and max(points) >= ENOUGH:
        return _decided(battle, ahead, "LA-22")
    if not last or (equal and _both_lost(battle)):
        return None
    return _decided(battle, _unhurt(battle) if equal else ahead, "LA-23")


def _losers(battle: LegionBattle) -> list[Seat]:
    return [seat for seat in SEATS if any(troop.defeated for troop in battle.side(seat).troops)]


def _both_lost(battle: LegionBattle) -> bool:
    """True if both seats have defeated units. Only the players know the points of those."""
    return len(_losers(battle)) == len(SEATS)


def _unhurt(battle: LegionBattle) -> Seat | None:
    """Return the only seat without a defeated unit."""
    losers = _losers(battle)
    return losers[0].opponent if losers else None


def _fewest(battle: LegionBattle, seat: Seat) -> Iterable[Option]:
    """Offer the seats whose defeated units cost fewer points, if the victory points are equal after the last round."""
    asked = effect_order(Timing.END_PHASE, battle.priority)[0]
    if not battle.closed or battle.round < battle.rounds or seat is not asked:
        return ()
    seats = (Option(each, text(f"seat.{each}"), f"seat.{each}") for each in SEATS)
    return (*seats, Option(NOBODY, text("legion.fewer.nobody")))


def _fewer(battle: LegionBattle, _seat: Seat, value: Value, _chance: Chance) -> Sequence[Event]:
    return (_decided(battle, None if value == NOBODY else Seat(str(value)), "LA-23"),)


def _describe_fewer(_battle: LegionBattle, _seat: Seat, value: Value) -> Text:
    if value == NOBODY:
        return text("legion.consent.fewer.nobody")
    return text("legion.consent.fewer", seat=text(f"seat.{value}"))


def _more_points(battle: LegionBattle, seat: Seat) -> Range | None:
    if battle.step != "end" or battle.closed:
        return None
    return Range(1, MOST_AT_ONCE, words={"points": battle.side(seat).victory})


def _score(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    more = int(str(value))
    return (PointsScored(seat, more, battle.side(seat).victory + more),)


def _describe_points(battle: LegionBattle, seat: Seat, value: Value) -> Text:
    more = int(str(value))
    return text("legion.consent.points", more=more, total=battle.side(seat).victory + more)


POINTS = by_consent(
    ASK.number("points", "LA-20", _more_points, _score, standing=True, often=9, score=True),  # the most frequent answer
    _describe_points,
)
FEWER = by_consent(ASK.one_of("fewer", "LA-23", _fewest, _fewer), _describe_fewer)
ROWS: tuple[EventRow[LegionBattle], ...] = (
    EventRow(PointsScored, lambda b, x: with_side(b, x.seat, victory=x.total), line("points", "points", "total")),
    EventRow(
        MatchDecided,
        lambda b, x: replace(b, decided=True, winner=x.winner, decided_by=x.rule, over=x.rule != "LA-23"),
        _decided_line,
    ),
)
"""After the last round `AllRoundsPlayed` ends the match (LA-23)."""
