"""Deployment (TB-106): both deploy, then what was set aside (IN-11)."""

from collections.abc import Sequence

from table.games.chance import Chance
from table.games.game import Event
from table.games.infinity.events import Deployed, ReserveDeployed
from table.games.infinity.state import Mission
from table.games.prompts import Confirm, Value
from table.games.seats import Seat
from table.games.steps import Question
from table.games.text import text


def _ask_deploy(mission: Mission, seat: Seat) -> Confirm | None:
    if mission.busy or mission.side(seat).deployed:
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
