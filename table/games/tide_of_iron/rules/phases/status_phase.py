"""The Status Phase (IB-05): effects end, the winner is named, cards are drawn, the round marker moves."""

from msgspec.structs import replace

from table.games.tide_of_iron.rules.cards.deck_draws import draws, is_last
from table.games.tide_of_iron.rules.cards.strategy_cards import LastingCardRemoved
from table.games.tide_of_iron.rules.model.battle_state import CommandPhaseActs, TideBattle, with_side
from table.games.tide_of_iron.rules.phases import victory
from table.rules.event_rows import EventRow
from table.rules.game import Event
from table.rules.seats import SEATS
from table.rules.text import text


class RoundBegan(Event, frozen=True, tag=True):
    number: int


def due(battle: TideBattle) -> Event | None:
    """End expiring effects, name a winner, and continue once all draws and questions are done."""
    for seat in SEATS:
        side = battle.side(seat)
        for card in map(side.card, side.in_play):
            if card.ends or card.until == battle.round:
                return LastingCardRemoved(seat, card.id, card.name)
    if (ended := victory.due(battle)) or is_last(battle) or battle.claim is not None:
        return ended
    return None if any(draws(battle, seat) for seat in SEATS) else RoundBegan(battle.round + 1)


def _fold_round(battle: TideBattle, x: RoundBegan) -> TideBattle:
    for seat in SEATS:
        battle = with_side(battle, seat, acts=CommandPhaseActs(), drawn=0)
    return replace(battle, round=x.number, step="action", fought=False, claimed=False)


ROWS: tuple[EventRow[TideBattle], ...] = (
    EventRow(RoundBegan, _fold_round, lambda x: text("tide.tell.round", number=x.number)),
)
