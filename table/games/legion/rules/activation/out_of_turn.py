"""Activations out of turn, and tokens that are turned face down without one (LA-07, LA-08)."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from table.games.legion.rules.activation.turn_events import UnitActivated
from table.games.legion.rules.card_acts.gifts import Opening
from table.games.legion.rules.consent import Describe, after_look, by_consent
from table.games.legion.rules.effects import given
from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.asking import ASK
from table.games.legion.rules.model.labels import plain, unit_option
from table.games.legion.rules.model.state import LegionBattle, Troop
from table.games.legion.rules.model.units_left import in_pool, with_orders
from table.games.legion.rules.pools.of_enemy import enemies, meant, strikes
from table.games.legion.rules.pools.pool_events import TokenTurned
from table.rules.chance import Chance
from table.rules.game import Event
from table.rules.kept import once_a_state
from table.rules.prompts import Option, Value
from table.rules.seats import Seat
from table.rules.text import Text, text

POOL = "pool:"
"""The prefix of a unit whose token is taken out of the pool."""
WITH_TOKENS = ("orders", "pass_pool", "activation")
"""The steps in which tokens lie face up."""


def _chosen(battle: LegionBattle, seat: Seat, value: Value) -> tuple[Troop, bool]:
    """Return the unit that an answer names, and True if its token comes out of the pool."""
    owner, word = meant(seat, value)
    return battle.side(owner).troop(word.removeprefix(POOL)), word.startswith(POOL)


@once_a_state
def _options(battle: LegionBattle, seat: Seat) -> tuple[Option, ...]:
    going_on = [now.unit for now in battle.going_on if now.seat is seat]
    options = [unit_option(troop) for troop in with_orders(battle, seat) if troop.unit.id not in going_on]
    if battle.step == "activation" and not battle.drawn:
        pooled = (troop for troop in in_pool(battle, seat) if troop.unit.id not in going_on)
        options += [_out_of_pool(troop.unit.id, troop.name, str(troop.rank)) for troop in pooled]
    return tuple(options)


@lru_cache(maxsize=256)
def _out_of_pool(unit: str, name: str, rank: str) -> Option:
    """Return the option of a unit whose token is in the pool. It is cached."""
    return Option(f"{POOL}{unit}", text("legion.turn.pool", unit=plain(name)), f"rank.{rank}")


def _to_activate(battle: LegionBattle, seat: Seat) -> Iterable[Option]:
    return () if battle.step != "activation" or battle.drawn else _options(battle, seat)


def _extra(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    troop, pooled = _chosen(battle, seat, value)
    bag = battle.draws_by_hand
    return (
        UnitActivated(
            seat, troop.unit.id, troop.name, drawn=False, out_of_turn=True, pooled=pooled,
            rank=troop.rank, bag=bag,
        ),
    )  # fmt: skip


def _to_turn_down(battle: LegionBattle, seat: Seat) -> Iterable[Option]:
    return (*_options(battle, seat), *_of_enemy(battle, seat)) if battle.step in WITH_TOKENS else ()


def _of_enemy(battle: LegionBattle, seat: Seat) -> Iterator[Option]:
    """Yield the opponent's units whose tokens a card of this seat turns down, beside the unit or out of the pool."""
    ways = {way: strikes(battle, seat, _way(way)) for way in (False, True)}
    if any(ways.values()):
        options = _options(battle, seat.opponent)
        yield from enemies(seat.opponent, (option for option in options if ways[option.id.startswith(POOL)]))


def _way(pooled: bool) -> Act:
    return Act.TOKEN_ASSIGN_FACEDOWN if pooled else Act.TOKEN_FLIP_FACEDOWN


def _opens_down(battle: LegionBattle, seat: Seat, value: Value) -> Opening:
    troop, pooled = _chosen(battle, seat, value)
    if meant(seat, value)[0] is not seat:
        return given.to_enemy(battle, seat, _way(pooled))
    return given.turned_down(battle, seat, troop, pooled)


def _turn_down(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    troop, pooled = _chosen(battle, seat, value)
    if troop.rank is None:
        return ()
    return (TokenTurned(meant(seat, value)[0], troop.unit.id, troop.name, troop.rank, pooled, battle.draws_by_hand),)


def _describes(key: str) -> Describe:
    """Return a function that describes an answer with the words `key` or `key.pool`."""

    def description(battle: LegionBattle, seat: Seat, value: Value) -> Text:
        troop, pooled = _chosen(battle, seat, value)
        return text(f"legion.consent.{key}.pool" if pooled else f"legion.consent.{key}", unit=plain(troop.name))

    return description


EXTRA = after_look(
    by_consent(
        ASK.one_of("turn.extra", "LA-07", _to_activate, _extra, standing=True),
        _describes("extra"),
        lambda battle, seat, value: given.activation(battle, seat, *_chosen(battle, seat, value)),
    )
)
TURN_DOWN = after_look(
    by_consent(
        ASK.one_of("token.down", "LA-08", _to_turn_down, _turn_down, standing=True), _describes("down"), _opens_down
    )
)
