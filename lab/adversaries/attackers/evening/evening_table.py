"""A table with phones, whose blue player is honest. Everything around that player is the attacker's.

The session, the host of phones, the judge's desk and the owner's desk are the shipping ones, in virtual time.
"""

import asyncio
import base64
import gzip
import shutil
from collections import deque
from pathlib import Path

import msgspec

from lab.adversaries.attackers.search import BrokenPromiseError
from lab.campaigns.barrier.barrier_table import EventFlags, SampleShelf
from lab.campaigns.leak.capture import SIDES, SYSTEM
from lab.campaigns.leak.outlets import SAYINGS
from lab.headless import HeadlessParts, headless_session
from table.devices.judge_desk import JudgeDesk, TerminalMessage
from table.devices.owner_desk.desk import Given, OwnerDesk
from table.devices.owner_desk.enrolling import Enrolling
from table.devices.phones.phone_host import PhoneHost
from table.devices.phones.phone_views import PhoneViews
from table.devices.phones.wishes import SentFile, SetupAct, SetupAnswer, SetupWish
from table.devices.tags.card_book import CardBook
from table.devices.tags.live_cards import LiveCards
from table.emulation.virtual_table import seeded_entropy
from table.records.journal import split
from table.records.matches import MatchFolder
from table.rules.commands import Answer
from table.rules.prompts import SealedCard
from table.rules.seats import BLUE, RED, SEATS
from table.session.lobby.list_library import AtOnce
from table.session.ports import CardChosen, PhoneActs, PhoneMessage, Ports
from table.session.session import Session
from table.view.published import HelperRole, PhonePlace, PhoneState, Published

PAGE = "http://table/phone"
GZIP = b"\x1f\x8b"


class OpenedCard(EventFlags, frozen=True):
    """The fields of an event that the check reads."""

    card: str = ""


