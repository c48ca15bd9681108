"""The events of battle cards in play (LA-88)."""

from table.games.legion.rules.model.battle_cards import BattleCard, struck
from table.games.legion.rules.model.state import ADVANTAGE, LegionBattle, note, with_play, with_side
from table.games.legion.rules.model.story_lines import seat_name
from table.rules.event_rows import EventRow, no_line
from table.rules.game import SeatEvent
from table.rules.text import Text, text
from table.rules.tokens import HandBack, HandOut

TOKENS = {BattleCard.ADVANCED_INTEL: 1, BattleCard.NO_TIME_TO_LOSE: -1}
"""The advantage tokens of the pass pool by which a use changes it."""


class BattleCardsChosen(SeatEvent, frozen=True, tag=True):
    """The players state which battle cards of a list are in play."""

    cards: tuple[str, ...]


class BattleCardUsed(SeatEvent, frozen=True, tag=True):
    """A battle card is used once. `note` keeps it from a further use at the same moment."""

    name: str
    note: str = ""


class UnitsStruck(SeatEvent, frozen=True, tag=True):
    """Coordinated Strike gives up to two units Coordinate for a round; none if it is not used."""

    units: tuple[str, ...]


class UnitsScrambled(SeatEvent, frozen=True, tag=True):
    """The opponent's Scrambled Orders keep these units of a seat from orders in this round."""

    units: tuple[str, ...]
    names: str


def _scrambled(battle: LegionBattle, x: UnitsScrambled) -> LegionBattle:
    battle = with_side(battle, x.seat, scrambled_before=x.units)
    return with_play(battle, x.seat, scrambled=x.units)


def _struck(battle: LegionBattle, x: UnitsStruck) -> LegionBattle:
    battle = note(battle, x.seat, *struck(x.units))
    return _used(battle, BattleCardUsed(x.seat, BattleCard.COORDINATED_STRIKE)) if x.units else battle


def _used(battle: LegionBattle, x: BattleCardUsed) -> LegionBattle:
    battle = with_side(battle, x.seat, battle_used=(*battle.side(x.seat).battle_used, x.name))
    battle = note(battle, x.seat, x.note) if x.note else battle
    more = _tokens(x)
    return with_play(battle, x.seat, passes=battle.play(x.seat).passes + more) if more else battle


def _tokens(x: BattleCardUsed) -> int:
    return TOKENS.get(BattleCard(x.name), 0)


def _units_line(x: UnitsScrambled) -> Text | None:
    return text("legion.story.scrambled", seat=seat_name(x), units=x.names) if x.units else None


ROWS: tuple[EventRow[LegionBattle], ...] = (
    EventRow(BattleCardsChosen, lambda b, x: with_side(b, x.seat, battle_cards=x.cards), no_line),
    EventRow(
        BattleCardUsed,
        _used,
        lambda x: text("legion.story.battle_card", seat=seat_name(x), name=x.name),
        hands_out=lambda x: (HandOut(x.seat, ADVANTAGE, _tokens(x)),) if _tokens(x) > 0 else (),
        hands_back=lambda _, x: (HandBack(x.seat, ADVANTAGE, -_tokens(x)),) if _tokens(x) < 0 else (),
    ),
    EventRow(UnitsStruck, _struck, no_line),
    EventRow(UnitsScrambled, _scrambled, _units_line),
)
