"""The instructions on the bench's first page, made from the published view."""

import pytest
from msgspec.structs import replace

from table.emulation.bench_view import BenchCard, BenchSeat
from table.emulation.guide import NextAct, guide, next_act
from table.rules.seats import BLUE, RED
from table.rules.text import Text
from table.session.focus import CLOSED
from table.view.published import Desk, Focus, Published, ReaderState
from table.words import Words
from tests.screen import scenes

HAND = (BenchCard("blue/push/0", "Push", "command", spent=True), BenchCard("blue/ambush/0", "Ambush", "command"))
HANDS = (BenchSeat(BLUE, HAND), BenchSeat(RED))


def blue(published: Published, **fields: object) -> NextAct:
    return next_act(published, replace(published.desks[0], **fields), HANDS[0])


@pytest.mark.parametrize(
    ("scene", "act"),
    [
        (scenes.lobby, NextAct.CHOOSE),
        (scenes.numbers, NextAct.TURN),
        (scenes.at_range, NextAct.MARK),
        (scenes.effects, NextAct.PRESS),
        (scenes.pools, NextAct.HOLD),
        (scenes.nominate, NextAct.WAIT),
        (scenes.tie, NextAct.CHOOSE),
    ],
)
def test_each_kind_of_question_has_an_act_of_its_own(scene: object, act: NextAct) -> None:
    assert callable(scene)
    assert blue(scene()) is act


def test_a_card_is_laid_then_locked_and_taken_off_if_it_may_not_be_played() -> None:
    scene = scenes.sealing_troubles()
    assert blue(scene, reader=ReaderState.EMPTY) is NextAct.LAY
    assert blue(scene, reader=ReaderState.CARD) is NextAct.LOCK
    assert blue(scene, reader=ReaderState.SEVERAL) is NextAct.CLEAR
    assert blue(scenes.lock_refused()) is NextAct.CLEAR


def test_where_the_readers_wires_are_off_nothing_is_to_be_taken_from_it() -> None:
    assert blue(scenes.sealing_troubles(), reader=ReaderState.GONE) is NextAct.PLUG


def test_what_both_are_asked_is_reported_once_and_a_bots_seat_has_a_line_of_its_own() -> None:
    (sentence,) = guide(scenes.lobby(), HANDS)
    assert Words("en").say(sentence).startswith("Click a row.")
    assert len(guide(scenes.lobby(), (HANDS[0], replace(HANDS[1], bot=True)))) == 2
    assert len(guide(scenes.sealing_troubles(), HANDS)) == 2


def test_beside_the_questions_the_way_back_is_reported() -> None:
    assert blue(scenes.waiting()) is NextAct.BESIDE
    assert blue(replace(scenes.waiting(), prompts=()), focus=Focus("defeat", CLOSED)) is NextAct.WAIT


def test_a_bot_needs_no_telling() -> None:
    scene = scenes.sealing_troubles()
    assert next_act(scene, Desk(RED, ReaderState.EMPTY), replace(HANDS[1], bot=True)) is NextAct.BOT


def test_a_card_of_the_hand_that_may_be_played_is_named() -> None:
    scene = scenes.sealing_troubles()
    empty = replace(scene, desks=tuple(replace(desk, reader=ReaderState.EMPTY) for desk in scene.desks))
    first: Text = guide(empty, HANDS)[0]
    assert Words("en").say(first).startswith("Blue: drag a command card, for example Ambush, onto your reader")
