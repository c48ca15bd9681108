"""Faults that are planted into the shipping code while attackers search: each must be found."""

from collections.abc import Hashable
from types import MappingProxyType
from typing import Any

from lab.adversaries.planted import PlantedFault
from table.devices.owner_desk.match_answers import NotToBeHadError
from table.devices.phones.invitations import Guests, Invitation, PhoneGrant
from table.devices.phones.line import PhoneLine
from table.devices.phones.phone_host import PhoneHost
from table.devices.phones.phone_input import PhoneInput
from table.devices.phones.phone_views import PhoneViews
from table.devices.tags.signature import Signer
from table.network.hall.organiser import matches as hall_matches
from table.network.hall.organiser.matches import COUNTING, MatchesOfHall, MatchOfHall
from table.network.web.connections import Connections
from table.records.history import opened_play
from table.records.matches import stored
from table.records.two_tables.sealing import COUNTER_BYTES, FrameOpener
from table.records.verify.facts import Fact
from table.records.verify.file import written
from table.rules.commands import Answer
from table.rules.game import Event
from table.rules.match.events import CardSealed, SealOpened
from table.rules.prompts import Confirm, Seal
from table.rules.seats import SEATS, Seat
from table.rules.text import text
from table.session.input import Touched
from table.session.phones.phone_ways import AWAY
from table.session.ports import InputOnView, PhoneActs
from table.view.hall import MatchProof
from table.view.published import HelperRole
from table.view.streams.pace import DelayLine

_BY_ITSELF = hall_matches._by_itself
_FROM_SEAT, _PROVED, _SETUP = PhoneHost._receive_from_seat, Guests.proved, PhoneViews.setup
_BESIDE, _DELAYED, _RECORD, _OPEN, _GREETED = (
    Connections._beside,
    DelayLine.__init__,
    Signer.record,
    FrameOpener.open,
    Guests.greeted,
)


def _asks_nothing(role: HelperRole) -> Confirm:
    """Return a question in place of the one with which seats disconnect a helper's phone."""
    return Confirm(key=f"nothing.{role}", seat=None, ask=text(AWAY), rule="TB-123", standing=True, setting=True)


def _believed(event: Fact) -> str:
    """Return the commitment that an opening names, unchecked."""
    return event.hex("commitment")


def _any_counter(opener: FrameOpener, frame: bytes) -> bytes:
    """Open a frame whatever its number is."""
    opener._next = int.from_bytes(frame[:COUNTER_BYTES])
    return _OPEN(opener, frame)


def _seat_of_the_answer(host: PhoneHost, line: PhoneLine, seat: Seat, guest: int, received: PhoneInput) -> None:
    """Take an answer for the seat that it names."""
    answer = received.answer
    if answer is None or answer.seat in (None, seat):
        _FROM_SEAT(host, line, seat, guest, received)
    elif (shown := line.seen(answer.view)) is not None:
        act = InputOnView(Touched(answer.seat, answer.key, answer.value, hold=True), shown)
        host._send(PhoneActs(answer.seat or seat, guest, act))


def _accepted_at_once(guests: Guests, by: Invitation | PhoneGrant, next_secret: bytes) -> PhoneGrant | None:
    """Let a phone in that has read a code, before anybody has compared the words."""
    grant = _PROVED(guests, by, next_secret)
    return None if grant is None else guests.accept(grant.place, grant.guest) or grant


def _with_hands(views: PhoneViews, published: Any, language: str) -> Any:
    """Send the owner's phone the hands of both seats."""
    play = views._play()
    hands = [] if play is None or play.state.game is None else [
        option.id for seat in SEATS for option in play.match.game.hand(play.state.game, seat)
    ]  # fmt: skip
    return {**_SETUP(views, published, language), "hands": hands}


def _opened_at_once(answer: Answer, seal: Seal) -> tuple[Event, ...]:
    """Open each card as soon as it is locked."""
    return (CardSealed(answer.seat, seal.commitment), SealOpened(answer.seat, seal.commitment, "", ""))


def _any_file(games: Any, match: str, *, names: bool = True) -> bytes:
    """Return the file of any match, whether it is over or not."""
    path = next((each for each in stored(games.folder) if each.stem == match), None)
    if path is None:
        raise NotToBeHadError(text("phone.setup.no_match"))
    play = opened_play(path, games)
    try:
        return b"".join(written(play.journal, None))
    finally:
        play.journal.close()


def _fewest_first(connections: Connections, end: Hashable) -> int:
    """Let the address with the fewest connections give one up."""
    return -_BESIDE(connections, end)


def _no_delay(line: DelayLine[object], delay_s: float) -> None:
    _DELAYED(line, delay_s * 0.9)


def _first_of_all(matches: MatchesOfHall, match: object) -> object:
    """Let each table count."""
    return match


def _first_file(matches: MatchesOfHall, match: MatchOfHall) -> MatchOfHall | None:
    """Let the first table with the file count, whatever the players of another one have entered."""
    same = matches._same.get(match.listed, [])
    return next((each for each in same if _BY_ITSELF(each) in COUNTING), None)


def _without_players(match: MatchOfHall) -> MatchProof:
    """Show a result as proved that its table alone vouches for."""
    proof = _BY_ITSELF(match)
    return MatchProof.PROVED if proof is MatchProof.REPORTED else proof


