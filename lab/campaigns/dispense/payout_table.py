"""A table for payouts: session, journal, link, wire, firmware and mechanics on one clock, each open to strikes.

Time jumps from one deadline to the next, so that a payout takes milliseconds.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

import hal.events as hw
from firmware_bridge.firmware.board import Board
from firmware_bridge.firmware.settings import Settings
from hal.dispenser import Link
from lab.campaigns.dispense.payout_game import KINDS, OwedTokens, PayoutGame
from lab.headless import headless_session, no_card
from lab.memory_records import MemoryMatches
from sim_hardware.clock import MS, US, Clock, S
from sim_hardware.dispenser import EmulatedDispenser, vocabulary
from sim_hardware.dispenser.cut_points import CutPoints, SteppedBoard
from sim_hardware.dispenser.loop_times import TODAYS_FIRMWARE, LoopTimes
from sim_hardware.dispenser.mechanics import COIN_HOPPER, HopperMechanics
from sim_hardware.dispenser.wire import DELAY_NS
from table.games.rule_set import Sides
from table.records.ports import Journal, JournalUnwritableError
from table.records.watched_journal import watched
from table.rules.commands import Answer
from table.rules.match.events import HopperEntry, SpentTokens, TokensOwed, TokensTakenByHand
from table.rules.match.ledger import Ledger
from table.rules.seats import BLUE, RED
from table.session.lobby.list_library import AtOnce
from table.session.lobby.match_starter import MatchTerms
from table.session.ports import Ports, SeatWiring
from table.session.session import Session
from table.view.published import Published


class Resender:
    """A broken link for the session. It turns a question about a job into a new order with a new id."""

    def __init__(self, ledger: Callable[[], Ledger], request: Callable[[hw.DispenserRequest], None]) -> None:
        self._ledger = ledger
        self._request = request
        self._sent = 0
        self._jobs: dict[str, str] = {}

    def send(self, request: hw.DispenserRequest | hw.LampSetting) -> None:
        match request:
            case hw.PayOut():
                self._request(request)
            case hw.AskJob(id):
                job = self._ledger().job(id)
                if job is not None and job.hopper is not None:
                    self._sent += 1
                    again = f"{id}-{job.counter}r{self._sent}"
                    self._jobs[again] = id
                    self._request(hw.PayOut(again, job.hopper, job.count))
            case hw.LampSetting():
                pass

    def answer(self, event: hw.DispenserEvent) -> hw.DispenserEvent:
        match event:
            case hw.TokenPassed() | hw.PayoutEnded() | hw.PayoutUnknown() | hw.PayoutUnheard():
                return replace(event, job=self._jobs.get(event.job, event.job))
            case _:
                return event


POWER = ("power-cut", "blackout", "reset")
BREAKING = (*POWER, "kill", "unplug", "renumber", "rename", "stranger", "old-firmware", "no-firmware")
"""The faults that cut a frame short: only its first bytes arrive."""
FAULTS = tuple(word.word for word in vocabulary.FAULTS)
HAND_NS = 1 * S
"""The shortest time that a hand stays in the barrier, longer than any token."""
BOUNCE_NS = Settings().bounce_us * US
"""The longest bounce at a token's end, after which the firmware counts it."""
CONTENT = 60
_FOREVER_NS = 1 << 62


class HostKilled(BaseException):
    """The table's process ends here. Not an Exception, so that no handler catches it."""


@dataclass(frozen=True)
class PayoutWorld:
    """The variants of a table for payouts."""

    resends: bool = False
    """True for the control."""
    loop: LoopTimes = TODAYS_FIRMWARE
    mechanics: HopperMechanics = COIN_HOPPER
    spent: SpentTokens | None = None
    """The treatment of returned tokens; with None no token is returned."""


PAYOUT_WORLD = PayoutWorld()


