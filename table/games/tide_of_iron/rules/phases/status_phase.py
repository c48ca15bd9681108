"""The Status Phase (IB-05): cards are drawn, lasting effects end, the round marker moves; after the last round the
winner is named, by points or by both seats (IB-06, TB-90)."""

from collections.abc import Sequence

from msgspec.structs import replace

from table.games.tide_of_iron.rules.cards.strategy_cards import LastingCardRemoved, StrategyCardReadied, readied
from table.games.tide_of_iron.rules.model.labels import card_options
from table.games.tide_of_iron.rules.model.state import CommandPhaseActs, TideBattle, WinnerClaim, with_side
from table.rules.chance import Chance
from table.rules.event_rows import EventRow, seat_line
from table.rules.game import Event
from table.rules.prompts import ChooseOne, OpenCard, Option, Value
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.rules.steps import Question
from table.rules.text import Text, text


class CardDrawn(Event, frozen=True, tag=True):
    """A side drew a strategy card in the Status Phase, which lies face up in its headquarters; or it drew none."""

    seat: Seat
    card: str = ""
    name: str = ""


class WinnerSaid(Event, frozen=True, tag=True):
    """A seat said who has won by the scenario's conditions, and the other seat is asked to agree."""

    seat: Seat
    winner: Seat | None
    """None if nobody has won."""


class WinnerDisputed(Event, frozen=True, tag=True):
    """The seat did not agree on the winner, and the question is open again."""

    seat: Seat


class ScenarioWon(Event, frozen=True, tag=True):
    """The scenario is won, by `points` or as the players `said`; without a seat nobody has won."""

    seat: Seat | None
    by: str
    blue: int = 0
    red: int = 0


class RoundBegan(Event, frozen=True, tag=True):
    number: int


class AllRoundsPlayed(Event, frozen=True, tag=True):
    rounds: int


NONE, NOBODY = "none", "nobody"
NO, YES = "no", "yes"


def due(battle: TideBattle) -> Event | None:
    """End what wears off, name a winner by points, and go on once nobody draws or is asked any more."""
    for seat in SEATS:
        side = battle.side(seat)
        for card in map(side.card, side.in_play):
            if card.ends:
                return LastingCardRemoved(seat, card.id, card.name)
    if not _is_last(battle):
        return None if any(_draws(battle, seat) for seat in SEATS) else RoundBegan(battle.round + 1)
    scoring = battle.scenario.scoring
    if battle.won or not (scoring.any or scoring.conditions):
        return AllRoundsPlayed(battle.scenario.rounds)
    return None if scoring.conditions else _by_points(battle)


def _is_last(battle: TideBattle) -> bool:
    return battle.round >= battle.scenario.rounds


def _by_points(battle: TideBattle) -> ScenarioWon:
    blue, red = battle.blue.points, battle.red.points
    winner = None if blue == red else BLUE if blue > red else RED
    return ScenarioWon(winner, "points", blue, red)


def _draws(battle: TideBattle, seat: Seat) -> bool:
    side = battle.side(seat)
    return side.drawn < side.sheet.draws and bool(side.drawn_later)


def _ask_draw(battle: TideBattle, seat: Seat) -> OpenCard | None:
    """Ask which card was drawn from the deck, which only the players can see."""
    if battle.step != "status" or _is_last(battle) or not _draws(battle, seat):
        return None
    side = battle.side(seat)
    options = (Option(NONE, text("tide.draw.none")), *card_options(map(side.card, side.drawn_later)))
    return OpenCard(key="draw", seat=seat, ask=text("tide.draw.ask"), rule="IB-05", options=options)


def _drawn(battle: TideBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    if value == NONE:
        return (CardDrawn(seat),)
    card = battle.side(seat).card(str(value))
    return (CardDrawn(seat, card.id, card.name),)


def _ask_winner(battle: TideBattle, _: Seat) -> ChooseOne | None:
    """Show the scenario's conditions, and ask either seat who has met them."""
    scoring = battle.scenario.scoring
    if not _is_last(battle) or battle.won or battle.claim is not None or not scoring.conditions:
        return None
    seats = (Option(seat, text(f"seat.{seat}"), f"seat.{seat}") for seat in SEATS)
    options = (Option(NOBODY, text("tide.winner.nobody")), *seats)
    ask = text("tide.winner.ask", conditions="; ".join(scoring.conditions))
    return ChooseOne(key="winner", seat=None, ask=ask, rule="IB-06", options=options, hold=True)


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
    return (ScenarioWon(battle.claim.winner, "said", battle.blue.points, battle.red.points),)


def _fold_drawn(battle: TideBattle, x: CardDrawn) -> TideBattle:
    side = battle.side(x.seat)
    battle = with_side(battle, x.seat, drawn=side.drawn + 1)
    return readied(battle, StrategyCardReadied(x.seat, x.card, x.name)) if x.card else battle


def _fold_round(battle: TideBattle, x: RoundBegan) -> TideBattle:
    for seat in SEATS:
        battle = with_side(battle, seat, acts=CommandPhaseActs(), drawn=0)
    return replace(battle, round=x.number, step="action", fought=False, claimed=False)


def _line_won(x: ScenarioWon) -> Text:
    if x.seat is None:
        return text("tide.tell.nobody_won")
    return text("tide.tell.won" if x.by == "said" else "tide.tell.won_by_points", seat=text(f"seat.{x.seat}"),
                blue=x.blue, red=x.red)  # fmt: skip


DRAW = Question[TideBattle]("draw", "IB-05", _ask_draw, _drawn)
WINNER = Question[TideBattle]("winner", "IB-06", _ask_winner, _winner)
AGREE = Question[TideBattle]("winner.agree", "IB-06", _ask_agree, _agreed)


ROWS: tuple[EventRow[TideBattle], ...] = (
    EventRow(
        CardDrawn,
        _fold_drawn,
        lambda x: text("tide.tell.drawn", seat=text(f"seat.{x.seat}"), name=x.name) if x.card else None,
    ),
    EventRow(
        WinnerSaid,
        lambda b, x: replace(b, claim=WinnerClaim(x.seat, x.winner)),
        lambda x: text(f"tide.tell.says.{x.winner or NOBODY}", seat=text(f"seat.{x.seat}")),
    ),
    EventRow(WinnerDisputed, lambda b, _: replace(b, claim=None), seat_line("tide.tell.winner_disputed")),
    EventRow(ScenarioWon, lambda b, x: replace(b, won=True, winner=x.seat, claim=None), _line_won),
    EventRow(RoundBegan, _fold_round, lambda x: text("tide.tell.round", number=x.number)),
    EventRow(AllRoundsPlayed, lambda b, _: replace(b, over=True), lambda x: text("tide.tell.over", rounds=x.rounds)),
)
