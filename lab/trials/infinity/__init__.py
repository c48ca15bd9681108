"""Infinity's trials."""

from lab.trials.game_trials import GameTrials
from lab.trials.infinity import evening, trial
from lab.trials.infinity.code_trial import InfinityCodeTrial
from table.games.random_play.trial import Trial

TRIALS = GameTrials(
    trial=Trial(trial.sides, trial.broken, trial.out, speed=2_500),
    code_trial=InfinityCodeTrial,
    evening=evening.evening,
)
