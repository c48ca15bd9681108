"""The main thread: it draws what changed, receives what the players do, and otherwise sleeps."""

from collections.abc import Iterator

import pygame
import pytest
from msgspec.structs import replace
from pytest_mock import MockerFixture

from hal.events import Button
from table.rules.prompts import ChooseOne, Confirm, Option
from table.rules.seats import BLUE, RED, Seat
from table.rules.shown_codes import grouped
from table.rules.text import text
from table.screen.drawing import palette
from table.screen.keys import KeyEdge, KeyPanels, KeyPush
from table.screen.loop import FRAME_S, IDLE_S, Loop, ScreenCallbacks
from table.screen.motion import RECALL_S, ROLL_REST_S, ROLL_S, SEEN_S, TURN_REST_S, TURN_S
from table.screen.painter import Painter
from table.screen.parts.asked import options_of
from table.screen.touch import ButtonHold, Touch
from table.screen.window import NoDisplayError, Window
from table.session.input import LetGo, Touched
from table.view.published import Published
from tests.screen import scenes

SIZE = (800, 480)
HOLD_S = 0.8


class Clock:
    """Time, and the wake signal that lets it pass."""

    def __init__(self) -> None:
        self.now_s, self.woken, self.slept = 0.0, False, 0.0

    def wait(self, timeout: float | None = None) -> bool:
        assert timeout is not None
        if not self.woken:
            self.now_s += timeout + 1e-6
            self.slept += timeout
        return self.woken

    def clear(self) -> None:
        self.woken = False


class Room:
    """A window on SDL's dummy driver, a painter, and what came of it."""

    def __init__(self, window: Window, painter: Painter, blue_s: float = HOLD_S, red_s: float = HOLD_S) -> None:
        self.published: Published = scenes.tie()
        self.clock, self.wishes = Clock(), list[object]()
        self.window, self.painter = window, painter
        note = self.wishes.append
        self.panel_holds: tuple[ButtonHold, ...] = ()
        callbacks = ScreenCallbacks(
            note,
            note,
            lambda: note("quit"),
            on_translate=lambda: note("translate"),
            panel_holds=lambda: self.panel_holds,
        )
        holds = {BLUE: blue_s, RED: red_s}
        self.loop = Loop(
            window,
            painter,
            lambda: self.published,
            self.clock,
            lambda: self.clock.now_s,
            callbacks,
            holds,
        )

    def turns(self, count: int) -> int:
        """The pictures drawn in so many turns."""
        before = self.loop.frames
        for _ in range(count):
            self.loop.turn()
        return self.loop.frames - before

    def pass_s(self, seconds: float) -> int:
        before, end_s = self.loop.frames, self.clock.now_s + seconds
        while self.clock.now_s < end_s:
            self.loop.turn()
        return self.loop.frames - before

    def show(self, published: Published) -> None:
        self.published, self.clock.woken = published, True

    def finger(self, kind: int, touch: Touch) -> None:
        place = self.painter.place_of(touch)
        assert place is not None
        pygame.event.post(pygame.event.Event(kind, button=1, pos=place.center))


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch, painter: Painter) -> Iterator[Room]:
    yield from _room(monkeypatch, painter, HOLD_S, HOLD_S)


@pytest.fixture
def uneven(monkeypatch: pytest.MonkeyPatch, painter: Painter) -> Iterator[Room]:
    """Blue's panel is held for 1.5 s, red's for 0.3 s."""
    yield from _room(monkeypatch, painter, 1.5, 0.3)


def _room(monkeypatch: pytest.MonkeyPatch, painter: Painter, blue_s: float, red_s: float) -> Iterator[Room]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = Window(SIZE, "table")
    room = Room(window, painter, blue_s, red_s)
    room.turns(3)
    room.wishes.clear()
    yield room
    window.close()


def test_nothing_is_drawn_while_nothing_changes(room: Room) -> None:
    assert room.pass_s(5.0) == 0


def test_idle_it_looks_at_sdl_thirty_times_a_second(room: Room) -> None:
    start_s, turns = room.clock.now_s, 60
    room.turns(turns)
    assert room.clock.now_s - start_s == pytest.approx(turns * IDLE_S, rel=0.05)


def test_what_is_published_is_drawn_at_once_when_the_signal_wakes_it(room: Room) -> None:
    room.pass_s(0.5)
    now_s = room.clock.now_s
    room.show(scenes.effects())
    assert room.turns(1) == 1
    assert room.clock.now_s == now_s


def test_many_publications_are_drawn_sixty_times_a_second_at_most_and_the_last_one_is_seen(room: Room) -> None:
    room.pass_s(0.5)
    drawn = 0
    for index in range(10):
        room.clock.now_s += FRAME_S / 5
        room.show(scenes.effects() if index % 2 else scenes.tie())
        drawn += room.turns(1)
    assert drawn <= 3
    last = scenes.orders()
    room.show(last)
    assert room.turns(3) >= 1
    assert room.loop._shown is last


