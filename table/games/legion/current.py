"""The current rules of Legion, as a rule set."""

from table.games.legion.data.catalogue import CURRENT
from table.games.legion.edition import rule_set
from table.games.legion.rules.current import STEPS, Legion2024
from table.games.legion.rules.keywords import keyword_rules
from table.games.legion.rules.keywords.keyword_table import KEYWORDS
from table.games.rule_set import StatedRule

OF_KEYWORDS = {
    rule: StatedRule(says, f"{keyword_rules.__package__}.{keyword.name}:{keyword.name.upper()}")
    for keyword in KEYWORDS
    for rule, says in keyword.stated_rules.items()
}
"""The rules that the modules of keywords state."""
RULE_SET = rule_set(
    Legion2024,
    CURRENT,
    ("sample:rebels_leia_luke", "sample:empire_veers_vader"),
    ("LG-", "LA-"),
    STEPS,
    beside=OF_KEYWORDS,
)
