"""The classic rules of Legion, as a rule set."""

from table.games.legion.data.catalogue import CLASSIC
from table.games.legion.edition import rule_set
from table.games.legion.rules.classic import LegionClassic

RULE_SET = rule_set(LegionClassic, CLASSIC, ("sample:empire_krennic_vader", "sample:rebels_han_leia"))