class PayoutTable:
    """A table for payouts, on one thread. `cut` is the fault of a strike, and `cut_ns` its duration."""

    def __init__(self, seed: int, world: PayoutWorld = PAYOUT_WORLD) -> None:
        self._world = world
        self.clock = Clock()
        self.steps = CutPoints()
        self.cut = ""
        self.cut_ns = 400 * MS
        self.struck_hopper = 0
        self.strikes = 0
        """The number of strikes so far."""
        self.over_ns = 0
        """The time at which the effect of the last strike ends."""
        self.cuts_in_payout = 0
        """The number of power losses between a payout's start and the saving of its result."""
        self._full_until_ns = 0
        self._stalled_until_ns = 0
        self._has_news = self._has_more_news = False
        self._in_host = False
        self._host_dies = False
        self._matches = MemoryMatches(self._watched)
        self.dispenser = EmulatedDispenser(
            self.clock, (CONTENT,) * len(KINDS), seed, loop=world.loop, mechanics=world.mechanics
        )
        self.dispenser.pico.dress = self._stepped
        self.dispenser.cable.watch = self._frame
        self.dispenser.cable.notify_host = self._notice
        for hopper in self.dispenser.hoppers:
            hopper.passing = self._token
        self.unseen = [0] * len(KINDS)
        """Tokens by hopper that passed after their payout's end, while the Pico was off or about to lose power. Tokens
        of a payout that a cut ends are not included: the table must ask the players about that payout.
        """
        self.by_hand = [0] * len(KINDS)
        """The number of tokens that the players took from the supply, by hopper."""
        self._owed: dict[str, str] = {}
        """The kind of tokens by job."""
        self._cut_short: list[int] = []
        """The hoppers whose payout was cut by the last power loss."""
        self._fallen = [0] * len(KINDS)
        self.session: Session | None = None
        self.published: Published | None = None
        self._link: Link | None = None
        self._chance = Random(seed)
        self.start_host()

    # -- the host ------------------------------------------------------------------------------------------------------

    def start_host(self) -> None:
        entropy = self._chance.randbytes
        hoppers = tuple(HopperEntry(n, kind, CONTENT) for n, kind in enumerate(KINDS))
        link = Link(self.dispenser.port)
        resender = Resender(self._ledger, link.request) if self._world.resends else None
        send = self._send if resender is None else resender.send
        self._back = None if resender is None else resender.answer
        games, nobody = {"payouts": PayoutGame()}, SeatWiring({}, {}, {entry.number: 0 for entry in hoppers})
        session = headless_session(
            games,
            AtOnce(Sides({"blue": "blue", "red": "red"})),
            self._matches,
            Ports(send, self._publish, no_card, entropy),
            wiring=nobody,
            terms=MatchTerms(hoppers, self._world.spent),
        )
        self._link, self.session = link, session
        self._in_host = True
        try:
            session.start()
            if session.play is None:
                session.begin("payouts", {BLUE: "blue", RED: "red"})
                for seat, number in ((BLUE, 7), (RED, 42)):
                    session.step(Answer(seat, "match.number", number))
        except HostKilled:
            self.kill_host()
        finally:
            self._in_host = False

    def _watched(self, journal: Journal) -> Journal:
        return watched(journal, lambda _: self._before_batch(), self._after_batch)

    def _before_batch(self) -> None:
        self.steps.at("before journal")
        if self.clock.now_ns < self._full_until_ns:
            raise JournalUnwritableError("the disk is full")

    def _after_batch(self, bodies: Sequence[bytes]) -> None:
        """Note tokens taken from the supply. The journal is read because a killed table shows no note."""
        for event in map(json.loads, bodies):
            if event["type"] == TokensOwed.__name__:
                self._owed[event["job"]] = event["kind"]
            elif event["type"] == TokensTakenByHand.__name__:
                self.by_hand[KINDS.index(self._owed[event["job"]])] += event["count"]
        self.steps.at("after journal")

    def kill_host(self) -> None:
        """Kill the host's process and start it again."""
        if self._link is None:
            return
        self._link.close()
        self._link = self.session = None
        self.clock.after(self.cut_ns, self.start_host)

    def _publish(self, published: Published) -> None:
        self.published = published

    def _send(self, request: hw.DispenserRequest | hw.LampSetting) -> None:
        if self._link is not None and not isinstance(request, hw.LampSetting):
            self._link.request(request)

    def _ledger(self) -> Ledger:
        play = None if self.session is None else self.session.play
        return Ledger() if play is None else play.state.ledger

    @property
    def ledger(self) -> Ledger:
        return self._ledger()

    @property
    def counts(self) -> OwedTokens:
        """Return the game's own counts of ordered and returned tokens, or no tokens while the table is dead."""
        play = None if self.session is None else self.session.play
        game = None if play is None else play.state.game
        return game if isinstance(game, OwedTokens) else OwedTokens()

    def answer(self, answer: Answer) -> bool:
        """Answer a prompt. Return False if the table was dead, or died of it."""
        self._has_news = True
        return self._as_host(lambda session: session.step(answer))

    def _as_host(self, act: Callable[[Session], None]) -> bool:
        if self.session is None or self.clock.now_ns < self._stalled_until_ns:
            return False
        self._in_host = True
        try:
            act(self.session)
            if self._host_dies:
                raise HostKilled
        except HostKilled:
            self._host_dies = False
            self.kill_host()
            return False
        finally:
            self._in_host = False
        return True

    # -- time ----------------------------------------------------------------------------------------------------------

    def turn(self, until_ns: int) -> None:
        """Advance to the next deadline, at most until this time."""
        due_ns = self._link_due_ns()
        if self._has_news and self._stalled_until_ns <= self.clock.now_ns:
            due_ns = self.clock.now_ns
        at_ns = min(until_ns, due_ns, _FOREVER_NS if self.clock.next_ns is None else self.clock.next_ns)
        self.clock.advance_to(max(at_ns, self.clock.now_ns))
        stalled = self._stalled_until_ns > self.clock.now_ns
        if not stalled and (self._has_news or due_ns <= self.clock.now_ns):
            self._has_more_news = False
            done = self._as_host(self._listen)
            self._has_news = self._has_more_news or (not done and self.session is not None)

    def wait(self, seconds: float) -> None:
        until_ns = self.clock.now_ns + int(seconds * S)
        while self.clock.now_ns < until_ns:
            self.turn(until_ns)

    def _link_due_ns(self) -> int:
        if self._link is None:
            return _FOREVER_NS
        deadline_s = self._link.next_deadline()
        if deadline_s is None:
            return _FOREVER_NS
        if self._stalled_until_ns > self.clock.now_ns:
            return self._stalled_until_ns
        return self.clock.now_ns if deadline_s <= 0 else int(deadline_s * S) + 1

    def _listen(self, session: Session) -> None:
        if self._link is None:
            return
        for event in self._link.step(self.clock.now_s):
            session.step(event if self._back is None else self._back(event))
            self._has_more_news = True  # requests of the session are sent at once, as `wake` does

    def _notice(self) -> None:
        self._has_news = True

    # -- moments -------------------------------------------------------------------------------------------------------

    def arm(self, moment: int, cut: str, cut_ns: int) -> None:
        """Strike at the moment with this number, counted from now."""
        self.cut, self.cut_ns = cut, cut_ns
        self.steps.choose(moment, self._strike)

    def _stepped(self, board: Board) -> Board:
        return SteppedBoard(board, self.steps)

    def _token(self, when: str) -> None:
        if when == "after":
            counts = [self.dispenser.tray.count(n) for n in range(len(KINDS))]
            if not self.dispenser.pico.saw(self.clock.now_ns - self._world.mechanics.dark_ns):
                for number in set(range(len(KINDS))).difference(self._cut_short):
                    self.unseen[number] += counts[number] - self._fallen[number]
            self._fallen = counts
        self.steps.at(f"{when} token")

    def _frame(self, data: bytes, towards_host: bool) -> bytes:
        place = "byte to host" if towards_host else "byte to pico"
        whole = self.steps.until(len(data) + 1, place)
        if whole is None:
            return data
        if self.cut == "kill" and not towards_host:
            self._host_dies = True
        else:
            self.clock.after(DELAY_NS + 1, lambda: self.strike(self.cut, self.struck_hopper))
        return data[:whole] if self.cut in BREAKING else data

    def _strike(self, place: str) -> None:
        if self._in_host:
            self._strike_in_host()
        elif place.endswith("token"):
            self.strike(self.cut, self.struck_hopper)
        else:
            self._strike_in_board(place)

    def _strike_in_host(self) -> None:
        if self.cut in ("kill", "blackout"):
            if self.cut == "blackout":
                self.strike("power-cut")
            raise HostKilled
        self.strike(self.cut, self.struck_hopper)

    def _strike_in_board(self, place: str) -> None:
        pico = self.dispenser.pico
        if self.cut in POWER:
            early_ns = 20 * MS if place == "during flash_erase" else 400 * US if "during" in place else 0
            self._note_cut()
            pico.cut_here(lambda: self.strike(self.cut), early_ns)
        self.clock.at(self.clock.now_ns, lambda: self.strike(self.cut, self.struck_hopper))

    def strike(self, word: str, hopper: int = 0) -> None:
        """Cause one fault of the vocabulary now.

        Its effect ends after `cut_ns`, except for faults that only hands can repair.
        """
        self.strikes += 1
        self.over_ns = self.clock.now_ns + self.cut_ns
        if word in POWER:
            self._note_cut()
        match word:
            case "power-cut" | "blackout":
                self.dispenser.pico.power_off()
                self.clock.after(self.cut_ns, self.dispenser.pico.power_on)
                if word == "blackout":
                    self.kill_host()
            case "kill":
                self.kill_host()
            case "full-disk":
                self._full_until_ns = self.clock.now_ns + self.cut_ns
            case "slow-disk":
                self._stalled_until_ns = self.clock.now_ns + self.cut_ns
                self.clock.after(self.cut_ns, self._notice)
            case _:
                self._happen_to_the_dispenser(vocabulary.word(word), hopper)

    def _note_cut(self) -> None:
        """Note a power cut. Late tokens that the firmware's loop could not yet save count as unseen."""
        pico = self.dispenser.pico
        if not pico.has_power:
            return
        self.cuts_in_payout += pico.is_paying
        self._cut_short = pico.paying()
        for number, hopper in enumerate(self.dispenser.hoppers):
            fresh = hopper.through_ns > 0 and not pico.came_round(hopper.through_ns + BOUNCE_NS)
            late = fresh and number not in self._cut_short
            self.unseen[number] += late or number in pico.unsaved()

    def _happen_to_the_dispenser(self, word: vocabulary.DispenserWord, hopper: int) -> None:
        self.dispenser.fault(word.word, hopper)
        if word.cure == "plug":
            self.clock.after(self.cut_ns, self._plug)
        elif word.cure == "quiet":
            self.clock.after(self.cut_ns, lambda: self.dispenser.fault("quiet"))

    def clear(self, hopper: int) -> None:
        """Free a stuck hopper. The hand stays in the barrier too long to look like a token."""
        part = self.dispenser.hoppers[hopper]
        wait_ns = part.stuck_since_ns + HAND_NS - self.clock.now_ns
        if part.stuck_dark and wait_ns > 0:
            self.clock.after(wait_ns, lambda: self.clear(hopper))
        else:
            self.dispenser.fault("clear", hopper)

    def free(self, hopper: int) -> None:
        """Free the hopper, and wait until it is free."""
        self.clear(hopper)
        while self.dispenser.hoppers[hopper].stuck_dark:
            self.wait(0.2)
            self.clear(hopper)

    def _plug(self) -> None:
        pico = self.dispenser.pico
        if pico.has_power or pico.is_starting or not pico.at_port:
            self.dispenser.fault("plug")

    @property
    def is_whole(self) -> bool:
        """True if the effects of all strikes have ended."""
        pico, cable = self.dispenser.pico, self.dispenser.cable
        return (
            pico.has_power
            and pico.at_port
            and cable.plugged
            and cable.named
            and self.session is not None
            and self.clock.now_ns >= max(self._full_until_ns, self._stalled_until_ns)
        )

    def close(self) -> None:
        if self._link is not None:
            self._link.close()
