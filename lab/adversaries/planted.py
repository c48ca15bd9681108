"""Faults that are planted into the shipping code, so that each must break its promise: the campaign's controls.

It is a plugin of pytest (`-p lab.adversaries.planted`) that plants the fault with the name in PLANTED.
"""

import importlib
import os
from types import MappingProxyType
from typing import Any, NamedTuple

from msgspec.structs import replace

from table.network.hall.organiser.hall_program import HallProgram
from table.network.hall.organiser.tournament.acts import Act, act_line
from table.rules.event_rows import EventRow, HandsOut
from table.rules.game import Event
from table.rules.match import payouts
from table.rules.match.commands import PayoutReport, PayoutUnknown
from table.rules.match.state import MatchState
from table.rules.refusal import Refusal
from table.view.published import HelperRole
from table.view.streams.pace import DelayLine

VARIABLE = "PLANTED"


def _true(*_: object) -> bool:
    return True


def _false(*_: object) -> bool:
    return False


def _nothing(*_: object) -> None:
    return None


def _star(*_: object) -> str:
    return "*"


def _unchecked(_: object, frame: bytes) -> bytes:
    """Return a frame's content without checking its counter or its tag."""
    return frame[8:-16]


def _alike(*_: object) -> str:
    return "0" * 64


def _empty(*_: object) -> tuple[str, ...]:
    return ()


def _nobody(_: object) -> tuple[HelperRole, ...]:
    return ()


async def _logged_last(program: HallProgram, act: Act, address: str) -> None:
    """Carry out an act of the organiser before it is in the log."""
    done = program._desk.completed(act)
    program._desk.write(done)
    program.hall.acts(done, 0.0)
    program._log.add([act_line(done, 0.0, address)])


_DELAYED = DelayLine.__init__


def _no_delay(line: DelayLine[object], _: float) -> None:
    _DELAYED(line, 0.0)


_HANDS_OUT = EventRow.__dict__["hands_out"]
_WITH_ORDERS = ("OrdersCounted", "OrderIssued")
"""The events that hand out the order tokens of Infinity and of Legion."""


def _twice(row: EventRow[Any]) -> HandsOut:
    """Return what hands out the tokens of a row's event, order tokens twice."""
    once: HandsOut = _HANDS_OUT.__get__(row)
    if row.event.__name__ not in _WITH_ORDERS:
        return once
    return lambda event: tuple(replace(out, count=2 * out.count) for out in once(event))


_REPORTED = payouts.reported


def _sure_of_all(state: MatchState[Any], command: PayoutReport) -> tuple[Event, ...] | Refusal:
    """Take the most tokens of an unknown payout for the least."""
    sure = replace(command, least=command.most) if isinstance(command, PayoutUnknown) else command
    return _REPORTED(state, sure)


class PlantedFault(NamedTuple):
    """A planted fault: the replaced code, its module, and the first words of the attack that then succeeds."""

    attack: str
    module: str
    name: str
    becomes: object


FAULTS = MappingProxyType(
    {
        "any-opening": PlantedFault(
            "A player reveals a different card", "table.rules.fairness", "seal_commitment", _alike
        ),
        "no-delay": PlantedFault("A spectator passes on", "table.view.streams.pace", "DelayLine.__init__", _no_delay),
        "greet-again": PlantedFault(
            "Somebody with that code intercepts", "table.devices.phones.invitations", "Guests.use_up", _nothing
        ),
        "frames-unchecked": PlantedFault(
            "Somebody forges, changes", "table.records.two_tables.sealing", "FrameOpener.open", _unchecked
        ),
        "hall-may": PlantedFault(
            "Somebody in the network uses the hall", "table.devices.hall_socket", "HallDesk._may", _true
        ),
        "no-room": PlantedFault(
            "A few machines take all", "table.network.web.connections", "Connections._make_room", _false
        ),
        "silent-phones": PlantedFault(
            "A few machines take all", "table.devices.phones.phone_socket", "PhoneSocket.make_room", _false
        ),
        "any-origin": PlantedFault(
            "A page on the internet", "table.network.web.access.other_pages", "OtherPages.allowed", _star
        ),
        "any-token": PlantedFault(
            "Somebody opens a local file", "table.network.web.access.other_pages", "OtherPages.is_valid", _true
        ),
        "lasting-streams": PlantedFault(
            "Somebody opens a local file", "table.network.web.access.other_pages", "OtherPages.look", _nothing
        ),
        "any-proxy": PlantedFault("Somebody invents addresses", "table.network.web.addresses", "Proxies.trusts", _true),
        "any-judge": PlantedFault("Somebody plays or looks up", "table.devices.judge_desk", "open_to_all", _true),
        "short-codes": PlantedFault("The owner prepares two endings", "table.rules.shown_codes", "LEAST_DIGITS", 8),
        "copied-cards": PlantedFault(
            "Somebody clones a card", "table.devices.tags.card_book", "CardBook.copied_from", _nothing
        ),
        "open-folder": PlantedFault("Another user of the computer", "table.records.lock", "make_private", _nothing),
        "logged-last": PlantedFault(
            "Each act is written", "table.network.hall.organiser.hall_program", "HallProgram._carry_out", _logged_last
        ),
        "hidden-helpers": PlantedFault(
            "Somebody uses a phone to pose",
            "table.session.phones.phone_ways",
            "PhoneWays.helpers",
            property(_nobody),
        ),
        "short-waits": PlantedFault("the hall keeps both apart", "table.network.broker", "STEADY_S", 0.0),
        "free-files": PlantedFault(
            "One table cannot use up", "table.network.hall.organiser.quotas", "Quota.charge", _nothing
        ),
        "quick-tables": PlantedFault(
            "One table cannot use up", "table.network.hall.organiser.quotas", "RECEIVED_PER_S", 19_200 * 1024
        ),
        "large-states": PlantedFault(
            "One table cannot use up", "table.network.hall.organiser.hall", "MOST_STATE_BYTES", 1 << 30
        ),
        "large-events": PlantedFault(
            "One table cannot use up", "table.network.hall.organiser.outboxes", "MOST_EVENT_BYTES", 1 << 30
        ),
        "codes-in-memory": PlantedFault(
            "Somebody with that code intercepts", "table.devices.phones.spent_codes", "SpentCodes._keep", _nothing
        ),
        "open-backup": PlantedFault("An owner who plays makes a backup", "table.records.backup", "_not_over", _empty),
        "double-orders": PlantedFault(
            "Does random legal play",
            "table.rules.event_rows",
            "EventRow.hands_out",
            property(_twice, _HANDS_OUT.__set__),
        ),
        "sure-payouts": PlantedFault(
            "Do tray, journal and screen", "table.rules.match.payouts", "reported", _sure_of_all
        ),
        "few-words": PlantedFault(
            "The owner enters the number that does best", "table.rules.fairness", "WORDS", range(100)
        ),
    }
)
"""The planted faults, by their names."""


def plant(name: str) -> None:
    """Plant a fault in this process, for good. Raises KeyError for an unknown name."""
    fault = FAULTS[name]
    *path, last = fault.name.split(".")
    place: Any = importlib.import_module(fault.module)
    for each in path:
        place = getattr(place, each)
    getattr(place, last)  # a name that is not there would plant nothing
    setattr(place, last, fault.becomes)


if VARIABLE in os.environ:
    plant(os.environ[VARIABLE])
