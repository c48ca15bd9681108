"""The battle cards of a list that are rules at the table (LA-88): by their ids in links, or by their names."""

from types import MappingProxyType

from table.games.legion.data.names import fold
from table.games.legion.lists.raw_list import RawArmyList
from table.games.legion.rules.model.battle_cards import BattleCard

_IDS = MappingProxyType(
    {
        "Et": BattleCard.COMMAND_OVERRIDE,
        "Es": BattleCard.COORDINATED_STRIKE,
        "Gj": BattleCard.SCRAMBLED_ORDERS,
        "yu": BattleCard.ADVANCED_INTEL,
        "At": BattleCard.ADVANCED_INTEL,
        "Eu": BattleCard.NO_TIME_TO_LOSE,
        "yy": BattleCard.ORDNANCE,
        "yz": BattleCard.STRAFING_RUN,
        "Gm": BattleCard.RAPID_DEPLOYMENT,
        "Gh": BattleCard.FAILED_NEGOTIATIONS,
    }
)
"""The ids in Legion HQ's links, of 5 August 2026."""


def battle_cards_of(written: RawArmyList) -> tuple[str, ...]:
    """Return the names of the battle cards of a list that are rules, each once, in the order of the rulebook."""
    if written.ids:
        named = {_IDS[card] for card in written.contingencies if card in _IDS}
    else:
        lines = [fold(line) for line in written.battle_cards]
        named = {card for card in BattleCard if any(fold(card) in line for line in lines)}
    return tuple(card for card in BattleCard if card in named)
