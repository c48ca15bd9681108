"""An advantage token that a player gets beside the pass pool: free where a card gives it, else by consent (TB-42)."""

from collections.abc import Sequence

from table.games.legion.rules.consent import by_consent
from table.games.legion.rules.effects import given
from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.state import LegionBattle
from table.games.legion.rules.model.turns import at_hand
from table.games.legion.rules.pools.pool_events import AdvantageGained
from table.rules.chance import Chance
from table.rules.game import Event
from table.rules.prompts import Confirm, Value
from table.rules.seats import Seat
from table.rules.steps import Question
from table.rules.text import Text, text


def _ask_advantage(battle: LegionBattle, seat: Seat) -> Confirm | None:
    if not at_hand(battle) or not battle.edition.passes:
        return None
    return Confirm(key="advantage", seat=seat, ask=text("legion.advantage.ask"), rule="TB-42", standing=True)


def _advantage(_battle: LegionBattle, seat: Seat, _value: Value, _chance: Chance) -> Sequence[Event]:
    return (AdvantageGained(seat),)


def _says_advantage(_battle: LegionBattle, _seat: Seat, _value: Value) -> Text:
    return text("legion.consent.advantage")


ADVANTAGE_TOKEN = by_consent(
    Question[LegionBattle]("advantage", "TB-42", _ask_advantage, _advantage),
    _says_advantage,
    lambda battle, seat, _value: given.by_card(battle, seat, Act.ADVANTAGE_GAIN),
)
