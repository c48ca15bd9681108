"""A look at one token of the pool, which only its owner sees (TB-40).

The token leaves the pool, and has to be put back before anything else.
"""

from collections.abc import Sequence

from table.games.legion.rules.consent import after_look, by_consent
from table.games.legion.rules.model.armies import Rank
from table.games.legion.rules.model.state import LegionBattle
from table.games.legion.rules.pools.pool_events import TokenLookedAt, TokenShuffledIn
from table.rules.chance import Chance, draw
from table.rules.game import Event
from table.rules.prompts import Confirm, Value
from table.rules.seats import Seat
from table.rules.steps import Question
from table.rules.text import text


def _ask_look(battle: LegionBattle, seat: Seat) -> Confirm | None:
    if battle.step != "activation" or not battle.play(seat).pool or battle.draws_by_hand:
        return None
    return Confirm(key="token.look", seat=seat, ask=text("legion.token.look.ask"), rule="TB-40", standing=True)


def _look(battle: LegionBattle, seat: Seat, _value: Value, chance: Chance) -> Sequence[Event]:
    rank = Rank(draw(battle.play(seat).pool, chance, battle.questions))
    return (TokenLookedAt(seat, rank, battle.questions),)


def _ask_shuffle_in(battle: LegionBattle, seat: Seat) -> Confirm | None:
    if not battle.play(seat).looked_at:
        return None
    return Confirm(key="token.looked", seat=seat, ask=text("legion.token.looked.ask"), rule="TB-40")


def _shuffle_in(battle: LegionBattle, seat: Seat, _value: Value, _chance: Chance) -> Sequence[Event]:
    return (TokenShuffledIn(seat, Rank(battle.play(seat).looked_at)),)


LOOK = after_look(
    by_consent(Question[LegionBattle]("token.look", "TB-40", _ask_look, _look), lambda *_: text("legion.consent.look"))
)
SHUFFLE_IN = Question[LegionBattle]("token.looked", "TB-40", _ask_shuffle_in, _shuffle_in)
