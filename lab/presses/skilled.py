"""A match of two skilled players without devices: each answer takes the fewest acts, and each act is counted."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from msgspec.structs import replace

import hal.events as hw
from hal.sealed import Sealed
from lab.headless import HeadlessParts, HeadlessTable
from lab.presses.screen_places import ScreenPlaces
from lab.presses.tally import PressCount, only_answer
from lab.presses.ways import BUTTONS, Act, Acts, CardLaid, Goal, done, way
from lab.trials.evening import Evening, Planned
from table.devices.latest_view import NotPublishedError
from table.emulation.cards import uid
from table.games.random_play.trial import System, Trial
from table.rules.commands import Answer
from table.rules.errors import ProgramError
from table.rules.game import Game
from table.rules.match.payouts import TOKENS_BACK
from table.rules.prompts import AnyPrompt, ChooseOne, Option, SealedCard
from table.rules.seats import SEATS, Seat
from table.session.focus import LockCard
from table.session.input import Touched
from table.view.published import Focus, Published

MOST_ANSWERS = 3_000
"""The most answers of a match. A longer match has run into a circle."""


class EndlessMatchError(ProgramError, RuntimeError):
    """The match does not end after very many answers."""


Glance: TypeAlias = Callable[["SkilledMatch"], None]


@dataclass(frozen=True)
class Played:
    """The parameters of a match: its game, the evening that both players follow, and their means."""

    game: Game[Any]
    evening: Evening
    by_touch: bool = False
    """True if the players use the screen and not their buttons."""


class SkilledMatch(HeadlessTable):
    """A match of skilled players from its first question to its last."""

    def __init__(
        self, parts: HeadlessParts, folder: Path, played: Played, seed: int, glance: Glance = lambda _: None
    ) -> None:
        """`glance` is called before each act."""
        trial = Trial(lambda _: played.evening.sides())
        super().__init__(parts, folder, System(played.game, trial), seed)
        self._evening, self._glance = played.evening, glance
        self._screen = ScreenPlaces() if played.by_touch else None
        self._panels = {seat: panel for panel, seat in self._wiring.panels.items()}
        self._readers = {seat: reader for reader, seat in self._wiring.readers.items()}
        self._turns = 0
        self._done: list[Planned] = []
        self.tally = PressCount()

    def play(self) -> PressCount:
        """Play to the end, and return the counts. Raises EndlessMatchError."""
        self.start()
        self.begin()
        for _ in range(MOST_ANSWERS):
            if self._over():
                return self.tally
            self._next()
        raise EndlessMatchError(f"{self.system.game.system} is not over after {MOST_ANSWERS} answers: {self.view}")

    @property
    def left(self) -> tuple[Planned, ...]:
        """Return the planned answers that are still to be given."""
        return tuple(each for each in self._evening.plan if each not in self._done)

    @property
    def view(self) -> Published:
        if self.now is None:
            raise NotPublishedError("the session was not started")
        return self.now

    def _over(self) -> bool:
        play, view = self.session.play, self.view.view
        if play is None or play.state.ended is not None or play.match.game.over(play.state.game):
            return True
        self.tally.rounds = view.round if view is not None else 0
        return False

    def _next(self) -> None:
        """Give the next planned or requested answer, and report a loss if it is due."""
        if self._planned():
            return
        asked = tuple(prompt for prompt in self.view.prompts if not prompt.standing)
        seat = asked[0].seat or SEATS[0]
        mine = tuple(one for one in asked if one.seat in (seat, None))
        prompt = self._evening.next_of(mine)
        seat, prompt = self._handed_over(seat, self._tokens_back(prompt))
        if (single := only_answer(prompt)) is not None:
            self.tally.questions += 1
            self.tally.single += single and len(mine) == 1
        self.tally.asked[seat] += prompt.key not in self._evening.of_cards and not prompt.key.startswith("match.")
        if isinstance(prompt, SealedCard):
            self._lay_face_down(seat)
        self._give(seat, Goal(prompt, self._evening.answer(prompt, self._rng.randrange)))
        self._lose(seat, prompt)

    def _planned(self) -> bool:
        """Give the answer that is planned for now. Return False if there is none."""
        due = self._evening.planned(self.view.prompts, self.tally.rounds, self._done)
        if due is None:
            return False
        each, prompt = due
        self._done.append(each)
        self._give(each.seat, Goal(prompt, each.value))
        return True

    def _tokens_back(self, prompt: AnyPrompt) -> AnyPrompt:
        """Return the pending request for tokens if the next card is due, else the prompt."""
        waits = (each for each in self.view.prompts if isinstance(prompt, SealedCard) and each.key == TOKENS_BACK)
        return next(waits, prompt)

    def _handed_over(self, seat: Seat, prompt: AnyPrompt) -> tuple[Seat, AnyPrompt]:
        """Return the other seat's start of its turn, if that takes at most as many acts as ending this turn first."""
        ends, begins = self._evening.handed_over or ("", "")
        early = self._standing(begins, seat.opponent) if prompt.key == ends else None
        if early is None or not isinstance(early, ChooseOne):
            return seat, prompt
        goal = Goal(early, early.options[0].id)
        return (seat.opponent, early) if len(self._way(seat.opponent, goal)) <= 2 else (seat, prompt)

    def _standing(self, key: str, seat: Seat) -> AnyPrompt | None:
        return next((p for p in self.view.prompts if p.standing and p.key == key and p.seat is seat), None)

    def _questions(self, seat: Seat) -> tuple[AnyPrompt, ...]:
        return tuple(each for each in self.view.prompts if not each.standing and each.seat is seat)

    def _lose(self, seat: Seat, answered: AnyPrompt) -> None:
        """Let the other seat report a lost piece, after each `losses.every` answers to `losses.after`."""
        losses = self._evening.losses
        if losses is None or answered.key not in losses.after:
            return
        self._turns += 1
        due = self._turns // losses.every
        prompt = self._standing(losses.prompt, seat.opponent)
        if len(self.tally.losses) >= min(due, losses.most) or not isinstance(prompt, ChooseOne):
            return
        option = prompt.options[self._rng.randrange(len(prompt.options))]
        cards = (CardLaid(option.card),) if option.card and self._screen is None else ()
        pressed = self.tally.presses
        asked = self._questions(seat.opponent)
        self._give(seat.opponent, Goal(prompt, option.id), cards)
        while follows := [each for each in self._questions(seat.opponent) if each not in asked]:
            self._give(seat.opponent, Goal(follows[0], self._evening.answer(follows[0], self._rng.randrange)))
        self.tally.losses.append(self.tally.presses - pressed)

    # -- acts --------------------------------------------------------------------------------------------------------

    def _give(self, seat: Seat, goal: Goal, cards: tuple[CardLaid, ...] = ()) -> None:
        for act in self._way(seat, goal, cards):
            if goal.prompt not in self.view.prompts:
                break  # a card has answered it already
            self._glance(self)
            self._count(seat, goal, act)
            self._do(seat, act)
        self.settle()

    def ways(self, seat: Seat, goal: Goal) -> tuple[Act, ...]:
        """Return the fewest acts that give this answer now, without a card."""
        acts = (lambda _: BUTTONS) if self._screen is None else self._screen.acts(self.view, seat)
        return way(seat, self.view.prompts, self.focus(seat), goal, acts)

    def _way(self, seat: Seat, goal: Goal, cards: tuple[CardLaid, ...] = ()) -> tuple[Act, ...]:
        if self._evening.lays_cards:
            cards = tuple(CardLaid(option.card) for option in _options(goal) if option.card)
        acts: Acts = lambda _: (*BUTTONS, *cards)  # noqa: E731
        if (screen := self._screen) is not None:
            touches = screen.acts(self.view, seat)
            acts = lambda focus: (*cards, *touches(focus))  # noqa: E731
        return min((way(seat, self.view.prompts, self.focus(seat), one, acts) for one in _alike(goal)), key=len)

    def focus(self, seat: Seat) -> Focus | None:
        return next(desk.focus for desk in self.view.desks if desk.seat is seat)

    def _count(self, seat: Seat, goal: Goal, act: Act) -> None:
        if isinstance(act, CardLaid):
            self.tally.cards += 1
            return
        before = self.focus(seat)
        after, wish = done(seat, self.view.prompts, before, act)
        marked = (before.marked if before else ()) != (after.marked if after else ())
        self.tally.presses += 1
        self.tally.by_seat[seat] += 1
        self.tally.holds += act.hold if isinstance(act, Touched) else isinstance(act, hw.Held)
        self.tally.moves += not marked and not isinstance(wish, Answer | LockCard)
        self.tally.by_question[goal.prompt.key.split(":")[0]] += 1

    def _do(self, seat: Seat, act: Act) -> None:
        match act:
            case CardLaid():
                self._lay(seat, act.card)
                self.step(hw.TagLifted(self._readers[seat]))
            case hw.Pressed() | hw.Held():
                self.step(replace(act, panel=self._panels[seat]))
            case _:
                self.step(act)

    def _lay_face_down(self, seat: Seat) -> None:
        hand = self.session.hand(seat)
        self.tally.cards += 1
        self.step(hw.TagLifted(self._readers[seat]))
        self._lay(seat, hand[self._rng.randrange(len(hand))].id)

    def _lay(self, seat: Seat, card: str) -> None:
        self.step(hw.TagPlaced(self._readers[seat], Sealed(hw.Tag(uid(seat, card)))))


def _alike(goal: Goal) -> tuple[Goal, ...]:
    """Return the equally good goals: of units with the same card, a player takes the nearest."""
    prompt = goal.prompt
    cards = {option.card for option in _options(goal) if option.card}
    options = prompt.options if isinstance(prompt, ChooseOne) else ()
    return tuple(Goal(prompt, option.id) for option in options if option.card in cards) or (goal,)


def _options(goal: Goal) -> tuple[Option, ...]:
    """Return the goal's option, if it has one."""
    options = goal.prompt.options if isinstance(goal.prompt, ChooseOne) else ()
    return tuple(option for option in options if option.id == goal.value)
