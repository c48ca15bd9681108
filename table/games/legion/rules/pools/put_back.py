"""A token that lies face up beside a unit goes back into its owner's pool (TB-39)."""

from collections.abc import Iterator, Sequence

from table.games.legion.rules.card_acts.gifts import Opening
from table.games.legion.rules.consent import after_look, by_consent
from table.games.legion.rules.effects import given
from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.asking import choose_unit
from table.games.legion.rules.model.labels import plain, unit_option
from table.games.legion.rules.model.state import LegionBattle, Troop
from table.games.legion.rules.model.turns import at_hand
from table.games.legion.rules.model.units_left import with_orders
from table.games.legion.rules.pools.of_enemy import enemies, meant, strikes
from table.games.legion.rules.pools.pool_events import TokenPutBack
from table.rules.chance import Chance
from table.rules.game import Event
from table.rules.prompts import AnyPrompt, ChooseOne, Option, Value
from table.rules.seats import Seat
from table.rules.steps import Question
from table.rules.text import Text, text

KEY, RULE = "token.back", "TB-39"


def _face_up(battle: LegionBattle, seat: Seat) -> tuple[Troop, ...]:
    return with_orders(battle, seat) if at_hand(battle) else ()


def _of_enemy(battle: LegionBattle, seat: Seat) -> Iterator[Option]:
    """Yield the opponent's units whose tokens a card of this seat returns to the pool.

    The active unit's token is not face up.
    """
    units = _face_up(battle, seat.opponent)
    if units and strikes(battle, seat, Act.TOKEN_TO_POOL):
        yield from enemies(seat.opponent, map(unit_option, units))


def _ask(battle: LegionBattle, seat: Seat) -> AnyPrompt | None:
    own, more = OWN.prompt(battle, seat), tuple(_of_enemy(battle, seat))
    if not more:
        return own
    options = (*own.options, *more) if isinstance(own, ChooseOne) else more
    return ChooseOne(key=KEY, seat=seat, ask=text(f"legion.{KEY}.ask"), rule=RULE, options=options, standing=True)


def _put_back(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    owner, unit = meant(seat, value)
    troop = battle.side(owner).troop(unit)
    return (TokenPutBack(owner, troop.unit.id, troop.name, troop.rank),) if troop.rank else ()


def _opens(battle: LegionBattle, seat: Seat, value: Value) -> Opening:
    owner, unit = meant(seat, value)
    if owner is not seat:
        return given.to_enemy(battle, seat, Act.TOKEN_TO_POOL)
    return given.on_token(battle, seat, Act.TOKEN_TO_POOL, battle.side(seat).troop(unit))


def _describe(battle: LegionBattle, seat: Seat, value: Value) -> Text:
    owner, unit = meant(seat, value)
    return text("legion.consent.return", unit=plain(battle.side(owner).troop(unit).name))


OWN = choose_unit(KEY, RULE, _face_up, _put_back)
PUT_BACK = after_look(by_consent(Question[LegionBattle](KEY, RULE, _ask, _put_back), _describe, _opens))
