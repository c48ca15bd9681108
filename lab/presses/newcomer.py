"""Estimate how long a newcomer needs from the first picture to the first reveal.

The estimate uses the keystroke-level model (Card, Moran and Newell, 1980) and a reading speed of 238 words a minute
(Brysbaert, 2019): the newcomer reads each new line on the screen and in the bench's drawer once, thinks before each
act, follows the drawer, and waits for the table. No list is searched: the newcomer takes the first row.
Misunderstandings are not part of the model.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from msgspec.structs import replace

from table.config import Config
from table.config.schema import StateConfig
from table.devices.setup import Setup
from table.emulation.bench_view import BenchCard, BenchSeat
from table.emulation.guide import NextAct, guide, next_act
from table.emulation.virtual_table import VirtualTable
from table.records.temporary import temporary_folder
from table.rules.cards import CardKind
from table.rules.errors import ProgramError
from table.rules.prompts import SealedCard
from table.rules.seats import SEATS, Seat
from table.rules.text import Text, text
from table.screen.motion import TURN_S
from table.screen.painter import Painter
from table.screen.picture import Picture
from table.words import Words

READ_S, THINK_S, CLICK_S, DRAG_S = 60 / 238, 1.35, 1.3, 2.5
"""The seconds to read a word, to think before an act, to point and click (or begin a hold), and to drag a card."""
SIZE = (800, 480)
"""The size of the table's screen beside the bench, in pixels."""
STANDING = tuple(text(f"bench.{key}") for key in ("name", "hint", "now.tip", "tab.now"))
"""Lines of the bench that are read once."""
WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")
MOST_ACTS = 40


class NoRevealError(ProgramError, RuntimeError):
    """The drawer led to no reveal: its sentences or the table are wrong."""


@dataclass
class FirstReveal:
    """The cost of the way to the first reveal. Times are in seconds."""

    acts: int = 0
    words: int = 0
    done_s: float = 0.0
    waited_s: float = 0.0

    @property
    def seconds(self) -> float:
        return self.words * READ_S + self.acts * THINK_S + self.done_s + self.waited_s


@dataclass
class Newcomer:
    """A newcomer with both hands, who follows the drawer. For one thread."""

    table: VirtualTable
    spent: FirstReveal = field(default_factory=FirstReveal)

    def __post_init__(self) -> None:
        self._words = Words("en")
        self._painter = Painter(self._words, rolling=False)
        self._picture = Picture(self._painter, SIZE)
        self._read: dict[str, Counter[str]] = {}
        self._now_s = 0.0

    def reveals(self) -> FirstReveal:
        """Play until the first reveal. Raises NoRevealError if the drawer does not lead there."""
        self._reads(STANDING)
        chosen = False
        for _ in range(MOST_ACTS):
            sealing = any(isinstance(prompt, SealedCard) for prompt in self.table.now.prompts)
            if chosen and not sealing:
                self.spent.waited_s += TURN_S
                return self.spent
            chosen = chosen or sealing
            self._act()
        raise NoRevealError(f"after {MOST_ACTS} acts no card was turned over: {self.table.now.prompts}")

    def _act(self) -> None:
        now, hands = self.table.now, self._hands()
        self._reads(guide(now, hands))
        self._looks()
        acts = {desk.seat: next_act(now, desk, hand) for desk, hand in zip(now.desks, hands, strict=True)}
        seat = next(seat for seat in SEATS if acts[seat] is not NextAct.WAIT)
        self.spent.acts += 1
        began_s = self.table.clock.now_s
        self.spent.done_s += DRAG_S if acts[seat] is NextAct.LAY else CLICK_S
        match acts[seat]:
            case NextAct.LAY:
                self.table.lay(seat, self.table.session.hand(seat)[0].card)
            case NextAct.LOCK | NextAct.HOLD:
                self.table.hold(seat)
            case _:
                self.table.tap(seat, "confirm")
        self.spent.waited_s += self.table.clock.now_s - began_s

    def _hands(self) -> tuple[BenchSeat, BenchSeat]:
        blue, red = (BenchSeat(seat, self._cards(seat)) for seat in SEATS)
        return blue, red

    def _cards(self, seat: Seat) -> tuple[BenchCard, ...]:
        return tuple(
            BenchCard(f"{seat}/{option.id}/0", option.label, CardKind.COMMAND)
            for option in self.table.session.hand(seat)
        )

    def _looks(self) -> None:
        """Read every new line on the screen."""
        self._now_s += 1.0
        self._painter.see(self.table.now, self._now_s)
        self._picture.draw(self.table.now, self._now_s)
        self._reads(line.words for line in self._painter.placed)

    def _reads(self, lines: Iterable[Text | str]) -> None:
        """Read lines. A known line costs nothing; in a line with known wording only the new words count."""
        for line in lines:
            wording, words_shown = (line.key, self._words.say(line)) if isinstance(line, Text) else (line, line)
            words, known = Counter(WORD.findall(words_shown)), self._read.setdefault(wording, Counter())
            self.spent.words += (words - known).total()
            self._read[wording] = known + (words - known)


def first_reveal(seed: int) -> FirstReveal:
    """Return the cost from an empty state folder to the first reveal, in the table's first game."""
    with temporary_folder() as folder:
        table = VirtualTable(Setup.of(replace(Config(), state=StateConfig(folder=str(folder)))), seed=seed)
        try:
            table.session.start(resume=False)
            table.wait(1.0)
            return Newcomer(table).reveals()
        finally:
            table.close()
