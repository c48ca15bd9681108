"""A press, a key and a finger count for what was on the screen as they began, or not at all."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

import hal.events as hw
from examples.skirmish import Skirmish, State
from hal.events import Button
from table.config import Config
from table.config.schema import StateConfig
from table.devices.setup import Setup
from table.emulation.acts import hold_lasts_s
from table.emulation.hands.bot_match import BotMatch, begin
from table.emulation.virtual_table import VirtualTable
from table.rules.game import Event
from table.rules.match.events import Answered
from table.rules.match.seals import UNLOCK
from table.rules.prompts import ChooseOne, Number
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.rules.view import View
from table.session.focus import AT_REST, SeatFocus
from table.session.input import Marked, Pointed, Touched
from table.session.ports import InputOnView, PlayerInput
from table.session.staleness import ViewsAtPress, counts
from table.view.published import Focus, Published
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
    table.receives(InputOnView(act, before))
    assert table.asked() == ["tie"], "nobody had seen the question"
    table.receives(InputOnView(act, table.now))
    assert table.asked() != ["tie"], "now everybody has"


def test_a_roll_that_was_not_seen_hides_what_is_asked_after_it(table: SessionTable) -> None:
    table.receives(hw.DispenserUp(1, "1.0", 7, store=5))
    table.plays(2, 2)
    before = table.now
    table.answers(BLUE, "tie")
    assert table.asked() == ["next"]
    table.receives(InputOnView(PRESS, before))
    assert table.asked() == ["next"]


def test_a_die_that_leaves_the_screen_takes_no_press_with_it(table: SessionTable) -> None:
    """Only what came hides the question behind it; what goes was read long before."""
    table.plays(2, 2)
    table.answers(BLUE, "tie")
    rolled, focus = table.now, table.desk(RED).focus
    die = _view(rolled).rolled
    assert die is not None
    gone, never = (
        replace(rolled, view=replace(_view(rolled), rolled=each)) for each in (replace(die, past=True), None)
    )
    choosing = SeatFocus(RED, rolled.prompts)
    for later in (gone, never):
        assert counts(InputOnView(PRESS, rolled), choosing, focus, later)
    assert not counts(InputOnView(PRESS, never), choosing, focus, rolled)


@pytest.mark.parametrize("button", [Button.NEXT, Button.PREVIOUS])
def test_no_focus_moves_in_a_question_that_was_not_seen(table: SessionTable, button: Button) -> None:
    table.lays(RED, 2)
    table.lays(BLUE, 2)
    table.holds(BLUE)
    before = table.now
    table.holds(RED)
    focus = table.desk(RED).focus
    table.receives(InputOnView(hw.Pressed("east", button), before))
    assert table.desk(RED).focus == focus
    table.receives(InputOnView(Pointed(RED, "tie", 1), before), InputOnView(Marked(RED, "tie", "red"), before))
    assert table.desk(RED).focus == focus


def test_what_the_other_seat_does_meanwhile_takes_no_press_from_this_one(table: SessionTable) -> None:
    table.lays(RED, 2)
    table.lays(BLUE, 2)
    before = table.now
    table.holds(BLUE)
    table.receives(InputOnView(HOLD, before))
    assert table.now.view is not None
    assert table.now.view.reveals == 1, "red was asked for its card all the while"


def test_a_second_press_that_came_too_soon_is_no_answer_to_the_next_question(tmp_path: Path) -> None:
    table = SessionTable(tmp_path)
    table.session.start()
    before = table.now
    table.receives(InputOnView(PRESS, before), InputOnView(PRESS, before), InputOnView(PRESS, before))
    assert table.asked() == ["list", "list"], "the game is chosen, and no army"


class TwoTokens(Skirmish):
    """A card that wins, wins two tokens, and for each of them it is asked in the same words whether to continue."""

    def _revealed(self, state: State, cards: tuple[tuple[Seat, str], ...]) -> tuple[Event, ...]:
        played, won = super()._revealed(state, cards)
        return (played, won, won)


@pytest.mark.parametrize("second", [PRESS, HOLD, Touched(RED, "next"), Touched(None, "next")])
def test_who_answers_together_with_the_other_answers_no_question_that_is_asked_again_in_the_same_words(
    tmp_path: Path, second: PlayerInput
) -> None:
    table = SessionTable(tmp_path, game=TwoTokens()).begun()
    table.plays(3, 1)
    before = table.now
    table.receives(InputOnView(hw.Pressed("west", Button.CONFIRM), before), InputOnView(second, before))
    assert _rounds(table) == 1, "both pressed for one and the same"
    assert table.asked()[0] == "next"
    table.receives(InputOnView(second, table.now))
    assert _rounds(table) == 2, "now it is another"


def test_a_refused_answer_leaves_the_question_as_it_is(table: SessionTable) -> None:
    table.lays(RED, 2)
    before = table.now
    table.answers(BLUE, "card", "no card at all")
    assert table.now.notice is not None
    table.receives(InputOnView(HOLD, before))
    assert table.desk(RED).locked


@pytest.mark.slow
@pytest.mark.parametrize("late_s", [0.05, 0.4])
@pytest.mark.parametrize("earlier", SEATS)
def test_of_two_holds_almost_together_the_later_one_answers_nothing_that_stood_beside_the_question(
    tmp_path: Path, earlier: Seat, late_s: float
) -> None:
    """Both hold that the scenario is set up. Which units begin on the table, with none of them marked, neither says."""
    table = VirtualTable(Setup.of(replace(Config(), state=StateConfig(folder=str(tmp_path)))))
    begin(table, "tide_of_iron", {BLUE: "sample:mill_bridge/american", RED: "sample:mill_bridge/german"})
    BotMatch(table, random.Random(1)).until(_asks("ready"))
    play = table.session.play
    assert play is not None
    assert [desk.focus.prompt for desk in table.now.desks if desk.focus] == ["ready", "ready"]
    for seat, wait_s in ((earlier, late_s), (earlier.opponent, 2.0)):
        table.fingers.tap(seat, "confirm", round(hold_lasts_s(table.hold_s[seat]) * 1e9))
        table.wait(wait_s)
    assert [event.prompt for event in play.events() if isinstance(event, Answered)] == ["ready"]
    assert [desk.focus.prompt for desk in table.now.desks if desk.focus] == ["deploy", "deploy"]
    table.hold(earlier.opponent)
    assert [event.prompt for event in play.events() if isinstance(event, Answered)] == ["ready", "deploy"]
    table.close()


def test_at_rest_a_hold_means_what_the_line_showed_as_it_began(table: SessionTable) -> None:
    """Red has locked, and holds to take its card back: the line it stands on is no other's."""
    table.lays(RED, 2)
    table.holds(RED)
    shown = table.now
    focus = table.desk(RED).focus
    assert focus is not None
    assert focus.prompt == UNLOCK
    blue, red = shown.desks
    elsewhere = replace(shown, desks=(blue, replace(red, focus=Focus("match.end", AT_REST))))
    table.receives(InputOnView(HOLD, elsewhere))
    assert table.desk(RED).locked
    table.receives(InputOnView(HOLD, shown))
    assert not table.desk(RED).locked


def test_a_question_stays_the_same_while_its_options_are_only_worded_again(table: SessionTable) -> None:
    """A token falls while a finger lies on the hoppers: how many are left in one is in its option."""
    table.receives(hw.DispenserUp(1, "1.0", 7, store=5))
    table.plays(3, 1)
    before = table.now
    table.receives(hw.TokenPassed(table.now.handing[0].job, 1))
    refills = [next(p for p in now.prompts if p.key == "match.refill") for now in (before, table.now)]
    assert isinstance(refills[0], ChooseOne)
    assert refills[0] != refills[1]
    table.receives(InputOnView(Touched(RED, "match.refill", "0"), before))
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
    assert [prompt.key for prompt in table.now.prompts if prompt.seat is BLUE and not prompt.standing] == ["list"]
    table.close()


def _asks(key: str) -> Callable[[Published], bool]:
    return lambda now: any(prompt.key == key for prompt in now.prompts)


def _view(published: Published) -> View:
    assert published.view is not None
    return published.view


def _rounds(table: SessionTable) -> int:
    play = table.session.play
    assert play is not None
    assert isinstance(play.state.game, State)
    return play.state.game.rounds


def _published(match: str) -> Published:
    from tests.screen import scenes

    return replace(scenes.tie(), match=match)
