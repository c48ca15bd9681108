"""All that follows from a table's configuration, made once before anything starts and handed down in parts."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from table.config import Config
from table.config.schema import ClockConfig
from table.devices.device_settings import hopper_entries, seat_wiring
from table.devices.panel_settings import holds
from table.games.files.offers import Shelves
from table.games.found import FoundRuleSets, found
from table.games.rule_set import GameSettings, RuleSet
from table.rules.cards import KnownCard
from table.rules.game import Game
from table.rules.match.events import AtZero, ClockMode, ClockSet, SpentTokens
from table.rules.match.judge import CARD as JUDGE
from table.rules.seats import SEATS, Seat
from table.rules.text import Text
from table.session.assembly import SessionParts
from table.session.lobby.game_notes import GameNotes
from table.session.lobby.match_starter import MatchTerms
from table.session.ports import SeatWiring
from table.words import Words


@dataclass(frozen=True)
class Setup:
    """The set-up says what this table is. Any thread may read it. Files are read at their first use, and once."""

    config: Config
    rule_sets: Mapping[str, RuleSet]
    """The rule sets by the system's name, in the order in which the lobby offers them."""
    games: Mapping[str, Game[Any]]
    """The same, as the configuration sets them."""
    problems: tuple[Text, ...] = ()
    """The reasons for which rule sets from elsewhere cannot be used."""

    @classmethod
    def of(cls, config: Config, there: FoundRuleSets | None = None) -> "Setup":
        """Return what follows from a configuration: the one place where games are made of it. Starts nothing.

        `there` are the rule sets, where they were looked for already.
        """
        there = found(config.games) if there is None else there
        rule_sets = {each.game.system: each for each in there.rule_sets}
        games = {system: each.played(_settings(config, system)) for system, each in rule_sets.items()}
        return cls(config, rule_sets, games, there.problems)

    @property
    def folder(self) -> Path:
        """Return the state folder."""
        return self.config.state.path

    @cached_property
    def cards(self) -> tuple[KnownCard, ...]:
        """Return every card that can have a tag, each once, the judge's among them. Reads files."""
        known = (card for each in self.rule_sets.values() for card in each.catalogue.known(self.folder))
        return tuple(dict.fromkeys((*known, KnownCard(JUDGE, JUDGE))))

    @cached_property
    def shelf(self) -> Shelves:
        """Return where the sides of each system come from."""
        return Shelves({system: each.shelf_of(self.folder) for system, each in self.rule_sets.items()})

    @property
    def seats(self) -> SeatWiring:
        """Return which reader and panel stand before which seat."""
        return seat_wiring(self.config)

    @property
    def session(self) -> SessionParts:
        """Return the parts that a session at this table uses."""
        clock = self.config.clock
        terms = MatchTerms(hopper_entries(self.config), SpentTokens(self.config.rules.tokens), _clock(clock))
        warn_minutes = (clock.warn_minutes, clock.warn_again_minutes)
        return SessionParts(self.folder, self.rule_sets, self.games, self.shelf, self.seats, terms, warn_minutes)

    @property
    def notes(self) -> GameNotes:
        """Return the notes that games keep in the state folder."""
        return GameNotes(self.folder, self.rule_sets)

    @cached_property
    def hold_s(self) -> Mapping[Seat, float]:
        """Return for how many seconds each seat's panel asks a button to be held."""
        return holds(self.config)

    @property
    def demo(self) -> tuple[str, Mapping[Seat, str]]:
        """Return the system of a demo, and what each seat brings to it."""
        system, samples = next((system, each.samples) for system, each in self.rule_sets.items() if each.samples)
        return system, dict(zip(SEATS, samples, strict=True))

    def samples_of(self, system: str) -> Mapping[Seat, str] | None:
        """Return what each seat brings to a demo of this game, or None if it is not there or has no samples."""
        rule_set = self.rule_sets.get(system)
        return None if rule_set is None or rule_set.samples is None else dict(zip(SEATS, rule_set.samples, strict=True))

    def words(self, language: str | None = None) -> Words:
        """Return everything that this table can say, in a language or in the configured one."""
        spoken = self.config.screen.language if language is None else language
        return Words(spoken, more=[each.words for each in self.rule_sets.values()])


def _clock(clock: ClockConfig) -> ClockSet | None:
    """Return the clock of new matches, or None if they have none."""
    if clock.mode == "off":
        return None
    minute = 60_000
    return ClockSet(ClockMode(clock.mode), clock.minutes * minute, clock.setup_minutes * minute, AtZero(clock.at_zero))


def _settings(config: Config, system: str) -> GameSettings:
    rules, kinds = config.rules, tuple(dict.fromkeys(entry.kind for entry in hopper_entries(config)))
    return GameSettings(config.rounds.get(system), rules.who_rolls, rules.rolls_by_hand, rules.draws_by_hand, kinds)
