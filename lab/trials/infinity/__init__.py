"""Infinity's trials."""

from lab.trials.game_trials import GameTrials
from lab.trials.infinity import infinity_evening, infinity_trial
from lab.trials.infinity.infinity_codes import InfinityCodeTrial
from lab.trials.infinity.unit_reckoning import UnitReckoning
from table.games.random_play.trial import Trial

TRIALS = GameTrials(
    trial=Trial(infinity_trial.sides, infinity_trial.broken, infinity_trial.out, speed=2_500),
    code_trial=InfinityCodeTrial,
    unit_trial=UnitReckoning,
    evening=infinity_evening.evening,
)
