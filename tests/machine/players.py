"""The players at a machine: they see what the table publishes, lay cards, press buttons, and put tokens back.

They are the bots of the emulated table. What is in their hands, and what is asked back, they read in a copy of the
match's journal, as a player reads it in the cards before him.
"""

import base64
import io
import random
import tarfile
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from table.emulation.acts import hold_lasts_s
from table.emulation.cards import EmulatedCards
from table.emulation.hands.player import BotAct, BotPlayer
from table.records.journal import SqliteJournal
from table.records.matches import stored
from table.records.open_match import OpenMatch
from table.records.ports import JournalError
from table.rules.match.ending import AGREE, END
from table.rules.match.events import EndWay
from table.rules.match.job_steps import UNSURE
from table.rules.match.payouts import BY_HAND, PAYOUT, TOKENS_BACK
from table.rules.prompts import AnyPrompt, Option, Value
from table.rules.seats import SEATS, Seat
from table.session.match_switch import NEXT_MATCH
from table.view.published import Published
from tests.machine.outside import Outside
from tests.machine.qemu import MachineError

TAP_S = 0.15
"""The seconds of a short press, on the machine's clock: it may be many times slower than a Pi."""
ANSWER_S = 4.0
"""The longest wait for an effect of a press. Some presses have none."""
SETTLED_S = 1.5
"""The seconds for a reader to be certain, on the machine's clock."""
DISPENSER_S = 20.0
FIRST = 0.85
ATTEMPTS = 5
COPIES = 5
"""How often a journal is copied again that was written to meanwhile."""
TAR = "tar -C /var/lib/command-table -cf /run/copy.{} matches archive last-match 2>/dev/null"
# Nothing was written meanwhile if a second copy is the same.
COPY = f"""
for try in 1 2 3 4 5 6; do {TAR.format(1)}; {TAR.format(2)}; cmp -s /run/copy.1 /run/copy.2 && break; done
gzip -1 </run/copy.2 | base64 -w 0
"""


class _LateError(Exception):
    """The table has taken an answer since it was looked at, and asks something else."""


class BriefAnswers(random.Random):
    """The chance of players who mostly take what stands first: a press takes its time here, and each answer some."""

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        if stop is None and self.random() < FIRST:
            return 0
        return super().randrange(start, stop, step)


class MachineHands:
    """The hands of one player (`table.emulation.hands.player.PlayerHands`)."""

    def __init__(self, outside: Outside, seat: Seat, hold_s: float) -> None:
        self._outside, self._seat, self._hold_s = outside, seat, hold_s
        self._decks: EmulatedCards = outside.decks
        self._lying: list[Any] = []

    def lay(self, card: str) -> None:
        tag = self._decks.tag(self._seat, card)
        self._outside.readers.lay(self._seat, tag)
        self._lying.append(tag)
        self._outside.wait(SETTLED_S)

    def clear(self) -> None:
        """Take everything off the reader."""
        for tag in self._lying:
            self._outside.readers.lift(self._seat, tag)
        if self._lying:
            self._lying.clear()
            self._outside.wait(SETTLED_S)

    def press(self, button: str) -> None:
        self._finger(button, TAP_S)

    def hold(self, button: str = "confirm") -> None:
        self._finger(button, hold_lasts_s(self._hold_s) + TAP_S)

    def _finger(self, button: str, lasts_s: float) -> None:
        """Press, and wait until the table shows an effect of it."""
        before = self._outside.seen
        self._outside.panels.press(self._seat, button)
        self._outside.wait(lasts_s)
        self._outside.panels.release(self._seat, button)
        until_s = self._outside.now_s() + ANSWER_S
        while self._outside.look() == before and self._outside.now_s() < until_s:
            pass


