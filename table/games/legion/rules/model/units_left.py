"""A seat can still activate these units, with these tokens for them: face up, in the pool, and on cards."""

from table.games.legion.rules.model.state import LegionBattle, RoundPlay, Troop
from table.rules.counts import Counts, of
from table.rules.kept import once_a_state
from table.rules.seats import Seat


@once_a_state
def with_orders(battle: LegionBattle, seat: Seat) -> tuple[Troop, ...]:
    return tuple(troop for troop in battle.side(seat).troops if troop.face_up)


def waiting(troop: Troop) -> int:
    """Return the number of a unit's activations that still depend on tokens in the pool."""
    return 0 if troop.defeated or troop.rank is None else troop.left - troop.face_up


@once_a_state
def to_activate(battle: LegionBattle, seat: Seat) -> tuple[Troop, ...]:
    """Return the units of which an activation still depends on a token in the pool."""
    return tuple(troop for troop in battle.side(seat).troops if waiting(troop) > 0)


def usable(battle: LegionBattle, seat: Seat, rank: str) -> list[Troop]:
    """Return the units that a drawn token of this rank can activate (TB-29)."""
    return [troop for troop in to_activate(battle, seat) if troop.rank == rank]


def known_pool(play: RoundPlay) -> Counts:
    """Return what can be chosen out of the pool: nothing while hidden tokens of it lie on a card (LA-10).

    A list of what is left would name them.
    """
    return () if play.aside or play.looked_at else play.pool


def in_pool(battle: LegionBattle, seat: Seat) -> list[Troop]:
    """Return the units for which a token of their rank can be taken out of the pool."""
    pool = known_pool(battle.play(seat))
    if not pool:
        return []
    ranks = {rank for rank, _ in pool}
    return [troop for troop in to_activate(battle, seat) if troop.rank in ranks]


@once_a_state
def can_activate(battle: LegionBattle, seat: Seat) -> bool:
    """True if the seat has a unit to activate: by its face-up token, by a draw, or by a token on a card (LA-05)."""
    side = battle.side(seat)
    if any(troop.face_up for troop in side.troops) or side.play.looked_at:
        return True
    play = side.play
    ranks = {*(rank for rank, _ in play.pool), *(rank for rank, _ in play.parked), *play.aside}
    return any(troop.rank in ranks for troop in to_activate(battle, seat))


def tokens_for(battle: LegionBattle, seat: Seat, rank: str) -> int:
    """Return how many tokens of a rank are there for activations to come."""
    play = battle.play(seat)
    lying = of(play.pool, rank) + of(play.parked, rank) + sum(each == rank for each in play.aside)
    return lying + (play.looked_at == rank) + (battle.turn is seat and battle.drawn == rank)


def missing_tokens(battle: LegionBattle, seat: Seat, fallen: Troop) -> int:
    """Return how many tokens the pool lacks for a unit that was not defeated after all (TB-33)."""
    if battle.step != "activation" or fallen.rank is None:
        return 0
    rank = fallen.rank
    wanted = sum(waiting(troop) for troop in battle.side(seat).troops if troop.rank is rank)
    wanted += fallen.left - fallen.order_lost
    return max(0, wanted - tokens_for(battle, seat, rank))
