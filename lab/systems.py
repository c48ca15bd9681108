"""Every game that the table plays, with random sides, for figures and campaigns."""

from collections.abc import Iterator

from lab.trials.game_trials import GameTrials, game_trials
from table.config import Config
from table.devices.configured.device_settings import hopper_entries
from table.devices.setup import Setup
from table.games.random_play.trial import System, shelf_trial
from table.games.rule_set import RuleSet


def systems() -> Iterator[System]:
    """Yield every shipped or installed game, with the default configuration."""
    config = Config()
    setup = Setup.of(config)
    for name, rule_set in setup.games.rule_sets.items():
        trial = game_trials(name).trial or shelf_trial(rule_set)
        yield System(setup.games[name], trial, hopper_entries(config))


def all_rule_sets() -> tuple[RuleSet, ...]:
    """Return the shipped and installed rule sets."""
    return tuple(Setup.of(Config()).games.rule_sets.values())


def all_trials() -> tuple[tuple[RuleSet, GameTrials], ...]:
    """Return the shipped and installed rule sets, each with its trials."""
    return tuple((rule_set, game_trials(rule_set.game.system)) for rule_set in all_rule_sets())
