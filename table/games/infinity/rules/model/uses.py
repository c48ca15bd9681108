"""The uses of a command token, as a table: each with its rule, its window, and the questions before it is spent."""

from enum import StrEnum
from types import MappingProxyType

from msgspec import Struct


class UseWindow(StrEnum):
    """The window in which a use is possible. Its value is the key of the question that offers it."""

    PROCEDURAL = "procedural"
    LOGISTICAL = "logistical"
    STRATEGIC = "strategic"
    EXECUTIVE = "executive"
    OPERATIONAL = "use"


class TokenUse(Struct, frozen=True):
    id: str
    rule: str
    name: str
    """The proper name in the rules, as on a reference card."""
    window: UseWindow
    parts: tuple[str, ...]
    """The questions before the token is spent, in order (`table.games.infinity.rules.steps.parts`).

    A use without questions is spent when it is chosen.
    """
    free: bool = False
    """True if it costs no token. It is a trooper's skill, and has no reference card."""

    @property
    def card(self) -> str:
        """Return the catalogue id of its reference card."""
        return "" if self.free else f"infinity.use.{self.id}"


SET_ASIDE = TokenUse("set_aside", "IN-11", "Set Aside", UseWindow.PROCEDURAL, ("trooper",))
TAKE_ORDERS = TokenUse("take_orders", "IN-13", "Remove Orders", UseWindow.STRATEGIC, ("taken", "taken_too"))
LIMIT = TokenUse("limit", "IN-14", "Limit Command Tokens", UseWindow.STRATEGIC, ())
SUPPRESS = TokenUse("suppress", "IN-15", "Suppressive Fire", UseWindow.STRATEGIC, ("trooper",))
SPEEDBALLS = TokenUse("speedballs", "IN-16", "Request Speedball", UseWindow.LOGISTICAL, ())
REGROUP = TokenUse("regroup", "IN-21", "Change Combat Group", UseWindow.EXECUTIVE, ("trooper", "group"))
RELEASE = TokenUse("release", "IN-23", "Cancel Possessed", UseWindow.EXECUTIVE, ("trooper", "possessed"))
COORDINATE = TokenUse("coordinate", "IN-32", "Coordinated Order", UseWindow.OPERATIONAL, ("pool", "troopers"))
GUTS = TokenUse("guts", "IN-33", "Guts Roll", UseWindow.OPERATIONAL, ("trooper", "result"))
EXCHANGE = TokenUse("exchange", "IN-34", "Regular Order", UseWindow.OPERATIONAL, ("trooper", "isolated"))
NO_RETREAT = TokenUse("no_retreat", "IN-35", "Ignore Retreat!", UseWindow.OPERATIONAL, ("trooper",))
DOCTOR = TokenUse("doctor", "IN-36", "Doctor", UseWindow.OPERATIONAL, ("trooper", "cube", "who", "wip", "failed"))
ENGINEER = TokenUse(
    "engineer", "IN-37", "Engineer", UseWindow.OPERATIONAL, ("trooper", "remote", "who", "wip", "failed")
)
FIRETEAM = TokenUse("fireteam", "IN-38", "Fireteam", UseWindow.OPERATIONAL, ("trooper", "chart"))
STRATEGOS = TokenUse("strategos", "IA-16", "Strategos", UseWindow.EXECUTIVE, ("trooper", "group"), free=True)
INSPIRE = TokenUse("inspire", "IA-18", "Inspiring Leadership", UseWindow.OPERATIONAL, ("troopers",), free=True)

ALL = (
    SET_ASIDE, TAKE_ORDERS, LIMIT, SUPPRESS, SPEEDBALLS, REGROUP, RELEASE, COORDINATE, GUTS, EXCHANGE, NO_RETREAT,
    DOCTOR, ENGINEER, FIRETEAM,
)  # fmt: skip
SKILLS = (STRATEGOS, INSPIRE)
"""The uses of a skill, which are offered beside those of a token."""
USES = MappingProxyType({use.id: use for use in (*ALL, *SKILLS)})

ONCE = (UseWindow.PROCEDURAL, UseWindow.STRATEGIC, UseWindow.LOGISTICAL)
"""The windows of strategic uses: one procedural and one logistical use for each player (IN-10)."""
