"""Bots at the seats of a table in real time. They see the same as a player, and act through the bench's performer.

This module has their threads and pauses; `player.py` decides their answers.
"""

import logging
import random
from collections.abc import Callable, Mapping

from msgspec import Struct

from hal.events import Button
from table.devices.table_clock import TableClock
from table.devices.threads import Worker
from table.emulation.acts import TAP_S, Act, Fill, Lay, Lift, Press, Release, Take, hold_lasts_s
from table.records.open_match import OpenMatch
from table.rules.errors import StoppedError
from table.rules.match.judge import GO_ON
from table.rules.match.payouts import PAYOUT, TOKENS_BACK
from table.rules.prompts import Option
from table.rules.seats import Seat
from table.session.match_switch import NEXT_MATCH
from table.view.published import Published

log = logging.getLogger(__name__)

LAY_S = 0.6
THINKS_S = 0.5
"""The pause between two acts of a bot."""


def left_to_people(prompt: str) -> bool:
    """True for questions about a failed payout, the next match, and a match that the judge has frozen."""
    return prompt.startswith(PAYOUT) or prompt in (NEXT_MATCH, GO_ON)


class GoneError(StoppedError, RuntimeError):
    """The bot has to leave its seat, or the table has no power."""


class BotSight(Struct, frozen=True):
    """The information that a bot may see: the screen, its own hand, and its reader. Any thread may call them."""

    published: Callable[[], Published | None]
    play: Callable[[], OpenMatch | None]
    lying: Callable[[Seat], tuple[str, ...]]
    """Return the keys of the cards on a seat's reader."""
    hoppers: Mapping[str, int]
    """The hopper number of each kind of token."""


class Bot:
    """A bot at one seat, on a thread of its own.

    It does nothing in the lobby. It leaves to people the result of a failed payout, the start of the next match, and a
    match that the judge has frozen. Each act takes some real time, so that people can follow it.
    """

    def __init__(
        self,
        seat: Seat,
        seen: BotSight,
        perform: Callable[[Act], None],
        clock: TableClock,
        plays: Callable[[str], None],
        hold_s: float,
    ) -> None:
        """Seat a bot.

        `plays` is called with the match before the bot answers in it; if it raises OSError, the bot does not answer.
        `hold_s` is the hold time of this seat's panel, in seconds.
        """
        from table.emulation.hands.player import BotPlayer  # most emulated tables seat no bot

        self.seat = seat
        self._hold_s = hold_s
        self._seen = seen
        self._perform = perform
        self._clock = clock
        self._plays = plays
        self._player = BotPlayer(seat, self, self._hand, random.Random())
        self._worker = Worker(f"bot-{seat}", self._turn, lambda name, error: log.warning("%s: %s", name, error))

    def sit_down(self) -> None:
        self._worker.start()

    def get_up(self) -> None:
        """Make the bot leave its seat, without waiting. The bot releases its buttons a moment later."""
        self._worker.stop()

    def join(self, patience_s: float) -> bool:
        return self._worker.join(patience_s)

    def lay(self, card: str) -> None:
        self._perform(Lay(self.seat, f"{self.seat}/{card}/0"))
        self._wait(LAY_S)

    def clear(self) -> None:
        lying = self._seen.lying(self.seat)
        for key in lying:
            self._perform(Lift(key))
        if lying:
            self._wait(LAY_S)

    def press(self, button: str) -> None:
        self._finger(Button(button), TAP_S)

    def hold(self, button: str = "confirm") -> None:
        self._finger(Button(button), hold_lasts_s(self._hold_s))

    def _finger(self, button: Button, lasting_s: float) -> None:
        self._perform(Press(self.seat, button))
        try:
            self._wait(lasting_s)
        finally:
            self._perform(Release(self.seat, button))
        self._wait(TAP_S)

    def _turn(self) -> None:
        try:
            self._wait(THINKS_S)
            now = self._look()
            if (prompt := self._player.asked(now)) is None or not now.match or left_to_people(prompt.key):
                return
            if not self._may_play(now.match):
                return
            if prompt.key == TOKENS_BACK:
                self._player.give_back(prompt, self._put_back, lambda: self._playing().state.ledger, self._look)
            else:
                self._player.act(self._look)
        except GoneError:
            return

    def _may_play(self, match: str) -> bool:
        """Mark the match as played by a bot; return False if the mark cannot be written."""
        try:
            self._plays(match)
        except OSError as error:
            log.warning("the bot at %s does not answer: %s", self.seat, error)
            return False
        return True

    def _look(self) -> Published:
        if (published := self._seen.published()) is None:
            raise GoneError
        return published

    def _hand(self) -> tuple[Option, ...]:
        play = self._playing()
        if play.state.game is None:
            raise GoneError
        hand: tuple[Option, ...] = play.match.game.hand(play.state.game, self.seat)
        return hand

    def _playing(self) -> OpenMatch:
        if (play := self._seen.play()) is None:
            raise GoneError
        return play

    def _put_back(self, kind: str, count: int) -> None:
        """Take up to this many tokens out of the tray, and put them into their hopper."""
        if (hopper := self._seen.hoppers.get(kind)) is None:
            return
        for _ in range(count):
            self._perform(Take(hopper))
        self._perform(Fill(hopper, count))

    def _wait(self, seconds: float) -> None:
        until_s = self._clock.now_s() + seconds
        while (left_s := until_s - self._clock.now_s()) > 0:
            if self._worker.pause(min(self._clock.wall_s(left_s), THINKS_S)):
                raise GoneError
