"""Touch, the seats' panels and the keyboard: each can answer every question that any game asks, and in the same words.

A match of every system is played by chance; whatever is asked for the first time is answered by each means alone.
"""

import random
from collections.abc import Callable

import pygame
import pytest
from msgspec.structs import replace

from hal.events import Button
from lab.systems import systems
from table.games.random_play.match import RandomMatch
from table.games.random_play.trial import System
from table.rules.commands import Answer
from table.rules.prompts import (
    AnyPrompt,
    ChooseOne,
    ChooseSome,
    Confirm,
    Number,
    OpenCard,
    Option,
    Roll,
    SealedCard,
    Value,
    takes_hold,
)
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.rules.text import text
from table.screen.keys import KEYS, KeyEdge, KeyPanels, KeyPush
from table.screen.painter import Painter
from table.session.focus import AT_REST, CLOSED, DEEPER, Chosen, LockCard, SeatFocus
from table.session.input import Marked, Pointed, ScreenInput, Touched
from table.view.published import Desk, Focus, Published, ReaderState
from tests.screen.scenes import every_scene

TURNS, MOST_STEPS = 90, 60
HOLD_S = 0.8
SYSTEMS = {one.game.system: one for one in systems()}


def cursor_of(prompt: AnyPrompt, value: Value) -> int:
    match prompt:
        case ChooseOne():
            return [option.id for option in prompt.options].index(str(value))
        case Number():
            return int(str(value))
        case Roll():
            return 0 if value is None else prompt.faces.index(str(value)) + 1
        case _:
            return 0


def wanted(seat: Seat, prompt: AnyPrompt, value: Value) -> Chosen:
    return LockCard(prompt.key) if isinstance(prompt, SealedCard) else Answer(seat, prompt.key, value)


class Buttons:
    """Three buttons of one seat, at a table that knows no touch."""

    def __init__(self, seat: Seat, prompts: tuple[AnyPrompt, ...]) -> None:
        self.seat, self.prompts, self.choosing = seat, prompts, SeatFocus(seat, prompts)
        self.focus = self.choosing.settle(None)
        self.chosen: Chosen = None

    def push(self, button: Button, held: bool = False) -> None:
        if button is Button.NEXT and held:
            self.focus, self.chosen = self.choosing.across(self.focus), None
        elif button is not Button.CONFIRM:
            self.focus, self.chosen = self.choosing.move(self.focus, 1 if button is Button.NEXT else -1), None
        elif held:
            self.focus, self.chosen = self.choosing.hold(self.focus)
        else:
            self.focus, self.chosen = self.choosing.press(self.focus)

    def walk(self, prompt: AnyPrompt, cursor: int) -> None:
        for _ in range(500):
            if self.focus is not None and (self.focus.prompt, self.focus.cursor) == (prompt.key, cursor):
                return
            there = self.focus is not None and self.focus.prompt == prompt.key
            if self.focus is not None and self._elsewhere(self.focus, prompt):
                self.push(Button.NEXT, held=True)
            elif self.focus is not None and (
                (there and self.focus.cursor == CLOSED) or (prompt.setting and self.focus.cursor == DEEPER)
            ):
                self.push(Button.CONFIRM)
            elif there and self.focus is not None and isinstance(prompt, Number) and self.focus.cursor > cursor:
                self.push(Button.PREVIOUS)  # a dial that begins higher
            else:
                self.push(Button.NEXT)
        raise AssertionError(f"{self.seat}'s buttons never came to {prompt.key}, {cursor}")

    def _elsewhere(self, focus: Focus, prompt: AnyPrompt) -> bool:
        """True if the focus is in another ring: of the questions, the standing prompts, or the settings."""
        here = next(one for one in self.prompts if one.key == focus.prompt)
        if focus.cursor == AT_REST:
            return False
        aside = here.standing and not here.ready
        among_settings = here.setting and focus.cursor != DEEPER
        return aside is not (prompt.standing and not prompt.ready) or (among_settings and not prompt.setting)

    def answer(self, prompt: AnyPrompt, value: Value) -> Chosen:
        if isinstance(prompt, ChooseSome):
            assert isinstance(value, tuple)
            self.walk(prompt, 0)
            while (option := prompt.next_mark(self.focus.marked if self.focus else (), value)) is not None:
                self.walk(prompt, [one.id for one in prompt.options].index(option))
                self.push(Button.CONFIRM)
            self.push(Button.CONFIRM, held=True)
            return self.chosen
        resting = isinstance(prompt, Confirm) and prompt.standing
        self.walk(prompt, CLOSED if resting else cursor_of(prompt, value))
        self.push(Button.CONFIRM, held=takes_hold(prompt, value))
        return self.chosen


