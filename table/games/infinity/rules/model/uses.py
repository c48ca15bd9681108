"""The uses of a command token, as a table: each with its rule, its window, and the questions before it is spent."""

from enum import StrEnum
from types import MappingProxyType

from msgspec import Struct


class Window(StrEnum):
    """The window in which a use is possible. Its value is the key of the question that offers it."""

    PROCEDURAL = "procedural"
    LOGISTICAL = "logistical"
    STRATEGIC = "strategic"
    EXECUTIVE = "executive"
    OPERATIONAL = "use"


class Use(Struct, frozen=True):
    id: str
    rule: str
    name: str
    """The proper name in the rules, as it stands on a reference card."""
    window: Window
    parts: tuple[str, ...]
    """The questions before the token is spent, in order (`table.games.infinity.rules.steps.parts`)."""

    @property
    def card(self) -> str:
        """The catalogue id of its reference card."""
        return f"infinity.use.{self.id}"


SET_ASIDE = Use("set_aside", "IN-11", "Set Aside", Window.PROCEDURAL, ("trooper",))
TAKE_ORDERS = Use("take_orders", "IN-13", "Remove Orders", Window.STRATEGIC, ("taken", "taken_too"))
LIMIT = Use("limit", "IN-14", "Limit Command Tokens", Window.STRATEGIC, ("sure",))
SUPPRESS = Use("suppress", "IN-15", "Suppressive Fire", Window.STRATEGIC, ("trooper",))
SPEEDBALLS = Use("speedballs", "IN-16", "Request Speedball", Window.LOGISTICAL, ("sure",))
REGROUP = Use("regroup", "IN-21", "Change Combat Group", Window.EXECUTIVE, ("trooper", "group"))
RELEASE = Use("release", "IN-23", "Cancel Possessed", Window.EXECUTIVE, ("trooper", "possessed"))
COORDINATE = Use("coordinate", "IN-32", "Coordinated Order", Window.OPERATIONAL, ("pool", "troopers"))
GUTS = Use("guts", "IN-33", "Guts Roll", Window.OPERATIONAL, ("trooper", "result"))
EXCHANGE = Use("exchange", "IN-34", "Regular Order", Window.OPERATIONAL, ("trooper", "isolated"))
NO_RETREAT = Use("no_retreat", "IN-35", "Ignore Retreat!", Window.OPERATIONAL, ("trooper",))
DOCTOR = Use("doctor", "IN-36", "Doctor", Window.OPERATIONAL, ("trooper", "cube", "wip", "failed"))
ENGINEER = Use("engineer", "IN-37", "Engineer", Window.OPERATIONAL, ("trooper", "remote", "wip", "failed"))
FIRETEAM = Use("fireteam", "IN-38", "Fireteam", Window.OPERATIONAL, ("trooper", "chart"))

ALL = (
    SET_ASIDE, TAKE_ORDERS, LIMIT, SUPPRESS, SPEEDBALLS, REGROUP, RELEASE, COORDINATE, GUTS, EXCHANGE, NO_RETREAT,
    DOCTOR, ENGINEER, FIRETEAM,
)  # fmt: skip
USES = MappingProxyType({use.id: use for use in ALL})

ONCE = (Window.PROCEDURAL, Window.STRATEGIC, Window.LOGISTICAL)
"""The windows of strategic uses: one procedural and one logistical use for each player (IN-10)."""
