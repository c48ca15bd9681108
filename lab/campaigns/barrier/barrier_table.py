"""A table for the campaign `barrier`: every act of the players, and the checks that no card shows early."""

import copy
import hashlib
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, Self

import msgspec

import hal.events as hw
from hal.sealed import Sealed
from lab.campaigns.barrier.session_copy import Hashes, moment, twin
from lab.campaigns.leak.capture import ATTACKED, HIDDEN, SIDES, SYSTEM
from lab.campaigns.order_search import CampaignAct, ForbiddenError
from lab.headless import headless_session
from lab.memory_records import MemoryMatches
from table.games.rule_set import Sides
from table.records.journal import split
from table.rules.cards import CardKind, KnownCard
from table.rules.commands import Answer
from table.rules.game import Game
from table.rules.match import judge, seals, undo
from table.rules.match.commands import CallJudge
from table.rules.match.events import CalledBy
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.session.input import Touched
from table.session.lobby.list_library import AtOnce
from table.session.phones.phone_ways import ACCEPT, INVITE, YES
from table.session.ports import (
    CardChosen,
    InputOnView,
    Message,
    PhoneActs,
    PhoneInvited,
    PhoneKnocked,
    PhoneRequest,
    Ports,
)
from table.session.session import Session
from table.view.published import Published

LOCK = "select"
"""The key of the prompt for the round's command card."""
FOREIGN = "foreign"
CARDS = ("card", "other", "judge", FOREIGN)
"""The cards on a reader: two command cards of the seat's hand, the judge's card, and a card of the other seat."""


@dataclass(frozen=True, slots=True)
class SeatTruth:
    """The truth about one seat: the card on its reader, and whether the seat meant to lock it."""

    lies: str = ""
    clear: bool = True
    """True if exactly one tag is on the reader and it is readable."""
    connected: bool = True
    by_phone: bool = False
    """True if this card was chosen on the seat's phone, and no card is on its reader."""
    meant: bool = False
    """True if the seat locked this card, and the seal was not broken, voided or withdrawn since."""

    @property
    def lockable(self) -> bool:
        return (self.by_phone or (self.connected and self.clear)) and self.lies in ("card", "other")


class SeatAct(NamedTuple):
    """An act of a seat: its description, the message that it sends, and the truth after it."""

    words: str
    message: Callable[[Seat], Message]
    after: Callable[[SeatTruth], SeatTruth] = lambda truth: truth


class TableAct(NamedTuple):
    """An act at the table: its description, and its deed."""

    words: str
    deed: Callable[["BarrierTable"], None]


def uid(seat: Seat, card: str) -> bytes:
    return bytes([4, CARDS.index(card), *(5 * [SEATS.index(seat)])])


def _laid(card: str, words: str) -> SeatAct:
    """Return the act of laying a card. A card that never left the reader stays locked when it is seen again."""
    return SeatAct(
        words,
        lambda seat: hw.TagPlaced(seat, Sealed(hw.Tag(uid(seat, card)))),
        lambda truth: SeatTruth(card, meant=truth.meant and truth.lies == card),
    )


def _unclear(why: hw.Unclear, words: str) -> SeatAct:
    return SeatAct(words, lambda seat: hw.TagUnclear(seat, why), _blurred)


def _blurred(truth: SeatTruth) -> SeatTruth:
    if truth.by_phone:  # the card on the phone can be locked all the same
        return replace(truth, connected=True)
    return SeatTruth(truth.lies, clear=False, meant=truth.meant)


def _locked(truth: SeatTruth) -> SeatTruth:
    return replace(truth, meant=truth.meant or truth.lockable)


def _touched(words: str, prompt: str, value: str | None = None, *, hold: bool = True) -> SeatAct:
    return SeatAct(words, lambda seat: Touched(seat, prompt, value, hold=hold))


def _chosen(card: str, words: str) -> SeatAct:
    """Return the act of choosing a card on the phone. The table accepts it if no card is locked or on the reader."""

    def after(truth: SeatTruth) -> SeatTruth:
        free = not truth.meant and (truth.by_phone or not truth.lies)
        return replace(truth, lies=card, by_phone=True) if free and card != FOREIGN else truth

    return SeatAct(words, lambda seat: CardChosen(seat, GUEST, Sealed(card)), after)