class Keyboard(Buttons):
    """Keys as they go down and up, as the loop receives them."""

    def __init__(self, seat: Seat, prompts: tuple[AnyPrompt, ...]) -> None:
        super().__init__(seat, prompts)
        self._fingers, self._now_s = KeyPanels(dict.fromkeys(SEATS, HOLD_S)), 0.0

    def push(self, button: Button, held: bool = False) -> None:
        key = next(key for key, meant in KEYS.items() if meant == (self.seat, button))
        pushes: list[KeyPush] = []
        for down in (True, False):
            pushes += self._fingers.take(KeyEdge(*KEYS[key], down), self._now_s)
            self._now_s += HOLD_S + 0.1 if held and down else 0.1
            pushes += self._fingers.due(self._now_s)
        assert [(push.seat, push.button, push.held) for push in pushes] == [(self.seat, button, held)]
        super().push(button, held)


class Finger:
    """A finger on the picture, and nothing else: it sees where it may touch, and what it has marked."""

    def __init__(self, painter: Painter, seat: Seat, published: Published) -> None:
        self._painter, self._seat, self._published = painter, seat, published
        self._choosing = SeatFocus(seat, published.prompts)
        self._focus = self._choosing.settle(None)
        self._surface = pygame.Surface((800, 480))

    def answer(self, prompt: AnyPrompt, value: Value) -> Chosen:
        visited: set[tuple[str, int]] = set()
        for _ in range(MOST_STEPS):
            touches = self._touches()
            for touch in touches:
                if isinstance(touch, Touched) and touch.prompt == prompt.key and self._means(touch, prompt, value):
                    assert touch.hold or not prompt.hold
                    return wanted(self._seat, prompt, value)
            self._move(prompt, value, touches, visited)
        raise AssertionError(f"no finger of {self._seat} could answer {prompt.key} with {value!r}")

    def _means(self, touch: Touched, prompt: AnyPrompt, value: Value) -> bool:
        return isinstance(prompt, SealedCard) or touch.value == value

    def _touches(self) -> list[ScreenInput]:
        desks = [Desk(seat, ReaderState.CARD, focus=self._focus if seat is self._seat else None) for seat in SEATS]
        self._painter.draw(self._surface, _with(self._published, desks), 0.0)
        return [
            touch
            for _, touch in self._painter._canvas.touches
            if isinstance(touch, ScreenInput) and touch.seat in (self._seat, None)
        ]

    def _move(
        self,
        prompt: AnyPrompt,
        value: Value,
        touches: list[ScreenInput],
        visited: set[tuple[str, int]],
    ) -> None:
        """Mark what is to be marked; else point as near to the answer as can be; else into what was not open yet."""
        following = None
        if isinstance(prompt, ChooseSome) and isinstance(value, tuple):
            here = self._focus is not None and self._focus.prompt == prompt.key
            following = prompt.next_mark(self._focus.marked if here and self._focus else prompt.proposed, value)
        for touch in touches:
            if isinstance(touch, Marked) and touch.prompt == prompt.key and touch.option == following:
                self._focus = self._choosing.mark(self._focus, touch.prompt, touch.option)
                visited.clear()
                return
        points = [one for one in touches if isinstance(one, Pointed) and (one.prompt, one.cursor) not in visited]
        beside = [one for one in points if one.prompt == prompt.key]
        aim = cursor_of(prompt, value)
        if isinstance(prompt, ChooseSome):
            aim = next((n for n, option in enumerate(prompt.options) if option.id == following), 0)
        lids = [one for one in points if one.cursor in (CLOSED, DEEPER)]
        settings = {each.key for each in self._published.prompts if each.setting}
        nearest = min(
            beside or lids or points,
            key=lambda one: (prompt.setting and one.prompt not in settings, abs(one.cursor - aim)),
            default=None,
        )
        assert nearest is not None, f"nothing leads to {prompt.key}"
        visited.add((nearest.prompt, nearest.cursor))
        self._focus = self._choosing.point(self._focus, nearest.prompt, nearest.cursor)


def _with(published: Published, desks: list[Desk]) -> Published:
    return Published(published.match, published.view, published.prompts, (desks[0], desks[1]))


Means = Callable[[Painter, Seat, Published], Buttons | Finger]
MEANS: dict[str, Means] = {
    "panel": lambda _, seat, published: Buttons(seat, published.prompts),
    "keyboard": lambda _, seat, published: Keyboard(seat, published.prompts),
    "touch": Finger,
}


def answers_by(means: Means, painter: Painter, published: Published, prompt: AnyPrompt, value: Value) -> None:
    seat = prompt.seat or BLUE
    stated = means(painter, seat, published).answer(prompt, value)
    assert stated == wanted(seat, prompt, value), prompt


