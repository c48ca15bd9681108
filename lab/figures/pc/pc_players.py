"""Two players at the keyboard of a plain PC: they read what the table asks, lay cards, and press the shortest way."""

import random
from dataclasses import dataclass, field

import hal.events as hw
from lab.figure import NotMeasuredError
from lab.figures.pc.plain_pc import PATIENCE_S, PlainPc
from lab.presses.ways import Act, Goal, way
from lab.trials.evening import Evening
from sim_hardware.nfc.field import Antenna
from sim_hardware.nfc.pcsc.real_daemon import until
from table.devices.judge_socket import JudgeStatus
from table.rules.prompts import AnyPrompt, SealedCard
from table.rules.seats import BLUE, SEATS, Seat
from table.view.published import Desk, Focus, ReaderState

CHANGE_S = 3.0
"""The seconds after which a press without an effect is repeated, as a player would."""
MOST_PRESSES = 5


@dataclass
class PcPlayers:
    """Plays for both players, on one thread."""

    pc: PlainPc
    evening: Evening
    hands: dict[Seat, dict[str, Antenna]]
    """The tags of the cards that each seat can still play, by the cards' ids."""
    rng: random.Random
    acts: int = 0
    """The number of laid cards and presses."""
    repeated: int = 0
    """The number of presses that changed nothing. They were repeated, and are acts too."""
    played: dict[Seat, list[str]] = field(default_factory=lambda: {seat: [] for seat in SEATS})
    """The cards that each seat has locked and turned over, by round."""
    _lying: dict[Seat, str] = field(default_factory=dict)
    """The card that each seat has laid for this round."""

    @property
    def rounds(self) -> int:
        """Return the number of reveals."""
        return len(self.played[BLUE])

    def now(self) -> JudgeStatus:
        """Return the table's questions, once they no longer change."""
        seen: list[JudgeStatus] = []

        def settled() -> bool:
            status = self.pc.look()
            if status is None or not asked(status):
                return False
            seen.append(status)
            return len(seen) > 1 and _shown(seen[-1]) == _shown(seen[-2])

        if not until(settled, PATIENCE_S):
            raise NotMeasuredError(f"the table asks nothing: {seen[-1:]}")
        return seen[-1]

    def answer(self) -> None:
        """Answer the first question, and note a reveal that follows."""
        now = self.now()
        seat = asked(now)[0].seat or BLUE
        prompt = self.evening.next_of(tuple(one for one in asked(now) if one.seat in (seat, None)))
        if not isinstance(prompt, SealedCard):
            self.give(seat, Goal(prompt, self.evening.answer(prompt, self.rng.randrange)))
            return
        self._lock(seat, prompt)
        if not sealing(self.now()):
            for each, card in self._lying.items():
                self.played[each].append(card)
                del self.hands[each][card]
            self._lying.clear()

    def give(self, seat: Seat, goal: Goal) -> None:
        """Press until the answer is given."""
        while True:
            now = self.now()
            prompt = next((one for one in now.prompts if _same(one, goal.prompt)), None)
            if prompt is None:
                return
            steps = way(seat, now.prompts, desk_of(now, seat).focus, Goal(prompt, goal.value))
            self._press(seat, steps[0], now)
            if len(steps) == 1:
                return

    def _lock(self, seat: Seat, prompt: SealedCard) -> None:
        """Lay a card of the hand, and lock it. A card that may not be played is laid aside."""
        if seat not in self._lying:
            self._lying[seat] = next(iter(self.hands[seat]))
            self.acts += 1
            self.pc.lay(seat, self.hands[seat][self._lying[seat]])
        if not until(lambda: self.reader(seat) is ReaderState.CARD, PATIENCE_S):
            raise NotMeasuredError(f"the card on {seat}'s reader is not seen: {self.pc.look()}")
        now = self.now()
        (step,) = way(seat, now.prompts, desk_of(now, seat).focus, Goal(prompt, None))
        self._press(seat, step, now)
        desk = desk_of(self.now(), seat)
        if desk.note is not None and not desk.locked:
            del self.hands[seat][self._lying.pop(seat)]

    def reader(self, seat: Seat) -> ReaderState | None:
        status = self.pc.look()
        return None if status is None else desk_of(status, seat).reader

    def _press(self, seat: Seat, act: Act, before: JudgeStatus) -> None:
        """Press a key, and wait until the table shows something else."""
        if not isinstance(act, hw.Pressed | hw.Held):
            raise NotMeasuredError(f"a keyboard has no {act}")
        for _ in range(MOST_PRESSES):
            self.acts += 1
            self.pc.desktop.press(seat, act.button, held=isinstance(act, hw.Held))
            if until(lambda: self._changed(before), CHANGE_S):
                return
            self.repeated += 1
        raise NotMeasuredError(f"{seat} presses {act} in vain: {before}")

    def _changed(self, before: JudgeStatus) -> bool:
        status = self.pc.look()
        return status is not None and _shown(status) != _shown(before)


def asked(status: JudgeStatus) -> tuple[AnyPrompt, ...]:
    return tuple(prompt for prompt in status.prompts if not prompt.standing)


def sealing(status: JudgeStatus) -> bool:
    """True while a seat is asked for a card, or waits with a locked one."""
    return any(isinstance(prompt, SealedCard) for prompt in status.prompts) or any(desk.locked for desk in status.desks)


def desk_of(status: JudgeStatus, seat: Seat) -> Desk:
    return next(desk for desk in status.desks if desk.seat is seat)


def _same(one: AnyPrompt, other: AnyPrompt) -> bool:
    return (one.key, one.seat) == (other.key, other.seat)


def _shown(status: JudgeStatus) -> tuple[object, ...]:
    """Return everything that an act can change."""
    desks: tuple[tuple[Focus | None, bool, bool], ...] = tuple(
        (desk.focus, desk.locked, desk.note is None) for desk in status.desks
    )
    return status.match, status.prompts, desks