def _taken_back(truth: SeatTruth) -> SeatTruth:
    return replace(truth, lies="", by_phone=False) if truth.by_phone and not truth.meant else truth


def _lifted(truth: SeatTruth) -> SeatTruth:
    return replace(truth, clear=True) if truth.by_phone else SeatTruth()


AT_A_READER: Mapping[str, SeatAct] = MappingProxyType(
    {
        "card": _laid("card", "lays a card of its hand"),
        "other": _laid("other", "lays another card of its hand"),
        "judge": _laid("judge", "lays the judge's card"),
        "lift": SeatAct("lifts its card", hw.TagLifted, _lifted),
        "several": _unclear(hw.Unclear.SEVERAL, "lays a second tag on top"),
        "unclear": _unclear(hw.Unclear.UNREADABLE, "has a tag that cannot be read"),
        "gone": SeatAct(
            "has its reader fail",
            lambda seat: hw.ReaderGone(seat, hw.Fault("reader.missing", seat)),
            lambda truth: replace(truth, connected=False),
        ),
        "back": SeatAct("has its reader work again", hw.ReaderBack, _blurred),
    }
)
"""The acts at a reader. A lost reader reports nothing but its return."""
LOCKS: Mapping[str, SeatAct] = MappingProxyType(
    {
        "hold": SeatAct("holds CONFIRM", lambda seat: hw.Held(seat, hw.Button.CONFIRM), _locked),
        "touch": SeatAct("locks on the screen", lambda seat: Touched(seat, LOCK), _locked),
        "unlock": _touched("unlocks on the screen", seals.UNLOCK),
    }
)
ANSWERS: Mapping[str, SeatAct] = MappingProxyType(
    {
        "press": SeatAct("presses CONFIRM", lambda seat: hw.Pressed(seat, hw.Button.CONFIRM)),
        "next": SeatAct("presses NEXT", lambda seat: hw.Pressed(seat, hw.Button.NEXT)),
        "falls": _touched("reports a defeated unit", "defeat", "1", hold=False),
        "undo": _touched("proposes to undo the last answer", undo.UNDO),
        "yes": _touched("agrees to an undo", undo.AGREE, "yes"),
        "no": _touched("declines an undo", undo.AGREE, "no"),
    }
)
GUEST = 1
"""The number of each seat's phone."""
PHONE_ACTS: Mapping[str, SeatAct] = MappingProxyType(
    {
        "phone card": _chosen("card", "chooses a card on its phone"),
        "phone other": _chosen("other", "chooses another card on its phone"),
        "phone foreign": _chosen("foreign", "asks its phone for a card of the other's hand"),
        "phone none": SeatAct("takes its phone's card back", lambda seat: CardChosen(seat, GUEST, None), _taken_back),
        "phone lock": SeatAct("locks on its phone", lambda seat: Touched(seat, LOCK, None, hold=True), _locked),
        "phone unlock": _touched("unlocks on its phone", seals.UNLOCK),
        "phone old": SeatAct(
            "locks on its phone in answer to an old view", lambda seat: Touched(seat, LOCK, None, hold=True), _locked
        ),
        "phone joins": SeatAct("scans a code with a phone", lambda seat: PhoneKnocked(seat, GUEST, (0, 0))),
    }
)
"""The acts at a seat's phone. A card that lies on a reader has precedence over one that is chosen there."""
SEAT_ACTS: Mapping[str, SeatAct] = MappingProxyType(
    {**AT_A_READER, **LOCKS, **ANSWERS, **PHONE_ACTS, FOREIGN: _laid(FOREIGN, "lays a card of the other's hand")}
)
TABLE_ACTS: Mapping[str, TableAct] = MappingProxyType(
    {
        "cut": TableAct("power is cut and returns", lambda table: table.cut()),
        "call": TableAct(
            "a judge calls from the terminal", lambda table: table.session.step(CallJudge(CalledBy.TERMINAL))
        ),
        "go on": TableAct("the judge resumes the match", lambda table: table.session.step(Answer(BLUE, judge.GO_ON))),
    }
)
BARRIER: tuple[CampaignAct, ...] = (*product(SEATS, (*AT_A_READER, *LOCKS)), *((None, act) for act in TABLE_ACTS))
AT_PHONES: tuple[CampaignAct, ...] = (
    *product(SEATS, (*PHONE_ACTS, "card", "lift", "several", "gone", "back", "hold", "touch", "unlock", "press")),
    *((None, act) for act in TABLE_ACTS),
)
"""The acts of two players with phones, at a table that has readers and panels, too."""
EVERYTHING: tuple[CampaignAct, ...] = (*BARRIER, *product(SEATS, ANSWERS))
"""All acts: also the buttons, which move the focus; a unit's defeat; and an undo proposed, accepted and declined."""


