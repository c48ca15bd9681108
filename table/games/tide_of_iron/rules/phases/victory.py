"""The winner: by conditions that the table judges (IB-14), by points, or by both seats (IB-06)."""

from collections.abc import Sequence

from msgspec.structs import replace

from table.games.tide_of_iron.rules.cards.deck_draws import is_last
from table.games.tide_of_iron.rules.model.battle_labels import line
from table.games.tide_of_iron.rules.model.battle_state import Reason, TideBattle, WinnerClaim, seat_of
from table.games.tide_of_iron.rules.model.scenario import Victory
from table.rules.chance import Chance
from table.rules.event_rows import EventRow
from table.rules.game import Event, SeatEvent
from table.rules.prompts import ChooseOne, Option, Value
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.rules.steps import Question
from table.rules.text import Text, text


class WinnerSaid(SeatEvent, frozen=True, tag=True):
    """A seat named the winner by the scenario's conditions, and the other seat is asked to agree."""

    winner: Seat | None
    """The winner; None for a draw."""


class WinnerDisputed(SeatEvent, frozen=True, tag=True):
    """The seat did not agree on the winner, and the question is open again."""


class ScenarioWon(Event, frozen=True, tag=True):
    """The scenario is won, for the reason `by`. Without a seat it is a draw."""

    seat: Seat | None
    by: Reason
    blue: int = 0
    red: int = 0
    condition: str = ""
    """The words of the victory condition that the table judged."""


class AllRoundsPlayed(Event, frozen=True, tag=True):
    """The scenario is over after this number of rounds."""

    rounds: int


NOBODY = "nobody"
NO, YES = "no", "yes"


def due(battle: TideBattle) -> Event | None:
    """Name the winner at the end of a round, and end the match if there is one or if no round is left."""
    scoring, last = battle.scenario.scoring, is_last(battle)
    if battle.won:
        return AllRoundsPlayed(battle.round)
    if won := _by_condition(battle):
        return won
    if not last or scoring.asked_of_players(last):
        return None
    for win in scoring.wins:
        if win.otherwise:
            return _won(battle, seat_of(battle, win.side), Reason.OTHERWISE, win.condition)
    if not scoring.any:
        return _won(battle, None, Reason.CONDITION) if scoring.wins else AllRoundsPlayed(battle.round)
    return _by_points(battle)


def _by_condition(battle: TideBattle) -> ScenarioWon | None:
    """Return the winner by the first condition that exactly one side meets."""
    for win in battle.scenario.scoring.wins:
        if win.any_round or is_last(battle):
            met = [seat for seat in battle.in_order if _meets(battle, seat, win)]
            if len(met) == 1:
                return _won(battle, met[0], Reason.CONDITION, win.condition)
    return None


def _meets(battle: TideBattle, seat: Seat, win: Victory) -> bool:
    if win.judged or win.otherwise or win.side not in ("", battle.side(seat).sheet.id):
        return False
    held = sum(battle.holder(objective) is seat for objective in win.holds)
    return held >= win.least and battle.side(seat).points >= win.points


def _won(battle: TideBattle, winner: Seat | None, by: Reason, condition: str = "") -> ScenarioWon:
    return ScenarioWon(winner, by, battle.blue.points, battle.red.points, condition)


def _by_points(battle: TideBattle) -> ScenarioWon:
    blue, red = battle.blue.points, battle.red.points
    return _won(battle, None if blue == red else BLUE if blue > red else RED, Reason.POINTS)


def _asked(battle: TideBattle, *, standing: bool) -> ChooseOne | None:
    """Show the conditions that the players judge, and let either seat name the side that met them."""
    ended = battle.step == "status" and is_last(battle)
    conditions = battle.scenario.scoring.asked_of_players(ended)
    if battle.won or battle.claim is not None or not conditions or standing is ended or battle.step == "setup":
        return None
    seats = tuple(Option(seat, text(f"seat.{seat}"), f"seat.{seat}") for seat in SEATS)
    options = (*((Option(NOBODY, text("tide.winner.nobody")),) if ended else ()), *seats)
    return ChooseOne(
        key="winner.claim" if standing else "winner",
        seat=None,
        ask=text("tide.winner.claim.ask" if standing else "tide.winner.ask", conditions="; ".join(conditions)),
        rule="IB-14" if standing else "IB-06",
        options=options,
        standing=standing,
        hold=True,
    )


def _winner(_battle: TideBattle, seat: Seat, value: Value, _chance: Chance) -> Sequence[Event]:
    return (WinnerSaid(seat, None if value == NOBODY else Seat(str(value))),)


def _ask_agree(battle: TideBattle, seat: Seat) -> ChooseOne | None:
    """Ask the other seat to agree on the winner."""
    claim = battle.claim
    if claim is None or claim.seat is seat:
        return None
    ask = text(f"tide.winner.agree.{claim.winner or NOBODY}", seat=text(f"seat.{claim.seat}"))
    options = tuple(Option(word, text(f"tide.winner.{word}"), f"sign.{word}") for word in (NO, YES))
    return ChooseOne(key="winner.agree", seat=seat, ask=ask, rule="IB-06", options=options, hold=True)


def _agreed(battle: TideBattle, seat: Seat, value: Value, _chance: Chance) -> Sequence[Event]:
    if battle.claim is None:
        return ()
    if value != YES:
        return (WinnerDisputed(seat),)
    won = _won(battle, battle.claim.winner, Reason.SAID)
    return (won,) if battle.step == "status" else (won, AllRoundsPlayed(battle.round))


def _line_won(x: ScenarioWon) -> Text:
    if x.seat is None:
        return text("tide.tell.nobody_won")
    key = "won_by_condition" if x.condition else "won_by_points" if x.by is Reason.POINTS else "won"
    return text(f"tide.tell.{key}", seat=text(f"seat.{x.seat}"), blue=x.blue, red=x.red, condition=x.condition)


WINNER = Question[TideBattle]("winner", "IB-06", lambda b, _: _asked(b, standing=False), _winner)
CLAIM = Question[TideBattle]("winner.claim", "IB-14", lambda b, _: _asked(b, standing=True), _winner)
AGREE = Question[TideBattle]("winner.agree", "IB-06", _ask_agree, _agreed)


ROWS: tuple[EventRow[TideBattle], ...] = (
    EventRow(
        WinnerSaid,
        lambda b, x: replace(b, claim=WinnerClaim(x.seat, x.winner)),
        lambda x: text(f"tide.tell.says.{x.winner or NOBODY}", seat=text(f"seat.{x.seat}")),
    ),
    EventRow(WinnerDisputed, lambda b, _: replace(b, claim=None), line("winner_disputed")),
    EventRow(ScenarioWon, lambda b, x: replace(b, won=True, winner=x.seat), _line_won),
    EventRow(AllRoundsPlayed, lambda b, _: replace(b, over=True), lambda x: text("tide.tell.over", rounds=x.rounds)),
)