@pytest.mark.slow
def test_a_roll_is_drawn_frame_by_frame_and_then_it_is_quiet(room: Room) -> None:
    room.show(scenes.rolled())
    assert room.pass_s(ROLL_S) >= 50
    room.pass_s(ROLL_REST_S + 0.1)
    assert room.pass_s(2.0) == 0


FINGER = (pygame.MOUSEBUTTONDOWN, {"button": 1, "pos": (400, 240)})
KEY = (pygame.KEYDOWN, {"key": pygame.K_s, "mod": 0})


@pytest.mark.parametrize("press", [FINGER, KEY, None], ids=["finger", "key", "panel"])
def test_a_press_during_a_roll_shows_what_came_and_the_next_one_goes_on(
    room: Room, press: tuple[int, dict[str, object]] | None
) -> None:
    """However it is pressed: it answers nothing, and the face that came is there long enough to be read."""

    def pressed() -> None:
        if press is None:
            assert room.loop.takes_press()
        else:
            pygame.event.post(pygame.event.Event(press[0], press[1]))
        room.turns(3)

    assert not room.loop.takes_press()
    room.show(scenes.rolled())
    room.turns(2)
    for _ in range(2):
        pressed()
        assert "Surge" in {one.words for one in room.painter.placed}, (
            "it rests, and a hasty second press changes nothing"
        )
    room.pass_s(SEEN_S)
    pressed()
    assert not room.painter.animating(room.clock.now_s)
    assert room.wishes == []
    assert "Red has priority" in {one.words for one in room.painter.placed}
    assert not room.loop.takes_press()


def test_a_panels_button_between_publishing_and_drawing_a_reveal_answers_nothing(room: Room) -> None:
    room.show(scenes.sealing())
    room.turns(2)
    room.published = scenes.reveal()
    assert room.loop.takes_press()
    room.turns(2)
    assert room.painter.act(room.clock.now_s) is not None, "and it is shown from its beginning"


@pytest.mark.slow
def test_a_finger_that_holds_while_a_reveal_begins_answers_nothing(room: Room) -> None:
    room.show(scenes.sealing())
    room.turns(2)
    room.finger(pygame.MOUSEBUTTONDOWN, Touched(RED, "card", None, hold=True))
    room.pass_s(HOLD_S / 2)
    room.show(scenes.reveal())
    room.pass_s(HOLD_S)
    assert room.wishes == []


@pytest.mark.slow
def test_a_key_that_was_down_when_a_reveal_began_answers_nothing(room: Room) -> None:
    pygame.event.post(pygame.event.Event(KEY[0], KEY[1]))
    room.turns(2)
    room.show(scenes.rolled())
    room.pass_s(HOLD_S + 0.1)
    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=pygame.K_s, mod=0))
    room.turns(3)
    assert [wish for wish in room.wishes if isinstance(wish, KeyPush)] == []


@pytest.mark.slow
def test_a_touch_on_any_row_answers_at_its_release(room: Room) -> None:
    answer = Touched(BLUE, "roll", next(value for value, _, _ in options_of(scenes.tie().prompts[0]) if value))
    room.finger(pygame.MOUSEBUTTONDOWN, answer)
    room.turns(2)
    assert room.wishes == []
    room.finger(pygame.MOUSEBUTTONUP, answer)
    room.turns(2)
    assert room.wishes == [answer]


def test_a_finger_that_slides_away_answers_nothing(room: Room) -> None:
    answer = Touched(BLUE, "roll", None)
    room.finger(pygame.MOUSEBUTTONDOWN, answer)
    room.turns(2)
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=(2, 2), rel=(0, 0), buttons=(1, 0, 0)))
    room.turns(2)
    room.finger(pygame.MOUSEBUTTONUP, answer)
    room.turns(2)
    assert room.wishes == []


@pytest.mark.slow
def test_what_must_be_held_is_answered_only_after_it_was_held_long_enough(room: Room) -> None:
    room.show(scenes.sealing())
    room.turns(2)
    lock = Touched(RED, "card", None, hold=True)
    room.finger(pygame.MOUSEBUTTONDOWN, lock)
    assert room.pass_s(HOLD_S / 2) > 10, "the bar grows"
    room.finger(pygame.MOUSEBUTTONUP, lock)
    room.pass_s(0.1)
    assert room.wishes == [LetGo(RED, "card")], "nothing is answered, and the player is told to hold"
    room.wishes.clear()
    room.finger(pygame.MOUSEBUTTONDOWN, lock)
    room.pass_s(HOLD_S + 0.1)
    assert room.wishes == [lock]
    room.finger(pygame.MOUSEBUTTONUP, lock)
    room.pass_s(0.1)
    assert room.wishes == [lock]


