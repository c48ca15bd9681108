"""The invariants are real: a game that breaks one is found out in random play, and it is that one that reports it."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from lab.systems import systems
from table.games.infinity.rules.model.mission_state import Mission, with_members, with_order
from table.games.infinity.rules.model.mission_state import with_side as with_infinity
from table.games.infinity.rules.turn.order_count import OrdersCounted
from table.games.infinity.rules.uses.use_effects import Regrouped
from table.games.infinity.rules.uses.use_parts import CommandTokenSpent
from table.games.legion.rules.activation.turn_events import TokenDrawn
from table.games.legion.rules.effects.effect_events import CardDiscarded
from table.games.legion.rules.model.state import with_play, with_side
from table.games.legion.rules.orders.order_events import OrderIssued
from table.games.legion.rules.pools.pool_events import PoolCreated
from table.games.random_play.trial import System
from table.games.random_play.tries import tries
from table.games.tide_of_iron.rules.cards.strategy_cards import EffectResolved, StrategyCardActivated
from table.games.tide_of_iron.rules.command.command_spending import CommandSpent, InitiativeRaised
from table.games.tide_of_iron.rules.model.battle_state import with_side as with_tide
from table.rules.game import Event, Game
from table.rules.seats import BLUE
from table.rules.view import Rolled, View

SYSTEMS: Mapping[str, System] = {system.game.system: system for system in systems()}
Breaks = Callable[[Any, Any], Any]
"""The state after an event, and the event: the state as it must not be."""


class Broken:
    """A game that goes wrong with one kind of event."""

    def __init__(self, game: Game[Any], kind: tuple[type[Event], ...], breaks: Breaks) -> None:
        self._game = game
        self._kind = kind
        self._breaks = breaks

    def __getattr__(self, name: str) -> object:
        return getattr(self._game, name)

    def evolve(self, state: Any, event: Event) -> Any:
        after = self._game.evolve(state, event)
        return self._breaks(after, event) if isinstance(event, self._kind) else after


def one_less(state: Any, x: Any) -> Any:
    pool = state.play(x.seat).pool
    return with_play(state, x.seat, pool=pool[1:]) if pool else state


def paid_for_nothing(state: Any, x: Any) -> Any:
    return with_tide(state, x.seat, available=state.side(x.seat).available + 1)


def parted(mission: Mission, regrouped: Regrouped) -> Mission:
    """Move the first of those that belong together into a group of its own."""
    side = mission.side(regrouped.seat)
    together = [member.id for member in side.members if len([*side.family(member.id)]) > 1]
    return with_members(mission, regrouped.seat, tuple(together[:1]), group=9)


CASES = [
    ("legion_2024", (CardDiscarded,), lambda s, x: with_side(s, x.seat, discard=()), "hand at the start"),
    ("legion_classic", (CardDiscarded,), lambda s, x: with_side(s, x.seat, discard=()), "hand at the start"),
    ("legion_2024", (PoolCreated,), one_less, "turns are to come"),
    ("legion_classic", (TokenDrawn,), one_less, "turns are to come"),
    ("legion_2024", (OrderIssued,), lambda s, x: with_side(s, x.seat, out=()), "never handed out"),
    ("legion_2024", (OrderIssued,), lambda s, x: with_side(s, x.seat, out=((x.rank, 15),)), "and its units have"),
    ("tide_of_iron", (StrategyCardActivated, CommandSpent), paid_for_nothing, "received"),
    ("tide_of_iron", (InitiativeRaised,), lambda s, x: with_tide(s, x.seat, on_initiative=0), "received"),
    ("tide_of_iron", (EffectResolved,), lambda s, x: with_tide(s, x.seat, in_play=(), removed=()), "headquarters"),
    ("infinity", (CommandTokenSpent,), lambda s, x: with_infinity(s, x.seat, spent=()), "command tokens left"),
    ("infinity", (OrdersCounted,), lambda s, x: with_order(s, x.seat, 1, 9), "troopers to give them"),
    ("infinity", (OrdersCounted,), lambda s, x: with_infinity(s, x.seat, orders_out=(("regular", 30),)), "and 30 of"),
    ("infinity", (Regrouped,), parted, "not in the group"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("system", "kind", "breaks", "stated"), CASES, ids=[f"{case[0]}-{case[3]}" for case in CASES])
def test_what_is_broken_is_found_out(system: str, kind: tuple[type[Event], ...], breaks: Breaks, stated: str) -> None:
    sound = SYSTEMS[system]
    broken = System(Broken(sound.game, kind, breaks), sound.trial)  # type: ignore[arg-type]
    for seed in range(80):
        found = tries([broken], 200, seed).broken
        if any(stated in each for each in found):
            return
    pytest.fail(f"nobody noticed: {stated}")


@pytest.mark.slow
def test_played_as_it_is_nothing_is_reported() -> None:
    assert not any(tries([system], 100, 7).broken for system in SYSTEMS.values())


class ShownWrong:
    """A game whose view has a field of the wrong type, which nothing in Python refuses."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game

    def __getattr__(self, name: str) -> object:
        return getattr(self._game, name)

    def view(self, state: Any) -> View:
        wrong: Any = None
        return replace(self._game.view(state), rolled=Rolled("red", wrong, BLUE, 1))


def test_a_field_of_the_wrong_type_is_found_before_a_screen_fails_at_it() -> None:
    sound = SYSTEMS["tide_of_iron"]
    shown_wrong: Any = ShownWrong(sound.game)
    (found, *_) = tries([System(shown_wrong, sound.trial)], 3, seed=1).broken
    assert "its view cannot be shown: Expected `str`, got `null` - at `$.rolled.face`" in found