class Players:
    """Two players at one machine. One thread calls everything."""

    def __init__(self, outside: Outside, rng: random.Random) -> None:
        self.outside, self._setup = outside, outside.setup
        self._kinds = tuple(hopper.kind for hopper in self._setup.config.hoppers)
        hold_s = self._setup.hold_s
        hands = {seat: MachineHands(outside, seat, hold_s[seat]) for seat in SEATS}
        self.hands = hands
        self._players = {seat: BotPlayer(seat, hands[seat], partial(self._hand, seat), rng) for seat in SEATS}
        self._rng = rng
        self.wanted = ""
        """The card that is laid if it may be, or an empty string."""

    def finish(self) -> None:
        """Agree to end the match as it stands."""
        blue, red = SEATS
        self.answer(blue, END, EndWay.FINISH)
        self._asked(AGREE, red)
        self.answer(red, AGREE, "agree")

    def leave(self) -> None:
        """Leave a match that is over, for the lobby."""
        self.answer(SEATS[0], NEXT_MATCH, None)
        self._asked("system", SEATS[0])

    def look(self) -> Published:
        """Return what players see, as far as the table reports it at its socket."""
        now = self.outside.look()
        blue, red = now.desks
        return Published(now.match, None, now.prompts, (blue, red), faults=now.faults, notice=now.notice)

    def answer(self, seat: Seat, key: str, value: Value) -> None:
        """Answer a question by the buttons; a press that came to nothing is repeated. Raises MachineError."""
        for attempt in range(ATTEMPTS):
            asked = self.look().prompts
            prompt = next((each for each in asked if each.key == key and each.seat in (None, seat)), None)
            if prompt is None and attempt:
                return
            if prompt is None:
                raise MachineError(f"{seat} is not asked {key}: {[each.key for each in asked]}")
            self._players[seat].answer(prompt, value, self.look)
        raise MachineError(f"{seat} cannot answer {key} by {value}")

    def begin(self, system: str) -> None:
        """Choose a game and its samples in the lobby, and begin the match."""
        sides = self._setup.games.samples_of(system)
        assert sides is not None
        self.answer(SEATS[0], "system", system)
        for seat in SEATS:
            self._asked("list", seat)
            self.answer(seat, "list", sides[seat])
        self._asked("begin", SEATS[0])
        self.answer(SEATS[0], "begin", None)
        self._until(lambda now: bool(now.match), "a match")

    def act(self) -> BotAct | None:
        """Let a player do the next act; None if the match is over. Raises MachineError if nobody is asked."""
        now = self._until(self._somebody, "a question for somebody")
        for seat in self._rng.sample(SEATS, len(SEATS)):
            player = self._players[seat]
            prompt = player.asked(now)
            if prompt is None:
                continue
            if prompt.key == NEXT_MATCH:
                return None
            if prompt.key == TOKENS_BACK:
                return player.give_back(prompt, self._put_back, lambda: self.journal().state.ledger, self.look)
            if prompt.key.startswith(PAYOUT):
                return self._look_into_the_tray(player, prompt)
            with suppress(_LateError):
                if (act := player.act(self.look)) is not None:
                    return act
        return BotAct(SEATS[0], "waits", "")

    def journal(self) -> OpenMatch:
        """Return a copy of the match that is played, from the machine's disk."""
        match = self.look().match
        return next(each for each in self.journals() if each.journal.match_id == match)

    def journals(self) -> tuple[OpenMatch, ...]:
        """Return copies of all matches on the machine's disk, the last played first."""
        for _ in range(COPIES - 1):
            try:
                return self._copied()
            except (JournalError, OSError, EOFError, tarfile.TarError):
                self.outside.wait(1)
        return self._copied()

    def _copied(self) -> tuple[OpenMatch, ...]:
        packed = base64.b64decode(self.outside.shell(COPY))
        with tempfile.TemporaryDirectory() as name, tarfile.open(fileobj=io.BytesIO(packed), mode="r:gz") as copy:
            copy.extractall(name, filter="data")
            return tuple(self._opened(path) for path in stored(Path(name)))

    def _opened(self, path: Path) -> OpenMatch:
        journal = SqliteJournal.open(path)
        return OpenMatch.load(self._setup.games[journal.system], journal)

    def _hand(self, seat: Seat) -> tuple[Option, ...]:
        """Return the cards that a seat may lay. Raises _LateError if it is not asked for one any more."""
        play = self.journal()
        assert play.state.game is not None
        hand: tuple[Option, ...] = play.match.game.hand(play.state.game, seat)
        if not hand:
            raise _LateError
        return tuple(card for card in hand if card.id == self.wanted) or hand

    def _look_into_the_tray(self, player: BotPlayer, prompt: AnyPrompt) -> BotAct:
        """Wait for the dispenser's own report, then answer with what is in the tray."""
        until_s = self.outside.now_s() + DISPENSER_S
        while self.outside.now_s() < until_s:
            if prompt not in self.look().prompts:
                return BotAct(player.seat, "waits for the dispenser", prompt.key)
        play = self.journal()
        job = play.state.ledger.job(prompt.key.removeprefix(PAYOUT))
        if job is None or job.state not in UNSURE:
            return player.answer(prompt, BY_HAND, self.look)
        came = self.fallen()[job.kind] - self.counted()[job.kind] + job.passed
        return player.answer(prompt, str(min(max(came, job.least), job.most)), self.look)

    def fallen(self) -> Counter[str]:
        """Return the tokens that really fell, by kind."""
        return self.outside.dispenser.kinds_fallen(self._kinds)

    def counted(self) -> Counter[str]:
        """Return the tokens that came out of the hoppers by all journals, by kind."""
        return sum((play.counted() for play in self.journals()), Counter[str]())

    def _put_back(self, kind: str, count: int) -> None:
        if kind in self._kinds:
            self.outside.dispenser.load(self._kinds.index(kind), count)

    def _somebody(self, now: Published) -> bool:
        return any(player.asked(now) is not None for player in self._players.values())

    def _asked(self, key: str, seat: Seat) -> None:
        self._until(lambda now: any(each.key == key and each.seat in (None, seat) for each in now.prompts), key)

    def _until(self, so: Callable[[Published], bool], what: str, patience_s: float = 120.0) -> Published:
        until_s = self.outside.now_s() + patience_s
        while not so(now := self.look()):
            if self.outside.now_s() > until_s:
                raise MachineError(f"{what}: not within {patience_s:g} s; {[each.key for each in now.prompts]}")
        return now
