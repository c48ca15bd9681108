"""Tide of Iron's trials."""

from lab.trials.game_trials import GameTrials
from lab.trials.tide_of_iron import tide_evening, tide_trial
from table.games.random_play.trial import Trial

TRIALS = GameTrials(trial=Trial(tide_trial.sides, tide_trial.broken, tide_trial.out), evening=tide_evening.evening)
