"""Random legal play of every system, through the whole match, a little of what `campaign play` does a lot of."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from examples.skirmish import Skirmish
from lab.campaigns.play_campaign import LosingGame, campaign
from lab.systems import systems
from table.config import Config
from table.devices.configured.device_settings import hopper_entries
from table.games.legion.rules.model.state import LegionBattle
from table.games.legion.rules.units.unit_events import UnitDefeated
from table.games.random_play.invariants import WatchedMatch
from table.games.random_play.match import RandomMatch, UnansweredError, chosen
from table.games.random_play.trial import System
from table.games.random_play.tries import tries
from table.rules.game import Event, Game
from table.rules.match.events import SealOpened, TokensCounted
from table.rules.prompts import Confirm
from table.rules.seats import BLUE, RED
from table.rules.text import Text

SYSTEMS = tuple(systems())
EVERY = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.game.system)


@pytest.mark.campaign
@EVERY
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_no_random_command_breaks_anything(system: System, seed: int) -> None:
    tried = tries([system], 150, seed)
    assert (tried.exceptions, tried.broken, tried.unanswered) == ([], [], [])


@pytest.mark.campaign
@EVERY
def test_a_game_that_loses_a_token_is_found_out(system: System) -> None:
    losing = System(LosingGame(system.game), system.trial)
    assert tries([losing], 200, 1).broken
    assert not tries([system], 200, 1).broken


class Grieving:
    """Legion, but for a fallen unit that stays as it was."""

    def __init__(self, game: Game[LegionBattle]) -> None:
        self._game = game

    def __getattr__(self, name: str) -> object:
        return getattr(self._game, name)

    def prompts(self, state: LegionBattle) -> tuple[object, ...]:
        return () if state.round > 1 else self._game.prompts(state)

    def evolve(self, state: LegionBattle, event: Event) -> LegionBattle:
        after = self._game.evolve(state, event)
        return replace(after, blue=replace(after.blue, hand=())) if isinstance(event, UnitDefeated) else after


@pytest.mark.campaign
def test_a_game_that_loses_cards_or_asks_nobody_is_found_out() -> None:
    system = SYSTEMS[0]
    tried = tries([System(Grieving(system.game), system.trial)], 600, 1)  # type: ignore[arg-type]
    assert any("hand at the start" in what for what in tried.broken)
    assert tried.unanswered


@pytest.mark.campaign
def test_a_match_by_chance_goes_all_the_way_through() -> None:
    seen: set[type[Event]] = set()
    for event in _a_match():
        seen.add(type(event))
    assert {SealOpened, TokensCounted} <= seen


def _a_match() -> Iterator[Event]:
    system = SYSTEMS[0]
    rng = random.Random(5)
    match = RandomMatch(system.game, system.sides(rng), hopper_entries(Config()), 5, restless=500)
    watched = WatchedMatch(match.match, system.trial)
    while match.turn():
        pass
    watched.saw(match.events)
    watched.ends(match.state)
    assert watched.broken == []
    assert match.state.ended
    yield from match.events


def test_it_plays_a_game_of_ones_own() -> None:
    match = RandomMatch(Skirmish(), {BLUE: "north", RED: "south"}, (), 1, restless=50)
    while match.turn():
        pass
    assert match.state.ended


@pytest.mark.campaign
def test_the_same_seed_is_the_same_evening() -> None:
    assert tries(SYSTEMS, 100, 3) == tries(SYSTEMS, 100, 3)


def test_nobody_asked_is_an_error() -> None:
    standing = Confirm(key="x", seat=None, ask=Text("x"), rule="TB-20", standing=True)
    with pytest.raises(UnansweredError, match="x"):
        chosen((standing,), lambda _: 0, 5)


def test_every_system_has_invariants() -> None:
    assert all(system.trial.out is not None for system in SYSTEMS)


@pytest.mark.campaign
def test_the_campaign_counts_and_its_control_fails() -> None:
    figures = {figure.name: figure for figure in campaign(100, 1, lambda _: None)}
    assert [figure.value for name, figure in figures.items() if name.startswith("play.commands.")] == [100] * 4
    assert all(figure.ok for figure in figures.values())
    assert figures["play.lost_token.control"].value > 0
