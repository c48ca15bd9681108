"""The reveal barrier, tried in every order: cards laid, swapped and lifted, locks, presses, and power cuts."""

import hashlib
from collections.abc import Iterable
from itertools import product
from typing import Any

import msgspec

import hal.events as hw
from hal.sealed import Sealed
from table.bench.payouts.drawer import Drawer
from table.catalog.legion import catalogue
from table.desks import KnownCard
from table.games.commands import Answer
from table.games.game import Game
from table.games.legion.current import Legion2024
from table.games.refusal import Refusal
from table.games.seats import BLUE, RED, SEATS, Seat
from table.journal import split
from table.lobby import Offer
from table.ports import Message, Ports, Wiring
from table.published import Published
from table.reception import Reception
from table.session import Session
from table.shelf import LegionShelf

SIDES = {BLUE: "sample:rebels_leia_luke", RED: "sample:empire_veers_vader"}
CUT = "cut"
KEPT = "payouts"
"""The system that the drawer's journals name."""
DEEDS = ("card", "other", "lift", "unclear", "hold", "press")
"""Of a seat's: lay one card, lay the other (swapped without a gap), lift it, blur it, hold CONFIRM, press it."""
ALPHABET: tuple[tuple[Seat | None, str], ...] = (*product(SEATS, DEEDS), (None, CUT))


class EarlyRevealError(AssertionError):
    """A card was to be seen before both were locked."""


class Shelf:
    """The same two armies for every table."""

    def __init__(self) -> None:
        lists = LegionShelf(catalogue.load(), None)
        self._sides = {each: lists.fetch(Legion2024.system, each) for each in SIDES.values()}

    def offers(self, system: str) -> tuple[Offer, ...]:
        return ()

    def fetch(self, system: str, offer: str) -> object | tuple[Refusal, ...]:
        return self._sides[offer]


class BarrierTable:
    """A session over a journal in memory, ready for both seats to lay a card."""

    def __init__(self, shelf: Shelf) -> None:
        self._game: Game[Any] = Legion2024()
        self._shelf = shelf
        self._drawer = Drawer(lambda _: None, lambda: False)
        self._draws = 0
        self._cards: dict[bytes, KnownCard] = {}
        self._confirmed = dict.fromkeys(SEATS, False)
        """Whether the seat held CONFIRM since a card came to lie on its reader."""
        self._lying = dict.fromkeys(SEATS, "")
        self._published = b""
        self._boot()
        self.session.begin(KEPT, SIDES)
        for seat, number in ((BLUE, 7), (RED, 42)):
            self.session.step(Answer(seat, "match.number", number))
        for seat in SEATS:
            for n, option in enumerate(self.session.hand(seat)[:2]):
                self._cards[uid(seat, n)] = KnownCard(option.id, "command")
        self._seen = len(self._events())

    def does(self, seat: Seat | None, deed: str) -> bool:
        """True once both cards are revealed. Raises EarlyRevealError."""
        if seat is None:
            self._confirmed = dict.fromkeys(SEATS, False)
            self._lying = dict.fromkeys(SEATS, "")
            self._boot()
        else:
            # The same tag seen again, and never seen to go, is the same card lying there still.
            stays = deed in ("press", "unclear", self._lying[seat])
            self._confirmed[seat] = deed == "hold" or (self._confirmed[seat] and stays)
            self._lying[seat] = {"card": "card", "other": "other", "lift": ""}.get(deed, self._lying[seat])
            self.session.step(self._message(seat, deed))
        events = self._events()
        revealed = any(b'"type":"SealOpened"' in event for event in events[self._seen :])
        self._seen = len(events)
        if revealed and not all(self._confirmed.values()):
            raise EarlyRevealError("revealed before both had locked")
        shown = self._published + b"".join(events)
        if not revealed and any(card.id.encode() in shown for card in self._cards.values()):
            raise EarlyRevealError("a card is named before the reveal")
        return revealed

    def _message(self, seat: Seat, deed: str) -> Message:
        match deed:
            case "card" | "other":
                return hw.TagPlaced(seat, Sealed(hw.Tag(uid(seat, int(deed == "other")))))
            case "lift":
                return hw.TagLifted(seat)
            case "unclear":
                return hw.TagUnclear(seat, hw.Unclear.UNREADABLE)
            case "hold":
                return hw.Held(seat, hw.Button.CONFIRM)
            case _:
                return hw.Pressed(seat, hw.Button.CONFIRM)

    def _events(self) -> list[bytes]:
        """Since the armies were mustered: that batch names every card."""
        play = self.session.play
        if play is None:
            raise EarlyRevealError("the match did not go on after the cut")
        batches = list(play.journal.batches())[1:]
        return [bytes(event) for batch in batches for event in split(batch).events]

    def _boot(self) -> None:
        reception = Reception({KEPT: self._game}, self._shelf, self._drawer, (), self._entropy)
        wiring = Wiring({seat: seat for seat in SEATS}, {seat: seat for seat in SEATS})
        ports = Ports(lambda _: None, self._publish, lambda tag: self._cards.get(tag.uid), self._entropy)
        self.session = Session(wiring, ports, reception)
        self.session.start()

    def _entropy(self, n: int) -> bytes:
        self._draws += 1
        return hashlib.shake_256(f"barrier {self._draws}".encode()).digest(n)

    def _publish(self, published: Published) -> None:
        self._published = msgspec.json.encode(published)


def uid(seat: Seat, n: int) -> bytes:
    return bytes([4, n, *(5 * [SEATS.index(seat)])])


def run(deeds: Iterable[tuple[Seat | None, str]], shelf: Shelf) -> bool:
    """Whether these deeds, in this order, end in a reveal. Raises EarlyRevealError."""
    table = BarrierTable(shelf)
    return any(table.does(seat, deed) for seat, deed in deeds)
