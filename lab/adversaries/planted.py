"""Faults that are planted into the shipping code, so that each must break its promise: the campaign's controls.

It is a plugin of pytest (`-p lab.adversaries.planted`) that plants the fault with the name in PLANTED.
"""

import os
from types import MappingProxyType
from typing import Any, NamedTuple
from unittest.mock import patch

from msgspec.structs import replace

from table.network.hall.organiser.hall_program import HallProgram
from table.network.hall.organiser.tournament.acts import Act, act_line
from table.rules.event_rows import EventRow, HandsOut
from table.rules.game import Event
from table.rules.match import payouts
from table.rules.match.commands import PayoutReport, PayoutUnknown
from table.rules.match.state import MatchState
from table.rules.refusal import Refusal
from table.view.streams.pace import DelayLine

VARIABLE = "PLANTED"


def _unchecked(_: object, frame: bytes) -> bytes:
    """Return a frame's content without checking its counter or its tag."""
    return frame[8:-16]


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
    """A planted fault."""

    attack: str
    """The first words of the attack that then succeeds, or the search that must find it."""
    place: str
    """The replaced code, by its name below `table`."""
    becomes: object

    def patched(self) -> Any:
        """Return the patch that plants it. A name that is not there raises AttributeError once it is used."""
        return patch(f"table.{self.place}", self.becomes)


FAULTS = MappingProxyType(
    {
        "any-opening": PlantedFault(
            "A player reveals a different card", "rules.fairness.seal_commitment", lambda *_: "0" * 64
        ),
        "no-delay": PlantedFault("A spectator passes on", "view.streams.pace.DelayLine.__init__", _no_delay),
        "greet-again": PlantedFault(
            "Somebody with that code intercepts", "devices.phones.invitations.Guests.use_up", lambda *_, **__: None
        ),
        "frames-unchecked": PlantedFault(
            "Somebody forges, changes", "records.two_tables.sealing.FrameOpener.open", _unchecked
        ),
        "hall-may": PlantedFault(
            "Somebody in the network uses the hall", "devices.hall_socket.HallDesk._may", lambda *_: True
        ),
        "no-room": PlantedFault(
            "A few machines take all", "network.web.connections.Connections._make_room", lambda *_: False
        ),
        "silent-phones": PlantedFault(
            "A few machines take all", "devices.phones.phone_socket.PhoneSocket.make_room", lambda *_: False
        ),
        "any-origin": PlantedFault(
            "A page on the internet", "network.web.access.other_pages.OtherPages.allowed", lambda *_: "*"
        ),
        "any-token": PlantedFault(
            "Somebody opens a local file", "network.web.access.other_pages.OtherPages.is_valid", lambda *_: True
        ),
        "lasting-streams": PlantedFault(
            "Somebody opens a local file", "network.web.access.other_pages.OtherPages.look", lambda *_, **__: None
        ),
        "any-proxy": PlantedFault(
            "Somebody invents addresses", "network.web.addresses.Proxies.trusts", lambda *_: True
        ),
        "any-judge": PlantedFault("Somebody plays or looks up", "devices.judge_desk.open_to_all", lambda *_: True),
        "short-codes": PlantedFault("The owner prepares two endings", "rules.shown_codes.LEAST_DIGITS", 8),
        "copied-cards": PlantedFault(
            "Somebody clones a card", "devices.tags.card_book.CardBook.copied_from", lambda *_, **__: None
        ),
        "open-folder": PlantedFault("Another user of the computer", "records.lock.make_private", lambda *_, **__: None),
        "logged-last": PlantedFault(
            "Each act is written", "network.hall.organiser.hall_program.HallProgram._carry_out", _logged_last
        ),
        "hidden-helpers": PlantedFault(
            "Somebody uses a phone to pose", "session.phones.phone_ways.PhoneWays.helpers", property(lambda _: ())
        ),
        "short-waits": PlantedFault("the hall keeps both apart", "network.broker.STEADY_S", 0.0),
        "free-files": PlantedFault(
            "One table cannot use up", "network.hall.organiser.quotas.Quota.charge", lambda *_, **__: None
        ),
        "quick-tables": PlantedFault(
            "One table cannot use up", "network.hall.organiser.quotas.RECEIVED_PER_S", 19_200 * 1024
        ),
        "large-states": PlantedFault(
            "One table cannot use up", "network.hall.organiser.hall.MOST_STATE_BYTES", 1 << 30
        ),
        "large-events": PlantedFault(
            "One table cannot use up", "network.hall.organiser.outboxes.MOST_EVENT_BYTES", 1 << 30
        ),
        "codes-in-memory": PlantedFault(
            "Somebody with that code intercepts", "devices.phones.spent_codes.SpentCodes._keep", lambda *_, **__: None
        ),
        "open-backup": PlantedFault("An owner who plays makes a backup", "records.backup._not_over", lambda *_: ()),
        "double-orders": PlantedFault(
            "Does random legal play", "rules.event_rows.EventRow.hands_out", property(_twice, _HANDS_OUT.__set__)
        ),
        "sure-payouts": PlantedFault("Do tray, journal and screen", "rules.match.payouts.reported", _sure_of_all),
        "few-words": PlantedFault("The owner enters the number that does best", "rules.fairness.WORDS", range(100)),
    }
)
"""The planted faults, by their names."""


def plant(name: str) -> None:
    """Plant a fault in this process, for good. Raises KeyError for an unknown name."""
    FAULTS[name].patched().start()


if VARIABLE in os.environ:
    plant(os.environ[VARIABLE])