BOTH = Confirm(key="both", seat=None, ask=text("match.tokens_back"), rule="TB-12", hold=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scene", "asked", "seat", "asked_s"),
    [
        (scenes.tie(), BLUE, BLUE, 1.5),
        (scenes.tie(), RED, RED, 0.3),
        (scenes.tie(), None, BLUE, 1.5),
        (scenes.tie(), None, RED, 0.3),
        (scenes.lobby(), None, None, 1.5),
    ],
    ids=["blue alone", "red alone", "both, in blue's half", "both, in red's half", "both, in one panel"],
)
def test_a_finger_holds_for_its_halfs_time_and_for_the_longer_one_where_both_look_at_one_panel(
    uneven: Room, mocker: MockerFixture, scene: Published, asked: Seat | None, seat: Seat | None, asked_s: float
) -> None:
    uneven.show(replace(scene, prompts=(replace(BOTH, seat=asked),)))
    uneven.turns(2)
    touch, drawn = Touched(seat, "both", None, hold=True), mocker.spy(uneven.painter, "draw")
    uneven.finger(pygame.MOUSEBUTTONDOWN, touch)
    uneven.turns(2)
    uneven.pass_s(asked_s / 2)
    assert drawn.call_args.args[3].share == pytest.approx(0.5, abs=0.1), "the bar has come half the way"
    uneven.pass_s(asked_s / 2 - 0.08)
    assert uneven.wishes == []
    uneven.pass_s(0.16)
    assert uneven.wishes == [touch]


@pytest.mark.slow
@pytest.mark.parametrize(("key", "seat", "asked_s"), [(pygame.K_s, BLUE, 1.5), (pygame.K_DOWN, RED, 0.3)])
def test_a_confirm_key_is_held_for_its_seats_time(uneven: Room, key: int, seat: Seat, asked_s: float) -> None:
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0))
    uneven.pass_s(asked_s - 0.05)
    assert uneven.wishes == []
    uneven.pass_s(0.15)
    assert uneven.wishes == [KeyPush(seat, Button.CONFIRM, held=True)]


def test_keys_are_the_buttons_of_both_panels(room: Room) -> None:
    for key in (pygame.K_d, pygame.K_LEFT):
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0))
        pygame.event.post(pygame.event.Event(pygame.KEYUP, key=key, mod=0))
    room.turns(2)
    assert room.wishes == [KeyPush(BLUE, Button.NEXT), KeyPush(RED, Button.PREVIOUS)]


@pytest.mark.slow
def test_holding_the_confirm_key_is_holding_the_button(room: Room) -> None:
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_DOWN, mod=0))
    room.pass_s(HOLD_S + 0.1)
    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=pygame.K_DOWN, mod=0))
    room.pass_s(0.1)
    assert room.wishes == [KeyPush(RED, Button.CONFIRM, held=True)]


def test_a_short_press_is_reported_at_its_release() -> None:
    fingers = KeyPanels({BLUE: HOLD_S, RED: HOLD_S})
    assert fingers.take(KeyEdge(BLUE, Button.CONFIRM, True), 1.0) == ()
    assert fingers.waiting
    assert fingers.due(1.0 + HOLD_S / 2) == ()
    assert fingers.take(KeyEdge(BLUE, Button.CONFIRM, False), 1.5) == (KeyPush(BLUE, Button.CONFIRM),)
    assert not fingers.waiting


def test_next_is_held_too_and_previous_is_reported_at_once() -> None:
    fingers = KeyPanels({BLUE: HOLD_S, RED: HOLD_S})
    assert fingers.take(KeyEdge(RED, Button.PREVIOUS, True), 1.0) == (KeyPush(RED, Button.PREVIOUS),)
    assert fingers.take(KeyEdge(RED, Button.PREVIOUS, False), 1.1) == ()
    assert fingers.take(KeyEdge(RED, Button.NEXT, True), 1.2) == ()
    assert fingers.due(1.2 + HOLD_S) == (KeyPush(RED, Button.NEXT, held=True),)
    assert fingers.take(KeyEdge(RED, Button.NEXT, False), 3.0) == ()


def test_closing_the_window_and_control_q_ask_to_end(room: Room) -> None:
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_q, mod=pygame.KMOD_CTRL))
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_q, mod=0))
    room.turns(2)
    assert room.wishes == ["quit", "quit"]


def test_a_resized_window_is_drawn_again(room: Room) -> None:
    room.pass_s(0.5)
    pygame.display.set_mode((1280, 720), pygame.RESIZABLE)
    pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, size=(1280, 720), w=1280, h=720))
    assert room.turns(2) == 1
    assert room.window.surface.get_size() == (1280, 720)


