"""Deployment (TB-106): both deploy, then the troopers that were set aside (IN-11)."""

from collections.abc import Sequence

from table.games.infinity.rules.model.events import Deployed, ReserveDeployed
from table.games.infinity.rules.model.state import Mission
from table.rules.chance import Chance
from table.rules.game import Event
from table.rules.prompts import Confirm, Value
from table.rules.seats import Seat
from table.rules.steps import Question
from table.rules.text import text


def _ask_deploy(mission: Mission, seat: Seat) -> Confirm | None:
    if mission.busy_for(seat) or mission.side(seat).deployed:
        return None
    return Confirm(key="deploy", seat=seat, ask=text("infinity.ask.deploy"), rule="TB-106", hold=True)


def _deployed(_mission: Mission, seat: Seat, _value: Value, _chance: Chance) -> Sequence[Event]:
    return (Deployed(seat),)


def _ask_reserve(mission: Mission, seat: Seat) -> Confirm | None:
    aside = [member.name for member in mission.side(seat).members if member.aside]
    if not aside:
        return None
    ask = text("infinity.ask.reserve", name=aside[0])
    return Confirm(key="reserve", seat=seat, ask=ask, rule="IN-11", hold=True)


def _reserve(_mission: Mission, seat: Seat, _value: Value, _chance: Chance) -> Sequence[Event]:
    return (ReserveDeployed(seat),)


DEPLOY = Question[Mission]("deploy", "TB-106", _ask_deploy, _deployed)
RESERVE = Question[Mission]("reserve", "IN-11", _ask_reserve, _reserve)
