"""Battle cards that are rules at the table, by name (LA-88), and the units that they change in a round."""

from collections.abc import Iterable
from enum import StrEnum
from types import MappingProxyType

from table.games.legion.rules.model.armies import Slot, UnitKeyword
from table.games.legion.rules.model.keywords import Keyword
from table.games.legion.rules.model.state import LegionBattle, Troop
from table.rules.seats import SEATS, Seat


class BattleCard(StrEnum):
    """A battle card that touches orders, pools or a moment of the table. All others are names."""

    COMMAND_OVERRIDE = "Command Override"
    COORDINATED_STRIKE = "Coordinated Strike"
    SCRAMBLED_ORDERS = "Scrambled Orders"
    ADVANCED_INTEL = "Advanced Intel"
    NO_TIME_TO_LOSE = "No Time to Lose"
    ORDNANCE = "Ordnance"
    STRAFING_RUN = "Strafing Run"
    RAPID_DEPLOYMENT = "Rapid Deployment"
    FAILED_NEGOTIATIONS = "Failed Negotiations"

    @property
    def word(self) -> str:
        """Return the word by which reminders name it."""
        return self.value.lower().replace(" ", "_")


USES = MappingProxyType(
    {BattleCard.COMMAND_OVERRIDE: 2, BattleCard.COORDINATED_STRIKE: 1, BattleCard.ADVANCED_INTEL: 1}
)
"""The uses of a card in a match. One without a number can be used whenever its moment comes."""
STRIKES = UnitKeyword(
    Keyword.COORDINATE, (Slot(types=("clone trooper",)), Slot(factions=("republic",), types=("vehicle",)))
)
"""The keyword that Coordinated Strike gives for a round."""
_STRUCK = "strike:"


def is_usable(battle: LegionBattle, seat: Seat, card: BattleCard) -> bool:
    """True if a seat's battle card is in play and can be used yet."""
    side = battle.side(seat)
    if card not in (side.battle_cards or ()) or not battle.edition.keywords:
        return False
    return card not in USES or side.battle_used.count(card) < USES[card]


def struck(units: Iterable[str]) -> tuple[str, ...]:
    """Return the notes of the units with Coordinated Strike in this round. The first one says that it was asked."""
    return (_STRUCK, *(f"{_STRUCK}{unit}" for unit in units))


def was_asked_to_strike(battle: LegionBattle, seat: Seat) -> bool:
    return _STRUCK in battle.play(seat).notes


def keywords_of(battle: LegionBattle, seat: Seat, troop: Troop) -> tuple[UnitKeyword, ...]:
    """Return the keywords of a unit in this round."""
    given = battle.play(seat).notes and f"{_STRUCK}{troop.unit.id}" in battle.play(seat).notes
    return (*troop.unit.keywords, STRIKES) if given else troop.unit.keywords


def is_scrambled(battle: LegionBattle, seat: Seat, troop: Troop) -> bool:
    """True if the opponent's card keeps this unit from orders in this round."""
    return troop.unit.id in (battle.play(seat).scrambled or ())


def scrambler(battle: LegionBattle) -> Seat | None:
    """Return the seat that must say which units of the opponent get no order, before orders are issued."""
    if battle.step != "orders":
        return None
    cards = (seat for seat in SEATS if is_usable(battle, seat, BattleCard.SCRAMBLED_ORDERS))
    return next((seat for seat in cards if battle.play(seat.opponent).scrambled is None), None)