def _ends_alike(match: MatchOfHall) -> None:
    """Compare the end of the file alone with what was shown."""
    if match.over is not None and match.head:
        match.sound = match.head if match.over.chain == match.head else ""


def _codes_alone(guests: Guests, name: bytes) -> Invitation | PhoneGrant | None:
    """Let in phones that have read a code, and none that comes back."""
    found = _GREETED(guests, name)
    return found if isinstance(found, Invitation) else None


def _of_half_uid(signer: Signer, uid: bytes, card_id: str) -> bytes:
    return _RECORD(signer, uid[:4], card_id)


def _without_uid(signer: Signer, uid: bytes, card_id: str) -> bytes:
    return _RECORD(signer, b"", card_id)


FAULTS = MappingProxyType(
    {
        "any-counter": PlantedFault("evening", "records.two_tables.sealing.FrameOpener.open", _any_counter),
        "any-seat": PlantedFault(
            "evening", "devices.phones.phone_host.PhoneHost._receive_from_seat", _seat_of_the_answer
        ),
        "unasked": PlantedFault("evening", "devices.phones.invitations.Guests.proved", _accepted_at_once),
        "hands-on-the-phone": PlantedFault("evening", "devices.phones.phone_views.PhoneViews.setup", _with_hands),
        "one-by-one": PlantedFault("evening", "rules.match.seals.lock", _opened_at_once),
        "any-file": PlantedFault("evening", "devices.owner_desk.match_answers._file", _any_file),
        "any-backup": PlantedFault(
            "evening", "devices.owner_desk.match_answers._refuse_unless_all_are_over", lambda *_, **__: None
        ),
        "hidden-helpers": PlantedFault(
            "evening", "session.phones.phone_ways.PhoneWays.helpers", property(lambda _: ())
        ),
        "staying-helpers": PlantedFault("evening", "session.phones.phone_ways._away_helper", _asks_nothing),
        "any-judge": PlantedFault("evening", "devices.judge_desk.JudgeDesk._why_not", lambda *_: ""),
        "no-return": PlantedFault("evening", "devices.phones.invitations.Guests.greeted", _codes_alone),
        "panel-loses": PlantedFault("evening", "session.phones.phone_ways.PhoneWays.pressed", lambda *_: False),
        "any-code": PlantedFault("hall", "network.hall.organiser.matches._compare_chain", _ends_alike),
        "any-outcome": PlantedFault("hall", "network.hall.organiser.matches._is_reported", lambda *_: True),
        "counts-twice": PlantedFault("hall", "network.hall.organiser.matches.MatchesOfHall._counting", _first_of_all),
        "any-code-at-the-desk": PlantedFault("hall", "network.hall.organiser.desk.desk.is_of", lambda *_: True),
        "reported-is-proved": PlantedFault("hall", "network.hall.organiser.matches._by_itself", _without_players),
        "first-copy-counts": PlantedFault(
            "hall", "network.hall.organiser.matches.MatchesOfHall._counting", _first_file
        ),
        "any-name": PlantedFault("pages", "network.web.doorkeeper.Doorkeeper._known", lambda *_: True),
        "any-origin": PlantedFault("pages", "network.web.access.other_pages.OtherPages.allowed", lambda *_: "*"),
        "any-token": PlantedFault("pages", "network.web.access.other_pages.OtherPages.is_valid", lambda *_: True),
        "lasting-streams": PlantedFault(
            "pages", "network.web.access.other_pages.OtherPages.look", lambda *_, **__: None
        ),
        "any-proxy": PlantedFault("pages", "network.web.addresses.Proxies.trusts", lambda *_: True),
        "no-room": PlantedFault("places", "network.web.connections.Connections._make_room", lambda *_: False),
        "fewest-first": PlantedFault("places", "network.web.connections.Connections._beside", _fewest_first),
        "phones-go": PlantedFault("places", "network.web.connections.Connections.is_phone", lambda *_, **__: None),
        "lasting-connections": PlantedFault("places", "network.web.connections._Connection.streams", lambda *_: False),
        "hall-may": PlantedFault("doors", "devices.hall_socket.HallDesk._may", lambda *_: True),
        "no-keys": PlantedFault("doors", "devices.hall_socket.MOST_KEYS", 1),
        "too-early": PlantedFault("late", "view.streams.pace.DelayLine.__init__", _no_delay),
        "any-address": PlantedFault("desk", "network.hall.organiser.desk.desk_site.DeskSite._is_safe", lambda *_: True),
        "many-guesses": PlantedFault("desk", "network.hall.organiser.desk.desk_site.LOGINS_PER_S", 5.0),
        "long-session": PlantedFault("desk", "network.hall.organiser.desk.desk_lock.LONGEST_S", 1e9),
        "any-opening": PlantedFault("records", "records.verify.seals._commitment", _believed),
        "any-tag": PlantedFault("records", "devices.tags.signature.Signer.record", _without_uid),
        "half-uids": PlantedFault("records", "devices.tags.signature.Signer.record", _of_half_uid),
        "short-codes": PlantedFault("records", "rules.shown_codes.LEAST_DIGITS", 8),
    }
)
"""The planted faults, by their names. The first field is the search that must find it."""
