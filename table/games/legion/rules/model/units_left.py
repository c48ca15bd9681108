"""Units that a seat can still activate, and the tokens for them: face up, in the pool, and on cards."""

from collections.abc import Sequence

from table.games.legion.rules.model.state import LegionBattle, RoundPlay, Troop
from table.rules.counts import Counts, of
from table.rules.kept import once_a_state
from table.rules.seats import Seat


@once_a_state
def with_orders(battle: LegionBattle, seat: Seat) -> tuple[Troop, ...]:
    return tuple(troop for troop in battle.side(seat).troops if troop.face_up)


def alike(battle: LegionBattle, seat: Seat, troops: Sequence[Troop]) -> list[list[Troop]]:
    """Return the units grouped into equal ones (TB-128): of one card, with the same keywords, orders and activations.

    A unit that the opponent's card holds, or that is set aside, forms a kind of its own.
    """
    side = battle.side(seat)
    single = (side.play.held, *(side.set_aside or ()))
    kinds: dict[tuple[object, ...], list[Troop]] = {}
    for troop in troops:
        alone = troop.unit.id if troop.unit.id in single else ""
        kinds.setdefault((alone, *_state(troop)), []).append(troop)
    return list(kinds.values())


def _state(troop: Troop) -> tuple[object, ...]:
    unit = troop.unit
    return (
        unit.card, unit.keywords, troop.rank, troop.ordered, troop.face_up, troop.left, troop.turns, troop.activations,
        troop.commander_token, troop.order_lost,
    )  # fmt: skip


def waiting(troop: Troop) -> int:
    """Return the number of a unit's activations that depend on tokens in the pool."""
    return 0 if troop.defeated or troop.rank is None else troop.left - troop.face_up


@once_a_state
def to_activate(battle: LegionBattle, seat: Seat) -> tuple[Troop, ...]:
    """Return the units with activations that depend on tokens in the pool."""
    return tuple(troop for troop in battle.side(seat).troops if waiting(troop) > 0)


def usable(battle: LegionBattle, seat: Seat, rank: str) -> list[Troop]:
    """Return the units that a drawn token of this rank can activate (TB-29)."""
    return [troop for troop in to_activate(battle, seat) if troop.rank == rank]


def known_pool(play: RoundPlay) -> Counts:
    """Return the tokens that can be chosen from the pool.

    It is empty while hidden tokens lie on a card, because the list would reveal them (LA-10).
    """
    return () if play.aside or play.looked_at else play.pool


def in_pool(battle: LegionBattle, seat: Seat) -> list[Troop]:
    """Return the units whose rank has a token in the pool."""
    pool = known_pool(battle.play(seat))
    if not pool:
        return []
    ranks = {rank for rank, _ in pool}
    return [troop for troop in to_activate(battle, seat) if troop.rank in ranks]


@once_a_state
def can_activate(battle: LegionBattle, seat: Seat) -> bool:
    """True if the seat can activate a unit: by a face-up token, a draw, or a token on a card (LA-05)."""
    side = battle.side(seat)
    if any(troop.face_up for troop in side.troops) or side.play.looked_at:
        return True
    play = side.play
    ranks = {*(rank for rank, _ in play.pool), *(rank for rank, _ in play.parked), *play.aside}
    return any(troop.rank in ranks for troop in to_activate(battle, seat))


def tokens_for(battle: LegionBattle, seat: Seat, rank: str) -> int:
    """Return the number of tokens of a rank for coming activations."""
    play = battle.play(seat)
    lying = of(play.pool, rank) + of(play.parked, rank) + sum(each == rank for each in play.aside)
    return lying + (play.looked_at == rank) + (battle.turn is seat and battle.drawn == rank)


def missing_tokens(battle: LegionBattle, seat: Seat, fallen: Troop) -> int:
    """Return the number of tokens that the pool lacks for a restored unit (TB-33)."""
    if battle.step != "activation" or fallen.rank is None:
        return 0
    rank = fallen.rank
    wanted = sum(waiting(troop) for troop in battle.side(seat).troops if troop.rank is rank)
    wanted += fallen.left - fallen.order_lost
    return max(0, wanted - tokens_for(battle, seat, rank))


def surplus(battle: LegionBattle, seat: Seat, fallen: Troop, added: int) -> int:
    """Return how many tokens of a restored unit's rank there would be beyond its units' turns, with so many added."""
    if fallen.rank is None:
        return 0
    side = battle.side(seat)
    turns = sum(troop.turns for troop in side.troops if fallen.rank in (troop.rank, troop.unit.rank))
    return max(0, of(side.out, fallen.rank) + added - turns)
