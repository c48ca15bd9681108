"""Infinity's trials."""

from pathlib import Path

from lab.trials.game_rules import GameRules
from lab.trials.game_trials import GameTrials
from lab.trials.infinity import infinity_evening, infinity_trial
from lab.trials.infinity.infinity_codes import InfinityCodeTrial
from lab.trials.infinity.unit_reckoning import UnitReckoning
from table.games.infinity import rule_set
from table.games.infinity.rules.game import STEPS
from table.games.random_play.trial import Trial

RULES = GameRules(Path(rule_set.__file__).parent / "rulebook" / "infinity.toml", ("IN-", "IA-"), STEPS, "window")
TRIALS = GameTrials(
    rules=RULES,
    trial=Trial(infinity_trial.sides, infinity_trial.broken, infinity_trial.out, speed=2_500),
    code_trial=InfinityCodeTrial,
    unit_trial=UnitReckoning,
    evening=infinity_evening.evening,
)