@pytest.mark.campaign
@pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
def test_every_question_of_a_match_can_be_answered_by_each_means_alone(system: System, painter: Painter) -> None:
    rng, known = random.Random(5), set[tuple[str, str]]()
    match = RandomMatch(system.game, system.sides(rng), (), seed=6, restless=3)
    for turn in range(TURNS):
        prompts = match.match.prompts(match.state)
        published = Published(
            str(turn),
            match.match.view(match.state),
            prompts,
            (Desk(BLUE, ReaderState.CARD), Desk(RED, ReaderState.CARD)),
        )
        for prompt in prompts:
            kind = (prompt.key.split(".nx")[0] if "random" not in prompt.key else "hand", type(prompt).__name__)
            if kind in known:
                continue
            known.add(kind)
            for means in MEANS.values():
                answers_by(means, painter, published, prompt, prompt.sample(rng.randrange))
        if not match.turn():
            break
    assert len(known) >= 12


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["lobby_one_chosen", "lobby_begin", "lobby_wrong", "judge", "tide_over", "infinity_over"]
)
def test_before_and_after_a_match_every_question_can_be_answered_by_each_means_alone(
    name: str, painter: Painter
) -> None:
    """What is always possible is there too: nothing is behind a button that does not show it."""
    scene = replace(every_scene()[name], match=name)
    for prompt in scene.prompts:
        for means in MEANS.values():
            answers_by(means, painter, scene, prompt, prompt.sample(lambda most: most - 1))
    for seat in SEATS:
        buttons = Buttons(seat, scene.prompts)
        for _ in range(4):
            focus = buttons.focus
            desks = [replace(desk, focus=focus if desk.seat is seat else None) for desk in scene.desks]
            painter.draw(pygame.Surface((800, 480)), replace(scene, desks=(desks[0], desks[1])), 0.0)
            assert focus is not None
            ask = next(p.ask for p in scene.prompts if p.key == focus.prompt and p.seat in (None, seat))
            ask = text("screen.settings") if focus.cursor == DEEPER else ask
            assert painter.words.say(ask) in " ".join(one.words for one in painter.placed)
            buttons.push(Button.NEXT)


ASK = text("match.close")
KINDS: tuple[AnyPrompt, ...] = tuple(
    prompt
    for standing in (False, True)
    for hold in (False, True)
    for prompt in (
        ChooseOne(key="one", seat=BLUE, ask=ASK, rule="", standing=standing, hold=hold, options=tuple(
            Option(str(n), text("screen.plus", count=n)) for n in range(15))),
        OpenCard(key="open", seat=BLUE, ask=ASK, rule="", standing=standing, hold=hold, options=(
            Option("a", ASK, "", "a"), Option("b", ASK, "", "b"))),
        ChooseSome(key="some", seat=BLUE, ask=ASK, rule="", standing=standing, least=0, most=4, options=tuple(
            Option(str(n), text("screen.plus", count=n)) for n in range(12))),
        Number(key="number", seat=BLUE, ask=ASK, rule="", standing=standing, hold=hold, least=0, most=99),
        Number(key="few", seat=BLUE, ask=ASK, rule="", standing=standing, hold=hold, least=1, most=3),
        Confirm(key="confirm", seat=BLUE, ask=ASK, rule="", standing=standing, hold=hold),
        Roll(key="roll", seat=BLUE, ask=ASK, rule="", die="d20", faces=tuple(str(n) for n in range(1, 21))),
    )
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("means", MEANS.values(), ids=MEANS)
def test_every_kind_of_question_can_be_answered_by_each_means_alone(means: Means, painter: Painter) -> None:
    """Standing or asked, held or pressed, in either seat, and where both are asked at once."""
    rng = random.Random(1)
    for prompt in KINDS:
        published = Published("one", None, (prompt,), (Desk(BLUE, ReaderState.CARD), Desk(RED, ReaderState.CARD)))
        answers_by(means, painter, published, prompt, prompt.sample(rng.randrange))


def test_touch_and_buttons_move_one_focus() -> None:
    """A finger points, the buttons continue from there."""
    buttons = Buttons(BLUE, KINDS[:1])
    buttons.focus = buttons.choosing.point(buttons.focus, "one", 4)
    buttons.push(Button.NEXT)
    assert buttons.focus == Focus("one", 5)


def test_the_words_of_an_answer_are_the_same_however_it_is_given(painter: Painter) -> None:
    """The line that stands where the buttons stand is the one that a touch answers."""
    published = Published(
        "one", None, KINDS[:1], (Desk(BLUE, ReaderState.CARD, focus=Focus("one", 3)), Desk(RED, ReaderState.CARD))
    )
    painter.draw(pygame.Surface((800, 480)), published, 0.0)
    place = painter.place_of(Touched(BLUE, "one", "3"))
    assert place is not None
    assert [one.words for one in painter.placed if place.contains(one.box)] == ["+3"]
