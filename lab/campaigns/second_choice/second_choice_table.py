"""A table for the campaign `second-choice`: it detects a seat that must lay a card while it sees the other's."""

from collections.abc import Hashable, Mapping
from itertools import product
from types import MappingProxyType
from typing import Any, NamedTuple, Self

import msgspec

from lab.campaigns.barrier.barrier_table import (
    AT_PHONES,
    EVERYTHING,
    FOREIGN,
    SEAT_ACTS,
    TABLE_ACTS,
    BarrierTable,
    EventFlags,
    SampleShelf,
    SeatTruth,
    uid,
)
from lab.campaigns.leak.capture import HIDDEN, SIDES
from lab.campaigns.order_search import CampaignAct, ForbiddenError
from lab.memory_records import MemoryJournal
from table.records.journal import split
from table.rules.cards import CardKind, KnownCard
from table.rules.commands import Answer
from table.rules.errors import ProgramError
from table.rules.game import Game
from table.rules.match import undo
from table.rules.prompts import SealedCard
from table.rules.seats import BLUE, SEATS, Seat
from table.session.input import Touched
from table.view.published import Published


class LaterAct(NamedTuple):
    """An act of a seat after a reveal: its description, and its touches by prompt and value."""

    words: str
    touches: tuple[tuple[str, str | tuple[str, ...] | None], ...]
    hold: bool = False


READING: Mapping[str, LaterAct] = MappingProxyType(
    {
        "reads": LaterAct("reads its unknown card as one that acts on reveal", (("read.timing", ("reveal",)),)),
        "agrees": LaterAct(
            "agrees to the reading or to the replacement", (("read.agree", "yes"), ("instead.agree", "yes"))
        ),
        "returns": LaterAct("claims that its card returns the other's", (("card.back", None),)),
        "instead": LaterAct("proposes to lay another card instead", (("instead", "again"),)),
    }
)
"""The acts about a revealed card of unknown timing."""
LATER: Mapping[str, LaterAct] = MappingProxyType(
    {
        "stands": LaterAct("restores a defeated unit", (("restore", "1"),)),
        "takes back": LaterAct("takes its own last answer back", ((undo.TAKE_BACK, None),), hold=True),
        **READING,
        "use": LaterAct("discards its card, so that both choose again", (("plans", "use"),)),
        "keep": LaterAct("discards no card, so that nobody chooses again", (("plans", "keep"),)),
    }
)
ACTS: tuple[CampaignAct, ...] = (*EVERYTHING, *product(SEATS, (FOREIGN, *LATER)))
"""Every act of the campaign `barrier`, and more for each seat: a card of the other's hand, and the later acts."""
BY_PHONE: tuple[CampaignAct, ...] = (*AT_PHONES, *product(SEATS, ("falls", "undo", "yes", *LATER)))
"""The acts of two players with phones, and the later acts."""
DEEDS: Mapping[str, str] = MappingProxyType(
    {act: row.words for rows in (SEAT_ACTS, LATER, TABLE_ACTS) for act, row in rows.items()}
)
"""The description of each act, for the campaign's page."""
MOST_ANSWERS = 200
"""The number of answers after which a round that does not end is an error."""


class SecondChoiceError(ForbiddenError):
    """A seat must lay a card while it sees the other's."""


