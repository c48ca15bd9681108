"""The current rules of Legion, as a rule set."""

from table.games.legion.data.catalogue import CURRENT
from table.games.legion.edition import rule_set
from table.games.legion.rules.current import Legion2024

RULE_SET = rule_set(Legion2024, CURRENT, ("sample:rebels_leia_luke", "sample:empire_veers_vader"))
