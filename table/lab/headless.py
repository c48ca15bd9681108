"""A session without devices: its players and its dispenser act by chance. Any system, as fast as the machine."""

import random
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import hal.events as hw
from hal.sealed import Sealed
from table.config import Config
from table.devices.device_settings import hopper_entries, seating
from table.devices.tags.card_book import CardBook, KnownCards
from table.emulation.cards import Decks, uid
from table.emulation.virtual_table import seeded_entropy
from table.games.files.offers import Offer
from table.games.legion.data import catalogue
from table.lab.random_play import chosen, laid
from table.lab.systems import System
from table.records.disk import DISK
from table.records.matches import MatchFolder
from table.records.ports import Disk
from table.rules.commands import Answer
from table.rules.game import Game
from table.rules.match.match import AGREE, CLOSE, END
from table.rules.prompts import AnyPrompt, SealedCard
from table.rules.seats import SEATS, Seat
from table.rules.text import Text
from table.session.lobby.match_starter import Reception
from table.session.match_switch import NEXT_MATCH
from table.session.ports import Message, Ports
from table.session.session import Session
from table.setup.repertoire import games, known_cards
from table.view.published import Published

RESTLESS = 50
"""One answer in so many is to a standing prompt."""


class Sides:
    """A shelf with what both seats bring to the next match."""

    def __init__(self) -> None:
        self.brought: Mapping[Seat, Any] = {}

    def offers(self, system: str) -> tuple[Offer, ...]:
        return tuple(Offer(seat, Text(seat)) for seat in SEATS)

    def fetch(self, system: str, offer: str) -> Any:
        return self.brought[Seat(offer)]


class Furnished:
    """What every headless table of a process shares, for it takes long to read: games and the book of all cards."""

    def __init__(self, folder: Path) -> None:
        self.config = Config()
        self.games: Mapping[str, Game[Any]] = games(self.config)
        self.book: KnownCards = CardBook(Decks(known_cards(catalogue.load_all(), folder)).book())


class HeadlessTable:
    def __init__(self, furnished: Furnished, folder: Path, system: System, seed: int, disk: Disk = DISK) -> None:
        self._furnished = furnished
        self._rng = random.Random(seed)
        self.system = system
        """What the next match is of."""
        self._wiring = seating(furnished.config)
        self._sides = Sides()
        self._replies: deque[Message] = deque()
        self.now: Published | None = None
        entropy, hoppers = seeded_entropy(seed), hopper_entries(furnished.config)
        reception = Reception(furnished.games, self._sides, MatchFolder(folder, entropy, disk), hoppers, entropy)
        ports = Ports(self.sent, self.shown, furnished.book, entropy)
        self.session = Session(self._wiring, ports, reception)

    def start(self, resume: bool = False) -> None:
        self.session.start(resume)
        self.session.step(hw.DispenserUp(1, "bench", len(self._furnished.config.hoppers), store=1))
        self.settle()

    def begin(self) -> None:
        self._sides.brought = self.system.sides(self._rng)
        self.session.begin(self.system.game.system, {seat: str(seat) for seat in SEATS})
        self.settle()

    def turn(self) -> None:
        """One answer of a player's, and all that follows; a new match when there is none."""
        now, play = self.now, self.session.play
        if now is None or play is None:
            self.begin()
            return
        prompt = chosen(now.prompts, self._rng.randrange, RESTLESS)
        if isinstance(prompt, SealedCard) and prompt.seat is not None:
            card = laid(play.match.game, play.state.game, prompt.seat, self._rng.randrange)
            tag = Sealed(hw.Tag(uid(prompt.seat, card)))
            self.step(hw.TagPlaced(_named(self._wiring.readers, prompt.seat), tag))
            self.step(hw.Held(_named(self._wiring.panels, prompt.seat), hw.Button.CONFIRM))
        else:
            self.step(self._answer(prompt))
        self.settle()

    def finish(self) -> None:
        """Both agree that it is over, and go on to the lobby: the match goes into the archive."""
        play = self.session.play
        if play is None:
            return
        if not play.state.ended and play.match.game.over(play.state.game):
            self.step(Answer(SEATS[0], CLOSE))
        if not play.state.ended and play.state.proposal is None:
            self.step(Answer(SEATS[0], END, "finish"))
        if not play.state.ended and play.state.proposal is not None:
            self.step(Answer(play.state.proposal[0].opponent, AGREE, "agree"))
        self.settle()
        for _ in range(LAST_QUESTIONS):
            if self.session.play is None:
                return
            waits = [prompt for prompt in self.now.prompts if not prompt.standing] if self.now else []
            if not waits:
                return
            self.step(self._answer(waits[0]))
            self.settle()

    def step(self, message: Message) -> None:
        self.session.step(message)

    def sent(self, request: hw.DispenserRequest | hw.LampSetting) -> None:
        """The dispenser pays out all that it is asked for."""
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
"""So many at most stand between the end of a match and the lobby: tokens that nobody knows about."""


def _named(wired: Mapping[str, Seat], seat: Seat) -> str:
    return next(name for name, owner in wired.items() if owner is seat)
