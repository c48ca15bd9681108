"""Tide of Iron's trials."""

from pathlib import Path

from lab.trials.game_rules import GameRules
from lab.trials.game_trials import GameTrials
from lab.trials.tide_of_iron import tide_evening, tide_trial
from table.games.random_play.trial import Trial
from table.games.tide_of_iron import rule_set
from table.games.tide_of_iron.rules.game import STEPS

RULES = GameRules(Path(rule_set.__file__).parent / "rulebook" / "tide_of_iron.toml", ("TI-", "IB-"), STEPS, "action")
TRIALS = GameTrials(
    rules=RULES, trial=Trial(tide_trial.sides, tide_trial.broken, tide_trial.out), evening=tide_evening.evening
)