class EveningTable:
    """The table with its desks. It checks the promises made to blue."""

    def __init__(self, parts: HeadlessParts, shelf: SampleShelf, folder: Path, seed: int) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(mode=0o700)
        self.now_s = 0.0
        self.entropy, self._entropy_of_phones = seeded_entropy(seed), seeded_entropy(seed + 1)
        self._games, self._shelf, self._folder = parts.setup.games, shelf, folder
        enrolling = Enrolling(
            self._games, lambda: LiveCards(CardBook({}), folder), self._playing, lambda _: True, lambda: self.now_s
        )
        examined = SetupAnswer(SetupAct.DOCTOR)
        self._owner = OwnerDesk(self._games, "en", lambda _: examined, lambda _: None, self._playing, enrolling)
        self.judge = JudgeDesk(self._from_terminal, lambda: self.now, lambda role: self.session.helper(role))
        self.matches: dict[str, int] = {}
        """The matches that were begun, with the number of their batches that were looked at."""
        self._over: set[str] = set()
        """The matches whose secret is disclosed."""
        self._turned: set[str] = set()
        """The matches with a revealed card."""
        self.expected = deque[PhoneActs | CardChosen]()
        """The acts of blue's phone that may still come, in their order."""
        self._begins_to_hide()
        self.host, self.session = self._started()
        self.session.start(resume=False)
        self.begins()
        shared = {option.id for option in self.session.hand(RED)}
        self.hand = tuple(option.id for option in self.session.hand(BLUE) if option.id not in shared)
        """The cards that only blue has."""

    def _begins_to_hide(self) -> None:
        """Note that nobody has laid or locked a card."""
        self.chosen = ""
        """The card that blue laid last."""
        self._meant = self._locks = False

    # -- the shipping parts --------------------------------------------------------------------------------------------

    def _started(self) -> tuple[PhoneHost, Session]:
        """Return the host of phones and the session of a program that has just been started."""
        host = PhoneHost(
            self._from_phone,
            PhoneViews(SAYINGS, lambda: self.session.play),
            lambda _: (PAGE,),
            lambda: self.now_s,
            self._entropy_of_phones,
            self._wishes,
        )
        ports = Ports(
            lambda _: None,
            self._publish,
            lambda _: None,
            self.entropy,
            now_s=lambda: self.now_s,
            phones=host.request,
        )
        matches = MatchFolder(self._folder, self.entropy)
        return host, headless_session(self._games, AtOnce(self._shelf), matches, ports)

    def restarts(self, *, resume: bool) -> None:
        """Start the table's program again: with the match that was in play, or in the lobby, with its matches kept."""
        self.session.close()
        self.expected.clear()
        self._begins_to_hide()
        self.host, self.session = self._started()
        self.session.start(resume)

    def begins(self) -> None:
        """Begin a match, unless one is in play. Both players enter their numbers."""
        if self._playing():
            return
        self._begins_to_hide()
        self.session.begin(SYSTEM, SIDES)
        for seat, number in ((BLUE, 7), (RED, 42)):
            self.session.step(Answer(seat, "match.number", number))

    def _publish(self, published: Published) -> None:
        self.now = published
        self.host.publish(published)

    def _from_phone(self, message: PhoneMessage) -> None:
        if isinstance(message, PhoneActs | CardChosen) and message.seat is BLUE:
            self._expect(message)
        self.session.step(message)
        self.look()

    def _expect(self, came: PhoneActs | CardChosen) -> None:
        """Find an act at blue's seat among those of blue's phone. Raises BrokenPromiseError."""
        while self.expected:
            meant = self.expected.popleft()
            if _alike(meant, came):
                if isinstance(came, CardChosen) and self._asks_for_a_card():
                    self.chosen = "" if came.card is None else came.card.unseal()
                return
        raise BrokenPromiseError("an act at blue's seat that blue's phone did not send")

    def _asks_for_a_card(self) -> bool:
        """True if blue may lay a card now: one is asked for, and none is locked."""
        asked = any(isinstance(each, SealedCard) and each.seat in (None, BLUE) for each in self.now.prompts)
        return asked and not self.now.desks[SEATS.index(BLUE)].locked

    def _from_terminal(self, message: TerminalMessage, handled: object) -> None:
        self.session.step(message)
        if callable(handled):
            handled()

    def asks_judge(self, line: bytes) -> bytes:
        """Send a line to the judge's socket, and return the answer."""
        return asyncio.run(self.judge.answer(line))

    def _wishes(self, guest: int, language: str, wish: SetupWish) -> None:
        given = self._owner.does(guest, language, wish)
        if given is not None:
            self._check_given(given)
            self.host.give(guest, given)

    def _playing(self) -> bool:
        return self.session.play is not None

    # -- what is looked at ---------------------------------------------------------------------------------------------

    def _check_given(self, given: Given) -> None:
        if isinstance(given, SentFile):
            content = gzip.decompress(given.content) if given.content.startswith(GZIP) else given.content
            if hidden := [match for match in self.matches.keys() - self._over if match.encode() in content]:
                raise BrokenPromiseError(f"{given.name} was handed out, with the match {hidden[0]} that is not over")

    @property
    def turned(self) -> bool:
        """True once a card of the match in play was revealed."""
        return self.now.match in self._turned

    def hidden(self) -> bytes:
        """Return the id of blue's hidden card; empty if there is none."""
        return b"" if self.turned or not self.chosen else self.chosen.encode()

    def inspect(self, content: bytes, where: str) -> None:
        """Search an attacker's data for blue's secrets. Raises BrokenPromiseError."""
        if (hidden := self.hidden()) and hidden in content:
            raise BrokenPromiseError(f"blue's hidden card is in {where}")

    def look(self) -> None:
        """Check what became visible. Raises BrokenPromiseError."""
        play = self.session.play
        if play is None:
            return
        match = self.now.match
        for batch in list(play.journal.batches())[self.matches.get(match, 0) :]:
            for raw in split(batch).events:
                self._check_event(msgspec.json.decode(raw, type=OpenedCard), match)
        self.matches[match] = play.journal.count
        blue = self.now.desks[SEATS.index(BLUE)]
        if blue.locked and not self._meant:
            raise BrokenPromiseError("blue is locked, and blue's phone locked nothing")
        self.inspect(msgspec.json.encode(self.now), "the published view")

    def _check_event(self, event: OpenedCard, match: str) -> None:
        match event.type:
            case "CardSealed" if event.seat is BLUE:
                self._meant = self._locks
                self._locks = False
            case "SealBroken" | "SealVoided" | "SealWithdrawn" if event.seat is BLUE:
                self._meant = False
            case "SealOpened":
                if not self._meant:
                    raise BrokenPromiseError("a card was revealed before blue had locked one")
                if event.seat is BLUE and event.card != self.chosen:
                    raise BrokenPromiseError("another card was revealed than blue's phone had chosen")
                self._turned.add(match)
            case "SecretDisclosed":
                self._over.add(match)
            case _:
                pass

    def locks(self) -> None:
        """Note that blue's phone sends a lock, until a seal comes of it."""
        self._locks = True

    def secret(self, place: PhonePlace) -> bytes | None:
        """Return the secret in the code of a place that has to be seen now. The attacker sees it, too."""
        if isinstance(place, HelperRole):
            way = self.session.helper(place)
            address = "" if way is None else way.address
        else:
            phone = self.now.desks[SEATS.index(place)].phone
            address = "" if phone is None or phone.state is not PhoneState.INVITED else phone.address
        _, found, secret = address.partition("#")
        return base64.urlsafe_b64decode(secret + "==") if found else None

    def close(self) -> None:
        self.session.close()


def _alike(meant: PhoneActs | CardChosen, came: PhoneActs | CardChosen) -> bool:
    """True if both are the same act. The views of an answer may differ, as the host finds them by their numbers."""
    if isinstance(meant, CardChosen) and isinstance(came, CardChosen):
        return _card(meant) == _card(came)
    return isinstance(meant, PhoneActs) and isinstance(came, PhoneActs) and meant.made.act == came.made.act


def _card(chosen: CardChosen) -> str:
    return "" if chosen.card is None else chosen.card.unseal()
