"""A session without devices, and a table on it that plays at random.

The lab and the tests create sessions only by `headless_session`. `HeadlessTable` plays any game as fast as possible:
players and dispenser act at random.
"""

import dataclasses
import random
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

import hal.events as hw
from hal.sealed import Sealed
from lab.random_acts import towards_the_end
from table.config import Config
from table.config.schema import StateConfig
from table.devices.setup import Setup
from table.devices.tags.card_book import CardBook, KnownCards
from table.emulation.cards import EmulatedCards, uid
from table.emulation.virtual_table import seeded_entropy
from table.games.files.offers import Offer
from table.games.random_play.match import chosen, laid
from table.games.random_play.trial import System
from table.records.beside.named_players import NamedPlayers
from table.records.disk import DISK
from table.records.matches import MatchFolder
from table.records.ports import Disk, Matches
from table.rules.cards import KnownCard
from table.rules.commands import Answer
from table.rules.game import Game
from table.rules.prompts import AnyPrompt, SealedCard
from table.rules.seats import SEATS, Seat
from table.rules.text import Text
from table.session.far.far_table import FarPorts
from table.session.lobby.hopper_contents import HopperContents
from table.session.lobby.list_library import AtOnce, Library
from table.session.lobby.match_starter import MatchStarter, MatchTerms
from table.session.match_switch import NEXT_MATCH
from table.session.ports import Message, Ports, SeatWiring
from table.session.session import Session
from table.view.published import Published

RESTLESS = 50
"""A standing prompt gets one answer in so many."""
BY_SEAT = SeatWiring({seat: seat for seat in SEATS}, {seat: seat for seat in SEATS})
"""Readers and panels named after their seats, without a dispenser."""


def no_card(_: hw.Tag) -> KnownCard | None:
    return None


def headless_session(
    games: Mapping[str, Game[Any]],
    library: Library,
    matches: Matches,
    ports: Ports,
    *,
    wiring: SeatWiring = BY_SEAT,
    terms: MatchTerms | None = None,
    contents: HopperContents | None = None,
    warn_minutes: Sequence[int] = (),
    players: NamedPlayers | None = None,
    far: FarPorts | None = None,
) -> Session:
    """Create a session over these ports. It is not started, and has no thread.

    Without `contents` the hoppers of a new match hold the tokens that its `terms` name.
    """
    starter = MatchStarter(games, library, matches, ports.entropy, terms or MatchTerms(), contents, now_s=ports.now_s)
    return Session(wiring, ports, starter, warn_minutes, players, far)


class PreparedSides:
    """A shelf that holds the sides of the next match."""

    def __init__(self) -> None:
        self.brought: Mapping[Seat, Any] = {}

    def offers(self, system: str) -> tuple[Offer, ...]:
        return tuple(Offer(seat, Text(seat)) for seat in SEATS)

    def fetch(self, system: str, offer: str) -> Any:
        return self.brought[Seat(offer)]


class HeadlessParts:
    """Games and the book of all cards, which load slowly. All headless tables of a process share them."""

    def __init__(self, folder: Path, *, phones_alone: bool = False) -> None:
        """`phones_alone`: the table asks about no hardware, as in an evening of two phones."""
        setup = Setup.of(replace(Config(), state=StateConfig(folder=str(folder))))
        self.setup = dataclasses.replace(setup, phones_alone=phones_alone)
        self.config = self.setup.config
        self.games: Mapping[str, Game[Any]] = self.setup.games
        self.book: KnownCards = CardBook(EmulatedCards(self.setup.games.cards).book())


class HeadlessTable:
    """A table without devices, on one thread. Subclasses may observe it by `step`, `sent` and `shown`."""

    def __init__(
        self, parts: HeadlessParts, folder: Path, system: System, seed: int, disk: Disk = DISK, restless: int = RESTLESS
    ) -> None:
        self._parts = parts
        self._rng = random.Random(seed)
        self._restless = restless
        self.system = system
        """The game of the next match."""
        self._wiring = parts.setup.seats
        self._sides = PreparedSides()
        self._replies: deque[Message] = deque()
        self.now: Published | None = None
        entropy = seeded_entropy(seed)
        self.session = headless_session(
            parts.games,
            AtOnce(self._sides),
            MatchFolder(folder, entropy, disk),
            Ports(self.sent, self.shown, parts.book, entropy),
            wiring=self._wiring,
            terms=parts.setup.session.terms,
        )

    def start(self, resume: bool = False) -> None:
        self.session.start(resume)
        self.session.step(hw.DispenserUp(1, "bench", len(self._parts.config.hoppers), store=1))
        self.settle()

    def begin(self) -> None:
        self._sides.brought = self.system.sides(self._rng)
        self.session.begin(self.system.game.system, {seat: str(seat) for seat in SEATS})
        self.settle()

    def turn(self) -> None:
        """Give one random answer and settle all consequences; start a new match if none is open."""
        now, play = self.now, self.session.play
        if now is None or play is None:
            self.begin()
            return
        prompt = chosen(now.prompts, self._rng.randrange, self._restless)
        if isinstance(prompt, SealedCard) and prompt.seat is not None:
            card = laid(play.match.game, play.state.game, prompt.seat, self._rng.randrange)
            tag = Sealed(hw.Tag(uid(prompt.seat, card)))
            self.step(hw.TagPlaced(_named(self._wiring.readers, prompt.seat), tag))
            self.step(hw.Held(_named(self._wiring.panels, prompt.seat), hw.Button.CONFIRM))
        else:
            self.step(self._answer(prompt))
        self.settle()

    def finish(self) -> None:
        """End the match by agreement and return to the lobby, which archives the match."""
        for _ in range(LAST_QUESTIONS):
            play = self.session.play
            if play is None:
                return
            answer = None if play.state.ended else towards_the_end(play.match.prompts(play.state))
            if answer is None:
                waits = [prompt for prompt in self.now.prompts if not prompt.standing] if self.now else []
                if not waits:
                    return
                answer = self._answer(waits[0])
            self.step(answer)
            self.settle()

    def step(self, message: Message) -> None:
        self.session.step(message)

    def sent(self, request: hw.DispenserRequest | hw.LampSetting) -> None:
        """Pay out every requested token."""
        if isinstance(request, hw.PayOut):
            self._replies += [hw.TokenPassed(request.job, n) for n in range(1, request.count + 1)]
            self._replies.append(hw.PayoutEnded(request.job, request.count, request.count, hw.Outcome.DONE))

    def shown(self, published: Published) -> None:
        self.now = published

    def settle(self) -> None:
        while self._replies:
            self.session.step(self._replies.popleft())

    def _answer(self, prompt: AnyPrompt) -> Answer:
        seat = prompt.seat if prompt.seat is not None else self._rng.choice(SEATS)
        return Answer(seat, prompt.key, None if prompt.key == NEXT_MATCH else prompt.sample(self._rng.randrange))


LAST_QUESTIONS = 200
"""The maximum number of questions between a match and the lobby, open ones and those about lost tokens."""


def _named(wired: Mapping[str, Seat], seat: Seat) -> str:
    return next(name for name, owner in wired.items() if owner is seat)