def test_it_runs_until_it_is_stopped(room: Room) -> None:
    room.loop.stop()
    room.loop.run()


def test_a_missing_display_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "no_such_driver")
    with pytest.raises(NoDisplayError, match="no display"):
        Window(SIZE, "table")


def press(key: int) -> None:
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0))


@pytest.mark.slow
def test_f3_shows_the_last_reveal_and_roll_again_without_drawing_more_than_once(room: Room) -> None:
    room.show(scenes.nominate())
    room.pass_s(TURN_S + TURN_REST_S + ROLL_S + ROLL_REST_S + 0.2)
    press(pygame.K_F3)
    assert room.pass_s(1.0) == 1
    assert "Coordinated Bombardment" in {one.words for one in room.painter.placed}
    press(pygame.K_F3)
    room.pass_s(0.2)
    assert "Surge" in {one.words for one in room.painter.placed}
    assert room.pass_s(RECALL_S + 1) == 1
    assert "Nominate a commander" in {one.words for one in room.painter.placed}
    assert room.wishes == []


@pytest.mark.slow
def test_f5_shows_the_codes_to_check_the_table_by_until_something_is_pressed(room: Room) -> None:
    room.show(scenes.nominate())
    room.pass_s(TURN_S + TURN_REST_S + ROLL_S + ROLL_REST_S + 0.2)
    press(pygame.K_F5)
    assert room.pass_s(1.0) == 1
    assert grouped(scenes.nominate().commitment)[:11] in {one.words for one in room.painter.placed}
    press(pygame.K_F5)
    room.pass_s(0.2)
    assert "Nominate a commander" in {one.words for one in room.painter.placed}
    assert room.wishes == []


def test_f4_asks_for_the_next_language_and_draws_again(room: Room) -> None:
    room.pass_s(0.2)
    press(pygame.K_F4)
    assert room.pass_s(0.3) == 1
    assert room.wishes == ["translate"]


def bar_on(room: Room, rect: pygame.Rect) -> int:
    """The pixels of the bar at the foot of this rectangle."""
    row = rect.bottom - 3
    return sum(
        tuple(room.window.surface.get_at((x, row)))[:3] == palette.INK for x in range(rect.x + 4, rect.right - 4)
    )


def test_the_hold_of_a_panels_button_grows_on_what_it_answers(room: Room) -> None:
    room.show(scenes.sealing())
    room.turns(2)
    place = room.painter.place_of(Touched(RED, "card", None, hold=True))
    assert place is not None
    seen = []
    for share in (0.1, 0.3, 0.6):
        room.panel_holds = (ButtonHold(RED, Button.CONFIRM, share),)
        room.pass_s(0.1)
        seen.append(round(bar_on(room, place) / place.width, 1))
    assert seen[0] == 0, "a short press shows nothing"
    assert seen[1:] == pytest.approx([0.3, 0.6], abs=0.06)
    room.panel_holds = ()
    room.pass_s(0.1)
    assert bar_on(room, place) == 0


def test_a_held_key_shows_its_progress_like_the_panels_button(room: Room) -> None:
    room.show(scenes.sealing())
    room.turns(2)
    place = room.painter.place_of(Touched(RED, "card", None, hold=True))
    assert place is not None
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_DOWN, mod=0))
    room.pass_s(HOLD_S / 2)
    assert bar_on(room, place) > place.width // 4
    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=pygame.K_DOWN, mod=0))
    room.pass_s(0.1)
    assert bar_on(room, place) == 0


def test_a_hold_of_next_shows_at_the_foot_of_its_seats_half(room: Room) -> None:
    before = pygame.image.tostring(room.window.surface, "RGB")
    room.panel_holds = (ButtonHold(BLUE, Button.NEXT, 0.5),)
    room.pass_s(0.1)
    assert pygame.image.tostring(room.window.surface, "RGB") != before


@pytest.mark.slow
def test_an_answer_that_is_held_needs_no_touch_before_the_hold(room: Room) -> None:
    """ "Agreed" stands second: a finger that stays on it is enough."""
    options = (Option("no", text("match.undo.no")), Option("yes", text("match.undo.yes")))
    consent = ChooseOne(key="agree", seat=RED, ask=text("match.undo"), rule="TB-71", options=options, hold=True)
    room.show(replace(scenes.tie(), prompts=(consent,)))
    room.turns(2)
    agreed = Touched(RED, "agree", "yes", hold=True)
    room.finger(pygame.MOUSEBUTTONDOWN, agreed)
    room.pass_s(HOLD_S + 0.1)
    assert room.wishes == [agreed]
