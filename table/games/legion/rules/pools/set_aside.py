"""Order tokens on a command card, chosen or by chance, and their use (TB-41, LA-10)."""

from collections.abc import Iterator, Sequence

from table.games.legion.rules.card_acts.gifts import Opening
from table.games.legion.rules.consent import by_consent
from table.games.legion.rules.effects.given import by_card
from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.armies import Rank
from table.games.legion.rules.model.asking import ASK
from table.games.legion.rules.model.labels import plain, token, token_option, unit_option
from table.games.legion.rules.model.state import LegionBattle
from table.games.legion.rules.model.turns import AT_HAND
from table.games.legion.rules.model.units_left import known_pool, usable, with_orders
from table.games.legion.rules.pools.pool_events import TokenParked, TokenSetAside, TokenTakenBack, TokenUsed
from table.rules.chance import Chance, draw
from table.rules.game import Event
from table.rules.prompts import Option, Value
from table.rules.seats import Seat
from table.rules.text import Text, text

POOL = "pool"
RANDOM = "random"
PARKED, ASIDE = "parked:", "aside:"
"""The prefixes of tokens on a card that replace a draw: by rank, or by place if the rank is hidden."""


def _parkable(battle: LegionBattle, seat: Seat) -> Iterator[Option]:
    play = battle.play(seat)
    if battle.step not in AT_HAND:
        return
    yield from map(unit_option, with_orders(battle, seat))
    if play.pool and not play.looked_at and not battle.draws_by_hand:
        yield Option(RANDOM, text("legion.park.random"), "sign.draw")
    yield from (token_option(rank, f"{POOL}:") for rank, _ in known_pool(play))


def _park(battle: LegionBattle, seat: Seat, value: Value, chance: Chance) -> Sequence[Event]:
    chosen = str(value)
    if chosen == RANDOM:
        return (TokenSetAside(seat, Rank(draw(battle.play(seat).pool, chance, battle.questions)), battle.questions),)
    if chosen.startswith(f"{POOL}:"):
        return (TokenParked(seat, Rank(chosen.removeprefix(f"{POOL}:")), "", "", battle.draws_by_hand),)
    troop = battle.side(seat).troop(chosen)
    return (TokenParked(seat, troop.rank, troop.unit.id, troop.name),) if troop.rank else ()


def _describe_park(battle: LegionBattle, seat: Seat, value: Value) -> Text:
    chosen = str(value)
    if chosen == RANDOM:
        return text("legion.consent.park.random")
    if not chosen.startswith(f"{POOL}:"):
        return text("legion.consent.park.unit", unit=plain(battle.side(seat).troop(chosen).name))
    return text("legion.consent.park", token=token(chosen.removeprefix(f"{POOL}:")))


def _laid_by_card(battle: LegionBattle, seat: Seat, value: Value) -> Opening:
    """Return the use of an act that lays a token of the pool on a card. None for a token beside a unit."""
    if value == RANDOM:
        return by_card(battle, seat, Act.TOKEN_PARK_RANDOM)
    return by_card(battle, seat, Act.TOKEN_PARK_CHOSEN) if str(value).startswith(f"{POOL}:") else None


def _parked(battle: LegionBattle, seat: Seat) -> Iterator[Option]:
    """Offer to take tokens off command cards (TB-41): into the pool for free, to a unit by consent."""
    play = battle.play(seat)
    for rank, _ in play.parked:
        if play.pooled and not play.looked_at:
            yield Option(f"{rank}>{POOL}", text("legion.park.to_pool", token=token(rank)), f"rank.{rank}")
        for troop in (troop for troop in usable(battle, seat, rank) if not troop.face_up):
            label = text("legion.park.to_unit", token=token(rank), unit=plain(troop.name))
            yield Option(f"{rank}>{troop.unit.id}", label, f"rank.{rank}", troop.unit.card)


def _take_back(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    rank, to = str(value).split(">")
    if to == POOL:
        return (TokenTakenBack(seat, Rank(rank), "", ""),)
    troop = battle.side(seat).troop(to)
    return (TokenTakenBack(seat, Rank(rank), troop.unit.id, troop.name),)


def _describe_take_back(battle: LegionBattle, seat: Seat, value: Value) -> Text:
    rank, to = str(value).split(">")
    return text("legion.consent.park.back", token=token(rank), unit=plain(battle.side(seat).troop(to).name))


def _free_to_take_back(_battle: LegionBattle, _seat: Seat, value: Value) -> Opening:
    """Return no use for a token back into the pool, which is free. A token to a unit needs consent.

    A card lets its owner use the token in place of a draw (LA-10), not lay it beside a unit.
    """
    return () if str(value).endswith(f">{POOL}") else None


def instead_of_a_draw(battle: LegionBattle, seat: Seat) -> list[Option]:
    """Return the tokens on cards that can replace a draw. Hidden tokens are named by their place."""
    play = battle.play(seat)
    parked = [
        Option(f"{PARKED}{rank}", text("legion.turn.parked", token=token(rank)), f"rank.{rank}")
        for rank, _ in play.parked
        if usable(battle, seat, rank)
    ]
    aside = [
        Option(f"{ASIDE}{place}", text("legion.turn.aside", place=place), "sign.draw")
        for place in range(1, len(play.aside) + 1)
    ]
    return [*parked, *aside]


def used(battle: LegionBattle, seat: Seat, value: str) -> TokenUsed | None:
    """Return the use of a token on a card, if the answer names one."""
    if value.startswith(PARKED):
        return TokenUsed(seat, Rank(value.removeprefix(PARKED)))
    if value.startswith(ASIDE):
        return TokenUsed(seat, battle.play(seat).aside[int(value.removeprefix(ASIDE)) - 1], hidden=True)
    return None


PARK = by_consent(ASK.one_of("park", "TB-41", _parkable, _park, standing=True), _describe_park, _laid_by_card)
TAKE_BACK = by_consent(
    ASK.one_of("park.back", "TB-41", _parked, _take_back, standing=True), _describe_take_back, _free_to_take_back
)
