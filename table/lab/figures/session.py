"""Measure a command from the answer to the published view: decide, journal on a real disk, publish."""

import os
import random
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from pathlib import Path

import hal.events as hw
from hal.sealed import Sealed
from table.config import Config
from table.devices.device_settings import hopper_entries, seating
from table.devices.tags.card_book import CardBook
from table.emulation.cards import Decks
from table.emulation.demo import SAMPLES
from table.emulation.virtual_table import seeded_entropy
from table.games.legion.data import catalogue
from table.games.legion.lists.shelf import LegionShelf
from table.lab.figures.figure import Figure, at_most, published
from table.lab.random_play import chosen, laid
from table.records.matches import Matches
from table.rules.commands import Answer
from table.rules.prompts import AnyPrompt, SealedCard
from table.rules.seats import SEATS, Seat
from table.session.lobby.match_starter import Reception
from table.session.match_switch import NEXT_MATCH
from table.session.ports import Message, Ports
from table.session.session import Session
from table.setup.repertoire import games, known_cards
from table.view.published import Published

COMMANDS = 2_500
RESTLESS = 20
SYNCS = 300
PAGE_BYTES = 4096
SYSTEM = "legion_2024"


def measure(seed: int) -> Iterator[Figure]:
    """Measure with journals on the disk of real matches."""
    place = Config().state.path
    place.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="bench-", dir=place) as folder:
        table = TimedTable(Path(folder), seed)
        while len(table.taken_ms) < COMMANDS:
            table.turn()
        table.session.close()
        synced_ms = _synced(Path(folder))
    yield at_most("session.command", table.taken_ms, 5, "ms", judged="p99")
    yield published("session.command.processor", table.worked_ms, "ms")
    yield published("session.command.bare_disk", synced_ms, "ms")


def _synced(folder: Path) -> list[float]:
    """Return the time of the least that a journal can do on this disk: write and sync one page."""
    taken_ms = []
    with (folder / "page").open("wb", buffering=0) as file:
        for _ in range(SYNCS):
            started_s = time.perf_counter()
            file.write(bytes(PAGE_BYTES))
            os.fsync(file.fileno())
            taken_ms.append(1e3 * (time.perf_counter() - started_s))
    return taken_ms


class TimedTable:
    """A session without devices, its players and its dispenser by chance; each answer's step is timed."""

    def __init__(self, folder: Path, seed: int) -> None:
        config, legion = Config(), catalogue.load_all()
        self._rng = random.Random(seed)
        self._wiring = seating(config)
        self._decks = Decks(known_cards(legion, folder))
        self._replies: deque[Message] = deque()
        self._now: Published | None = None
        self.taken_ms: list[float] = []
        self.worked_ms: list[float] = []
        """Of that, on the processor; the rest is the disk's, and whoever else wants the processor."""
        entropy = seeded_entropy(seed)
        shelf = LegionShelf(legion[catalogue.CURRENT], None)
        reception = Reception(games(config), shelf, Matches(folder, entropy), hopper_entries(config), entropy)
        ports = Ports(self._send, self._publish, CardBook(self._decks.book()), entropy)
        self.session = Session(self._wiring, ports, reception)
        self.session.start(resume=False)
        self.session.step(hw.DispenserUp(boot=1, firmware="bench", hoppers=len(config.hoppers), store=1))

    def turn(self) -> None:
        """One command of a player's; a new match when the last one is over."""
        play = self.session.play
        if play is None or self._now is None:
            self.session.begin(SYSTEM, SAMPLES)
            return
        prompt = chosen(self._now.prompts, self._rng.randrange, RESTLESS)
        if isinstance(prompt, SealedCard) and prompt.seat is not None:
            card = laid(play.match.game, play.state.game, prompt.seat, self._rng.randrange)
            tag = Sealed(hw.Tag(self._decks.tag(prompt.seat, card).uid))
            self.session.step(hw.TagPlaced(self._reader(prompt.seat), tag))
            self._timed(hw.Held(self._panel(prompt.seat), hw.Button.CONFIRM))
        else:
            self._timed(self._answer(prompt))
        while self._replies:
            self.session.step(self._replies.popleft())

    def _answer(self, prompt: AnyPrompt) -> Answer:
        seat = prompt.seat if prompt.seat is not None else self._rng.choice(SEATS)
        return Answer(seat, prompt.key, prompt.sample(self._rng.randrange))

    def _timed(self, message: Message) -> None:
        if isinstance(message, Answer) and message.prompt == NEXT_MATCH:
            self.session.step(message)
            return
        started_s, worked_s = time.perf_counter(), time.thread_time()
        self.session.step(message)
        self.worked_ms.append(1e3 * (time.thread_time() - worked_s))
        self.taken_ms.append(1e3 * (time.perf_counter() - started_s))

    def _send(self, request: hw.DispenserRequest | hw.LampSetting) -> None:
        if isinstance(request, hw.PayOut):
            self._replies += [hw.TokenPassed(request.job, n) for n in range(1, request.count + 1)]
            self._replies.append(hw.PayoutEnded(request.job, request.count, request.count, hw.Outcome.DONE))

    def _publish(self, shown: Published) -> None:
        self._now = shown

    def _reader(self, seat: Seat) -> str:
        return next(name for name, owner in self._wiring.readers.items() if owner is seat)

    def _panel(self, seat: Seat) -> str:
        return next(name for name, owner in self._wiring.panels.items() if owner is seat)
