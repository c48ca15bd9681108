"""The moments of a round at which keywords do something, and the moment of each keyword (LA-80)."""

from enum import StrEnum
from types import MappingProxyType


class KeywordMoment(StrEnum):
    """A moment of the match, in the order of a round."""

    SET_UP = "set_up"
    MISSION = "mission"
    """A round begins, and the End Phase."""
    REVEALED = "revealed"
    NOMINATED = "nominated"
    ORDERED = "ordered"
    PHASE_BEGINS = "phase_begins"
    PHASE_BEGINS_WITHOUT_ORDER = "phase_begins_without_order"
    ACTIVATION = "activation"
    """The unit's own activation, from its start to its end."""
    ACTIVATION_WITHOUT_ORDER = "activation_without_order"
    AI_ACTIVATES = "ai_activates"
    CORPS_ACTIVATES = "corps_activates"
    TROOPER_ACTIVATES = "trooper_activates"
    ORDERS = "orders"
    WITH_PASSES = "with_passes"
    """Any activation of the seat while it has advantage tokens."""
    COMMAND_PHASE_ENDS = "command_phase_ends"
    """As `ROUND`, and the start of the End Phase."""
    FIRST_PHASE = "first_phase"
    """The start of the first Activation Phase."""
    FIRST_PHASE_AND_END = "first_phase_and_end"
    ENEMY_DEFEATED = "enemy_defeated"
    ALLY_DEFEATED = "ally_defeated"
    END_PHASE = "end_phase"
    FIRST_END_PHASE = "first_end_phase"


_KEYWORDS = {
    KeywordMoment.SET_UP: ("hunted",),
    KeywordMoment.MISSION: ("secret_mission",),
    KeywordMoment.REVEALED: ("one_step_ahead",),
    KeywordMoment.NOMINATED: ("compel_while_nominated",),
    KeywordMoment.ORDERED: ("surge_when_ordered", "target", "defend", "disciplined", "fire_support"),
    KeywordMoment.PHASE_BEGINS: ("reliable", "retinue", "my_mood_is_based_on_profit"),
    KeywordMoment.PHASE_BEGINS_WITHOUT_ORDER: ("independent", "independent_alone"),
    KeywordMoment.ACTIVATION: (
        "incognito", "attack_run", "wheel_mode", "inspire", "master_of_the_force", "cycle", "regenerate",
        "latent_power",
    ),
    KeywordMoment.ACTIVATION_WITHOUT_ORDER: ("ai",),
    KeywordMoment.AI_ACTIVATES: ("override",),
    KeywordMoment.CORPS_ACTIVATES: ("ruthless",),
    KeywordMoment.TROOPER_ACTIVATES: ("compel",),
    KeywordMoment.ORDERS: ("command_override",),
    KeywordMoment.WITH_PASSES: ("no_time_to_lose",),
    KeywordMoment.COMMAND_PHASE_ENDS: ("ordnance", "strafing_run"),
    KeywordMoment.FIRST_PHASE: ("failed_negotiations",),
    KeywordMoment.FIRST_PHASE_AND_END: ("rapid_deployment",),
    KeywordMoment.ENEMY_DEFEATED: ("bounty", "gain_on_defeat"),
    KeywordMoment.ALLY_DEFEATED: ("tempted",),
    KeywordMoment.END_PHASE: ("generator", "ewok_suppression", "green_tokens_stay", "far_units_suppression"),
    KeywordMoment.FIRST_END_PHASE: ("reinforcements",),
}  # fmt: skip
_MOMENTS = MappingProxyType({keyword: moment for moment, keywords in _KEYWORDS.items() for keyword in keywords})
REMINDING = tuple(_MOMENTS)
"""Every keyword that the players are reminded of."""


def moment_of(keyword: str) -> KeywordMoment | None:
    """Return the moment at which a keyword does something that the players are reminded of, or None."""
    return _MOMENTS.get(keyword)