class EarlyRevealError(ForbiddenError):
    """A card was visible before both seats had locked."""


class SampleShelf(Sides):
    """A shelf with the same two small armies for every table."""

    def __init__(self, red: Callable[[Any], Any] = HIDDEN.small, blue: Callable[[Any], Any] = HIDDEN.small) -> None:
        """`red` and `blue` reduce a side to few units."""
        lists = ATTACKED[SYSTEM].shelf_of(Path())
        cut = {BLUE: blue, RED: red}
        sides = {each: cut[seat](lists.fetch(SYSTEM, each)) for seat, each in SIDES.items()}
        super().__init__({each: each for each in sides}, sides)


class BarrierTable:
    """A session with a journal in memory, at the moment when both seats lay a card."""

    session: Session

    def __init__(self, shelf: SampleShelf, game: Game[Any] | None = None, *, phones: bool = False) -> None:
        """`game` replaces the real game, for a control. With `phones`, each seat has one that was let in."""
        self._phones = phones
        self._game: Game[Any] = game or ATTACKED[SYSTEM].game
        self._shelf = shelf
        self._matches = MemoryMatches()
        self._draws = 0
        self._hashes: Hashes = {}
        self._cards: dict[bytes, KnownCard] = {uid(seat, "judge"): KnownCard(judge.CARD, "judge") for seat in SEATS}
        self._truth = dict.fromkeys(SEATS, SeatTruth())
        self._published = b""
        self._locked = dict.fromkeys(SEATS, False)
        self._boot()
        self.session.begin(SYSTEM, SIDES)
        for seat, number in ((BLUE, 7), (RED, 42)):
            self.session.step(Answer(seat, "match.number", number))
        for seat in SEATS:
            for name, option in zip(CARDS, self.session.hand(seat)[:2], strict=False):
                self._cards[uid(seat, name)] = KnownCard(option.id, CardKind.COMMAND)
        for seat in SEATS if phones else ():
            own = {option.id for option in self.session.hand(seat)}
            foreign = next(option.id for option in self.session.hand(seat.opponent) if option.id not in own)
            self._cards[uid(seat, FOREIGN)] = KnownCard(foreign, CardKind.COMMAND)
            self._joins(seat)
        self._first = self._view
        self._hidden = tuple(card.id.encode() for card in self._cards.values() if card.kind == CardKind.COMMAND)
        self._seen = self._batches
        self.revealed = False

    def twin(self) -> Self:
        """Return a copy of the table at the same moment."""
        other = copy.copy(self)
        other.part()
        return other

    def part(self) -> None:
        """Copy all mutable parts, so that this table shares none with its original."""
        self._truth, self._locked = dict(self._truth), dict(self._locked)
        self._matches = MemoryMatches()
        self.session = twin(self.session, self._fresh())
        if self.session.play is not None:
            self._matches.hold(self.session.play.journal)

    @property
    def moment(self) -> Hashable:
        """Return a value that is equal for two tables with the same future behaviour."""
        return (moment(self.session, self._hashes), *self._truth.values())

    @property
    def over(self) -> bool:
        """True if no card is hidden any longer."""
        play = self.session.play
        return self.revealed or play is None or bool(play.state.ended)

    def does(self, seat: Seat | None, act: str) -> None:
        """Perform one act. Raises EarlyRevealError, and KeyError for an unknown act."""
        if seat is None:
            TABLE_ACTS[act].deed(self)
        elif act not in AT_A_READER or self._truth[seat].connected is (act != "back"):
            self._truth[seat] = SEAT_ACTS[act].after(self._truth[seat])
            self._step(seat, act)
        self._look()

    def _step(self, seat: Seat, act: str) -> None:
        message = SEAT_ACTS[act].message(seat)
        match message:
            case PhoneKnocked():
                self._joins(seat)
            case CardChosen(_, guest, card) if card is not None:
                self.session.step(CardChosen(seat, guest, Sealed(self._cards[uid(seat, card.unseal())].id)))
            case Touched() if act in PHONE_ACTS:
                shown = self._first if act == "phone old" else self._view
                self.session.step(PhoneActs(seat, GUEST, InputOnView(message, shown)))
            case _:
                self.session.step(message)

    def _joins(self, seat: Seat) -> None:
        """Let a phone in at a seat, if none has it."""
        self.session.step(Answer(seat, INVITE))
        self.session.step(PhoneInvited(seat, "http://table/phone#secret"))
        self.session.step(PhoneKnocked(seat, GUEST, (0, 0)))
        self.session.step(Answer(seat, ACCEPT, YES))

    def cut(self) -> None:
        self._truth = dict.fromkeys(SEATS, SeatTruth())
        self._boot()

    def _look(self) -> None:
        """Check the visible state. Raises EarlyRevealError."""
        play = self.session.play
        if play is None:
            raise EarlyRevealError("the match did not go on")
        events = [event for batch in list(play.journal.batches())[self._seen :] for event in split(batch).events]
        self._seen = play.journal.count
        kinds = [msgspec.json.decode(event, type=EventFlags) for event in events]
        for each in kinds:
            if each.seat is not None and each.type in ("SealBroken", "SealVoided", "SealWithdrawn"):
                self._truth[each.seat] = _unmeant(self._truth[each.seat])
        self.revealed = any(each.type == "SealOpened" for each in kinds)
        meant = {seat: truth.meant for seat, truth in self._truth.items()}
        if self.revealed and not all(meant.values()):
            raise EarlyRevealError("revealed before both locked")
        if self.revealed and play.state.judged:
            raise EarlyRevealError("revealed while a judge has the table")
        if any(locked and not meant[seat] for seat, locked in self._locked.items()) and not self.revealed:
            raise EarlyRevealError("locked without a lock act")
        shown = self._published + b"".join(bytes(event) for event in events)
        if not self.revealed and any(card in shown for card in self._hidden):
            raise EarlyRevealError("a card is named before the reveal")

    @property
    def _batches(self) -> int:
        return 0 if self.session.play is None else self.session.play.journal.count

    def _boot(self) -> None:
        self.session = self._fresh()
        self.session.start()

    def _fresh(self) -> Session:
        """Return a session on this table's journal that is not yet started."""
        return headless_session(
            {SYSTEM: self._game},
            AtOnce(self._shelf),
            self._matches,
            Ports(
                lambda _: None,
                self._publish,
                lambda tag: self._cards.get(tag.uid),
                self._entropy,
                phones=_unheard if self._phones else None,
            ),
        )

    def _entropy(self, n: int) -> bytes:
        self._draws += 1
        return hashlib.shake_256(f"barrier {self._draws}".encode()).digest(n)

    def _publish(self, published: Published) -> None:
        self._view = published
        self._published = msgspec.json.encode(published)
        self._locked = {desk.seat: desk.locked for desk in published.desks}


class EventFlags(msgspec.Struct, frozen=True):
    """The fields of an event that the check reads."""

    type: str
    seat: Seat | None = None


def run(acts: Iterable[CampaignAct], shelf: SampleShelf) -> bool:
    """True if these acts, in this order, end in a reveal. Raises EarlyRevealError."""
    table = BarrierTable(shelf)
    for seat, act in acts:
        table.does(seat, act)
        if table.over:
            break
    return table.revealed


def _unheard(_: PhoneRequest) -> None:
    """Send a request to no phone: the acts of phones are the campaign's own."""


def _unmeant(truth: SeatTruth) -> SeatTruth:
    return replace(truth, meant=False)