class ChoosingTable(BarrierTable):
    """A session with a journal in memory that continues after a reveal."""

    def __init__(self, shelf: SampleShelf, game: Game[Any] | None = None, *, phones: bool = False) -> None:
        self._round = 0
        self._choosing: frozenset[Seat] = frozenset()
        self._turned: frozenset[tuple[int, Seat]] = frozenset()
        """The rounds and seats of cards revealed since plans last changed."""
        super().__init__(shelf, game, phones=phones)
        hands = {seat: HIDDEN.hand(shelf.fetch("", SIDES[seat])) for seat in SEATS}
        for seat in SEATS:
            card = next(card for card in hands[seat.opponent] if card not in hands[seat])
            self._cards[uid(seat, FOREIGN)] = KnownCard(card, CardKind.COMMAND)

    @property
    def moment(self) -> Hashable:
        return (super().moment, self._turned)

    @property
    def over(self) -> bool:
        play = self.session.play
        return play is None or bool(play.state.ended)

    def does(self, seat: Seat | None, act: str) -> None:
        """Perform one act. Raises SecondChoiceError, and KeyError for an unknown act."""
        if seat is None or act not in LATER:
            super().does(seat, act)
            return
        for prompt, value in LATER[act].touches:
            self.session.step(Touched(seat, prompt, value, hold=LATER[act].hold))
            self._look()

    def turned_over(self) -> Self:
        """Lock a card for each seat, so that both are revealed, and return this table."""
        for seat in SEATS:
            self.does(seat, "card")
            self.does(seat, "hold")
        return self

    def plans_changed(self) -> Self:
        """Reveal a card of each seat, where blue's lets both choose again (LA-43), and return this table."""
        self.turned_over().does(BLUE, "use")
        return self

    def after_a_round(self) -> Self:
        """Play until the next round asks for cards, and return this table. Revealed cards stay on the readers."""
        self.turned_over()
        first = self._round
        for _ in range(MOST_ANSWERS):
            asked = [each for each in self._prompts if not each.standing and not isinstance(each, SealedCard)]
            if self._round > first and not asked:
                return self
            prompt = asked[0]
            self.session.step(Answer(prompt.seat or BLUE, prompt.key, prompt.sample(lambda _: 0)))
            self._look()
        raise ProgramError(f"the first round does not end with {MOST_ANSWERS} answers")

    def _look(self) -> None:
        """Record the revealed cards. Raises SecondChoiceError if a seat chooses while it sees one of the other's."""
        play = self.session.play
        if play is None:
            raise SecondChoiceError("the match did not go on")
        events = [event for batch in list(play.journal.batches())[self._seen :] for event in split(batch).events]
        self._seen = play.journal.count
        kinds = [msgspec.json.decode(event, type=EventFlags) for event in events]
        opened = {(self._round, each.seat) for each in kinds if each.type == "SealOpened" and each.seat is not None}
        self.revealed = bool(opened)
        if any(each.type == "PlansChanged" for each in kinds):
            self._turned = frozenset()  # both choose again: revealed cards are spent or back in hand
        self._turned |= opened
        for seat in SEATS:
            if seat in self._choosing and (self._round, seat.opponent) in self._turned:
                raise SecondChoiceError(f"{seat} must lay a card while it sees {seat.opponent}'s")
        self._truth = {seat: SeatTruth(connected=truth.connected) for seat, truth in self._truth.items()}

    def _publish(self, published: Published) -> None:
        self._prompts, self._view = published.prompts, published
        self._round = 0 if published.view is None else published.view.round
        asked = (prompt for prompt in published.prompts if isinstance(prompt, SealedCard))
        self._choosing = frozenset(prompt.seat for prompt in asked if prompt.seat is not None)
        self._locked = {desk.seat: desk.locked for desk in published.desks}
        self._noticed = {desk.seat: desk.note is not None for desk in published.desks}


class TornTable(ChoosingTable):
    """The control: a restart keeps a revealed card, and nothing of its consequences."""

    def _boot(self) -> None:
        play = getattr(self, "session", None) and self.session.play
        if play and self._turned:
            kept = MemoryJournal(play.journal.match_id, play.journal.system, play.journal.secret())
            for batch in play.journal.batches():
                whole = split(batch)
                events = [bytes(event) for event in whole.events]
                opened = [event for event in events if b'"SealOpened"' in event]
                kept.append(opened or events, bytes(whole.cause))
            self._matches.hold(kept)
            self._seen = kept.count
        super()._boot()
