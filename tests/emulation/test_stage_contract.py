"""One suite for both stages of a script: the table in virtual time, and the one that runs by the clock on the wall."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hal.events import Button
from table.emulation.acts import (
    Act,
    CannotError,
    DispenserFault,
    Fill,
    Lay,
    Lift,
    Press,
    PutBack,
    ReaderFault,
    Release,
    Speed,
    Take,
)
from table.emulation.scripts.document import read_script
from table.emulation.scripts.live_stage import LiveStage
from table.emulation.scripts.replay import set_table
from table.emulation.scripts.stage import Stage
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.session.input import Touched
from table.view.published import Published
from table.words import Words
from tests.devices.test_live import Live
from tests.emulation.scripts.test_scripts import HEAD
from tests.patience import PATIENCE_S

AMBUSH = "blue/legion.card.ambush/0"
UNKNOWN = "tag/ntag213:04A1B2C3D4E5F6"


@contextmanager
def virtual(folder: Path) -> Iterator[Stage]:
    with set_table(read_script(HEAD, "head"), folder / "table") as stage:
        yield stage


@contextmanager
def live(folder: Path) -> Iterator[Stage]:
    """Four times as fast as the wall's clock."""
    table = Live(folder)
    table.hands.perform(Speed(4.0))
    try:
        yield LiveStage(table.supply, table.hands, Words("en"), touch=table.supply.send, screen=tuple)
    finally:
        table.stop()


@pytest.fixture(params=[virtual, pytest.param(live, marks=pytest.mark.slow)], ids=["virtual", "live"])
def stage(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Stage]:
    made: Callable[[Path], Stage] = request.param
    with made(tmp_path) as stage:  # type: ignore[attr-defined]
        assert stage.wait_for(lambda now: now.dispenser == "ready", PATIENCE_S)
        yield stage


def reader(seat: Seat, state: str) -> Callable[[Published], bool]:
    return lambda now: now.desks[SEATS.index(seat)].reader == state


def sees(stage: Stage, condition: Callable[[Published], bool]) -> bool:
    return stage.wait_for(condition, PATIENCE_S)


@pytest.mark.slow
def test_cards_are_laid_moved_and_lifted_also_such_as_the_table_does_not_know(stage: Stage) -> None:
    stage.perform(Lay(BLUE, AMBUSH))
    assert sees(stage, reader(BLUE, "card"))
    assert (stage.lying(BLUE), stage.lying(RED)) == ((AMBUSH,), ())
    stage.perform(Lay(BLUE, AMBUSH, 3.0, 4.0))
    stage.perform(Lay(RED, AMBUSH))
    assert sees(stage, reader(BLUE, "empty"))
    assert sees(stage, reader(RED, "card"))
    assert (stage.lying(BLUE), stage.lying(RED)) == ((), (AMBUSH,))
    stage.perform(Lay(BLUE, UNKNOWN))
    assert sees(stage, lambda now: not reader(BLUE, "empty")(now))
    assert stage.lying(BLUE) == (UNKNOWN,)
    for key in (AMBUSH, UNKNOWN):
        stage.perform(Lift(key))
    assert sees(stage, lambda now: all(reader(seat, "empty")(now) for seat in SEATS))
    assert stage.lying(BLUE) == stage.lying(RED) == ()


def test_a_finger_at_a_panel_and_one_on_the_screen_are_heard_and_journalled(stage: Stage) -> None:
    stage.touch(Touched(RED, "match.number", 42, hold=True))
    assert sees(stage, lambda now: now.dialling)
    before = stage.now.desks[0].focus
    stage.perform(Press(BLUE, Button.NEXT))
    stage.wait(0.1)
    stage.perform(Release(BLUE, Button.NEXT))
    assert sees(stage, lambda now: now.desks[0].focus != before)
    assert stage.play is not None
    events = len(stage.events())
    stage.touch(Touched(BLUE, "match.number", 7))
    assert sees(stage, lambda now: not now.dialling)
    assert len(stage.events()) > events


def test_time_goes_by_as_long_as_is_waited(stage: Stage) -> None:
    began_s = stage.now_s
    stage.wait(0.1)
    assert stage.now_s >= began_s + 0.1
    assert not stage.wait_for(lambda _: False, 0.1)
    assert stage.now_s >= began_s + 0.2


@pytest.mark.parametrize(
    "act",
    [
        Lift(AMBUSH),
        Take(),
        PutBack(),
        Fill(0, -1000),
        Fill(99, 1),
        ReaderFault("plug", RED),
        ReaderFault("no-such-word", BLUE),
        DispenserFault("no-such-word"),
        DispenserFault("jam", 99),
    ],
    ids=str,
)
def test_an_act_that_makes_no_sense_is_refused_and_changes_nothing(stage: Stage, act: Act) -> None:
    before = (stage.contents(), stage.tray(), stage.lying(BLUE))
    with pytest.raises(CannotError):
        stage.perform(act)
    assert (stage.contents(), stage.tray(), stage.lying(BLUE)) == before


@pytest.mark.slow
def test_the_dispenser_is_filled_and_loses_its_line_and_its_power_and_has_them_again(stage: Stage) -> None:
    kind, hopper = next(iter(stage.hoppers.items()))
    before = stage.contents()[kind]
    stage.perform(Fill(hopper, 3))
    assert sees(stage, lambda _: stage.contents()[kind] == before + 3)
    for lost, again in (
        (DispenserFault("unplug"), DispenserFault("plug")),
        (DispenserFault("stranger"), DispenserFault("plug")),
        (DispenserFault("power-cut"), DispenserFault("power-on")),
    ):
        stage.perform(lost)
        assert sees(stage, lambda now: now.dispenser != "ready"), lost
        stage.perform(again)
        assert sees(stage, lambda now: now.dispenser == "ready"), again


@pytest.mark.campaign
def test_the_match_and_what_lies_on_the_readers_outlive_the_program_and_a_pico_without_its_plug_stays_off(
    stage: Stage,
) -> None:
    match = stage.now.match
    stage.perform(Lay(BLUE, AMBUSH))
    assert sees(stage, reader(BLUE, "card"))
    stage.perform(DispenserFault("kill"))
    assert sees(stage, reader(BLUE, "card"))
    assert (stage.now.match, stage.lying(BLUE)) == (match, (AMBUSH,))
    stage.perform(DispenserFault("power-cut"))
    assert sees(stage, lambda now: now.dispenser != "ready")
    stage.perform(DispenserFault("blackout"))
    assert not stage.wait_for(lambda now: now.dispenser == "ready", 3.0)
    stage.perform(DispenserFault("power-on"))
    assert sees(stage, lambda now: now.dispenser == "ready")
    assert stage.now.match == match


@pytest.mark.campaign
def test_two_bots_play_on_until_it_is_so(stage: Stage) -> None:
    stage.bots(lambda: stage.play is not None and stage.play.state.numbered)
    assert stage.play is not None
    assert stage.play.state.numbered
