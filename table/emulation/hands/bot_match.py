"""Let bots play a match at a virtual table, and put back the tokens that the table asks for."""

import random
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial

from table.emulation.hands.player import BotAct, BotPlayer
from table.emulation.virtual_table import VirtualTable
from table.records.open_match import OpenMatch
from table.rules.errors import ProgramError
from table.rules.match.job_steps import UNSURE
from table.rules.match.ledger import Ledger
from table.rules.match.payouts import BY_HAND, PAYOUT, TOKENS_BACK
from table.rules.prompts import AnyPrompt
from table.rules.seats import SEATS, Seat
from table.view.published import DispenserState, HandingState, Published

WAIT_FOR_DISPENSER_S = 6.0
PATIENCE_S = 20.0
"""The longest time without any question. A token falls in less."""


class StuckError(ProgramError, RuntimeError):
    """The match is stuck: there is no question, and nothing moves."""


class BotMatch:
    """A match that bots play at the table, one act after the other."""

    def __init__(
        self,
        table: VirtualTable,
        rng: random.Random,
        defeats: float = 0.0,
        put: Callable[[str, int], None] | None = None,
    ) -> None:
        """`put` is called with kind and number of tokens to put back; without it they go into their hoppers."""
        self.table = table
        self._put = put
        self._players = [
            BotPlayer(seat, table.hands(seat), partial(table.session.hand, seat), rng, defeats) for seat in SEATS
        ]
        rng.shuffle(self._players)

    def act(self) -> BotAct:
        """Let a bot do the next act, and return it. Raises StuckError if there is no question."""
        if not self.table.wait_for(lambda now: any(player.asked(now) for player in self._players), PATIENCE_S):
            raise StuckError(f"nobody is asked anything at {self.table.clock.now_s:.1f} s")
        if self.table.now.match:
            self.table.bot_marks.bot_plays(self.table.now.match)
        for player in self._players:
            if (prompt := player.asked(self.table.now)) is not None and prompt.key == TOKENS_BACK:
                put = self.table.put_back if self._put is None else self._put
                return player.give_back(prompt, put, self._ledger, lambda: self.table.now)
            if prompt is not None and prompt.key.startswith(PAYOUT):
                return self._look_into_the_tray(player, prompt)
            if (act := player.act(lambda: self.table.now)) is not None:
                return act
        raise StuckError("a prompt is open, and no player sees it")

    def until(self, done: Callable[[Published], bool], most_acts: int = 5_000) -> None:
        for _ in range(most_acts):
            if done(self.table.now):
                return
            self.act()
        raise StuckError(f"not done after {most_acts} acts")

    def settle(self) -> None:
        """Let time pass until the dispenser is at rest."""
        if not self.table.wait_for(
            lambda now: not any(h.state in (HandingState.WAITING, HandingState.ASKED) for h in now.handing), PATIENCE_S
        ):
            raise StuckError("the dispenser does not come to rest")

    def _look_into_the_tray(self, player: BotPlayer, prompt: AnyPrompt) -> BotAct:
        """Wait for the dispenser's own report, then answer with the number of tokens in the tray."""
        if self.table.wait_for(lambda now: prompt not in now.prompts, WAIT_FOR_DISPENSER_S):
            return BotAct(player.seat, "waits for the dispenser", prompt.key)
        play = self.table.session.play
        job = None if play is None else play.state.ledger.job(prompt.key.removeprefix(PAYOUT))
        if play is None or job is None or job.state not in UNSURE:
            return player.answer(prompt, BY_HAND, lambda: self.table.now)
        came = totals(self.table)[job.kind] - play.counted()[job.kind] + job.passed
        return player.answer(prompt, str(min(max(came, job.least), job.most)), lambda: self.table.now)

    def _ledger(self) -> Ledger:
        play = self.table.session.play
        return Ledger() if play is None else play.state.ledger


def totals(table: VirtualTable) -> Counter[str]:
    """Return the tokens that fell into the tray so far, by kind."""
    kinds = {hopper.number: hopper.kind for hopper in table.config.hoppers}
    return Counter(kinds[number] for number in table.fallen)


def begin(table: VirtualTable, system: str, sides: Mapping[Seat, str]) -> None:
    """Switch the table on and open a match, up to its first questions."""
    table.session.start(resume=False)
    table.wait_for(lambda now: now.dispenser is DispenserState.READY or table.config.dispenser_port == "none", 5.0)
    table.session.begin(system, sides)


def disagreements(table: VirtualTable) -> tuple[str, ...]:
    """Yield one sentence for each disagreement. The dispenser must be at rest."""
    if (play := table.session.play) is None:
        return ("no match is in play",)
    return (*_tokens(table, play), *_view(table, play), *_hoppers(table, play))


def _tokens(table: VirtualTable, play: OpenMatch) -> tuple[str, ...]:
    """Compare the tokens that passed the light barriers with those that the journal counts."""
    fell, written = totals(table), play.counted()
    return tuple(
        f"{fell[kind]} {kind} tokens fell into the tray, and the journal counts {written[kind]}"
        for kind in sorted(fell.keys() | written.keys())
        if fell[kind] != written[kind]
    )


def _view(table: VirtualTable, play: OpenMatch) -> tuple[str, ...]:
    """Compare the view made from the journal on disk with the view on the screen."""
    if (again := play.match.fold(None, tuple(play.events()))) != play.state:
        return ("the journal, folded again, gives another state than the one in play",)
    if play.match.view(again) != table.now.view:
        return ("the screen shows another view than the journal gives",)
    return ()


def _hoppers(table: VirtualTable, play: OpenMatch) -> tuple[str, ...]:
    """Compare the ledger's hoppers with the emulated ones, after the players put the tokens back."""
    contents = table.dispenser.contents()
    return tuple(
        f"hopper {entry.number} holds {contents[entry.number]} tokens, and the ledger says {entry.content}"
        for entry in play.state.ledger.hoppers
        if contents[entry.number] != entry.content
    )
