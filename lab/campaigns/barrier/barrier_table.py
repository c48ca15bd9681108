"""A table for the campaign `barrier`: every act of the players, and the checks that no card shows early."""

import copy
import hashlib
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self

import msgspec

import hal.events as hw
from hal.sealed import Sealed
from lab.campaigns.barrier.session_copy import Hashes, moment, twin
from lab.campaigns.leak.capture import ATTACKED, HIDDEN, SIDES, SYSTEM
from lab.campaigns.order_search import CampaignAct, ForbiddenError
from lab.headless import headless_session
from table.games.rule_set import Sides
from table.records.journal import split
from table.records.memory import MemoryMatches
from table.rules.cards import CardKind, KnownCard
from table.rules.commands import Answer
from table.rules.game import Game
from table.rules.match import judge, seals, undo
from table.rules.match.commands import CallJudge
from table.rules.match.events import CalledBy
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.session.input import Touched
from table.session.lobby.library import AtOnce
from table.session.ports import Message, Ports
from table.session.session import Session
from table.view.published import Published

LOCK = "select"
"""The key of the prompt for the round's command card."""
CARDS = ("card", "other", "judge", "foreign")
"""The cards on a reader: two command cards of the seat's hand, the judge's card, and a card of the other seat."""
BLURS: Mapping[str, hw.Unclear] = MappingProxyType({"several": hw.Unclear.SEVERAL, "unclear": hw.Unclear.UNREADABLE})
LOCKS = ("hold", "touch")
AT_A_READER = ("card", "other", "judge", "lift", *BLURS, "gone", "back")
BARRIER: tuple[CampaignAct, ...] = (
    *product(SEATS, (*AT_A_READER, *LOCKS, "unlock")),
    (None, "cut"),
    (None, "call"),
    (None, "go on"),
)
"""The acts of a seat: lay a card, lift it, make it unreadable, add a second tag, lose and find the reader, lock by
CONFIRM or by touch, and unlock. The acts of the table: a power cut, a judge's call from the terminal, and the judge's
end.
"""
EVERYTHING: tuple[CampaignAct, ...] = (*BARRIER, *product(SEATS, ("press", "next", "falls", "undo", "yes", "no")))
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


@dataclass(frozen=True, slots=True)
class SeatTruth:
    """The truth about one seat: the card on its reader, and whether the seat meant to lock it."""

    lies: str = ""
    clear: bool = True
    """True if exactly one tag is on the reader and it is readable."""
    connected: bool = True
    meant: bool = False
    """True if the seat locked this card, and the seal was not broken, voided or withdrawn since."""

    @property
    def lockable(self) -> bool:
        return self.connected and self.clear and self.lies in ("card", "other")


class BarrierTable:
    """A session with a journal in memory, at the moment when both seats lay a card."""

    session: Session

    def __init__(self, shelf: SampleShelf, game: Game[Any] | None = None) -> None:
        """`game` replaces the real game, for a control."""
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
        """Perform one act. Raises EarlyRevealError."""
        if seat is None:
            self._at_the_table(act)
        elif self._can(seat, act):
            self._truth[seat] = _after(self._truth[seat], act)
            self.session.step(self._message(seat, act))
        self._look()

    def _at_the_table(self, act: str) -> None:
        match act:
            case "cut":
                self._truth = dict.fromkeys(SEATS, SeatTruth())
                self._boot()
            case "call":
                self.session.step(CallJudge(CalledBy.TERMINAL))
            case _:
                self.session.step(Answer(BLUE, judge.GO_ON))

    def _can(self, seat: Seat, act: str) -> bool:
        """True if the act is possible now. A lost reader reports nothing."""
        if act in AT_A_READER:
            return self._truth[seat].connected is (act != "back")
        return True

    def _message(self, seat: Seat, act: str) -> Message:
        match act:
            case "card" | "other" | "judge" | "foreign":
                return hw.TagPlaced(seat, Sealed(hw.Tag(uid(seat, act))))
            case "several" | "unclear":
                return hw.TagUnclear(seat, BLURS[act])
            case "lift":
                return hw.TagLifted(seat)
            case "gone":
                return hw.ReaderGone(seat, hw.Fault("reader.missing", seat))
            case "back":
                return hw.ReaderBack(seat)
            case "hold":
                return hw.Held(seat, hw.Button.CONFIRM)
            case "press":
                return hw.Pressed(seat, hw.Button.CONFIRM)
            case "next":
                return hw.Pressed(seat, hw.Button.NEXT)
            case "touch":
                return Touched(seat, LOCK)
            case "unlock":
                return Touched(seat, seals.UNLOCK, None, hold=True)
            case "falls":
                return Touched(seat, "defeat", "1")
            case "undo":
                return Touched(seat, undo.UNDO, None, hold=True)
            case _:
                return Touched(seat, undo.AGREE, act, hold=True)

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
            raise EarlyRevealError("revealed before both had locked")
        if self.revealed and play.state.judged:
            raise EarlyRevealError("revealed while a judge has the table")
        if any(locked and not meant[seat] for seat, locked in self._locked.items()) and not self.revealed:
            raise EarlyRevealError("locked, and nobody had locked it")
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
            Ports(lambda _: None, self._publish, lambda tag: self._cards.get(tag.uid), self._entropy),
        )

    def _entropy(self, n: int) -> bytes:
        self._draws += 1
        return hashlib.shake_256(f"barrier {self._draws}".encode()).digest(n)

    def _publish(self, published: Published) -> None:
        self._published = msgspec.json.encode(published)
        self._locked = {desk.seat: desk.locked for desk in published.desks}


class EventFlags(msgspec.Struct, frozen=True):
    """The fields of an event that the check reads."""

    type: str
    seat: Seat | None = None


def uid(seat: Seat, card: str) -> bytes:
    return bytes([4, CARDS.index(card), *(5 * [SEATS.index(seat)])])


def run(acts: Iterable[CampaignAct], shelf: SampleShelf) -> bool:
    """True if these acts, in this order, end in a reveal. Raises EarlyRevealError."""
    table = BarrierTable(shelf)
    for seat, act in acts:
        table.does(seat, act)
        if table.over:
            break
    return table.revealed


def _after(truth: SeatTruth, act: str) -> SeatTruth:
    """Return the truth after an act. A card that never left the reader stays locked when it is seen again."""
    match act:
        case "card" | "other" | "judge" | "foreign":
            return SeatTruth(act, meant=truth.meant and truth.lies == act)
        case "lift":
            return SeatTruth()
        case "several" | "unclear" | "back":
            return SeatTruth(truth.lies, clear=False, meant=truth.meant)
        case "gone":
            return SeatTruth(truth.lies, truth.clear, connected=False, meant=truth.meant)
        case "hold" | "touch":
            return SeatTruth(truth.lies, truth.clear, truth.connected, truth.meant or truth.lockable)
        case _:
            return truth


def _unmeant(truth: SeatTruth) -> SeatTruth:
    return SeatTruth(truth.lies, truth.clear, truth.connected)
