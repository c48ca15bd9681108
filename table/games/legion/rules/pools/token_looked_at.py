"""A look at one token of the pool, which only its owner sees (TB-40).

The token leaves the pool, and has to be put back before anything else.
"""

from collections.abc import Sequence

from table.games.legion.rules.consent import after_look, by_consent
from table.games.legion.rules.model.armies import Rank
from table.games.legion.rules.model.asking import ASK
from table.games.legion.rules.model.state import LegionBattle
from table.games.legion.rules.pools.pool_events import TokenLookedAt, TokenShuffledIn
from table.rules.chance import Chance, draw
from table.rules.game import Event
from table.rules.prompts import Value
from table.rules.seats import Seat
from table.rules.steps import open_if
from table.rules.text import text


def _can_look(battle: LegionBattle, seat: Seat) -> bool:
    return battle.step == "activation" and bool(battle.play(seat).pool) and not battle.draws_by_hand


def _look(battle: LegionBattle, seat: Seat, _value: Value, chance: Chance) -> Sequence[Event]:
    rank = Rank(draw(battle.play(seat).pool, chance, battle.questions))
    return (TokenLookedAt(seat, rank, battle.questions),)


def _shuffle_in(battle: LegionBattle, seat: Seat, _value: Value, _chance: Chance) -> Sequence[Event]:
    return (TokenShuffledIn(seat, Rank(battle.play(seat).looked_at)),)


LOOK = after_look(
    by_consent(
        ASK.confirmation("token.look", "TB-40", open_if(_can_look), _look, standing=True),
        lambda *_: text("legion.consent.look"),
    )
)
SHUFFLE_IN = ASK.confirmation("token.looked", "TB-40", open_if(lambda b, seat: b.play(seat).looked_at), _shuffle_in)
