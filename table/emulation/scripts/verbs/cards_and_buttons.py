"""Verbs for cards and buttons."""

from collections.abc import Callable
from functools import partial

from hal.events import Button
from sim_hardware.nfc import naming
from table.emulation.acts import TAG, CannotError, Lay, Lift, Press, Release
from table.emulation.finger_times import TAP_S, hold_lasts_s
from table.emulation.scripts.lexer import RestOfLine, ScriptWord
from table.emulation.scripts.names import card_key
from table.emulation.scripts.stage import Stage
from table.emulation.scripts.verbs.answers import wait_for_prompt
from table.emulation.scripts.verbs.verb import PATIENCE_S, SEEN_S, StageAct
from table.rules.prompts import SealedCard
from table.rules.seats import SEATS, Seat
from table.view.published import Published, ReaderState

MOST_PRESSES = 1_000
BUTTONS = tuple(str(button) for button in Button)


def read_lay(rest: RestOfLine) -> StageAct:
    owner = rest.seat()
    key = _read_tag(rest) if rest.takes("tag") else _read_card(rest, owner)
    reader = rest.seat() if rest.takes("on") else owner
    aside_mm = rest.millimetres() if rest.takes("aside") else 0.0
    return lambda stage: stage.perform(Lay(reader, key(stage), aside_mm))


def read_lift(rest: RestOfLine) -> StageAct:
    seat = rest.seat()
    if not rest.more:
        return partial(_lift_all, seat)
    key = _read_tag(rest) if rest.takes("tag") else _read_card(rest, seat)
    return lambda stage: stage.perform(Lift(key(stage)))


def _lift_all(seat: Seat, stage: Stage) -> None:
    for key in stage.lying(seat):
        stage.perform(Lift(key))


def _read_card(rest: RestOfLine, owner: Seat) -> Callable[[Stage], str]:
    card = rest.word("card")
    copy = rest.count("number of a copy") if rest.takes("copy") else 1
    if not copy:
        raise card.wrong("copies are numbered from 1")
    return lambda stage: card_key(stage, owner, card, copy)


def _read_tag(rest: RestOfLine) -> Callable[[Stage], str]:
    name = rest.word("tag")
    try:
        naming.tag(name.text)
    except ValueError as error:
        raise name.wrong(str(error)) from None
    return lambda _: TAG + name.text


def read_lock(rest: RestOfLine) -> StageAct:
    seat, card = rest.seat(), rest.word("card")
    return partial(_lock, seat, card)


def _lock(seat: Seat, card: ScriptWord, stage: Stage) -> None:
    """Lock a card as a player does: clear the reader, lay the card, see that it is noticed, hold CONFIRM."""
    wait_for_prompt(stage, seat, "*", SealedCard)
    key = card_key(stage, seat, card, 1)
    at = SEATS.index(seat)
    if stage.now.desks[at].reader is not ReaderState.EMPTY:
        _lift_all(seat, stage)
        stage.wait_for(lambda now: now.desks[at].reader is ReaderState.EMPTY, PATIENCE_S)
    stage.perform(Lay(seat, key))
    if not stage.wait_for(lambda now: now.desks[at].reader is ReaderState.CARD, PATIENCE_S):
        raise CannotError(f"{seat}'s reader does not see the card: it says {stage.now.desks[at].reader}")
    _hold(seat, Button.CONFIRM, stage)


def _button(rest: RestOfLine) -> Button:
    return Button(rest.choice("button", BUTTONS)) if rest.more else Button.CONFIRM


def read_press(rest: RestOfLine) -> StageAct:
    seat, button = rest.seat(), _button(rest)
    times = rest.count("number of presses", MOST_PRESSES) if rest.more else 1

    def press(stage: Stage) -> None:
        for _ in range(times):
            _finger(seat, button, TAP_S, stage)

    return press


def read_hold(rest: RestOfLine) -> StageAct:
    return partial(_hold, rest.seat(), _button(rest))


def _hold(seat: Seat, button: Button, stage: Stage) -> None:
    _finger(seat, button, hold_lasts_s(stage.hold_s(seat)), stage)


def _finger(seat: Seat, button: Button, lasting_s: float, stage: Stage) -> None:
    """Press and release a button, and wait until the table has seen it, or for a moment if it changes nothing."""
    before = _before(stage.now, seat)
    stage.perform(Press(seat, button))
    stage.wait(lasting_s)
    stage.perform(Release(seat, button))
    stage.wait(TAP_S)
    stage.wait_for(lambda now: _before(now, seat) != before, SEEN_S)


def _before(now: Published, seat: Seat) -> object:
    desk = now.desks[SEATS.index(seat)]
    return (desk.focus, desk.locked, desk.note, now.prompts, now.notice)


def read_down(rest: RestOfLine) -> StageAct:
    seat, button = rest.seat(), _button(rest)
    return lambda stage: stage.perform(Press(seat, button))


def read_up(rest: RestOfLine) -> StageAct:
    seat, button = rest.seat(), _button(rest)
    return lambda stage: stage.perform(Release(seat, button))
