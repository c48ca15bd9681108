"""Changes of the order tokens in a seat's pool and on its command cards."""

from table.games.legion.rules.model.armies import RANKS, Rank
from table.games.legion.rules.model.state import LegionBattle, with_play
from table.rules.counts import change
from table.rules.seats import Seat


def change_pool(battle: LegionBattle, seat: Seat, rank: str, by: int) -> LegionBattle:
    return with_play(battle, seat, pool=change(battle.play(seat).pool, rank, by, RANKS))


def change_parked(battle: LegionBattle, seat: Seat, rank: str, by: int) -> LegionBattle:
    return with_play(battle, seat, parked=change(battle.play(seat).parked, rank, by, RANKS))


def change_aside(battle: LegionBattle, seat: Seat, was: Rank, rank: Rank, number: int) -> LegionBattle:
    """Exchange so many of the tokens of a rank that chance laid on a command card, the first ones first."""
    aside = list(battle.play(seat).aside)
    for _each in range(number):
        aside[aside.index(was)] = rank
    return with_play(battle, seat, aside=tuple(aside)) if number else battle
