"""Tide of Iron's trials."""

from lab.trials.game_trials import GameTrials
from lab.trials.tide_of_iron import evening, trial
from table.games.random_play.trial import Trial

TRIALS = GameTrials(trial=Trial(trial.sides, trial.broken, trial.out), evening=evening.evening)
