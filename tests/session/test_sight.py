"""A press, a key and a finger count for what was on the screen as they began, or not at all."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

import hal.events as hw
from hal.events import Button
from table.config import Config
from table.config.schema import StateConfig
from table.emulation.virtual_table import VirtualTable
from table.rules.prompts import ChooseOne, Number
from table.rules.seats import BLUE, RED
from table.session.input import Marked, Pointed, Touched
from table.session.ports import InputOnView, PlayerInput
from table.session.staleness import ViewsAtPress
from table.setup.setup import Setup
from table.view.published import Published
from tests.session.kit import SessionTable

PRESS = hw.Pressed("east", Button.CONFIRM)
HOLD = hw.Held("east", Button.CONFIRM)


@pytest.fixture
def table(tmp_path: Path) -> SessionTable:
    return SessionTable(tmp_path).begun()


@pytest.mark.parametrize("act", [PRESS, HOLD, Touched(RED, "tie"), Touched(None, "tie")])
def test_what_was_done_before_a_reveal_was_seen_answers_nothing_that_comes_after_it(
    table: SessionTable, act: PlayerInput
) -> None:
    """Two equal cards: the next question is the die's, and a press that was meant for the lock must not roll it."""
    table.lays(RED, 2)
    table.lays(BLUE, 2)
    table.holds(BLUE)
    before = table.now
    table.holds(RED)
    assert table.asked() == ["tie"]
    table.hears(InputOnView(act, before))
    assert table.asked() == ["tie"], "nobody had seen the question"
    table.hears(InputOnView(act, table.now))
    assert table.asked() != ["tie"], "now everybody has"


def test_a_roll_that_was_not_seen_hides_what_is_asked_after_it(table: SessionTable) -> None:
    table.hears(hw.DispenserUp(1, "1.0", 7, store=5))
    table.plays(2, 2)
    before = table.now
    table.answers(BLUE, "tie")
    assert table.asked() == ["next"]
    table.hears(InputOnView(PRESS, before))
    assert table.asked() == ["next"]


@pytest.mark.parametrize("button", [Button.NEXT, Button.PREVIOUS])
def test_no_focus_moves_in_a_question_that_was_not_seen(table: SessionTable, button: Button) -> None:
    table.lays(RED, 2)
    table.lays(BLUE, 2)
    table.holds(BLUE)
    before = table.now
    table.holds(RED)
    focus = table.desk(RED).focus
    table.hears(InputOnView(hw.Pressed("east", button), before))
    assert table.desk(RED).focus == focus
    table.hears(InputOnView(Pointed(RED, "tie", 1), before), InputOnView(Marked(RED, "tie", "red"), before))
    assert table.desk(RED).focus == focus


def test_what_the_other_seat_does_meanwhile_takes_no_press_from_this_one(table: SessionTable) -> None:
    table.lays(RED, 2)
    table.lays(BLUE, 2)
    before = table.now
    table.holds(BLUE)
    table.hears(InputOnView(HOLD, before))
    assert table.now.view is not None
    assert table.now.view.reveals == 1, "red was asked for its card all the while"


def test_a_second_press_that_came_too_soon_is_no_answer_to_the_next_question(tmp_path: Path) -> None:
    table = SessionTable(tmp_path)
    table.session.start()
    before = table.now
    table.hears(InputOnView(PRESS, before), InputOnView(PRESS, before), InputOnView(PRESS, before))
    assert table.asked() == ["list", "list"], "the game is chosen, and no army"


def test_a_question_stays_the_same_while_its_options_are_only_worded_anew(table: SessionTable) -> None:
    """A token falls while a finger lies on the hoppers: how many are left in one stands in its option."""
    table.hears(hw.DispenserUp(1, "1.0", 7, store=5))
    table.plays(3, 1)
    before = table.now
    table.hears(hw.TokenPassed(table.now.handing[0].job, 1))
    refills = [next(p for p in now.prompts if p.key == "match.refill") for now in (before, table.now)]
    assert isinstance(refills[0], ChooseOne)
    assert refills[0] != refills[1]
    table.hears(InputOnView(Touched(RED, "match.refill", "0"), before))
    asked = next(prompt for prompt in table.now.prompts if prompt.key == "match.refill.0")
    assert isinstance(asked, Number)


def test_a_hold_counts_for_what_was_shown_as_the_button_went_down() -> None:
    shown: list[Published | None] = [None]
    views_at_press, finger = ViewsAtPress(lambda: shown[0]), ("east", Button.CONFIRM)
    first, second = _published("first"), _published("second")
    shown[0] = first
    views_at_press.look([finger])
    shown[0] = second
    views_at_press.look([finger])
    assert views_at_press.of(finger) is first
    views_at_press.look([])
    assert views_at_press.of(finger) is second, "one that nobody saw begin began just now"
    views_at_press.look([finger])
    assert views_at_press.of(finger) is second


@pytest.mark.slow
def test_a_press_in_the_inbox_of_a_session_whose_disk_stalls_is_dropped_once_the_question_is_another(
    tmp_path: Path,
) -> None:
    table = VirtualTable(Setup.of(replace(Config(), state=StateConfig(folder=str(tmp_path)))))
    table.session.start()
    table.fault("slow-disk")
    table.tap(BLUE, "confirm")
    table.tap(BLUE, "confirm")
    assert table.wait_for(_asks("list"), 60)
    table.wait(1.0)
    assert _asks("list")(table.now)
    assert [prompt.key for prompt in table.now.prompts if prompt.seat is BLUE] == ["list"]
    table.close()


def _asks(key: str) -> Callable[[Published], bool]:
    return lambda now: any(prompt.key == key for prompt in now.prompts)


def _published(match: str) -> Published:
    from tests.screen import scenes

    return replace(scenes.tie(), match=match)
