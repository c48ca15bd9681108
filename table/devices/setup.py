"""Everything that follows from a table's configuration, made once before anything starts and handed down in parts."""

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from table.config import Config, load
from table.config.checks import Terms
from table.config.schema import ClockConfig, StateConfig, defaults, without_parts
from table.config.toml.problems import Problem
from table.devices.configured.device_settings import hopper_entries, seat_wiring
from table.devices.configured.panel_settings import holds
from table.games.found import FoundRuleSets, found
from table.games.rule_set import GameSettings
from table.games.table_games import TableGames
from table.rules.match.events import AtZero, ClockMode, ClockSet, SpentTokens
from table.rules.seats import Seat
from table.rules.text import Text
from table.session.lobby.match_starter import MatchTerms
from table.session.ports import SeatWiring
from table.session.session_parts import SessionParts
from table.words import Words


@dataclass(frozen=True)
class Setup:
    """The configuration of a table, and the parts that follow from it. Any thread may read it."""

    config: Config
    games: TableGames
    problems: tuple[Text, ...] = ()
    """The reasons why rule sets from elsewhere cannot be used."""
    phones_alone: bool = False
    """True if both seats are played by phones, at a table without any hardware."""
    browser_screen: bool = False
    """True if a browser is the table's screen."""

    @classmethod
    def of(cls, config: Config, there: FoundRuleSets | None = None) -> "Setup":
        """Return the setup of a configuration: the only place that makes games of one. Starts nothing.

        `there` are its rule sets, if they are already loaded.
        """
        there = found(config.games) if there is None else there
        rule_sets = {each.game.system: each for each in there.rule_sets}
        settings = {system: _settings(config, system) for system in rule_sets}
        played = {system: each.played(settings[system]) for system, each in rule_sets.items()}
        return cls(config, TableGames(rule_sets, played, config.state.path, settings), there.problems)

    @property
    def seats(self) -> SeatWiring:
        """Return the reader and the panel of each seat."""
        return replace(seat_wiring(self.config), phones_alone=self.phones_alone, browser_screen=self.browser_screen)

    @property
    def session(self) -> SessionParts:
        """Return the parts that a session at this table uses."""
        clock = self.config.clock
        spent = SpentTokens(self.config.rules.tokens)
        terms = MatchTerms(hopper_entries(self.config), spent, _clock(clock), at_once=self.phones_alone)
        warned = (clock.warn_minutes, clock.warn_again_minutes)
        return SessionParts(self.games, self.seats, terms, warned, self.config.far.url)

    @cached_property
    def hold_s(self) -> Mapping[Seat, float]:
        """Return for how many seconds a button has to be held, by seat."""
        return holds(self.config)

    def words(self, language: str | None = None) -> Words:
        """Return the words of the table and its games in a language; without one, in the configured language."""
        return self.games.words(self.config.screen.language if language is None else language)


class LoadedSetup(NamedTuple):
    """A setup and the problems of its file. With problems the setup is the emulated table's."""

    setup: Setup
    problems: tuple[Problem, ...]


def setup_in(folder: Path) -> Setup:
    """Return the setup of the emulated table with this state folder, as without a configuration."""
    return Setup.of(Config(state=StateConfig(folder=str(folder))))


def setup_without_parts(config: Config | None, language: str, *, browser_screen: bool = False) -> Setup:
    """Return the setup of a real table without parts, which phones alone play, with the other settings of a file.

    Without a `config`, the settings are the usual ones, and the screen speaks `language`.
    """
    usual = defaults("real")
    settings = replace(usual, screen=replace(usual.screen, language=language)) if config is None else config
    made = Setup.of(without_parts(settings))
    return dataclasses.replace(made, phones_alone=True, browser_screen=browser_screen)


def games_with(added: Iterable[Path] = ()) -> TableGames:
    """Return the games as they are without a configuration, with these files of rule sets added."""
    return Setup.of(Config(games=tuple(map(str, added)))).games


def load_setup(file: Path | None) -> LoadedSetup:
    """Return the setup of a file, with every problem of the file at once. Without a file: the emulated table."""
    there = found(load(file).config.games)
    kinds = dict.fromkeys(kind for each in there.rule_sets for kind in each.token_kinds)
    rounds = tuple(each.game.system for each in there.rule_sets if each.has_rounds)
    loaded = load(file, Terms(tuple(kinds), rounds))
    return LoadedSetup(Setup.of(Config() if loaded.problems else loaded.config, there), loaded.problems)


def _clock(clock: ClockConfig) -> ClockSet | None:
    """Return the clock of new matches, or None if they have none."""
    if clock.mode == "off":
        return None
    minute = 60_000
    return ClockSet(ClockMode(clock.mode), clock.minutes * minute, clock.setup_minutes * minute, AtZero(clock.at_zero))


def _settings(config: Config, system: str) -> GameSettings:
    rules, kinds = config.rules, tuple(dict.fromkeys(entry.kind for entry in hopper_entries(config)))
    return GameSettings(config.rounds.get(system), rules.who_rolls, rules.rolls_by_hand, rules.draws_by_hand, kinds)
