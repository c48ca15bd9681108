"""The Status Phase (IB-05): cards are drawn, lasting effects end, the round marker moves; after the last round the
winner is named, by points or by both seats (IB-06, TB-90).
"""

from collections.abc import Sequence

from table.games.tide_of_iron.rules.model.events import (
    AllRoundsPlayed,
    CardDrawn,
    LastingCardRemoved,
    RoundBegan,
    ScenarioWon,
    WinnerDisputed,
    WinnerSaid,
)
from table.games.tide_of_iron.rules.model.labels import card_options
from table.games.tide_of_iron.rules.model.state import TideBattle
from table.rules.chance import Chance
from table.rules.game import Event
from table.rules.prompts import ChooseOne, OpenCard, Option, Value
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.rules.steps import Question
from table.rules.text import text

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


DRAW = Question[TideBattle]("draw", "IB-05", _ask_draw, _drawn)
WINNER = Question[TideBattle]("winner", "IB-06", _ask_winner, _winner)
AGREE = Question[TideBattle]("winner.agree", "IB-06", _ask_agree, _agreed)
